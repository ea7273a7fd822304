// MenuPanel.swift
// The card of a menu: rows with titles, images, marks and keys, and lines between groups.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Shows one menu.
@MainActor
final class MenuPanel: UIView {
  /// What is in a menu, from top to bottom.
  enum Entry {
    case element(UIMenuElement)
    case line
  }

  static let radius: CGFloat = 12
  private static let widths: ClosedRange<CGFloat> = 180...340
  private static let lineHeight: CGFloat = 9

  var chosen: ((UIMenuElement) -> Void)?
  var back: (() -> Void)?
  /// Elements that were waited for have come.
  var contentDidChange: (() -> Void)?

  private let scroller = UIScrollView()
  private var rows: [MenuRow] = []
  private var lines: [UIView] = []
  private var selected: Int?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(
      light: UIColor(white: 0.98, alpha: 1), dark: UIColor(white: 0.16, alpha: 1))
    layer.cornerRadius = Self.radius
    layer.cornerCurve = .continuous
    clipsToBounds = true
    addSubview(scroller)
  }

  required init?(coder: NSCoder) { nil }

  // MARK: Content

  /// The entries of a menu: without what is hidden, with the elements of inline menus between lines.
  static func entries(of menu: UIMenu) -> [Entry] {
    var entries: [Entry] = []
    func addLine() {
      if case .element? = entries.last { entries.append(.line) }
    }
    for child in menu.children {
      switch child {
      case let inner as UIMenu where inner.options.contains(.displayInline):
        let inner = Self.entries(of: inner)
        if inner.isEmpty { continue }
        addLine()
        entries += inner
        addLine()
      case let inner as UIMenu:
        if !Self.entries(of: inner).isEmpty { entries.append(.element(inner)) }
      case let action as UIAction:
        if !action.attributes.contains(.hidden) { entries.append(.element(action)) }
      case let command as UICommand:
        if !command.attributes.contains(.hidden) { entries.append(.element(command)) }
      default: entries.append(.element(child))
      }
    }
    if case .line? = entries.last { entries.removeLast() }
    return entries
  }

  /// Shows a menu; one within another has a row that leads back.
  func show(_ menu: UIMenu, isInner: Bool) {
    for view in rows + lines { view.removeFromSuperview() }
    (rows, lines, selected) = ([], [], nil)
    if isInner {
      add(MenuRow(backTo: menu.title)) { [weak self] in self?.back?() }
      addLine()
    } else if !menu.title.isEmpty {
      add(MenuRow(heading: menu.title)) {}
      addLine()
    }
    for entry in Self.entries(of: menu) {
      switch entry {
      case .line: addLine()
      case .element(let deferred as UIDeferredMenuElement):
        var isLater = false
        deferred.load { [weak self] elements in
          guard isLater else {
            for element in elements { self?.add(element) }
            return
          }
          self?.show(menu.replacing(deferred, by: elements), isInner: isInner)
          self?.contentDidChange?()
        }
        isLater = true
      case .element(let element): add(element)
      }
    }
    let hasMarks = rows.contains(where: \.hasMark)
    for row in rows { row.isIndented = hasMarks }
    setNeedsLayout()
  }

  private func add(_ element: UIMenuElement) {
    add(MenuRow(element)) { [weak self] in self?.chosen?(element) }
  }

  private func add(_ row: MenuRow, _ body: @escaping () -> Void) {
    row.addAction(UIAction { _ in body() }, for: .touchUpInside)
    rows.append(row)
    scroller.addSubview(row)
  }

  private func addLine() {
    guard let last = rows.last, last.isFollowedByLine == false else { return }
    last.isFollowedByLine = true
    let line = UIView()
    line.backgroundColor = .separator
    lines.append(line)
    scroller.addSubview(line)
  }

  // MARK: Layout

  func preferredSize(within width: CGFloat) -> CGSize {
    let widest = rows.map(\.preferredWidth).max() ?? 0
    return CGSize(
      width: min(max(Self.widths.lowerBound, widest), Self.widths.upperBound, width),
      height: rows.reduce(8) {
        $0 + $1.preferredHeight + ($1.isFollowedByLine ? Self.lineHeight : 0)
      })
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    scroller.frame = bounds
    var (y, line): (CGFloat, Int) = (4, 0)
    for row in rows {
      row.frame = CGRect(x: 4, y: y, width: bounds.width - 8, height: row.preferredHeight)
      y += row.preferredHeight
      guard row.isFollowedByLine, lines.indices.contains(line) else { continue }
      lines[line].frame = CGRect(
        x: 0, y: y + Self.lineHeight / 2, width: bounds.width, height: 1 / UIScreen.main.scale)
      line += 1
      y += Self.lineHeight
    }
    scroller.contentSize = CGSize(width: bounds.width, height: y + 4)
  }

  // MARK: Keys

  /// Selects the next row that can be chosen.
  func moveSelection(by step: Int) {
    let count = rows.count
    guard count > 0 else { return }
    var index = selected ?? (step > 0 ? -1 : count)
    for _ in 0..<count {
      index = (index + step + count) % count
      if rows[index].isEnabled { break }
    }
    guard rows[index].isEnabled else { return }
    if let selected { rows[selected].isSelected = false }
    rows[index].isSelected = true
    selected = index
    scroller.scrollRectToVisible(rows[index].frame, animated: false)
  }

  func chooseSelection() {
    if let selected, rows.indices.contains(selected) { rows[selected].activate() }
  }
}

