// DataAssetTests.swift
// Data of bundles by name.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing
import UIKitCore

@Suite struct DataAssetTests {
  private func write(_ text: String, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// A data set of a catalogue comes first, then a file of the name, then one with an extension.
  @Test func dataIsFoundByName() throws {
    let folder = try TemporaryDirectory()
    try write(
      #"{"data":[{"idiom":"universal"},{"filename":"x.txt"}]}"#,
      "\(folder.path)/Media.xcassets/greeting.dataset/Contents.json")
    try write("from the set", "\(folder.path)/Media.xcassets/greeting.dataset/x.txt")
    try write("beside it", "\(folder.path)/greeting.txt")
    try write("{}", "\(folder.path)/scene.json")
    try write("plain", "\(folder.path)/parts/plain")
    let bundle = try #require(Bundle(path: folder.path))
    let rows = [
      ("greeting", "from the set", "public.plain-text"), ("scene", "{}", "public.json"),
      ("scene.json", "{}", "public.json"), ("parts/plain", "plain", "public.data"),
    ]
    for (name, text, type) in rows {
      let asset = try #require(NSDataAsset(name: name, bundle: bundle), "\(name)")
      #expect(asset.name == name && asset.typeIdentifier == type)
      #expect(String(decoding: asset.data, as: UTF8.self) == text)
      #expect(asset.copy() as? NSDataAsset === asset)
    }
    for name in ["", "none", "parts", "Media"] {
      #expect(NSDataAsset(name: name, bundle: bundle) == nil, "\(name)")
    }
    #expect(NSDataAsset(name: "no such data") == nil)
  }

  /// The rewritten form of a protocol that refines `NSObjectProtocol`.
  private protocol Named: SelectorPerforming {}
  private final class Person: NSObject, Named {
    override func isEqual(_ object: Any?) -> Bool { object is Person }
  }

  @Test func objectsBehindAProtocolAreCompared() {
    let (one, other): (any Named, any Named) = (Person(), Person())
    #expect(one.isEqual(other) && !one.isEqual(NSObject()) && one.description.contains("Person"))
    #expect(one.responds(to: nil) == false && one.hash != other.hash)
  }

  @Test func warningOfMemoryHasANotification() {
    #expect(
      UIApplication.didReceiveMemoryWarningNotification.rawValue
        == "UIApplicationDidReceiveMemoryWarningNotification")
  }
}
