// ConstraintTests.swift
// Layout by constraints: frames of single layouts, activation, conflicts, measuring.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKitCore

/// A view with an intrinsic size, which counts the frames that layout gives it.
final class SizedView: UIView {
  var size: CGSize { didSet { invalidateIntrinsicContentSize() } }
  var frameWrites = 0

  init(_ width: CGFloat = UIView.noIntrinsicMetric, _ height: CGFloat = UIView.noIntrinsicMetric) {
    size = CGSize(width: width, height: height)
    super.init(frame: .zero)
    translatesAutoresizingMaskIntoConstraints = false
  }

  required init?(coder: NSCoder) { nil }

  override var intrinsicContentSize: CGSize { size }
  override var bounds: CGRect { didSet { frameWrites += 1 } }
  override var center: CGPoint { didSet { frameWrites += 1 } }
}

/// Frames are rounded to pixels; other tests leave screens of other scales.
@MainActor func setWholePixels() { UIScreen.main.scale = 1 }

@MainActor @Suite struct ConstraintTests {
  /// A container of 300 x 200 points with views that constraints position.
  private func scene(_ views: UIView...) -> UIView {
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    container.accessibilityIdentifier = "container"
    for (index, view) in views.enumerated() {
      if view.accessibilityIdentifier == nil { view.accessibilityIdentifier = "\(index)" }
      view.translatesAutoresizingMaskIntoConstraints = false
      container.addSubview(view)
    }
    return container
  }

