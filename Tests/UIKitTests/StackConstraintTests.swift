// StackConstraintTests.swift
// Stack views in layouts by constraints: the same frames as without, and sizes from the arranged views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing
import UIKitCore

@MainActor @Suite struct StackConstraintTests {
  /// A stack of views with intrinsic sizes, with a frame, or in constraints to the same place.
  private func stack(_ sizes: [CGSize], constrained: Bool, _ size: CGSize) -> UIStackView {
    let views = sizes.map { SizedView($0.width, $0.height) }
    let stack = UIStackView(arrangedSubviews: views)
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 1000, height: 1000))
    container.addSubview(stack)
    if constrained {
      stack.translatesAutoresizingMaskIntoConstraints = false
      NSLayoutConstraint.activate([
        stack.leadingAnchor.constraint(equalTo: container.leadingAnchor),
        stack.topAnchor.constraint(equalTo: container.topAnchor),
        stack.widthAnchor.constraint(equalToConstant: size.width),
        stack.heightAnchor.constraint(equalToConstant: size.height),
      ])
    } else {
      stack.frame = CGRect(origin: .zero, size: size)
    }
    return stack
  }

  private static let distributions: [UIStackView.Distribution] = [
    .fill, .fillEqually, .fillProportionally, .equalSpacing, .equalCentering,
  ]
  private static let alignments: [UIStackView.Alignment] = [.fill, .leading, .center, .trailing]

  /// A view follows the stack from the moment that it is arranged: its mask is no constraint against the layout.
  @Test func arrangedViewsFollowTheStackAtOnce() {
    setWholePixels()
    let (first, second, third) = (UIView(), UIView(), UIView())
    let stack = UIStackView(arrangedSubviews: [first])
    stack.addArrangedSubview(second)
    stack.insertArrangedSubview(third, at: 0)
    for view in [first, second, third] { #expect(!view.translatesAutoresizingMaskIntoConstraints) }
    #expect(stack.translatesAutoresizingMaskIntoConstraints)
    stack.removeArrangedSubview(first)
    #expect(!first.translatesAutoresizingMaskIntoConstraints)
  }

  /// A stack that arranges without constraints gives its views their frames; constraints of views inside them begin
  /// there.
  @Test func framesOfAStackCountForConstraintsInside() {
    setWholePixels()
    let (plain, inner) = (UIView(frame: CGRect(x: 0, y: 0, width: 50, height: 20)), SizedView(8, 8))
    let stack = UIStackView(arrangedSubviews: [
      UIView(frame: CGRect(x: 0, y: 0, width: 30, height: 20)), plain,
    ])
    plain.addSubview(inner)
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
    container.addSubview(stack)
    stack.frame = CGRect(x: 10, y: 10, width: 80, height: 20)
    inner.leadingAnchor.constraint(equalTo: container.leadingAnchor, constant: 60).isActive = true
    inner.topAnchor.constraint(equalTo: container.topAnchor, constant: 15).isActive = true
    for _ in 0..<2 {
      container.setNeedsLayout()
      container.layoutIfNeeded()
      #expect(plain.frame == CGRect(x: 30, y: 0, width: 50, height: 20))
      #expect(inner.frame == CGRect(x: 20, y: 5, width: 8, height: 8))
    }
  }

  /// A stack that is the topmost view owns the engine that has it to arrange.
  @Test func stackThatWaitsForItsArrangementIsReleased() {
    setWholePixels()
    weak var released: UIStackView?
    func release() {
      let container = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let (stack, view) = (UIStackView(), UIView())
      released = stack
      container.addSubview(stack)
      stack.addArrangedSubview(view)
      let width = view.widthAnchor.constraint(equalTo: stack.widthAnchor)
      width.isActive = true
      container.layoutIfNeeded()
      width.isActive = false
      stack.removeFromSuperview()
      view.removeFromSuperview()
    }
    release()
    #expect(released == nil)
  }

  @Test func constrainedStacksArrangeAsOthers() {
    setWholePixels()
    var random = SeededRandom(seed: 11)
    for round in 0..<120 {
      let count = Int.random(in: 1...4, using: &random)
      let sizes = (0..<count).map { _ in
        CGSize(
          width: CGFloat(Int.random(in: 5...60, using: &random)),
          height: CGFloat(Int.random(in: 5...40, using: &random)))
      }
      let distribution = Self.distributions[round % 5]
      let alignment = Self.alignments[(round / 5) % 4]
      let isRow = (round / 20).isMultiple(of: 2)
      let spacing = CGFloat(Int.random(in: 0...12, using: &random))
      let size = CGSize(width: 320, height: 300)
      let stacks = [false, true].map { constrained in
        let stack = stack(sizes, constrained: constrained, size)
        stack.axis = isRow ? .horizontal : .vertical
        stack.distribution = distribution
        stack.alignment = alignment
        stack.spacing = spacing
        stack.superview?.layoutIfNeeded()
        return stack
      }
      let frames = stacks.map { $0.arrangedSubviews.map(\.frame) }
      for (a, b) in zip(frames[0], frames[1]) {
        #expect(
          abs(a.minX - b.minX) <= 1 && abs(a.minY - b.minY) <= 1 && abs(a.width - b.width) <= 1
            && abs(a.height - b.height) <= 1,
          "\(distribution) \(alignment) \(isRow) \(spacing) \(sizes): \(frames)")
      }
    }
  }

  @Test func stackIsAsLargeAsItsViews() {
    setWholePixels()
    let views = [SizedView(30, 20), SizedView(50, 10)]
    let stack = UIStackView(arrangedSubviews: views)
    stack.spacing = 5
    stack.alignment = .center
    stack.translatesAutoresizingMaskIntoConstraints = false
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    container.addSubview(stack)
    NSLayoutConstraint.activate([
      stack.centerXAnchor.constraint(equalTo: container.centerXAnchor),
      stack.centerYAnchor.constraint(equalTo: container.centerYAnchor),
    ])
    container.layoutIfNeeded()
    #expect(stack.frame == CGRect(x: 108, y: 90, width: 85, height: 20))
    #expect(views[1].frame == CGRect(x: 35, y: 5, width: 50, height: 10))
    stack.setCustomSpacing(15, after: views[0])
    views[1].size.height = 40
    container.layoutIfNeeded()
    #expect(stack.frame.size == CGSize(width: 95, height: 40))
    views[0].isHidden = true
    container.layoutIfNeeded()
    #expect(stack.frame.size == CGSize(width: 50, height: 40) && views[1].frame.minX == 0)
    stack.isLayoutMarginsRelativeArrangement = true
    container.layoutIfNeeded()
    #expect(stack.frame.size == CGSize(width: 66, height: 56) && views[1].frame.minX == 8)
    stack.removeArrangedSubview(views[1])
    views[1].removeFromSuperview()
    views[0].isHidden = false
    container.layoutIfNeeded()
    #expect(stack.frame.size == CGSize(width: 46, height: 36))
  }

  @Test func constraintsOfArrangedViewsCount() {
    setWholePixels()
    let (icon, title) = (UIView(), SizedView(60, 20))
    let stack = UIStackView(arrangedSubviews: [icon, title])
    stack.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    stack.alignment = .center
    NSLayoutConstraint.activate([
      icon.widthAnchor.constraint(equalToConstant: 24),
      icon.heightAnchor.constraint(equalTo: icon.widthAnchor),
    ])
    stack.layoutIfNeeded()
    #expect(icon.frame == CGRect(x: 0, y: 8, width: 24, height: 24))
    #expect(title.frame == CGRect(x: 24, y: 10, width: 176, height: 20))
  }

  @Test func nestedStacksShareConstraints() {
    setWholePixels()
    let fields = [SizedView(10, 10), SizedView(20, 10)]
    let rows = fields.map { UIStackView(arrangedSubviews: [SizedView(40, 12), $0]) }
    let column = UIStackView(arrangedSubviews: rows)
    column.axis = .vertical
    column.spacing = 4
    let container = UIView(frame: CGRect(x: 0, y: 0, width: 300, height: 200))
    container.addSubview(column)
    column.translatesAutoresizingMaskIntoConstraints = false
    NSLayoutConstraint.activate([
      column.topAnchor.constraint(equalTo: container.topAnchor),
      column.leadingAnchor.constraint(equalTo: container.leadingAnchor),
      fields[0].widthAnchor.constraint(equalTo: fields[1].widthAnchor),
      fields[1].widthAnchor.constraint(equalToConstant: 100),
    ])
    container.layoutIfNeeded()
    #expect(column.frame == CGRect(x: 0, y: 0, width: 140, height: 28))
    #expect(rows[1].frame == CGRect(x: 0, y: 16, width: 140, height: 12))
    #expect(fields.map(\.frame.minX) == [40, 40] && fields.map(\.frame.width) == [100, 100])
  }
}
