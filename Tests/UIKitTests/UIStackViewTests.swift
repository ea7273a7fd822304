// UIStackViewTests.swift
// Stack views: distribution of space, and layout.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

@Suite struct StackArrangementTests {
  typealias Item = StackArrangement.Item

  private func show(_ places: [(start: CGFloat, length: CGFloat)]) -> String {
    places.map { "\(Int($0.start.rounded()))+\(Int($0.length.rounded()))" }
      .joined(separator: " ")
  }

  @Test(arguments: [
    // distribution, space → segments of 20, 40, 60 with 10 between
    (StackArrangement.Distribution.fill, 140.0, "0+20 30+40 80+60"),
    (.fill, 200, "0+80 90+40 140+60"), (.fill, 100, "0+20 30+40 80+20"),
    (.fill, 50, "0+20 30+10 50+0"), (.fillEqually, 200, "0+60 70+60 140+60"),
    (.fillProportionally, 260, "0+40 50+80 140+120"), (.equalSpacing, 200, "0+20 60+40 140+60"),
    (.equalSpacing, 100, "0+20 30+40 80+20"), (.equalCentering, 240, "0+20 90+40 180+60"),
  ])
  func sharesTheRoom(
    distribution: StackArrangement.Distribution, room: Double, places: String
  ) {
    let items = [20, 40, 60].map { Item(length: $0, spacing: 10) }
    #expect(show(StackArrangement.segments(of: items, distribution, in: room)) == places)
  }

  @Test func lowestPriorityIsResized() {
    let items = [
      Item(length: 20), Item(length: 20, hugging: 100), Item(length: 20, resistance: 100),
    ]
    #expect(show(StackArrangement.segments(of: items, .fill, in: 90)) == "0+20 20+50 70+20")
    #expect(show(StackArrangement.segments(of: items, .fill, in: 50)) == "0+20 20+20 40+10")
  }

  @Test func equalSpacingKeepsLargerCustomSpacings() {
    let items = [Item(length: 10, spacing: 50), Item(length: 10, spacing: 0), Item(length: 10)]
    #expect(
      show(StackArrangement.segments(of: items, .equalSpacing, in: 100)) == "0+10 60+10 90+10")
  }

  @Test func exactFitKeepsNaturalSizes() {
    var random = SeededRandom(seed: 3)
    let kinds: [StackArrangement.Distribution] = [.fill, .equalSpacing, .fillProportionally]
    for _ in 0..<500 {
      let items = (0..<Int.random(in: 1...6, using: &random)).map { _ in
        Item(
          length: CGFloat.random(in: 1...90, using: &random),
          spacing: CGFloat.random(in: 0...20, using: &random))
      }
      for kind in kinds {
        let length = StackArrangement.length(of: items, kind)
        let places = StackArrangement.segments(of: items, kind, in: length)
        #expect(zip(items, places).allSatisfy { abs($0.length - $1.length) < 1e-6 })
      }
      for kind in kinds + [.fillEqually, .equalCentering] {
        let room = CGFloat.random(in: 0...600, using: &random)
        let places = StackArrangement.segments(of: items, kind, in: room)
        #expect(places.allSatisfy { $0.start.isFinite && $0.length >= 0 })
        #expect(zip(places, places.dropFirst()).allSatisfy { $0.start <= $1.start + 1e-6 })
      }
    }
  }
}

extension LiveViews {
  @MainActor @Suite struct UIStackViewTests {
    /// Counts how often it is measured.
    private final class CountedView: UIView {
      var count = 0
      override var intrinsicContentSize: CGSize {
        count += 1
        return CGSize(width: 10, height: 10)
      }
    }

