// UIInteraction.swift
// What is added to a view so that it takes part in one kind of input.
//
// SPDX-License-Identifier: MIT

/// An object that gives a view one kind of input, such as ``UIPointerInteraction``.
@preconcurrency @MainActor
public protocol UIInteraction: AnyObject {
  /// The view that has the interaction. Stored weakly by the interaction.
  var view: UIView? { get }
  /// The interaction is about to be added to a view, or removed from its view: then the view is nil.
  func willMove(to view: UIView?)
  /// The interaction was added to a view, or removed from its view: then the view is nil.
  func didMove(to view: UIView?)
}

extension UIView {
  /// Removes and adds interactions so that these are the view's.
  final func setInteractions(_ new: [any UIInteraction]) {
    for old in interactions where !new.contains(where: { $0 === old }) { removeInteraction(old) }
    new.forEach(addInteraction)
  }

  /// Adds an interaction, which is removed from the view that had it. One that the view has already stays at its place.
  final func add(_ interaction: any UIInteraction) {
    if interactions.contains(where: { $0 === interaction }) { return }
    interaction.view?.removeInteraction(interaction)
    interaction.willMove(to: self)
    ownRareState.interactions.append(interaction)
    interaction.didMove(to: self)
  }

  /// Removes an interaction. No effect for one that the view does not have.
  final func remove(_ interaction: any UIInteraction) {
    guard interactions.contains(where: { $0 === interaction }) else { return }
    interaction.willMove(to: nil)
    rareState?.interactions.removeAll { $0 === interaction }
    interaction.didMove(to: nil)
  }
}
