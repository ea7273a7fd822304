// NavigationPopGesture.swift
// The swipe that goes back: follows the finger, then finishes or returns.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// The drag from the left edge that goes back; from the right one where the layout runs from right to left.
@MainActor
final class NavigationPopGesture: UIGestureRecognizerDelegate {
  /// The time to which a released drag is projected, in seconds.
  private static let projection: CGFloat = 0.25

  private unowned let controller: UINavigationController
  private let pan = UIScreenEdgePanGestureRecognizer()
  private var interaction: UIPercentDrivenInteractiveTransition?

  var recognizer: UIGestureRecognizer { pan }

  init(_ controller: UINavigationController) {
    self.controller = controller
    followDirection()
    pan.delegate = self
    pan.addHandler { [weak self] _ in self?.panDidChange() }
  }

  /// Takes the edge from which the controller's view leads back.
  func followDirection() {
    let isMirrored = controller.viewIfLoaded?.isMirrored ?? ProgramDirection.isFromRight
    pan.edges = isMirrored ? .right : .left
  }

  /// 1, or -1 where back is to the left.
  private var side: CGFloat { controller.view.isMirrored ? -1 : 1 }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard controller.stack.count > 1, controller.transition == nil, !controller.barIsHidden else {
      return false
    }
    return controller.topViewController?.navigationItem.showsBackButton ?? false
  }

  private func panDidChange() {
    switch pan.state {
    case .began: begin()
    case .changed: interaction?.update(fraction)
    case .ended: end(velocity: side * pan.velocity(in: nil).x)
    case .cancelled: end(velocity: -.infinity)
    case .possible, .failed: break
    }
  }

  private var width: CGFloat { max(controller.view.bounds.width, 1) }

  private var fraction: CGFloat { min(max(side * pan.translation(in: nil).x / width, 0), 1) }

  private func begin() {
    // A program's own delegate may allow more.
    guard controller.stack.count > 1, controller.transition == nil else { return }
    let interaction = UIPercentDrivenInteractiveTransition()
    self.interaction = interaction
    controller.nextInteractor = interaction
    controller.popViewController(animated: true)
    interaction.update(fraction)
  }

  /// Finishes when the drag, continued at its velocity for a moment, passes the middle.
  private func end(velocity: CGFloat) {
    guard let interaction else { return }
    self.interaction = nil
    let part = interaction.percentComplete
    let finishes = part + velocity / width * Self.projection > 0.5
    // The rest takes as long as at the finger's velocity, within limits.
    let rest = finishes ? 1 - part : part
    let speed = abs(velocity) / width
    if rest > 0, speed.isFinite {
      let seconds = min(max(rest / max(speed, 0.01), 0.08), NavigationAnimator.duration)
      interaction.completionSpeed = max(rest * NavigationAnimator.duration / seconds, 0.01)
    }
    interaction.completionCurve = .easeOut
    finishes ? interaction.finish() : interaction.cancel()
  }
}