    /// A stack measures each view once, so that stacks in stacks do not take twice as long for each level.
    @Test(arguments: [NSLayoutConstraint.Axis.horizontal, .vertical])
    func stacksInStacksAreMeasuredInReasonableTime(axis: NSLayoutConstraint.Axis) {
      let leaf = CountedView()
      var view: UIView = leaf
      for _ in 0..<24 {
        let stack = UIStackView(arrangedSubviews: [view])
        stack.axis = axis
        view = stack
      }
      view.frame = CGRect(x: 0, y: 0, width: 300, height: 300)
      view.layoutIfNeeded()
      // The square of the number of levels, some times.
      #expect(leaf.count < 24 * 24 * 8, "measured \(leaf.count) times")
      #expect(leaf.bounds.size == CGSize(width: 300, height: 300))
    }

    final class Sized: UIView {
      var size = CGSize(width: 20, height: 10)
      override var intrinsicContentSize: CGSize { size }
    }

    private func stack(_ count: Int = 3) -> (UIStackView, [Sized]) {
      let views = (0..<count).map { _ in Sized() }
      let stack = UIStackView(arrangedSubviews: views)
      stack.alignment = .top
      stack.spacing = 5
      stack.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      return (stack, views)
    }

    @Test func horizontalStackLaysOutViews() {
      let (stack, views) = stack()
      #expect(stack.intrinsicContentSize == CGSize(width: 70, height: 10))
      stack.layoutIfNeeded()
      #expect(
        views.map(\.frame) == [
          CGRect(x: 0, y: 0, width: 50, height: 10), CGRect(x: 55, y: 0, width: 20, height: 10),
          CGRect(x: 80, y: 0, width: 20, height: 10),
        ])
    }

    @Test func alignmentAcrossAxis() {
      let (stack, views) = stack(1)
      for (alignment, y, height) in [
        (UIStackView.Alignment.fill, 0.0, 30.0), (.top, 0, 10), (.center, 10, 10),
        (.bottom, 20, 10),
      ] {
        stack.alignment = alignment
        stack.layoutIfNeeded()
        #expect(views[0].frame == CGRect(x: 0, y: y, width: 100, height: height))
      }
    }

