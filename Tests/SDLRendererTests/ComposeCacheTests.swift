// ComposeCacheTests.swift
// Where Xlib keeps the compose table between two starts.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import SDLRenderer

@Suite struct ComposeCacheTests {
  private func folder(_ environment: [String: String], user: (UInt32, UInt32) = (1000, 1000))
    -> String?
  {
    ComposeCache(environment: environment, user: user)?.folder
  }

  @Test func folderIsAmongTheUsersCaches() {
    #expect(folder(["HOME": "/nonexistent"]) == "/nonexistent/.cache/lamella/compose")
    #expect(folder(["HOME": "/h", "XDG_CACHE_HOME": "/caches"]) == "/caches/lamella/compose")
    #expect(folder(["XDG_CACHE_HOME": "/caches"]) == "/caches/lamella/compose")
    for relative in ["", "caches", "."] {
      #expect(folder(["HOME": "/h", "XDG_CACHE_HOME": relative]) == "/h/.cache/lamella/compose")
      #expect(folder(["HOME": relative]) == nil)
    }
    #expect(folder([:]) == nil)
  }

  /// Where Xlib finds a folder by itself, and where it uses none.
  @Test func xlibsOwnChoiceIsLeftAlone() throws {
    let home = try TemporaryDirectory()
    #expect(folder(["HOME": home.path]) != nil)
    #expect(folder(["HOME": home.path, "XCOMPOSECACHE": "/elsewhere"]) == nil)
    #expect(folder(["HOME": home.path, "XCOMPOSECACHE": ""]) == nil)
    #expect(folder(["HOME": home.path], user: (0, 0)) == nil)
    #expect(folder(["HOME": home.path], user: (1000, 1001)) == nil)
    try FileManager.default.createDirectory(
      atPath: home.path + "/.compose-cache", withIntermediateDirectories: false)
    #expect(folder(["HOME": home.path]) == nil)
  }

  @Test func folderIsCreatedForTheUserAlone() throws {
    let home = try TemporaryDirectory()
    let cache = try #require(ComposeCache(environment: ["HOME": home.path], user: (1000, 1000)))
    #expect(cache.prepare() && cache.prepare())
    let attributes = try FileManager.default.attributesOfItem(atPath: cache.folder)
    #expect(attributes[.type] as? FileAttributeType == .typeDirectory)
    #expect((attributes[.posixPermissions] as? Int).map { $0 & 0o77 } == 0)
  }

  @Test func placeThatIsAFileIsLeftAlone() throws {
    let home = try TemporaryDirectory()
    let file = home.path + "/.cache"
    try Data([1]).write(to: URL(fileURLWithPath: file))
    let cache = try #require(ComposeCache(environment: ["HOME": home.path], user: (1000, 1000)))
    #expect(!cache.prepare())
    #expect(FileManager.default.contents(atPath: file) == Data([1]))
  }

  @Test func brokenFilesAreRemoved() throws {
    let home = try TemporaryDirectory()
    let cache = try #require(ComposeCache(environment: ["HOME": home.path], user: (1000, 1000)))
    #expect(cache.prepare())
    let files = ["whole": Data("XimC and more".utf8), "empty": Data(), "zeros": Data(count: 400)]
    for (name, data) in files {
      try data.write(to: URL(fileURLWithPath: cache.folder + "/" + name))
    }
    #expect(cache.prepare())
    #expect(try FileManager.default.contentsOfDirectory(atPath: cache.folder) == ["whole"])
  }
}
