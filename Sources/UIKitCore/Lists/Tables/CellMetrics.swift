// CellMetrics.swift
// Stage: layout. The places of labels, image and accessory in the cells of a table.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The places of the standard contents of a cell.
@MainActor
struct CellMetrics {
  private static let margin: CGFloat = 16
  private static let padding: CGFloat = 11
  private static let gap: CGFloat = 8
  private static let keyWidth: CGFloat = 90

  let style: UITableViewCell.CellStyle
  let indentation: CGFloat
  /// The width of the content view in points.
  let width: CGFloat
  /// Whether the cell runs from right to left.
  var isMirrored = false

  private func directed(_ frame: CGRect) -> CGRect {
    isMirrored
      ? CGRect(x: width - frame.maxX, y: frame.minY, width: frame.width, height: frame.height)
      : frame
  }

  private func textStart(_ image: UIImageView?) -> CGFloat {
    let size = image?.image?.size ?? .zero
    return Self.margin + indentation + (size.width > 0 ? size.width + Self.margin : 0)
  }

  /// Returns the height of the contents with their padding.
  func height(image: UIImageView?, label: UILabel?, detail: UILabel?) -> CGFloat {
    let start = textStart(image)
    let limit = CGSize(width: max(1, width - start - Self.margin), height: 0)
    let first = label.map { $0.sizeThatFits(limit).height } ?? 0
    let second = detail.map { $0.sizeThatFits(limit).height } ?? 0
    let text = style == .subtitle ? first + (second > 0 ? second + 2 : 0) : max(first, second)
    return max(text + 2 * Self.padding, (image?.image?.size.height ?? 0) + 2)
  }

  /// Places the contents in a cell of a height.
  func layOut(image: UIImageView?, label: UILabel?, detail: UILabel?, height: CGFloat) {
    let size = image?.image?.size ?? .zero
    image?.frame = directed(
      CGRect(
        x: Self.margin + indentation, y: ((height - size.height) / 2).rounded(),
        width: size.width, height: size.height))
    let start = textStart(image)
    let available = max(0, width - start - Self.margin)
    func place(_ view: UILabel?, x: CGFloat, y: CGFloat? = nil, width: CGFloat) -> CGFloat {
      guard let view else { return 0 }
      let fitting = min(view.sizeThatFits(CGSize(width: width, height: 0)).height, height)
      view.frame = directed(
        CGRect(
          x: x, y: (y ?? (height - fitting) / 2).rounded(), width: max(0, width), height: fitting))
      return fitting
    }
    switch style {
    case .default: _ = place(label, x: start, width: available)
    case .value1:
      let natural = min(detail?.sizeThatFits(.zero).width ?? 0, available)
      _ = place(detail, x: start + available - natural, width: natural)
      _ = place(label, x: start, width: available - natural - (natural > 0 ? Self.gap : 0))
    case .value2:
      _ = place(label, x: start, width: Self.keyWidth)
      let x = start + Self.keyWidth + Self.gap
      _ = place(detail, x: x, width: start + available - x)
    case .subtitle:
      let limit = CGSize(width: available, height: 0)
      let first = label?.sizeThatFits(limit).height ?? 0
      let second = detail?.sizeThatFits(limit).height ?? 0
      let top = max(0, (height - first - (second > 0 ? second + 2 : 0)) / 2)
      let used = place(label, x: start, y: top, width: available)
      _ = place(detail, x: start, y: top + used + 2, width: available)
    }
  }
}

/// The signs at the right of a cell.
@MainActor
enum CellAccessory {
  /// Returns the view of a sign; nil for none.
  static func make(
    _ type: UITableViewCell.AccessoryType, pressed: @escaping () -> Void
  ) -> UIView? {
    switch type {
    case .none: return nil
    case .disclosureIndicator:
      let sign = drawing(
        [[(0, 0), (6, 6), (0, 12)]], size: CGSize(width: 8, height: 12), .systemGray3)
      sign.pointsForward = true
      return sign
    case .checkmark:
      return drawing(
        [[(0, 7), (4, 11), (12, 1)]], size: CGSize(width: 14, height: 12), .systemBlue)
    case .detailButton, .detailDisclosureButton:
      // A drawing, as few fonts have the character.
      let button = UIButton(type: .detailDisclosure)
      button.frame = CGRect(x: 0, y: 0, width: 28, height: 44)
      button.addAction(UIAction { _ in pressed() }, for: .touchUpInside)
      return button
    }
  }

  private static func drawing(
    _ lines: [[(CGFloat, CGFloat)]], size: CGSize, _ color: UIColor
  ) -> CellSign {
    let view = CellSign(frame: CGRect(origin: .zero, size: size))
    view.color = color
    let path = CGMutablePath()
    for line in lines {
      for (index, point) in line.enumerated() {
        let point = CGPoint(x: point.0 + 1, y: point.1)
        index == 0 ? path.move(to: point) : path.addLine(to: point)
      }
    }
    view.shape?.path = path
    view.isUserInteractionEnabled = false
    return view
  }
}

/// A sign of lines in a colour that follows light and dark.
final class CellSign: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  var shape: CAShapeLayer? { layer as? CAShapeLayer }
  var color = UIColor.systemGray3 { didSet { showColor() } }
  /// Whether the sign points to where the text ends.
  var pointsForward = false

  private func showColor() {
    shape?.fillColor = nil
    shape?.lineWidth = 2
    shape?.lineCap = .round
    shape?.lineJoin = .round
    shape?.strokeColor = color.resolvedColor(with: traitCollection).cgColor
  }

  override func appearanceDidChange(from previous: UITraitCollection) {
    super.appearanceDidChange(from: previous)
    showColor()
  }
}