    /// Labels of one and of two lines, and of two sizes: their first lines, or their last ones, are on one line, and
    /// the stack is as high as what is above and below it.
    @Test(arguments: [false, true])
    func baselinesAreThoseOfTheFirstAndOfTheLastLine(arrangesByConstraints: Bool) throws {
      func label(_ text: String, size: CGFloat = 20) -> UILabel {
        let label = UILabel()
        (label.text, label.numberOfLines) = (text, 0)
        label.font = .systemFont(ofSize: size)
        return label
      }
      for isFirst in [true, false] {
        let labels = [label("a"), label("a\nb"), label("a", size: 40)]
        let stack = UIStackView(arrangedSubviews: labels)
        stack.alignment = isFirst ? .firstBaseline : .lastBaseline
        let root = UIView(frame: CGRect(x: 0, y: 0, width: 400, height: 300))
        root.addSubview(stack)
        if arrangesByConstraints {
          stack.translatesAutoresizingMaskIntoConstraints = false
          stack.leadingAnchor.constraint(equalTo: root.leadingAnchor).isActive = true
          stack.topAnchor.constraint(equalTo: root.topAnchor).isActive = true
        } else {
          stack.frame.size = stack.intrinsicContentSize
        }
        root.layoutIfNeeded()
        let (small, large) = (try #require(labels[0].font), try #require(labels[2].font))
        let line = small.lineHeight
        let places = labels.map { isFirst ? $0.frame.minY : $0.frame.maxY }
        #expect(abs(places[0] - places[1]) < 1, "\(labels.map(\.frame))")
        let above = isFirst ? 0 : line
        let baselines = (
          small: labels[0].frame.minY + small.ascender, large: labels[2].frame.minY + large.ascender
        )
        #expect(abs(baselines.small - baselines.large) < 1, "\(labels.map(\.frame))")
        let top = max(large.ascender, small.ascender + above)
        let below = max(
          large.lineHeight - large.ascender,
          small.lineHeight - small.ascender + (isFirst ? line : 0))
        #expect(abs(stack.bounds.height - top - below) < 2, "\(stack.bounds)")
      }
    }

    @Test func verticalStackRespectsMargins() {
      let (stack, views) = stack(2)
      stack.axis = .vertical
      stack.alignment = .fill
      stack.isLayoutMarginsRelativeArrangement = true
      stack.layoutMargins = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
      stack.frame.size = stack.intrinsicContentSize
      #expect(stack.bounds.size == CGSize(width: 26, height: 29))
      stack.layoutIfNeeded()
      #expect(views[1].frame == CGRect(x: 2, y: 16, width: 20, height: 10))
    }

    @Test func hiddenViewsTakeNoSpace() {
      let (stack, views) = stack()
      views[1].isHidden = true
      #expect(stack.intrinsicContentSize.width == 45)
      stack.layoutIfNeeded()
      #expect(views[2].frame.minX == 80 && views[0].frame.width == 75)
      views[1].isHidden = false
      stack.layoutIfNeeded()
      #expect(views[1].frame.minX == 55)
    }

    @Test func customSpacingAfterView() {
      let (stack, views) = stack()
      stack.setCustomSpacing(20, after: views[0])
      #expect(stack.intrinsicContentSize.width == 85)
      #expect(stack.customSpacing(after: views[0]) == 20)
      #expect(stack.customSpacing(after: views[1]) == UIStackView.spacingUseDefault)
      stack.setCustomSpacing(UIStackView.spacingUseDefault, after: views[0])
      #expect(stack.intrinsicContentSize.width == 70)
    }

    @Test func arrangedViewsInsertMoveAndRemove() {
      let (stack, views) = stack()
      stack.addArrangedSubview(views[0])
      #expect(stack.arrangedSubviews == [views[1], views[2], views[0]])
      stack.insertArrangedSubview(views[0], at: 1)
      #expect(stack.arrangedSubviews == [views[1], views[0], views[2]])
      stack.removeArrangedSubview(views[1])
      #expect(stack.arrangedSubviews.count == 2 && views[1].superview === stack)
      views[0].removeFromSuperview()
      #expect(stack.arrangedSubviews == [views[2]])
    }

    @Test func plainViewIsSpacerOrKeepsAddedSize() {
      let (stack, views) = stack(2)
      let spacer = UIView()
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 12, height: 12))
      stack.insertArrangedSubview(spacer, at: 1)
      stack.addArrangedSubview(box)
      for _ in 0..<2 {
        stack.setNeedsLayout()
        stack.layoutIfNeeded()
        #expect(views[0].frame.width == 20 && box.frame.size == CGSize(width: 12, height: 12))
        #expect(spacer.frame.width == 33)
      }
    }

    @Test func nestedStacksFollowContentChanges() {
      let (inner, views) = stack(1)
      let outer = UIStackView(arrangedSubviews: [inner, Sized()])
      outer.axis = .vertical
      outer.frame = CGRect(x: 0, y: 0, width: 50, height: 100)
      outer.alignment = .leading
      outer.distribution = .equalSpacing
      outer.layoutIfNeeded()
      #expect(inner.frame.size == CGSize(width: 20, height: 10))
      views[0].size.width = 44
      views[0].invalidateIntrinsicContentSize()
      outer.layoutIfNeeded()
      #expect(inner.frame.width == 44 && views[0].frame.width == 44)
    }

    @Test func layoutInBlockAnimates() {
      let (stack, views) = stack()
      let scene = ViewScene(stack)
      stack.frame = CGRect(x: 0, y: 0, width: 100, height: 30)
      stack.distribution = .fillEqually
      scene.host.advance(to: 0.1)
      let old = views[0].center.x
      UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
        views[1].isHidden = true
        stack.spacing = 0
        stack.layoutIfNeeded()
      }
      let new = views[0].center.x
      #expect(old != new)
      scene.host.advance(to: 0.6)
      #expect(abs(scene.shown("position.x", views[0].layer) - (old + new) / 2) < 1)
    }
  }
}
