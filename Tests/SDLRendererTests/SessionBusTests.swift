// SessionBusTests.swift
// A session bus that is not there, and servers that do not answer while the program starts.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SDLRenderer

@Suite struct SessionBusTests {
  @Test func busIsAbsentWithoutAddressSocketAndLauncher() throws {
    let folder = try TemporaryDirectory()
    func isAbsent(_ environment: [String: String]) -> Bool {
      SessionBus.isAbsent(environment: environment, systemFolders: [])
    }
    #expect(isAbsent([:]))
    #expect(isAbsent(["XDG_RUNTIME_DIR": folder.path, "PATH": folder.path + "::/nonexistent"]))
    #expect(isAbsent(["DBUS_SESSION_BUS_ADDRESS": ""]))
    // An address is tried, whatever it is.
    #expect(!isAbsent(["DBUS_SESSION_BUS_ADDRESS": "unix:path=/nonexistent"]))
    let file = folder.path + "/dbus-launch"
    try Data().write(to: URL(fileURLWithPath: file))
    #expect(isAbsent(["PATH": folder.path]), "a file that is no program starts no bus")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file)
    #expect(!isAbsent(["PATH": "/nonexistent:" + folder.path]))
    #expect(!SessionBus.isAbsent(environment: [:], systemFolders: [folder.path]))
    try Data().write(to: URL(fileURLWithPath: folder.path + "/bus"))
    #expect(!isAbsent(["XDG_RUNTIME_DIR": folder.path]))
  }

  @Test func waitThatLastsIsNoticed() {
    let written = DispatchSemaphore(value: 0)
    let notice = WaitNotice("Waiting.", after: 0.001) { message in
      if message == "Waiting." { written.signal() }
    }
    written.wait()
    notice.end()
  }

  @Test func waitThatEndsIsNot() {
    // The closure is released when the thread has ended without a call.
    final class Marker: Sendable {
      let released: DispatchSemaphore
      init(_ released: DispatchSemaphore) { self.released = released }
      deinit { released.signal() }
    }
    let released = DispatchSemaphore(value: 0)
    let wasCalled = Locked(false)
    func start() {
      let marker = Marker(released)
      WaitNotice("Waiting.", after: 3600) { _ in
        withExtendedLifetime(marker) { wasCalled.withLock { $0 = true } }
      }.end()
    }
    start()
    released.wait()
    #expect(!wasCalled.withLock { $0 })
  }
}
