// NavigationBarContent.swift
// Stage: layout. What a navigation bar shows for one item: back button, title, and buttons at both sides.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The button that leads back: a chevron and the previous title.
final class NavigationBackButton: UIControl {
  private let chevron = CAShapeLayer()
  private let label = UILabel()
  private static let chevronWidth: CGFloat = 12

  private let titleColor: UIColor?

  init(title: String, look: UIBarButtonItemAppearance?) {
    let attributes = look?.normal.titleTextAttributes
    titleColor = attributes?[.foregroundColor] as? UIColor
    super.init(frame: .zero)
    label.text = title
    label.font = attributes?[.font] as? UIFont ?? .systemFont(ofSize: 17)
    chevron.path = CGPath.chevron
    chevron.fillColor = nil
    chevron.lineWidth = 2.5
    chevron.lineCap = .round
    chevron.lineJoin = .round
    layer.addSublayer(chevron)
    addSubview(label)
    showTint()
  }

  required init?(coder: NSCoder) { nil }

  override func tintColorDidChange() { showTint() }

  override func stateDidChange() {
    super.stateDidChange()
    showTint()
  }

  private func showTint() {
    let color = isHighlighted ? tintColor.withAlphaComponent(0.3) : tintColor
    label.textColor = isHighlighted ? color : titleColor ?? color
    chevron.strokeColor = color?.resolvedColor(with: traitCollection).cgColor
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    CGSize(width: Self.chevronWidth + 6 + label.sizeThatFits(.zero).width, height: 44)
  }

  override var effectiveUserInterfaceLayoutDirection: UIUserInterfaceLayoutDirection {
    superview?.effectiveUserInterfaceLayoutDirection
      ?? super.effectiveUserInterfaceLayoutDirection
  }

  override func layoutSubviews() {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    chevron.position = CGPoint(x: isMirrored ? bounds.width - 2 : 2, y: bounds.midY - 9)
    chevron.transform = CATransform3DMakeScale(isMirrored ? -1 : 1, 1, 1)
    CATransaction.commit()
    let height = label.sizeThatFits(.zero).height
    let x = Self.chevronWidth + 6
    label.frame = directed(
      CGRect(
        x: x, y: ((bounds.height - height) / 2).rounded(), width: max(0, bounds.width - x),
        height: height))
  }
}

extension CGPath {
  /// A chevron of 9 x 18 points that points to the left.
  fileprivate static var chevron: CGPath {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 9, y: 0))
    path.addLine(to: CGPoint(x: 0, y: 9))
    path.addLine(to: CGPoint(x: 9, y: 18))
    return path
  }
}

/// The place of the items' views in a navigation bar. What lies behind takes the touches between them.
final class NavigationBarContents: BarPart {
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { $0.point(inside: convert(point, to: $0), with: event) }
  }
}

/// The views of one item in a navigation bar.
final class NavigationBarContent: BarPart {
  let item: UINavigationItem
  let back: NavigationBackButton?
  let title: UIView
  private let titleShift: UIOffset
  private let left: [UIView]
  private let right: [UIView]
  private static let margin: CGFloat = 16
  private static let gap: CGFloat = 12

  init(
    _ item: UINavigationItem, backTitle: String?, titleAttributes: [NSAttributedString.Key: Any]?,
    look: UINavigationBarAppearance?
  ) {
    self.item = item
    let titleAttributes = look?.titleTextAttributes ?? titleAttributes
    titleShift = look?.titlePositionAdjustment ?? .zero
    back =
      item.showsBackButton
      ? backTitle.map { NavigationBackButton(title: $0, look: look?.backButtonAppearance) } : nil
    func views(_ items: [UIBarButtonItem]?) -> [UIView] {
      (items ?? []).filter { !$0.isFlexible }.map {
        $0.makeView($0.style == .done ? look?.doneButtonAppearance : look?.buttonAppearance)
      }
    }
    left = views(item.leftBarButtonItems)
    right = views(item.rightBarButtonItems)
    if let view = item.titleView {
      title = view
    } else {
      let label = UILabel()
      label.text = item.title
      label.font = titleAttributes?[.font] as? UIFont ?? .systemFont(ofSize: 17, weight: .semibold)
      label.textColor = titleAttributes?[.foregroundColor] as? UIColor ?? .label
      label.textAlignment = .center
      title = label
    }
    super.init(frame: .zero)
    for view in [title] + left + right { addSubview(view) }
    if let back { addSubview(back) }
  }

  required init?(coder: NSCoder) { nil }

  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool {
    subviews.contains { $0.frame.contains(point) && $0 !== title }
      || title.frame.contains(point) && !(title is UILabel)
  }

  override func layoutSubviews() {
    func size(_ view: UIView) -> CGSize {
      // A custom view keeps its size.
      view is UIButton || view.bounds.isEmpty ? view.sizeThatFits(bounds.size) : view.bounds.size
    }
    func place(_ view: UIView, x: CGFloat, _ size: CGSize) {
      // A title may be under a transform meanwhile.
      view.bounds.size = size
      let middle = x + size.width / 2
      view.center = CGPoint(x: isMirrored ? bounds.width - middle : middle, y: bounds.midY)
    }
    var start = Self.margin
    if let back {
      let width = min(back.sizeThatFits(.zero).width, bounds.width / 3)
      place(back, x: 8, CGSize(width: width, height: bounds.height))
      start = 8 + width + Self.gap
    }
    for view in left {
      let size = size(view)
      place(view, x: start, size)
      start += size.width + Self.gap
    }
    var end = bounds.width - Self.margin
    for view in right {
      let size = size(view)
      end -= size.width
      place(view, x: end, size)
      end -= Self.gap
    }
    var fitting =
      title is UILabel
      ? title.sizeThatFits(CGSize(width: bounds.width, height: bounds.height)) : size(title)
    fitting.width = max(0, min(fitting.width, end - start))
    fitting.height = min(fitting.height, bounds.height)
    // In the middle of the bar, or as near as its neighbours allow.
    let x = min(max((bounds.width - fitting.width) / 2, start), max(start, end - fitting.width))
    place(title, x: x.rounded(), fitting)
    title.center.x += titleShift.horizontal
    title.center.y += titleShift.vertical
  }
}
