// SessionBusTests.swift
// Servers that do not answer while the program starts.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc
import TestSupport
import Testing

@testable import SDLRenderer

@Suite struct SessionBusTests {
  /// A server on a Unix socket that answers with some bytes, or not at all.
  private final class Server {
    let path: String
    private let listener: Int32
    private let directory: TemporaryDirectory

    init(answer: [UInt8]?) throws {
      directory = try TemporaryDirectory()
      let path = directory.path + "/bus"
      self.path = path
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      self.listener = listener
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(status == 0 && listen(listener, 4) == 0)
      guard let answer else { return }
      Thread.detachNewThread {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        _ = Glibc.send(connection, answer, answer.count, Int32(MSG_NOSIGNAL))
        close(connection)
      }
    }

    deinit {
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
    }
  }

  private func bus(_ address: String) -> SessionBus? {
    SessionBus(environment: ["DBUS_SESSION_BUS_ADDRESS": address])
  }

  @Test func busIsFoundByItsAddress() throws {
    #expect(bus("unix:path=/run/user/1/bus,guid=00ff")?.path == "/run/user/1/bus")
    #expect(bus("unix:guid=00ff,path=/a%20b;tcp:host=c")?.path == "/a b")
    #expect(bus("tcp:host=localhost,port=1;unix:path=/second")?.path == "/second")
    let abstract = try #require(bus("unix:abstract=/tmp/dbus-1"))
    #expect(abstract.isAbstract && abstract.path == "/tmp/dbus-1")
    for address in ["disabled:", "unix:", "unix:tmpdir=/tmp", "unix:path", "nonsense", ";;"] {
      #expect(bus(address) == nil, "\(address)")
    }
    let usual = SessionBus(environment: ["XDG_RUNTIME_DIR": "/run/user/1"])
    #expect(usual?.path == "/run/user/1/bus" && usual?.isAbstract == false)
    #expect(SessionBus(environment: [:]) == nil)
  }

  @Test func busThatNeverAnswersIsSilent() throws {
    let server = try Server(answer: nil)
    #expect(try #require(bus("unix:path=\(server.path)")).isSilent(timeout: 50))
  }

  @Test(arguments: ["OK 00ff\r\n", "REJECTED EXTERNAL\r\n", ""])
  func busThatAnswersOrEndsTheConnectionIsNotSilent(answer: String) throws {
    let server = try Server(answer: Array(answer.utf8))
    #expect(try #require(bus("unix:path=\(server.path)")).isSilent(timeout: 60_000) == false)
  }

  @Test func busThatIsMissingIsNotSilent() throws {
    let long = String(repeating: "x", count: 300)
    for address in ["unix:path=/nonexistent", "unix:abstract=lamella-none", "unix:path=/\(long)"] {
      #expect(try #require(bus(address)).isSilent(timeout: 60_000) == false)
    }
  }

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
