// ButtonValueTests.swift
// The sizes, fonts and subviews of buttons: UIKit's.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing
import UIKit
import UIKitCore

/// Source: LayoutKit's `ButtonLayout`, which measures buttons as UIKit does.
@MainActor @Suite struct ButtonValueTests {
  private func button(_ type: UIButton.ButtonType, _ title: String? = nil) -> UIButton {
    let button = UIButton(type: type)
    button.setTitle(title, for: .normal)
    return button
  }

  @Test func titleFontByType() {
    #expect(button(.custom).titleLabel?.font == .systemFont(ofSize: 18))
    #expect(UIButton(frame: .zero).titleLabel?.font == .systemFont(ofSize: 18))
    #expect(button(.system).titleLabel?.font == .systemFont(ofSize: 15))
  }

  /// Without insets a title has at least 30 points.
  @Test func titleHasALeastWidth() {
    for type in [UIButton.ButtonType.custom, .system] {
      #expect(button(type, "i").intrinsicContentSize.width == 30)
      #expect(button(type, "a long title").intrinsicContentSize.width > 30)
    }
    let inset = button(.system, "i")
    inset.contentEdgeInsets = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
    #expect(inset.sizeThatFits(.zero).width < 30)
  }

  /// The parts are subviews once they show something, in their order.
  @Test func subviewsAreThoseThatShowSomething() {
    let button = button(.custom, "A")
    #expect(button.subviews == [button.titleLabel])
    let image = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4)).image { _ in }
    button.setImage(image, for: .normal)
    #expect(button.subviews == [button.imageView, button.titleLabel])
    button.isHighlighted = true
    button.isHighlighted = false
    #expect(button.subviews.count == 2)
    button.setBackgroundImage(image, for: .normal)
    #expect(button.subviews.count == 3 && button.subviews.first !== button.imageView)
    button.isHighlighted = true
    #expect(button.subviews.count == 4 && button.subviews.last === button.titleLabel)
    #expect(button.subviews[2] === button.imageView)
  }

  @Test(arguments: [UIButton.ButtonType.detailDisclosure, .infoLight, .infoDark, .contactAdd])
  func symbolsAreOf22PointsInTheTintColor(type: UIButton.ButtonType) throws {
    let button = UIButton(type: type)
    #expect(
      button.buttonType == type && button.intrinsicContentSize == CGSize(width: 22, height: 22))
    #expect(button.currentImage?.renderingMode == .alwaysTemplate)
    #expect(button.accessibilityLabel == (type == .contactAdd ? "Add" : "More Info"))
    #expect(button.currentTitleColor == button.tintColor)
  }

  @Test func rawValuesAreApples() {
    let types: [UIButton.ButtonType] = [
      .custom, .system, .detailDisclosure, .infoLight, .infoDark, .contactAdd,
    ]
    #expect(types.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
  }
}
