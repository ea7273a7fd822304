// WarningTests.swift
// What cannot be rewritten is reported with its place, and with what to do instead.
//
// SPDX-License-Identifier: MIT

import SourceRewriter
import Testing

@Suite struct WarningTests {
  @Test(arguments: [
    ("import UIKit\nimport SpriteKit", "A.swift:2:1", "#if canImport(SpriteKit)"),
    ("class M: NSManagedObject { @NSManaged var x: Int }", "A.swift:1:28", "no Core Data"),
    ("@NSManaged func f()", "A.swift:1:1", "only properties of layers"),
    ("extension L { @NSManaged var x: Int }", "A.swift:1:15", "move the property into the class"),
    ("extension UIView {\n  override func f() {} }", "A.swift:2:3", "make a subclass"),
    (
      "class A {}\nextension A { override init() {} ; override func f(_: Int) {} }", "A.swift:2:36",
      "move it into the class"
    ),
    ("let s = #selector(tap)", "A.swift:1:9", "write #selector(Type.method(_:))"),
    ("class A { func f() { g(#selector(x.y)) } }", "A.swift:1:24", "retains x"),
    ("func f() { method_exchangeImplementations(a, b) }", "A.swift:1:12", "subclass"),
    ("@objc public protocol P { @objc optional func f() }", "A.swift:1:1", "conform to P_f"),
  ])
  func constructsWithoutRewritingAreReported(text: String, place: String, advice: String) {
    let found = warnings(text)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.hasPrefix(place + ": warning: ") ?? false, "\(found)")
    #expect(found.first?.contains(advice) ?? false, "\(found)")
  }

  @Test(arguments: [
    "#if canImport(SpriteKit)\nimport SpriteKit\n#endif", "import Foundation", "@objc class A {}",
    "class A: CALayer { @NSManaged var x: CGFloat }",
  ])
  func constructsWithRewritingAreNotReported(text: String) { #expect(warnings(text) == []) }
}