  private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
    CGRect(x: x, y: y, width: width, height: height)
  }

  // MARK: Frames

  @Test func edgesPinToSuperview() {
    setWholePixels()
    let view = SizedView()
    let container = scene(view)
    NSLayoutConstraint.activate([
      view.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 10),
      view.trailingAnchor.constraint(equalTo: container.trailingAnchor, constant: -20),
      view.topAnchor.constraint(equalTo: container.topAnchor, constant: 30),
      view.bottomAnchor.constraint(equalTo: container.bottomAnchor, constant: -40),
    ])
    #expect(view.frame == .zero)
    container.layoutIfNeeded()
    #expect(view.frame == rect(10, 30, 270, 130))
    container.frame.size = CGSize(width: 400, height: 100)
    container.layoutIfNeeded()
    #expect(view.frame == rect(10, 30, 370, 30))
  }

  typealias Make = @MainActor (UIView, UIView, UIView) -> [NSLayoutConstraint]

  /// Two views in a container of 300 x 200.
  private static let layouts: [(String, Make, CGRect, CGRect)] = [
    (
      "centre and multiplied size",
      { box, a, b in
        [
          a.centerXAnchor.constraint(equalTo: box.centerXAnchor),
          a.centerYAnchor.constraint(equalTo: box.centerYAnchor, constant: 10),
          a.widthAnchor.constraint(equalTo: box.widthAnchor, multiplier: 0.5),
          a.heightAnchor.constraint(equalTo: a.widthAnchor, multiplier: 0.2, constant: 10),
          b.leftAnchor.constraint(equalTo: a.rightAnchor),
          b.topAnchor.constraint(equalTo: a.bottomAnchor),
          b.widthAnchor.constraint(equalToConstant: 12),
          b.heightAnchor.constraint(equalToConstant: 8),
        ]
      }, CGRect(x: 75, y: 90, width: 150, height: 40), CGRect(x: 225, y: 130, width: 12, height: 8)
    ),
    (
      "equal widths in a row",
      { box, a, b in
        NSLayoutConstraint.constraints(
          withVisualFormat: "H:|-20-[a]-10-[b(==a)]-20-|",
          options: [.alignAllTop, .alignAllBottom],
          metrics: nil, views: ["a": a, "b": b])
          + NSLayoutConstraint.constraints(
            withVisualFormat: "V:|-[a(50)]", options: [], metrics: nil, views: ["a": a])
      }, CGRect(x: 20, y: 8, width: 125, height: 50), CGRect(x: 155, y: 8, width: 125, height: 50)
    ),
    (
      "a wish gives way to a limit",
      { box, a, b in
        let wish = a.widthAnchor.constraint(equalToConstant: 500)
        wish.priority = .defaultHigh
        return [
          wish, a.leadingAnchor.constraint(equalTo: box.leadingAnchor),
          a.trailingAnchor.constraint(lessThanOrEqualTo: box.trailingAnchor, constant: -50),
          a.topAnchor.constraint(equalTo: box.topAnchor),
          a.heightAnchor.constraint(equalToConstant: 10),
          b.leadingAnchor.constraint(greaterThanOrEqualTo: a.centerXAnchor),
          b.widthAnchor.constraint(equalToConstant: 100),
          b.trailingAnchor.constraint(equalTo: box.trailingAnchor),
          b.topAnchor.constraint(equalTo: a.bottomAnchor),
          b.heightAnchor.constraint(equalTo: a.heightAnchor),
        ]
      }, CGRect(x: 0, y: 0, width: 250, height: 10), CGRect(x: 200, y: 10, width: 100, height: 10)
    ),
    (
      "margins, safe area and old constructor",
      { box, a, b in
        [
          NSLayoutConstraint(
            item: a, attribute: .leading, relatedBy: .equal, toItem: box, attribute: .leadingMargin,
            multiplier: 1, constant: 0),
          NSLayoutConstraint(
            item: a, attribute: .width, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
            multiplier: 1, constant: 30),
          a.topAnchor.constraint(equalTo: box.layoutMarginsGuide.topAnchor),
          a.bottomAnchor.constraint(equalTo: box.layoutMarginsGuide.bottomAnchor),
          b.leadingAnchor.constraint(equalTo: box.safeAreaLayoutGuide.leadingAnchor),
          b.trailingAnchor.constraint(equalTo: box.safeAreaLayoutGuide.trailingAnchor),
          b.bottomAnchor.constraint(equalTo: box.safeAreaLayoutGuide.bottomAnchor),
          b.heightAnchor.constraint(equalToConstant: 5),
        ]
      }, CGRect(x: 8, y: 8, width: 30, height: 184), CGRect(x: 0, y: 195, width: 300, height: 5)
    ),
    (
      "equal gaps as distances of anchors",
      { box, a, b in
        let gap = box.leadingAnchor.anchorWithOffset(to: a.leadingAnchor)
        return [
          gap.constraint(equalTo: a.trailingAnchor.anchorWithOffset(to: b.leadingAnchor)),
          gap.constraint(equalTo: b.trailingAnchor.anchorWithOffset(to: box.trailingAnchor)),
          a.widthAnchor.constraint(equalToConstant: 60),
          b.widthAnchor.constraint(equalToConstant: 30),
          a.topAnchor.constraint(equalTo: box.topAnchor),
          b.topAnchor.constraint(equalTo: box.topAnchor),
          a.heightAnchor.constraint(equalToConstant: 10),
          b.heightAnchor.constraint(equalToConstant: 10),
        ]
      }, CGRect(x: 70, y: 0, width: 60, height: 10), CGRect(x: 200, y: 0, width: 30, height: 10)
    ),
  ]

  @Test func layoutsHaveKnownFrames() {
    setWholePixels()
    for (name, make, first, second) in Self.layouts {
      let (a, b) = (SizedView(), SizedView())
      let container = scene(a, b)
      NSLayoutConstraint.activate(make(container, a, b))
      container.layoutIfNeeded()
      #expect(a.frame == first && b.frame == second, "\(name): \(a.frame), \(b.frame)")
      #expect(!a.hasAmbiguousLayout && !b.hasAmbiguousLayout, "\(name)")
    }
  }

  @Test func constraintsAcrossSuperviews() {
    setWholePixels()
    let (outer, inner, label) = (SizedView(), SizedView(), SizedView(40, 10))
    let container = scene(outer, label)
    outer.addSubview(inner)
    NSLayoutConstraint.activate([
      outer.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 50),
      outer.topAnchor.constraint(equalTo: container.topAnchor, constant: 60),
      outer.widthAnchor.constraint(equalToConstant: 100),
      outer.heightAnchor.constraint(equalToConstant: 100),
      inner.leadingAnchor.constraint(equalTo: outer.leadingAnchor, constant: 5),
      inner.topAnchor.constraint(equalTo: outer.topAnchor, constant: 6),
      inner.widthAnchor.constraint(equalToConstant: 20),
      inner.heightAnchor.constraint(equalToConstant: 20),
      label.leadingAnchor.constraint(equalTo: inner.trailingAnchor),
      label.topAnchor.constraint(equalTo: inner.bottomAnchor),
    ])
    container.layoutIfNeeded()
    #expect(inner.frame == rect(5, 6, 20, 20) && label.frame == rect(75, 86, 40, 10))
  }

  @Test func intrinsicSizesFollowPriorities() {
    setWholePixels()
    let (a, b) = (SizedView(100, 20), SizedView(100, 20))
    let container = scene(a, b)
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|[a][b]|", options: .alignAllTop, metrics: nil,
        views: ["a": a, "b": b])
        + [a.topAnchor.constraint(equalTo: container.topAnchor)])
    a.setContentHuggingPriority(UILayoutPriority(251), for: .horizontal)
    container.layoutIfNeeded()
    #expect(a.frame == rect(0, 0, 100, 20) && b.frame == rect(100, 0, 200, 20))
    b.setContentHuggingPriority(UILayoutPriority(252), for: .horizontal)
    container.layoutIfNeeded()
    #expect(a.frame.width == 200 && b.frame.width == 100)
    container.frame.size.width = 150
    b.setContentCompressionResistancePriority(UILayoutPriority(751), for: .horizontal)
    container.layoutIfNeeded()
    #expect(a.frame.width == 50 && b.frame.width == 100)
    b.size = CGSize(width: 120, height: 33)
    container.layoutIfNeeded()
    #expect(a.frame == rect(0, 0, 30, 20) && b.frame == rect(30, 0, 120, 33))
  }

  @Test func wrappedTextIsAsHighAsItsWidthNeeds() {
    setWholePixels()
    let label = UILabel()
    label.text = "several words that need more than a single line of a narrow label"
    label.numberOfLines = 0
    let below = SizedView(10, 10)
    let container = scene(label, below)
    let width = label.widthAnchor.constraint(lessThanOrEqualToConstant: 120)
    NSLayoutConstraint.activate([
      label.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      label.topAnchor.constraint(equalTo: container.topAnchor), width,
      below.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      below.topAnchor.constraint(equalTo: label.bottomAnchor),
    ])
    container.layoutIfNeeded()
    func height(_ width: CGFloat) -> CGFloat {
      label.sizeThatFits(CGSize(width: width, height: 0)).height
    }
    #expect(label.frame.width == 120 && label.frame.height == height(120))
    #expect(label.frame.height > 2 * label.font.lineHeight && below.frame.minY == label.frame.maxY)
    width.constant = 200
    container.layoutIfNeeded()
    #expect(label.frame.width == 200 && label.frame.height == height(200))
    label.text = "few"
    container.layoutIfNeeded()
    #expect(label.frame.size == label.sizeThatFits(.zero))
  }

  @Test func baselinesOfTextAlign() {
    setWholePixels()
    let (title, note) = (UILabel(), UILabel())
    (title.text, note.text) = ("Title", "note")
    (title.font, note.font) = (.systemFont(ofSize: 40), .systemFont(ofSize: 13))
    let container = scene(title, note)
    NSLayoutConstraint.activate([
      title.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      title.topAnchor.constraint(equalTo: container.topAnchor, constant: 20),
      note.leadingAnchor.constraint(equalTo: title.trailingAnchor),
      note.firstBaselineAnchor.constraint(equalTo: title.firstBaselineAnchor),
    ])
    container.layoutIfNeeded()
    func baseline(_ label: UILabel) -> CGFloat {
      label.frame.minY + (label.frame.height - label.font.lineHeight) / 2 + label.font.ascender
    }
    #expect(abs(baseline(title) - baseline(note)) <= 1 && note.frame.minY > title.frame.minY + 10)
    note.font = .systemFont(ofSize: 26)
    container.layoutIfNeeded()
    #expect(abs(baseline(title) - baseline(note)) <= 1)
  }

  @Test func framesAreWholePixels() {
    setWholePixels()
    let scale = UIScreen.main.scale
    let views = (0..<7).map { _ in SizedView() }
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
    for view in views { container.addSubview(view) }
    var left = container.leadingAnchor
    for view in views {
      view.leadingAnchor.constraint(equalTo: left).isActive = true
      view.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: 1 / 7).isActive = true
      view.topAnchor.constraint(equalTo: container.topAnchor).isActive = true
      view.bottomAnchor.constraint(equalTo: container.bottomAnchor).isActive = true
      left = view.trailingAnchor
    }
    container.layoutIfNeeded()
    for (view, next) in zip(views, views.dropFirst()) {
      #expect(view.frame.maxX == next.frame.minX)
      #expect((view.frame.minX * scale).rounded() == view.frame.minX * scale)
    }
    #expect(views[6].frame.maxX == 100)
  }

  @Test func transformedViewsKeepTheirTransform() {
    setWholePixels()
    let view = SizedView()
    view.transform = CGAffineTransform(rotationAngle: .pi / 4)
    let container = scene(view)
    NSLayoutConstraint.activate([
      view.centerXAnchor.constraint(equalTo: container.centerXAnchor),
      view.centerYAnchor.constraint(equalTo: container.centerYAnchor),
      view.widthAnchor.constraint(equalToConstant: 40),
      view.heightAnchor.constraint(equalToConstant: 20),
    ])
    container.layoutIfNeeded()
    #expect(view.center == CGPoint(x: 150, y: 100) && view.bounds == rect(0, 0, 40, 20))
  }

  @Test func autoresizedViewsKeepTheirFrame() {
    setWholePixels()
    let (fixed, follower) = (UIView(frame: rect(10, 10, 50, 50)), SizedView(5, 5))
    let container = scene(follower)
    container.addSubview(fixed)
    fixed.autoresizingMask = .flexibleWidth
    NSLayoutConstraint.activate([
      follower.leadingAnchor.constraint(equalTo: fixed.trailingAnchor, constant: 7),
      follower.topAnchor.constraint(equalTo: fixed.bottomAnchor),
    ])
    container.layoutIfNeeded()
    #expect(follower.frame == rect(67, 60, 5, 5) && fixed.frame == rect(10, 10, 50, 50))
    fixed.center.y += 20
    container.layoutIfNeeded()
    #expect(follower.frame == rect(67, 80, 5, 5))
    container.frame.size.width += 100
    container.layoutIfNeeded()
    #expect(follower.frame == rect(167, 80, 5, 5))
  }

  @Test func guidesPositionViews() {
    setWholePixels()
    let view = SizedView()
    let container = scene(view)
    let guide = UILayoutGuide()
    container.addLayoutGuide(guide)
    NSLayoutConstraint.activate([
      guide.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      guide.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: 0.25),
      guide.topAnchor.constraint(equalTo: container.topAnchor),
      guide.heightAnchor.constraint(equalToConstant: 9),
      view.leadingAnchor.constraint(equalTo: guide.trailingAnchor),
      view.topAnchor.constraint(equalTo: guide.bottomAnchor),
      view.widthAnchor.constraint(equalTo: guide.widthAnchor),
      view.heightAnchor.constraint(equalTo: guide.heightAnchor),
    ])
    container.layoutIfNeeded()
    #expect(view.frame == rect(75, 9, 75, 9) && guide.layoutFrame == rect(0, 0, 75, 9))
    container.removeLayoutGuide(guide)
    #expect(container.constraints.isEmpty && guide.owningView == nil)
  }

  @Test func safeAreaAndMarginsMoveTheirGuides() {
    setWholePixels()
    let controller = UIViewController()
    let (bar, content) = (SizedView(), SizedView())
    let root: UIView = controller.view
    root.frame = rect(0, 0, 300, 200)
    let window = UIWindow(frame: rect(0, 0, 300, 200))
    window.rootViewController = controller
    for view in [bar, content] { root.addSubview(view) }
    NSLayoutConstraint.activate(
      [
        bar.topAnchor.constraint(equalTo: root.safeAreaLayoutGuide.topAnchor),
        content.topAnchor.constraint(equalTo: root.layoutMarginsGuide.topAnchor),
      ]
        + [bar, content].flatMap {
          [
            $0.leadingAnchor.constraint(equalTo: root.leadingAnchor),
            $0.widthAnchor.constraint(equalToConstant: 10),
            $0.heightAnchor.constraint(equalToConstant: 10),
          ]
        })
    window.layoutIfNeeded()
    #expect(bar.frame.minY == 0 && content.frame.minY == 8)
    controller.additionalSafeAreaInsets.top = 44
    root.directionalLayoutMargins.top = 20
    window.layoutIfNeeded()
    #expect(bar.frame.minY == 44 && content.frame.minY == 20)
    #expect(root.safeAreaInsets.top == 44 && window.safeAreaInsets.top == 0)
  }

  // MARK: Scroll views

  @Test func contentConstraintsSetTheContentSize() {
    setWholePixels()
    let (content, pinned) = (SizedView(), SizedView(10, 10))
    let scrollView = UIScrollView()
    let container = scene(scrollView)
    for view in [content, pinned] { scrollView.addSubview(view) }
    NSLayoutConstraint.activate(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|[s]|", options: [], metrics: nil, views: ["s": scrollView])
        + NSLayoutConstraint.constraints(
          withVisualFormat: "V:|[s]|", options: [], metrics: nil, views: ["s": scrollView])
        + [
          content.leadingAnchor.constraint(equalTo: scrollView.leadingAnchor, constant: 5),
          content.trailingAnchor.constraint(equalTo: scrollView.trailingAnchor, constant: -5),
          content.topAnchor.constraint(equalTo: scrollView.contentLayoutGuide.topAnchor),
          content.bottomAnchor.constraint(equalTo: scrollView.contentLayoutGuide.bottomAnchor),
          content.widthAnchor.constraint(equalTo: scrollView.widthAnchor, constant: -10),
          content.heightAnchor.constraint(equalToConstant: 900),
          pinned.topAnchor.constraint(equalTo: scrollView.frameLayoutGuide.topAnchor),
          pinned.trailingAnchor.constraint(equalTo: scrollView.frameLayoutGuide.trailingAnchor),
        ])
    container.layoutIfNeeded()
    #expect(scrollView.contentSize == CGSize(width: 300, height: 900))
    #expect(content.frame == rect(5, 0, 290, 900) && pinned.frame == rect(290, 0, 10, 10))
    scrollView.contentOffset.y = 120
    container.layoutIfNeeded()
    #expect(content.frame == rect(5, 0, 290, 900) && pinned.frame == rect(290, 120, 10, 10))
  }

  // MARK: Activation

  @Test func commonSuperviewHoldsActiveConstraints() {
    setWholePixels()
    let (a, b) = (SizedView(), SizedView())
    let container = scene(a, b)
    let width = a.widthAnchor.constraint(equalToConstant: 10)
    let between = a.leadingAnchor.constraint(equalTo: b.trailingAnchor)
    let edge = a.leadingAnchor.constraint(equalTo: container.leadingAnchor)
    NSLayoutConstraint.activate([width, between, edge])
    #expect(a.constraints == [width] && container.constraints == [between, edge])
    #expect(edge.isActive && between.firstItem === a && between.secondItem === b)
    b.removeFromSuperview()
    #expect(!between.isActive && container.constraints == [edge] && width.isActive)
    container.removeConstraints([edge])
    NSLayoutConstraint.deactivate([width])
    #expect(container.constraints.isEmpty && a.constraints.isEmpty && !edge.isActive)
    container.addConstraint(width)
    #expect(width.isActive && container.constraints == [width])
  }

  @Test func viewsBringTheirConstraintsIntoAnotherTree() {
    setWholePixels()
    let (card, inner) = (SizedView(), SizedView())
    card.addSubview(inner)
    NSLayoutConstraint.activate([
      inner.leadingAnchor.constraint(equalTo: card.leadingAnchor, constant: 3),
      inner.topAnchor.constraint(equalTo: card.topAnchor, constant: 4),
      card.trailingAnchor.constraint(equalTo: inner.trailingAnchor, constant: 3),
      card.bottomAnchor.constraint(equalTo: inner.bottomAnchor, constant: 4),
      inner.widthAnchor.constraint(equalToConstant: 50),
      inner.heightAnchor.constraint(equalToConstant: 20),
    ])
    for x in [10.0, 20] {
      let container = scene(card)
      NSLayoutConstraint.activate([
        card.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: x),
        card.topAnchor.constraint(equalTo: container.topAnchor),
      ])
      container.layoutIfNeeded()
      #expect(card.frame == rect(x, 0, 56, 28) && inner.frame == rect(3, 4, 50, 20))
      card.removeFromSuperview()
      #expect(container.constraints.isEmpty && card.constraints.count == 4)
    }
  }

  /// A scroll view's edges are those of its content, for which the frame of the scroll view itself is not needed.
  @Test func scrollViewsTakeNoVariablesIntoAnotherTree() {
    setWholePixels()
    let (box, scroll, inner, other) = (UIView(), UIScrollView(), UIView(), UIView())
    let old = UIView(frame: rect(0, 0, 200, 200))
    for _ in 0..<10 {
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      old.addSubview(view)
      view.widthAnchor.constraint(equalTo: old.widthAnchor).isActive = true
    }
    old.addSubview(box)
    for view in [scroll, other] {
      box.addSubview(view)
      view.translatesAutoresizingMaskIntoConstraints = false
    }
    scroll.frame = rect(1, 2, 30, 40)
    scroll.addSubview(inner)
    inner.translatesAutoresizingMaskIntoConstraints = false
    let edge = inner.leftAnchor.constraint(equalTo: scroll.leftAnchor, constant: 5)
    edge.isActive = true
    old.layoutIfNeeded()
    edge.isActive = false
    other.widthAnchor.constraint(equalToConstant: 7).isActive = true
    let new = UIView(frame: rect(0, 0, 200, 200))
    new.addSubview(box)
    new.layoutIfNeeded()
    box.setNeedsLayout()
    new.layoutIfNeeded()
    #expect(scroll.frame == rect(1, 2, 30, 40))
    #expect(other.frame.width == 7)
  }

  @Test func descriptionsAreFormulas() {
    setWholePixels()
    let (a, b) = (SizedView(), SizedView())
    _ = scene(a, b)
    let constraint = a.widthAnchor.constraint(equalTo: b.widthAnchor, multiplier: 2, constant: -8.5)
    constraint.priority = .defaultHigh
    #expect("\(constraint)" == "0.width == 2 * 1.width - 8.5 (priority 750)")
    #expect("\(a.heightAnchor.constraint(greaterThanOrEqualToConstant: 5))" == "0.height >= 5")
    constraint.identifier = "double"
    #expect("\(constraint)".hasPrefix("\"double\": 0.width"))
    #expect(a.leadingAnchor == a.leadingAnchor && a.leadingAnchor != b.leadingAnchor)
  }

  @Test func mistakesTrapWithWords() async {
    setWholePixels()
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        UIView().leadingAnchor.constraint(equalTo: UIView().leadingAnchor).isActive = true
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        _ = UIView().widthAnchor.constraint(equalToConstant: .nan)
      }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        UIView().widthAnchor.constraint(equalToConstant: 1).priority = UILayoutPriority(.nan)
      }
    }
  }

  /// Attributes that cannot be related are reported once, and the constraint has no effect.
  @Test func constraintsOfOtherAttributesAreReportedAndIgnored() {
    setWholePixels()
    let view = SizedView(40, 30)
    let container = scene(view)
    view.accessibilityIdentifier = "inert"
    typealias Attribute = NSLayoutConstraint.Attribute
    let pairs: [(Attribute, Attribute, Bool)] = [
      (.left, .top, true), (.width, .left, true), (.bottom, .height, true),
      (.leading, .left, true), (.rightMargin, .trailingMargin, true),
      (.left, .notAnAttribute, false),
      (.notAnAttribute, .left, true),
    ]
    func make() -> [NSLayoutConstraint] {
      pairs.map { first, second, hasItem in
        NSLayoutConstraint(
          item: view, attribute: first, relatedBy: .equal, toItem: hasItem ? container : nil,
          attribute: second, multiplier: 1, constant: 10)
      }
    }
    let (constraints, lines) = Diagnostics.collecting { make() + make() }
    #expect(lines.count == pairs.count, "\(lines)")
    #expect(lines.allSatisfy { $0.contains("inert.") })
    #expect(lines.first?.contains("inert.left == container.top + 10") == true)
    NSLayoutConstraint.activate(constraints)
    view.topAnchor.constraint(equalTo: container.topAnchor, constant: 5).isActive = true
    container.layoutIfNeeded()
    #expect(view.frame == rect(0, 5, 40, 30))
    for constraint in constraints { constraint.constant = 20 }
    container.layoutIfNeeded()
    NSLayoutConstraint.deactivate(constraints)
    container.layoutIfNeeded()
    #expect(view.frame == rect(0, 5, 40, 30))
  }

  /// Numbers that are too large to calculate with count as the limit of coordinates, at every place.
  @Test(arguments: [1e200, 1.7e308, CGFloat.greatestFiniteMagnitude])
  func enormousNumbersAreLimited(number: CGFloat) {
    setWholePixels()
    func widths(_ prepare: (SizedView, UIView) -> Void) -> CGFloat {
      let view = SizedView(UIView.noIntrinsicMetric, 10)
      let container = scene(view)
      prepare(view, container)
      container.layoutIfNeeded()
      return view.frame.width
    }
    #expect(
      widths { view, _ in view.widthAnchor.constraint(equalToConstant: number).isActive = true }
        == 1e150)
    #expect(
      widths { view, container in
        let width = view.widthAnchor.constraint(equalToConstant: 1)
        width.isActive = true
        container.layoutIfNeeded()
        width.constant = number
      } == 1e150)
    #expect(widths { view, _ in view.size.width = number }.isFinite)
    _ = widths { view, container in
      view.widthAnchor.constraint(equalTo: container.widthAnchor, multiplier: number).isActive =
        true
      view.leadingAnchor.constraint(equalTo: container.trailingAnchor, constant: number).isActive =
        true
      container.layoutMargins.left = number
      view.topAnchor.constraint(equalTo: container.layoutMarginsGuide.topAnchor).isActive = true
    }
    let view = SizedView(10, 10)
    view.setContentHuggingPriority(UILayoutPriority(.nan), for: .horizontal)
    let container = scene(view)
    view.leadingAnchor.constraint(equalTo: container.leadingAnchor).isActive = true
    let size = container.systemLayoutSizeFitting(
      CGSize(width: number, height: .nan), withHorizontalFittingPriority: UILayoutPriority(.nan),
      verticalFittingPriority: UILayoutPriority(number == 1e200 ? -1 : .infinity))
    #expect(size.width.isFinite && size.height.isFinite)
  }

  /// An intrinsic size whose priority is required does not contradict a required constraint, which prevails.
  @Test func requiredHuggingYieldsToAConstraint() {
    setWholePixels()
    let view = SizedView(20, 10)
    view.setContentHuggingPriority(.required, for: .horizontal)
    view.setContentCompressionResistancePriority(.required, for: .vertical)
    let container = scene(view)
    view.widthAnchor.constraint(equalToConstant: 32).isActive = true
    view.heightAnchor.constraint(equalToConstant: 5).isActive = true
    let lines = Diagnostics.collecting { container.layoutIfNeeded() }.lines
    #expect(lines.isEmpty && view.frame.size == CGSize(width: 32, height: 5))
  }

  // MARK: Conflicts

  @Test func contradictionIsReportedOnceAndDropped() {
    setWholePixels()
    let view = SizedView()
    let container = scene(view)
    let wide = view.widthAnchor.constraint(equalToConstant: 200)
    let narrow = view.widthAnchor.constraint(equalToConstant: 50)
    narrow.identifier = "narrow"
    NSLayoutConstraint.activate([
      wide, view.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      view.topAnchor.constraint(equalTo: container.topAnchor),
      view.heightAnchor.constraint(equalToConstant: 10), narrow,
    ])
    let lines = Diagnostics.collecting {
      container.layoutIfNeeded()
      container.frame.size.width = 310
      container.layoutIfNeeded()
    }.lines
    #expect(lines.count == 1 && view.frame == rect(0, 0, 200, 10))
    #expect(lines.first?.contains("\"narrow\": 0.width == 50 is ignored") == true)
    #expect(lines.first?.contains("0.width == 200") == true)
    wide.isActive = false
    container.layoutIfNeeded()
    #expect(view.frame == rect(0, 0, 50, 10))
  }

  @Test func forgottenTranslationIsNamed() {
    setWholePixels()
    let view = UIView(frame: rect(5, 5, 20, 20))
    let container = scene()
    container.addSubview(view)
    view.accessibilityIdentifier = "box"
    view.widthAnchor.constraint(equalToConstant: 80).isActive = true
    let lines = Diagnostics.collecting { container.layoutIfNeeded() }.lines
    #expect(lines.first?.contains("translatesAutoresizingMaskIntoConstraints") == true)
    #expect(view.frame == rect(5, 5, 20, 20))
  }

  // MARK: Updates

  final class Updating: UIView {
    var updates = 0
    private var isSet = false
    override func updateConstraints() {
      updates += 1
      if !isSet {
        isSet = true
        widthAnchor.constraint(equalToConstant: 33).isActive = true
      }
      super.updateConstraints()
    }
  }

  @Test func updateConstraintsRunsBeforeLayout() {
    setWholePixels()
    let view = Updating()
    let container = scene(view)
    #expect(view.needsUpdateConstraints())
    container.layoutIfNeeded()
    #expect(view.updates == 1 && view.bounds.width == 33 && !view.needsUpdateConstraints())
    view.setNeedsUpdateConstraints()
    container.layoutIfNeeded()
    view.setNeedsUpdateConstraints()
    view.updateConstraintsIfNeeded()
    container.layoutIfNeeded()
    #expect(view.updates == 3)
  }

  final class Controller: UIViewController {
    var updates = 0
    override func updateViewConstraints() {
      updates += 1
      super.updateViewConstraints()
    }
  }

  @Test func controllerUpdatesConstraints() {
    setWholePixels()
    let controller = Controller()
    let window = UIWindow(frame: rect(0, 0, 100, 100))
    window.rootViewController = controller
    window.layoutIfNeeded()
    #expect(controller.updates == 1)
    controller.view.setNeedsUpdateConstraints()
    window.layoutIfNeeded()
    #expect(controller.updates == 2)
  }

  // MARK: Measuring

  @Test func fittingSizesFollowConstraints() {
    setWholePixels()
    let (card, title, text) = (UIView(), SizedView(80, 20), UILabel())
    text.text = "several words that need more than one line when there is little room"
    text.numberOfLines = 0
    text.translatesAutoresizingMaskIntoConstraints = false
    card.addSubview(title)
    card.addSubview(text)
    let views: [String: Any] = ["title": title, "text": text]
    for format in ["H:|-10-[title]-(>=10)-|", "H:|-10-[text]-10-|", "V:|-5-[title]-5-[text]-5-|"] {
      NSLayoutConstraint.activate(
        NSLayoutConstraint.constraints(
          withVisualFormat: format, options: [], metrics: nil, views: views))
    }
    let natural = text.sizeThatFits(.zero)
    #expect(
      card.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        == CGSize(width: natural.width + 20, height: natural.height + 35))
    let fitted = card.systemLayoutSizeFitting(
      CGSize(width: 140, height: 0), withHorizontalFittingPriority: .required,
      verticalFittingPriority: .fittingSizeLevel)
    let wrapped = text.sizeThatFits(CGSize(width: 120, height: 0))
    #expect(fitted == CGSize(width: 140, height: wrapped.height + 35))
    #expect(UIView(frame: rect(0, 0, 7, 9)).systemLayoutSizeFitting(.zero).width == 7)
  }

  // MARK: Work

  /// Only the views that a constant reaches get new frames.
  @Test func changeOfOneConstantWritesOnlyDependentFrames() {
    setWholePixels()
    let container = UIView(frame: rect(0, 0, 1000, 1000))
    var rows: [[SizedView]] = []
    var firstHeights: [NSLayoutConstraint] = []
    for row in 0..<10 {
      let views = (0..<10).map { _ in SizedView() }
      for view in views { container.addSubview(view) }
      for (index, view) in views.enumerated() {
        let left = index == 0 ? container.leadingAnchor : views[index - 1].trailingAnchor
        NSLayoutConstraint.activate([
          view.leadingAnchor.constraint(equalTo: left, constant: 2),
          view.topAnchor.constraint(equalTo: container.topAnchor, constant: CGFloat(row) * 90),
          view.widthAnchor.constraint(equalToConstant: 20),
        ])
        let height = view.heightAnchor.constraint(equalToConstant: 20)
        height.isActive = true
        if index == 0 { firstHeights.append(height) }
      }
      rows.append(views)
    }
    container.layoutIfNeeded()
    for view in rows.joined() { view.frameWrites = 0 }
    firstHeights[4].constant = 44
    container.layoutIfNeeded()
    #expect(rows[4][0].frame == rect(2, 360, 20, 44))
    #expect(rows.joined().count { $0.frameWrites > 0 } == 1)
    let width = rows[7][5].constraints.first { $0.firstAttribute == .width }
    for view in rows.joined() { view.frameWrites = 0 }
    width?.constant = 30
    container.layoutIfNeeded()
    #expect(rows[7].count { $0.frameWrites > 0 } == 5)
    #expect(rows.joined().count { $0.frameWrites > 0 } == 5)
  }
}
