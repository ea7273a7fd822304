// VisualFormatTests.swift
// The visual format of constraints: what is read, and which mistakes are found where.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing
import UIKitCore

@Suite struct VisualFormatTests {
  private static let metrics: [String: CGFloat] = ["gap": 12, "low": 250]
  private static let views: Set<String> = ["a", "b", "a_long1"]

  private func parse(_ format: String) throws -> VisualFormat {
    try VisualFormat(format, metrics: Self.metrics, views: Self.views)
  }

  @Test func partsAreRead() throws {
    let format = try parse("V:|-[a(>=20,<=gap@low)]-(-5@3)-[b(==a)][a_long1]-gap-|")
    #expect(format.isVertical)
    #expect(format.elements.map(\.name) == [nil, "a", "b", "a_long1", nil])
    #expect(
      format.elements[1].predicates == [
        .init(relation: 1, constant: 20), .init(relation: -1, constant: 12, priority: 250),
      ])
    #expect(format.elements[2].predicates == [.init(view: "a")])
    #expect(
      format.spaces == [
        .standard, .limits([.init(constant: -5, priority: 3)]), .flush,
        .limits([.init(constant: 12)]),
      ])
    #expect(try !parse("[a]").isVertical && !parse("H:[a(10.5)]").isVertical)
  }

  @Test(arguments: [
    // format, where, a part of the reason
    ("H|[a]", 1, "colon"), ("[c]", 1, "no view named c"), ("[a", 2, "closing bracket"),
    ("[a(20]", 5, "closing parenthesis"), ("|-20[a]", 4, "hyphen"),
    ("[a]-width-[b]", 4, "no metric"),
    ("|", 1, "no view"), ("[a]|[b]", 4, "second edge"), ("[a(==c)]", 5, "metric or view"),
    ("[a]-(", 5, "a number"), ("[a(1.2.3)]", 3, "not a number"), ("[a(20@0)]", 6, "priority"),
    ("", 0, "brackets"), ("[a] [b]", 3, "brackets"), ("[]", 1, "name of a view"),
  ])
  func mistakesAreFound(format: String, offset: Int, reason: String) {
    do {
      _ = try parse(format)
      Issue.record("\(format) was read")
    } catch let failure as VisualFormat.Failure {
      #expect(failure.offset == offset && failure.reason.contains(reason), "\(failure)")
      #expect(failure.description.hasSuffix("\n" + String(repeating: " ", count: offset) + "^"))
    } catch {
      Issue.record("\(error)")
    }
  }

  @MainActor @Test func standardSpacesAndDirections() {
    let (container, a, b) = (
      UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100)), SizedView(), SizedView()
    )
    for view in [a, b] { container.addSubview(view) }
    func layOut(_ formats: [String], _ options: NSLayoutConstraint.FormatOptions) {
      container.removeConstraints(container.constraints)
      for view in [a, b] { view.removeConstraints(view.constraints) }
      for format in formats {
        NSLayoutConstraint.activate(
          NSLayoutConstraint.constraints(
            withVisualFormat: format, options: format.hasPrefix("V") ? [] : options,
            metrics: ["w": 30 as CGFloat], views: ["a": a, "b": b]))
      }
      container.layoutIfNeeded()
    }
    layOut(["|-[a(w)]-[b]-|", "V:|-[a]-|", "V:|[b]|"], [])
    #expect(a.frame == CGRect(x: 8, y: 8, width: 30, height: 84))
    #expect(b.frame == CGRect(x: 46, y: 0, width: 146, height: 100))
    layOut(["|-5-[a(w)]-10-[b(w)]", "V:|[a]|", "V:|[b]|"], .directionRightToLeft)
    #expect(a.frame.minX == 165 && b.frame.minX == 125)
  }
}
