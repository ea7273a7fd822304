// SubclassTests.swift
// Code outside of the package can subclass every open class, make the subclass by each initialiser that the class has
// on Apple's systems, and override its members.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing
import UIKit

/// Subclasses of open classes, each with a stored property that has a default value.
@MainActor enum SubclassTable {
  /// One class, and an instance of its subclass by each initialiser. Nil stands for a failed one.
  struct Row {
    let name: String
    let objects: [AnyObject?]

    init(_ name: String, _ objects: [AnyObject?]) { (self.name, self.objects) = (name, objects) }
  }

  static func all() -> [Row] { views() + layers() + controllers() + values() + dynamics() }

  /// Open classes without a row.
  static let withoutRow: Set<String> = [
    // Their instances are made by views, and not by programs.
    "NSLayoutAnchor", "NSLayoutXAxisAnchor", "NSLayoutYAxisAnchor", "NSLayoutDimension",
    "UIGraphicsImageRendererContext",
    // By its subclasses.
    "UIMenuElement",
    // By the application.
    "UIScene", "UIWindowScene",
    // Not classes of Apple's.
    "AccessibleObject", "UIAnimationContext", "UIItemsBehavior",
  ]
}

/// The declarations of the sources.
private struct Declarations {
  private(set) var openClasses: Set<String> = []
  /// Members of open classes that are public and not open, as `Class.name`.
  private(set) var closedMembers: Set<String> = []

  init() throws {
    let sources = InterfaceTable.repository.appendingPathComponent("Sources")
    var files: [[Substring]] = []
    for folder in ["QuartzCore", "UIKitCore", "UIKit"] {
      let base = sources.appendingPathComponent(folder)
      let paths = FileManager.default.enumerator(atPath: base.path)
      while let path = paths?.nextObject() as? String {
        guard path.hasSuffix(".swift") else { continue }
        let text = try String(contentsOf: base.appendingPathComponent(path), encoding: .utf8)
        files.append(text.split(separator: "\n"))
      }
    }
    for line in files.joined() where line.contains("open class ") {
      if let match = line.firstMatch(of: /^(?:@\w+ )*open class (\w+)/) {
        openClasses.insert(String(match.1))
      }
    }
    for lines in files { collectMembers(of: lines) }
  }

  private mutating func collectMembers(of lines: [Substring]) {
    var owner = ""
    for line in lines {
      if line.first != " " {
        let words = line.split(separator: " ")
        let kinds = ["class", "extension", "struct", "enum", "protocol"]
        guard let kind = words.firstIndex(where: { kinds.contains(String($0)) }),
          kind + 1 < words.count
        else { continue }
        owner = String(words[kind + 1].prefix { $0.isLetter || $0.isNumber })
      } else if line.hasPrefix("  "), !line.hasPrefix("   "), openClasses.contains(owner),
        let match = line.firstMatch(of: /^ {2}(@.* )?([a-z() ]*)\b(func|var|let) (`?\w+`?)/),
        match.2.split(separator: " ").contains("public"), !match.2.contains("static")
      {
        closedMembers.insert("\(owner).\(match.4)")
      }
    }
  }
}

@MainActor @Suite struct SubclassTests {
  /// Public members of open classes that cannot be overridden, for a reason.
  private static let closedMembers: Set<String> = [
    // Additions to Apple's interface.
    "CALayer.weakValue", "CALayer.setWeakValue", "UIAnimationContext.outer",
    "UIAnimationContext.perform", "UIAction.performWithSender", "UIGestureRecognizer.addHandler",
    "UIGestureRecognizer.addTarget", "UIControl.addTarget",
    // Functions of Swift, and older names, which are no methods on Apple's systems.
    "UIView.bringSubview", "UIView.sendSubview",
    // Functions of the class `UIView` alone: they animate all views.
    "UIView.areAnimationsEnabled", "UIView.setAnimationsEnabled",
    "UIView.performWithoutAnimation", "UIView.inheritedAnimationDuration", "UIView.animate",
    "UIView.modifyAnimations", "UIView.animateKeyframes", "UIView.addKeyframe",
    "UIView.transition", "UIView.beginAnimations", "UIView.commitAnimations",
    "UIView.setAnimationDuration", "UIView.setAnimationDelay", "UIView.setAnimationCurve",
    "UIView.setAnimationRepeatCount", "UIView.setAnimationRepeatAutoreverses",
    "UIView.setAnimationBeginsFromCurrentState", "UIView.setAnimationTransition",
  ]

  @Test func everyOpenClassHasASubclass() throws {
    let classes = try Declarations().openClasses
    let rows = Set(SubclassTable.all().map(\.name))
    #expect(classes.count > 90)
    #expect(classes.subtracting(rows).subtracting(SubclassTable.withoutRow).sorted() == [])
    #expect(rows.union(SubclassTable.withoutRow).subtracting(classes).sorted() == [])
  }

