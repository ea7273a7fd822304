// AlertView.swift
// The view of an alert or an action sheet: titles, text fields and buttons on cards.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The view of an alert or an action sheet.
@MainActor
final class AlertView: UIView {
  /// What is shown.
  struct Content {
    var title: String?
    var message: String?
    var isSheet = false
    var actions: [UIAlertAction] = []
    var preferred: UIAlertAction?
    var fields: [UITextField] = []
  }

  /// Lengths of the two styles, in points.
  private struct Metrics {
    let margin: CGFloat, gap: CGFloat, buttonHeight: CGFloat, titleSize: CGFloat,
      buttonSize: CGFloat
    static let alert = Metrics(
      margin: 20, gap: 4, buttonHeight: 44, titleSize: 17, buttonSize: 17)
    static let sheet = Metrics(
      margin: 14, gap: 8, buttonHeight: 57, titleSize: 13, buttonSize: 20)
    static let fieldHeight: CGFloat = 28
    static let cornerRadius: CGFloat = 14
    /// Between the cards of a sheet.
    static let cardGap: CGFloat = 8
  }

  /// Called with the action of a button that was pressed.
  var chosen: (@MainActor (UIAlertAction) -> Void)?

  var content = Content() { didSet { rebuild() } }

  private let card = UIView()
  private let cancelCard = UIView()
  private let header = UIScrollView()
  private let titleLabel = UILabel()
  private let messageLabel = UILabel()
  private var buttons: [AlertButton] = []
  private var lines: [UIView] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    for card in [card, cancelCard] {
      card.backgroundColor = UIColor(
        light: UIColor(white: 0.97, alpha: 1), dark: UIColor(white: 0.15, alpha: 1))
      card.layer.cornerRadius = Metrics.cornerRadius
      card.clipsToBounds = true
      addSubview(card)
    }
    card.addSubview(header)
    for label in [titleLabel, messageLabel] {
      label.numberOfLines = 0
      label.textAlignment = .center
      header.addSubview(label)
    }
  }

  required init?(coder: NSCoder) { nil }

  /// The view takes the keys while no text field has them.
  override var canBecomeFirstResponder: Bool { true }

  private var metrics: Metrics { content.isSheet ? .sheet : .alert }

  // MARK: Content

  private func rebuild() {
    titleLabel.text = content.title
    messageLabel.text = content.message
    titleLabel.font = .systemFont(ofSize: metrics.titleSize, weight: .semibold)
    messageLabel.font = .systemFont(ofSize: 13)
    let color: UIColor = content.isSheet ? .secondaryLabel : .label
    (titleLabel.textColor, messageLabel.textColor) = (color, color)
    for field in content.fields where field.superview !== header { header.addSubview(field) }
    for view in buttons + lines { view.removeFromSuperview() }
    buttons = orderedActions.map { action in
      let button = AlertButton(
        action, size: metrics.buttonSize, isBold: action === boldAction, isSheet: content.isSheet)
      button.addAction(
        UIAction { [weak self] _ in self?.chosen?(action) }, for: .touchUpInside)
      (isApart(action) ? cancelCard : card).addSubview(button)
      return button
    }
    lines = buttons.map { _ in
      let line = UIView()
      line.backgroundColor = .separator
      line.isUserInteractionEnabled = false
      card.addSubview(line)
      return line
    }
    setNeedsLayout()
  }

  /// The actions from top to bottom: the cancel action is the last one; of two in a row it is the first.
  private var orderedActions: [UIAlertAction] {
    let (others, cancel) = (
      content.actions.filter { $0.style != .cancel }, content.actions.filter { $0.style == .cancel }
    )
    return isRow ? cancel + others : others + cancel
  }

  private var boldAction: UIAlertAction? {
    content.preferred ?? content.actions.first { $0.style == .cancel }
  }

  /// Whether two buttons lie beside each other.
  private var isRow: Bool { !content.isSheet && content.actions.count == 2 }

  /// Whether an action has its own card.
  private func isApart(_ action: UIAlertAction) -> Bool {
    content.isSheet && action.style == .cancel && content.actions.count > 1
  }

  // MARK: Layout

  private struct Heights {
    var header: CGFloat = 0
    var buttons: CGFloat = 0
    var apart: CGFloat = 0
  }

  /// Lays out the header for a width, if requested, and returns the heights of the parts.
  private func heights(forWidth width: CGFloat, moves: Bool) -> Heights {
    let metrics = metrics
    let textWidth = max(width - 32, 0)
    var y: CGFloat = 0
    func add(_ view: UIView, height: CGFloat, gap: CGFloat) {
      y += y == 0 ? metrics.margin : gap
      if moves { view.frame = CGRect(x: 16, y: y, width: textWidth, height: height) }
      y += height
    }
    for label in [titleLabel, messageLabel] where !(label.text ?? "").isEmpty {
      let fit = label.sizeThatFits(CGSize(width: textWidth, height: .greatestFiniteMagnitude))
      add(label, height: fit.height.rounded(.up), gap: metrics.gap)
    }
    for (index, field) in content.fields.enumerated() {
      add(field, height: Metrics.fieldHeight, gap: index == 0 ? 12 : 4)
    }
    var heights = Heights()
    heights.header = y == 0 ? 0 : y + metrics.margin
    let apart = content.actions.count(where: isApart)
    let rows = isRow ? 1 : content.actions.count - apart
    heights.buttons = CGFloat(rows) * metrics.buttonHeight
    heights.apart = apart == 0 ? 0 : metrics.buttonHeight + Metrics.cardGap
    return heights
  }

  override func sizeThatFits(_ size: CGSize) -> CGSize {
    let heights = heights(forWidth: size.width, moves: false)
    return CGSize(
      width: size.width, height: heights.header + heights.buttons + heights.apart)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let heights = heights(forWidth: bounds.width, moves: true)
    let cardHeight = max(bounds.height - heights.apart, 0)
    // A text that is too long scrolls; the buttons keep their place.
    let headerHeight = max(cardHeight - heights.buttons, 0)
    card.frame = CGRect(x: 0, y: 0, width: bounds.width, height: cardHeight)
    header.frame = CGRect(x: 0, y: 0, width: bounds.width, height: headerHeight)
    header.contentSize = CGSize(width: bounds.width, height: heights.header)
    cancelCard.isHidden = heights.apart == 0
    cancelCard.frame = CGRect(
      x: 0, y: cardHeight + Metrics.cardGap, width: bounds.width, height: metrics.buttonHeight)
    layOutButtons(below: headerHeight)
  }

  private func layOutButtons(below top: CGFloat) {
    let height = metrics.buttonHeight
    let thickness = 1 / max(contentScaleFactor, 1)
    var y = top
    for (index, button) in buttons.enumerated() {
      let line = lines[index]
      line.isHidden = button.superview !== card || y == 0
      if button.superview === cancelCard {
        button.frame = cancelCard.bounds
      } else if isRow {
        let width = bounds.width / 2
        button.frame = CGRect(x: CGFloat(index) * width, y: top, width: width, height: height)
        line.frame =
          index == 0
          ? CGRect(x: 0, y: top, width: bounds.width, height: thickness)
          : CGRect(x: width, y: top, width: thickness, height: height)
      } else {
        button.frame = CGRect(x: 0, y: y, width: bounds.width, height: height)
        line.frame = CGRect(x: 0, y: y, width: bounds.width, height: thickness)
        y += height
      }
    }
  }
}

/// A button of an alert.
@MainActor
private final class AlertButton: UIControl {
  private let label = UILabel()
  private let isDestructive: Bool

  init(_ action: UIAlertAction, size: CGFloat, isBold: Bool, isSheet: Bool) {
    isDestructive = action.style == .destructive
    super.init(frame: .zero)
    label.text = action.title
    label.textAlignment = .center
    label.font = .systemFont(ofSize: size, weight: isBold ? .semibold : .regular)
    isEnabled = action.isEnabled
    showTint()
    isAccessibilityElement = true
    accessibilityLabel = action.title
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func tintColorDidChange() { showTint() }

  private func showTint() {
    label.textColor = !isEnabled ? .tertiaryLabel : isDestructive ? .systemRed : tintColor
  }

  override var isHighlighted: Bool {
    didSet { backgroundColor = isHighlighted ? .tertiarySystemFill : nil }
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = bounds.insetBy(dx: 8, dy: 0)
  }
}
