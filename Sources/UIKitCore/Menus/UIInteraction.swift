// UIInteraction.swift
// What a view lets the user do beside its gestures: context menus.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Something that the user can do with a view.
///
/// Source: Apple's `UIInteraction`.
@preconcurrency @MainActor
public protocol UIInteraction: AnyObject {
  /// The view that it was added to.
  var view: UIView? { get }
  /// The interaction is about to be added to a view, or removed from one.
  func willMove(to view: UIView?)
  /// The interaction was added to a view, or removed from one.
  func didMove(to view: UIView?)
}

extension UIView {
  /// The view's interactions.
  public var interactions: [any UIInteraction] {
    get { rareState?.interactions ?? [] }
    set {
      for old in interactions where !newValue.contains(where: { $0 === old }) {
        removeInteraction(old)
      }
      for new in newValue { addInteraction(new) }
    }
  }

  /// Adds an interaction, removing it from its previous view.
  public func addInteraction(_ interaction: any UIInteraction) {
    guard !interactions.contains(where: { $0 === interaction }) else { return }
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    ownRareState.interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Removes an interaction.
  public func removeInteraction(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    rareState?.interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}