  /// Initialisers of images and data fail: of files and bytes that are none.
  @Test func subclassesAreMadeByEachInitialiser() {
    for row in SubclassTable.all() {
      let missing = row.objects.count { $0 == nil }
      #expect(missing == ["UIImage": 5, "NSDataAsset": 2][row.name, default: 0], "\(row.name)")
      #expect(!row.objects.isEmpty, "\(row.name)")
    }
  }

  @Test func publicMembersOfOpenClassesAreOpen() throws {
    let closed = try Declarations().closedMembers
    #expect(closed.subtracting(Self.closedMembers).sorted() == [])
    #expect(Self.closedMembers.subtracting(closed).sorted() == [], "no longer there")
  }

  @Test func aConstraintOfASubclassHasItsParts() {
    final class Marked: NSLayoutConstraint { var mark = 7 }
    let (box, other) = (UIView(), UIView())
    box.addSubview(other)
    let constraint = Marked(
      item: other, attribute: .width, relatedBy: .lessThanOrEqual, toItem: box,
      attribute: .height, multiplier: 2, constant: 3)
    constraint.isActive = true
    #expect(constraint.mark == 7 && constraint.isActive)
    #expect(constraint.firstItem === other && constraint.secondItem === box)
    #expect(constraint.firstAttribute == .width && constraint.secondAttribute == .height)
    #expect(constraint.relation == .lessThanOrEqual)
    #expect(constraint.multiplier == 2 && constraint.constant == 3)
  }

  @Test func overridesOfListsAreCalled() {
    let layout = UICollectionViewFlowLayout()
    let collection = CountingCollection(frame: .zero, collectionViewLayout: layout)
    let path = IndexPath(item: 0, section: 0)
    collection.insertItems(at: [path])
    collection.deleteItems(at: [path])
    collection.reloadItems(at: [path])
    collection.moveItem(at: path, to: path)
    collection.insertSections([0])
    collection.deleteSections([0])
    collection.reloadSections([0])
    collection.moveSection(0, toSection: 0)
    collection.performBatchUpdates({}, completion: nil)
    #expect(collection.calls == 9)
    let kind = UICollectionView.elementKindSectionHeader
    #expect(collection.layoutAttributesForSupplementaryElement(ofKind: kind, at: path) == nil)
    let table = CountingTable(frame: .zero, style: .plain)
    table.insertRows(at: [path], with: .none)
    table.deleteRows(at: [path], with: .none)
    table.beginUpdates()
    table.endUpdates()
    #expect(table.calls == 4 && table.cellForRow(at: path) != nil)
  }

  /// An overridden `layer` has the type of the layer's class, as shape views have it.
  @Test func overridesOfGeometryAreCalled() {
    let view = ShapeView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layer.lineWidth = 3
    #expect((view as UIView).layer === view.layer && view.layer.delegate === view)
    #expect(view.convert(CGPoint.zero, to: nil) == CGPoint(x: 5, y: 5))
    #expect(view.topAnchor !== view.bottomAnchor)
    #expect(view.contentHuggingPriority(for: .vertical) == .required)
  }
}

private final class CountingCollection: UICollectionView {
  var calls = 0
  override func insertItems(at indexPaths: [IndexPath]) { calls += 1 }
  override func deleteItems(at indexPaths: [IndexPath]) { calls += 1 }
  override func reloadItems(at indexPaths: [IndexPath]) { calls += 1 }
  override func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) { calls += 1 }
  override func insertSections(_ sections: IndexSet) { calls += 1 }
  override func deleteSections(_ sections: IndexSet) { calls += 1 }
  override func reloadSections(_ sections: IndexSet) { calls += 1 }
  override func moveSection(_ section: Int, toSection newSection: Int) { calls += 1 }
  override func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) { calls += 1 }
  override func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    super.layoutAttributesForSupplementaryElement(ofKind: kind, at: indexPath)
  }
}

private final class CountingTable: UITableView {
  var calls = 0
  override func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) { calls += 1 }
  override func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) { calls += 1 }
  override func beginUpdates() { calls += 1 }
  override func endUpdates() { calls += 1 }
  override func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { UITableViewCell() }
}

private final class ShapeView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  private let shape = CAShapeLayer()
  override var layer: CAShapeLayer { (super.layer as? CAShapeLayer) ?? shape }
  override func convert(_ point: CGPoint, to view: UIView?) -> CGPoint { CGPoint(x: 5, y: 5) }
  override func contentHuggingPriority(for axis: NSLayoutConstraint.Axis) -> UILayoutPriority {
    .required
  }
}
