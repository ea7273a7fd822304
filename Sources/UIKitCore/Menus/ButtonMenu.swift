// ButtonMenu.swift
// The menu of a button: below it by a click, or where the right button is.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Shows the menu of a button.
@MainActor
final class ButtonMenu: UIContextMenuInteractionDelegate {
  private lazy var action = UIAction { [weak self] action in
    if let button = action.sender as? UIButton { self?.show(of: button) }
  }
  private lazy var interaction = UIContextMenuInteraction(delegate: self)
  private weak var overlay: MenuOverlay?

  /// Follows the button's menu and its switch.
  func attach(to button: UIButton) {
    button.removeAction(action, for: .allEvents)
    guard button.showsMenuAsPrimaryAction else { return button.addInteraction(interaction) }
    button.removeInteraction(interaction)
    button.addAction(action, for: .touchUpInside)
  }

  func detach(from button: UIButton) {
    button.removeAction(action, for: .allEvents)
    button.removeInteraction(interaction)
    overlay?.dismiss()
  }

  private func show(of button: UIButton) {
    guard let menu = button.menu, let window = button.window, overlay == nil else { return }
    button.sendActions(for: .menuActionTriggered)
    overlay = MenuOverlay.show(
      menu, at: button.convert(button.bounds, to: nil), in: window, sender: button)
  }

  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration? {
    let button = interaction.view as? UIButton
    return button?.menu.map { menu in UIContextMenuConfiguration(actionProvider: { _ in menu }) }
  }
}
