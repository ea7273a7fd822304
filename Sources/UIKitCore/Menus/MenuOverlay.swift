// MenuOverlay.swift
// A menu over the content of a window: its place, its animation, its keys. A press beside it removes it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore

/// Covers a window while a menu is shown.
@MainActor
final class MenuOverlay: UIView {
  /// Changes that are made with a menu's animation.
  private final class Animator: UIContextMenuInteractionAnimating {
    var animations: [() -> Void] = []
    var completions: [() -> Void] = []
    func addAnimations(_ animations: @escaping () -> Void) { self.animations.append(animations) }
    func addCompletion(_ completion: @escaping () -> Void) { completions.append(completion) }
  }

  private static let margin: CGFloat = 8
  private static let gap: CGFloat = 4

  private let panel = MenuPanel()
  private let shadow = UIView()
  private var anchor = CGRect.zero
  private weak var sender: AnyObject?
  private weak var lastResponder: UIResponder?
  private var willHide: ((any UIContextMenuInteractionAnimating) -> Void)?
  /// The menus from the first to the one that is shown.
  private var path: [UIMenu] = []
  private var isEnding = false

  /// Shows a menu beside a rectangle of a window. Nil for a menu without an element that is shown.
  static func show(
    _ menu: UIMenu, at anchor: CGRect, in window: UIWindow, sender: AnyObject?,
    willShow: ((any UIContextMenuInteractionAnimating) -> Void)? = nil,
    willHide: ((any UIContextMenuInteractionAnimating) -> Void)? = nil
  ) -> MenuOverlay? {
    guard !MenuPanel.entries(of: menu).isEmpty else { return nil }
    let overlay = MenuOverlay(frame: window.bounds)
    overlay.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    (overlay.anchor, overlay.sender, overlay.willHide) = (anchor, sender, willHide)
    window.addSubview(overlay)
    overlay.lastResponder = window.currentFirstResponder
    overlay.becomeFirstResponder()
    overlay.open(menu, willShow)
    return overlay
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    shadow.layer.shadowOpacity = 0.25
    shadow.layer.shadowRadius = 20
    shadow.layer.shadowOffset = CGSize(width: 0, height: 6)
    shadow.addSubview(panel)
    addSubview(shadow)
    panel.chosen = { [weak self] in self?.choose($0) }
    panel.back = { [weak self] in self?.goBack() }
    panel.contentDidChange = { [weak self] in self?.place() }
  }

  required init?(coder: NSCoder) { nil }

  private func open(_ menu: UIMenu, _ willShow: ((any UIContextMenuInteractionAnimating) -> Void)?)
  {
    path = [menu]
    panel.show(menu, isInner: false)
    place()
    let animator = Animator()
    willShow?(animator)
    shadow.alpha = 0
    shadow.transform = CGAffineTransform(scaleX: 0.3, y: 0.3)
    UIView.animate(
      withDuration: 0.35, delay: 0, usingSpringWithDamping: 0.8, initialSpringVelocity: 0,
      options: .allowUserInteraction,
      animations: {
        self.shadow.alpha = 1
        self.shadow.transform = .identity
        for animation in animator.animations { animation() }
      }, completion: { _ in for completion in animator.completions { completion() } })
  }

  /// Puts the panel below the anchor, or above it where there is more room; it grows from there.
  private func place() {
    let room = bounds.insetBy(dx: Self.margin, dy: Self.margin)
    let below = room.maxY - anchor.maxY - Self.gap
    let above = anchor.minY - Self.gap - room.minY
    let wanted = panel.preferredSize(within: room.width)
    let isBelow = wanted.height <= below || below >= above
    let size = CGSize(
      width: wanted.width, height: min(wanted.height, max(isBelow ? below : above, 44)))
    let x = min(max(room.minX, anchor.minX), max(room.minX, room.maxX - size.width))
    let y = isBelow ? anchor.maxY + Self.gap : anchor.minY - Self.gap - size.height
    let fraction = size.width > 0 ? min(max((anchor.midX - x) / size.width, 0), 1) : 0
    shadow.layer.anchorPoint = CGPoint(x: fraction, y: isBelow ? 0 : 1)
    shadow.bounds.size = size
    shadow.center = CGPoint(x: x + fraction * size.width, y: isBelow ? y : y + size.height)
    shadow.layer.shadowPath =
      UIBezierPath(
        roundedRect: CGRect(origin: .zero, size: size), cornerRadius: MenuPanel.radius
      ).cgPath
    panel.frame = CGRect(origin: .zero, size: size)
  }

  /// Replaces the menu that is shown.
  func update(_ change: (UIMenu) -> UIMenu) {
    guard let last = path.popLast() else { return }
    replace(with: change(last))
  }

  private func replace(with menu: UIMenu) {
    path.append(menu)
    UIView.transition(
      with: panel, duration: 0.2, options: [.transitionCrossDissolve, .allowUserInteraction],
      animations: { self.panel.show(menu, isInner: self.path.count > 1) })
    UIView.animate(withDuration: 0.2, delay: 0, options: .allowUserInteraction) { self.place() }
  }

  private func choose(_ element: UIMenuElement) {
    switch element {
    case let menu as UIMenu: replace(with: menu)
    case let action as UIAction:
      if !action.attributes.contains(.keepsMenuPresented) { dismiss() }
      action.performWithSender(sender, target: nil)
    case let command as UICommand:
      if !command.attributes.contains(.keepsMenuPresented) { dismiss() }
      command.send(from: lastResponder ?? (sender as? UIResponder) ?? self)
    default: break
    }
  }

  private func goBack() {
    guard path.count > 1 else { return dismiss() }
    path.removeLast()
    if let menu = path.popLast() { replace(with: menu) }
  }

  /// Removes the menu.
  func dismiss() {
    guard !isEnding else { return }
    isEnding = true
    isUserInteractionEnabled = false
    if isFirstResponder {
      resignFirstResponder()
      lastResponder?.becomeFirstResponder()
    }
    let animator = Animator()
    willHide?(animator)
    UIView.animate(
      withDuration: 0.18, delay: 0, options: .curveEaseIn,
      animations: {
        self.shadow.alpha = 0
        self.shadow.transform = CGAffineTransform(scaleX: 0.6, y: 0.6)
        for animation in animator.animations { animation() }
      },
      completion: { _ in
        self.removeFromSuperview()
        for completion in animator.completions { completion() }
      })
  }

  // MARK: Input

  override var canBecomeFirstResponder: Bool { true }

  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) { dismiss() }

  override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .escape: dismiss()
    case .up: panel.moveSelection(by: -1)
    case .down: panel.moveSelection(by: 1)
    case .left: if path.count > 1 { goBack() }
    case .return, .space, .right: panel.chooseSelection()
    default: break
    }
  }
}
