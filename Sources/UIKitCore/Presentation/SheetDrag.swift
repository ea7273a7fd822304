// SheetDrag.swift
// The drag that moves a sheet to another height, and dismisses it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The drag of a sheet.
@MainActor
final class SheetDrag: UIGestureRecognizerDelegate {
  /// The time to which a released drag is projected, in seconds.
  private static let projection: CGFloat = 0.25
  /// The part of the pointer's way that a sheet follows where it may not go.
  private static let resistance: CGFloat = 0.2

  private unowned let sheet: UISheetPresentationController
  private let pan = UIPanGestureRecognizer()

  init(of sheet: UISheetPresentationController) {
    self.sheet = sheet
    pan.delegate = self
    pan.addHandler { [weak self] _ in self?.panDidChange() }
  }

  func attach(to view: UIView) { view.addGestureRecognizer(pan) }

  // MARK: Dismissal

  private var mayDismiss: Bool {
    guard !sheet.presentedViewController.isModalInPresentation else { return false }
    return sheet.delegate?.presentationControllerShouldDismiss(sheet) ?? true
  }

  /// Dismisses the sheet for the user, if that is allowed. Returns whether it is.
  @discardableResult func dismissByUser() -> Bool {
    let (sheet, delegate) = (sheet, sheet.delegate)
    guard mayDismiss else {
      delegate?.presentationControllerDidAttemptToDismiss(sheet)
      return false
    }
    delegate?.presentationControllerWillDismiss(sheet)
    sheet.presentedViewController.presentingViewController?.dismiss(animated: true) {
      delegate?.presentationControllerDidDismiss(sheet)
    }
    return true
  }

  // MARK: Gesture

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard sheet.presentedViewController.transitionCoordinator == nil else { return false }
    let way = pan.translation(in: nil)
    return abs(way.y) > abs(way.x)
  }

  /// A control, and a scroll view whose content is higher than it, keep their drags.
  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer, shouldReceive touch: UITouch
  ) -> Bool {
    var view = touch.view
    while let some = view, some !== gestureRecognizer.view {
      if some is UIControl { return false }
      if let scroll = some as? UIScrollView, scroll.contentSize.height > scroll.bounds.height {
        return false
      }
      view = some.superview
    }
    return true
  }

  private func panDidChange() {
    switch pan.state {
    case .began, .changed: move()
    case .ended: end(velocity: pan.velocity(in: nil).y)
    case .cancelled: settle()
    case .possible, .failed: break
    }
  }

  private func move() {
    var way = pan.translation(in: nil).y
    let up = sheet.selectedHeight - (sheet.heights.map(\.height).max() ?? 0)
    let down = sheet.selectedHeight - (sheet.heights.map(\.height).min() ?? 0)
    if way < up { way = up + (way - up) * Self.resistance }
    if way > down, !mayDismiss { way = down + (way - down) * Self.resistance }
    sheet.presentedView?.transform = CGAffineTransform(translationX: 0, y: way)
  }

  /// Rests at the height that is nearest to where the drag, continued at its velocity for a moment, would lead.
  private func end(velocity: CGFloat) {
    let way = pan.translation(in: nil).y + velocity * Self.projection
    let height = sheet.selectedHeight - way
    let nearest = sheet.heights.min { abs($0.height - height) < abs($1.height - height) }
    guard let nearest, height >= nearest.height / 2 else {
      if !dismissByUser() { settle() }
      return
    }
    let isNew = abs(nearest.height - sheet.selectedHeight) > 0.5
    settle { self.sheet.selectedDetentIdentifier = nearest.identifier }
    if isNew {
      (sheet.delegate as? any UISheetPresentationControllerDelegate)?
        .sheetPresentationControllerDidChangeSelectedDetentIdentifier(sheet)
    }
  }

  private func settle(_ changes: () -> Void = {}) {
    sheet.animateChanges {
      sheet.presentedView?.transform = .identity
      changes()
    }
  }
}
