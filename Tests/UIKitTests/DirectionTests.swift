// DirectionTests.swift
// Layout from right to left: constraints, stacks, margins, buttons and labels.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct DirectionTests {
    private func box(_ attribute: UISemanticContentAttribute = .forceRightToLeft) -> UIView {
      let box = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 50))
      box.semanticContentAttribute = attribute
      return box
    }

    private func add(to box: UIView) -> UIView {
      let view = UIView()
      view.translatesAutoresizingMaskIntoConstraints = false
      box.addSubview(view)
      return view
    }

    @Test(arguments: [
      // attribute, of a program from left to right, of one from right to left
      (UISemanticContentAttribute.unspecified, false, true), (.playback, false, false),
      (.spatial, false, false), (.forceLeftToRight, false, false), (.forceRightToLeft, true, true),
    ])
    func directionsOfContent(attribute: UISemanticContentAttribute, left: Bool, right: Bool) {
      func isMirrored(_ direction: UIUserInterfaceLayoutDirection) -> Bool {
        UIView.userInterfaceLayoutDirection(for: attribute, relativeTo: direction) == .rightToLeft
      }
      #expect(isMirrored(.leftToRight) == left && isMirrored(.rightToLeft) == right)
      let view = box(attribute)
      #expect((view.effectiveUserInterfaceLayoutDirection == .rightToLeft) == left)
      #expect((UIView.userInterfaceLayoutDirection(for: attribute) == .rightToLeft) == left)
      // Subviews do not inherit it.
      #expect(add(to: view).effectiveUserInterfaceLayoutDirection == .leftToRight)
    }

    @Test func leadingIsRightBetweenAViewAndItsSubviews() {
      let box = box()
      let (one, two) = (add(to: box), add(to: box))
      NSLayoutConstraint.activate([
        one.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10),
        one.widthAnchor.constraint(equalToConstant: 20),
        two.leadingAnchor.constraint(equalTo: one.trailingAnchor, constant: 5),
        two.trailingAnchor.constraint(lessThanOrEqualTo: box.trailingAnchor, constant: -15),
        two.widthAnchor.constraint(equalToConstant: 100).with(priority: .defaultHigh),
        one.topAnchor.constraint(equalTo: box.topAnchor, constant: 3),
      ])
      box.layoutIfNeeded()
      #expect(one.frame.minX == 70 && one.frame.width == 20 && one.frame.minY == 3)
      #expect(two.frame.maxX == 65 && two.frame.minX == 15)
      // Left stays left, and centres have no direction.
      let three = add(to: box)
      NSLayoutConstraint.activate([
        three.leftAnchor.constraint(equalTo: box.leftAnchor, constant: 7),
        three.widthAnchor.constraint(equalToConstant: 20),
      ])
      box.layoutIfNeeded()
      #expect(three.frame.minX == 7)
    }

    @Test func anotherDirectionMovesWhatIsThere() {
      let box = box(.unspecified)
      let view = add(to: box)
      let start = view.leadingAnchor.constraint(equalTo: box.leadingAnchor, constant: 10)
      start.isActive = true
      view.widthAnchor.constraint(equalToConstant: 20).isActive = true
      box.layoutIfNeeded()
      #expect(view.frame.minX == 10)
      box.semanticContentAttribute = .forceRightToLeft
      box.layoutIfNeeded()
      #expect(view.frame.minX == 70)
      start.constant = 30
      box.layoutIfNeeded()
      #expect(view.frame.minX == 50)
      box.semanticContentAttribute = .playback
      box.layoutIfNeeded()
      #expect(view.frame.minX == 30)
    }

    @Test func marginsFollowTheDirection() {
      let box = box()
      box.directionalLayoutMargins = NSDirectionalEdgeInsets(
        top: 1, leading: 2, bottom: 3, trailing: 4)
      #expect(box.layoutMargins == UIEdgeInsets(top: 1, left: 4, bottom: 3, right: 2))
      #expect(box.directionalLayoutMargins.leading == 2)
      let view = add(to: box)
      view.leadingAnchor.constraint(equalTo: box.layoutMarginsGuide.leadingAnchor).isActive = true
      view.widthAnchor.constraint(equalToConstant: 20).isActive = true
      box.layoutIfNeeded()
      #expect(view.frame.maxX == 98)
    }

    @Test(arguments: [false, true]) func stacksBeginAtTheRight(byConstraints: Bool) {
      let (one, two) = (UIView(), UIView())
      let stack = UIStackView(arrangedSubviews: [one, two])
      stack.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
      stack.spacing = 10
      stack.distribution = .fillEqually
      stack.semanticContentAttribute = .forceRightToLeft
      if byConstraints { one.heightAnchor.constraint(equalToConstant: 20).isActive = true }
      stack.layoutIfNeeded()
      #expect(one.frame == CGRect(x: 55, y: 0, width: 45, height: 20))
      #expect(two.frame == CGRect(x: 0, y: 0, width: 45, height: 20))
    }

    @Test func buttonsPutTheImageAtTheRight() throws {
      let button = UIButton(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      button.setTitle("ab", for: .normal)
      let format = UIGraphicsImageRendererFormat()
      button.setImage(
        UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10), format: format).image { _ in },
        for: .normal)
      button.contentHorizontalAlignment = .leading
      button.semanticContentAttribute = .forceRightToLeft
      button.layoutIfNeeded()
      let (image, title) = try (#require(button.imageView), #require(button.titleLabel))
      #expect(image.frame.maxX == 100 && title.frame.maxX == image.frame.minX)
      button.contentHorizontalAlignment = .left
      button.layoutIfNeeded()
      #expect(title.frame.minX == 0 && image.frame.minX == title.frame.maxX)
    }

    @Test func naturalTextIsAtTheRight() {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
      label.text = "I"
      func firstInk() -> Int? {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let image = UIGraphicsImageRenderer(size: label.bounds.size, format: format).image {
          label.layer.render(in: $0.cgContext)
        }
        guard let pixels = image.cgImage?.pixels else { return nil }
        return (0..<80).first { x in (0..<20).contains { pixels[($0 * 80 + x) * 4 + 3] > 60 } }
      }
      #expect(firstInk().map { $0 < 10 } == true)
      label.semanticContentAttribute = .forceRightToLeft
      #expect(firstInk().map { $0 > 60 } == true)
      label.textAlignment = .left
      #expect(firstInk().map { $0 < 10 } == true)
    }
  }
}

extension NSLayoutConstraint {
  fileprivate func with(priority: UILayoutPriority) -> NSLayoutConstraint {
    self.priority = priority
    return self
  }
}
