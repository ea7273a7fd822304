// UIContextMenuInteraction.swift
// Stage: events. A menu at a place of a view: by the right button, or a long press.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// What a context menu shows.
///
/// Source: Apple's `UIContextMenuConfiguration`.
@preconcurrency @MainActor
open class UIContextMenuConfiguration: NSObject {
  /// The identity of the configuration, for the delegate.
  open private(set) var identifier: any NSCopying
  let actionProvider: (([UIMenuElement]) -> UIMenu?)?

  /// Creates a configuration.
  ///
  /// - Parameters:
  ///   - identifier: Nil for a unique one.
  ///   - previewProvider: Ignored: a menu has no preview.
  ///   - actionProvider: Returns the menu. Called with the elements that the system suggests: none.
  public init(
    identifier: (any NSCopying)? = nil, previewProvider: (() -> UIViewController?)? = nil,
    actionProvider: (([UIMenuElement]) -> UIMenu?)? = nil
  ) {
    self.identifier = identifier ?? NSString(string: UUID().uuidString)
    self.actionProvider = actionProvider
  }
}

/// Adds to the animation with which a menu appears or goes.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionAnimating: AnyObject {
  /// Adds changes to the animation.
  func addAnimations(_ animations: @escaping () -> Void)
  /// Adds what follows it.
  func addCompletion(_ completion: @escaping () -> Void)
}

/// Provides the menus of a ``UIContextMenuInteraction``.
@preconcurrency @MainActor
public protocol UIContextMenuInteractionDelegate: AnyObject {
  /// Returns what to show at a place of the interaction's view; nil for no menu.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
  ) -> UIContextMenuConfiguration?
  /// A menu is about to appear.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)
  /// A menu is about to go.
  func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?)
}

extension UIContextMenuInteractionDelegate {
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction,
    willDisplayMenuFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
  /// Does nothing.
  public func contextMenuInteraction(
    _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
    animator: (any UIContextMenuInteractionAnimating)?
  ) {}
}

/// A menu that appears where the right button, or a long press, is on a view.
///
///     view.addInteraction(UIContextMenuInteraction(delegate: self))
///
/// Source: Apple's `UIContextMenuInteraction`.
@preconcurrency @MainActor
open class UIContextMenuInteraction: NSObject, UIInteraction {
  /// The view that it was added to.
  open private(set) weak var view: UIView?
  /// What provides the menus. Not retained.
  open private(set) weak var delegate: (any UIContextMenuInteractionDelegate)?
  private weak var recognizer: UILongPressGestureRecognizer?
  private weak var overlay: MenuOverlay?
  private var place = CGPoint.zero

  /// Creates an interaction.
  public init(delegate: any UIContextMenuInteractionDelegate) {
    self.delegate = delegate
  }

  /// The interaction is about to be added or removed.
  open func willMove(to view: UIView?) {
    if let recognizer { self.view?.removeGestureRecognizer(recognizer) }
    overlay?.dismiss()
  }

  /// The interaction was added or removed.
  open func didMove(to view: UIView?) {
    self.view = view
    guard let view else { return }
    let press = UILongPressGestureRecognizer()
    press.addHandler { [weak self] press in
      guard press.state == .began, let self, let view = self.view else { return }
      present(at: press.location(in: view))
    }
    view.addGestureRecognizer(press)
    recognizer = press
  }

  /// The place of the menu in a view's coordinates.
  open func location(in view: UIView?) -> CGPoint {
    self.view?.convert(place, to: view) ?? place
  }

  /// Removes the menu that is shown.
  open func dismissMenu() { overlay?.dismiss() }

  /// Replaces the menu that is shown.
  open func updateVisibleMenu(_ block: (UIMenu) -> UIMenu) { overlay?.update(block) }

  /// Shows the menu at a point of the view. Returns false if there is none.
  @discardableResult
  final func present(at point: CGPoint) -> Bool {
    guard let view, let window = view.window, overlay == nil,
      let configuration = delegate?.contextMenuInteraction(
        self, configurationForMenuAtLocation: point),
      let menu = configuration.actionProvider?([])
    else { return false }
    place = point
    let anchor = CGRect(origin: view.convert(point, to: nil), size: .zero)
    overlay = MenuOverlay.show(
      menu, at: anchor, in: window, sender: self,
      willShow: { [weak self] animator in
        guard let self else { return }
        delegate?.contextMenuInteraction(
          self, willDisplayMenuFor: configuration, animator: animator)
      },
      willHide: { [weak self] animator in
        guard let self else { return }
        delegate?.contextMenuInteraction(self, willEndFor: configuration, animator: animator)
      })
    return overlay != nil
  }
}

extension UIWindow {
  /// Shows the context menu of the nearest view at a point that has one.
  final func showContextMenu(at point: CGPoint) {
    var view = hitTest(point, with: nil)
    while let some = view {
      for case let interaction as UIContextMenuInteraction in some.interactions {
        if interaction.present(at: some.convert(point, from: nil)) { return }
      }
      view = some.superview
    }
  }
}