/// A row of a menu.
@MainActor
final class MenuRow: UIControl {
  private let label = UILabel()
  private let detail = UILabel()
  private let mark = UILabel()
  private let trailing = UILabel()
  private let picture = UIImageView()
  /// Whether the row has a check mark or a dash.
  private(set) var hasMark = false
  /// Whether the titles of the menu leave room for marks.
  var isIndented = false { didSet { setNeedsLayout() } }
  var isFollowedByLine = false

  init(_ element: UIMenuElement) {
    super.init(frame: .zero)
    setUp(element.title, subtitle: element.subtitle, image: element.image)
    var (attributes, state) = (UIMenuElement.Attributes(), UIMenuElement.State.off)
    switch element {
    case let action as UIAction: (attributes, state) = (action.attributes, action.state)
    case let command as UICommand: (attributes, state) = (command.attributes, command.state)
    case let menu as UIMenu:
      trailing.text = "›"
      if menu.options.contains(.destructive) { attributes = .destructive }
    default: break
    }
    if let command = element as? UIKeyCommand { trailing.text = command.keyText }
    mark.text = state == .on ? "✓" : state == .mixed ? "–" : nil
    hasMark = state != .off
    isEnabled = !attributes.contains(.disabled)
    let color: UIColor =
      !isEnabled ? .tertiaryLabel : attributes.contains(.destructive) ? .systemRed : .label
    for label in [label, mark] { label.textColor = color }
    picture.tintColor = color
  }

  /// A row that leads back from a menu in another one.
  init(backTo title: String) {
    super.init(frame: .zero)
    setUp("‹ " + title, subtitle: nil, image: nil)
    label.font = .systemFont(ofSize: 15, weight: .semibold)
  }

  /// A row that names the menu.
  init(heading title: String) {
    super.init(frame: .zero)
    setUp(title, subtitle: nil, image: nil)
    label.font = .systemFont(ofSize: 12)
    label.textColor = .secondaryLabel
    isEnabled = false
  }

  required init?(coder: NSCoder) { nil }

  private func setUp(_ title: String, subtitle: String?, image: UIImage?) {
    label.text = title
    label.font = .systemFont(ofSize: 15)
    detail.text = subtitle
    detail.font = .systemFont(ofSize: 12)
    for label in [detail, trailing] { label.textColor = .secondaryLabel }
    (mark.font, trailing.font) = (.systemFont(ofSize: 15), .systemFont(ofSize: 13))
    picture.image = image.map {
      $0.renderingMode == .automatic ? $0.withRenderingMode(.alwaysTemplate) : $0
    }
    picture.contentMode = .scaleAspectFit
    layer.cornerRadius = 8
    for view in [label, detail, mark, trailing, picture] {
      view.isUserInteractionEnabled = false
      addSubview(view)
    }
  }

  var preferredHeight: CGFloat { detail.text?.isEmpty ?? true ? 36 : 50 }

  private var leading: CGFloat { isIndented ? 32 : 12 }
  private var pictureWidth: CGFloat { picture.image == nil ? 0 : 20 }
  private var trailingWidth: CGFloat { trailing.sizeThatFits(.zero).width }

  var preferredWidth: CGFloat {
    let text = max(label.sizeThatFits(.zero).width, detail.sizeThatFits(.zero).width)
    let rest = [pictureWidth, trailingWidth].filter { $0 > 0 }.reduce(0) { $0 + $1 + 12 }
    return leading + text + rest + 12 + 8
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let height = bounds.height
    mark.frame = CGRect(x: 10, y: 0, width: 18, height: height)
    var right = bounds.width - 12
    for (view, width) in [(picture as UIView, pictureWidth), (trailing, trailingWidth)] {
      let box: CGFloat = view === picture ? min(20, height) : height
      view.frame = CGRect(x: right - width, y: (height - box) / 2, width: width, height: box)
      if width > 0 { right -= width + 12 }
    }
    let hasDetail = !(detail.text?.isEmpty ?? true)
    label.frame = CGRect(
      x: leading, y: hasDetail ? 6 : 0, width: max(0, right - leading),
      height: hasDetail ? 20 : height)
    detail.frame = CGRect(
      x: leading, y: 26, width: max(0, right - leading), height: hasDetail ? 18 : 0)
  }

  override func hoverDidChange() { showState() }

  override func stateDidChange() {
    super.stateDidChange()
    showState()
  }

  private func showState() {
    let isLit = isEnabled && (isHovered || isHighlighted || isSelected)
    backgroundColor = isLit ? .secondarySystemFill : nil
  }

  override var accessibilityDefaults: AccessibilityDefaults {
    accessibilityDefaults(.button, label: label.text)
  }
}

extension UIMenu {
  /// The menu with elements in place of one.
  fileprivate func replacing(_ old: UIMenuElement, by new: [UIMenuElement]) -> UIMenu {
    replacingChildren(
      children.flatMap { child -> [UIMenuElement] in
        if child === old { return new }
        return [(child as? UIMenu)?.replacing(old, by: new) ?? child]
      })
  }
}
