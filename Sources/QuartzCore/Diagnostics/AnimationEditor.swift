// AnimationEditor.swift
// Stage: commit. What a tool changes in animations before they begin: a viewer in which motion is edited.
//
// SPDX-License-Identifier: MIT

package import Foundation

/// Edits the animations of a live tree at the commit that begins them.
///
/// By then they have their last values, whatever made them: a block of views, an action or `add(_:forKey:)`.
package protocol AnimationEditor: AnyObject {
  /// Called on the main thread with each new animation, in the order of the layers that changed.
  func edit(_ draft: AnimationDraft)
}

/// An animation that is about to begin.
package struct AnimationDraft {
  package let layer: CALayer
  let attached: AttachedAnimation
  /// The media time of the commit.
  package let time: TimeInterval

  /// The animation as it was added; frozen but for ``change(_:)``.
  package var animation: CAAnimation { attached.animation }

  /// Identifies the animation in reports.
  package var id: ObjectIdentifier { attached.id }

  /// What began it.
  package var origin: AnimationOrigin { attached.origin }

  /// Identifies the block, the animator or the transaction with a completion block that it belongs to. Nil for none.
  package var group: ObjectIdentifier? { attached.owner.map { ObjectIdentifier($0) } }

  /// Whether an animator plays it, which has its duration, its delay and its curve.
  package var isDriven: Bool { attached.playback != nil }

  /// Seconds until it begins, in its layer's time.
  package var delay: TimeInterval {
    isDriven || animation.beginTime == 0 ? 0 : animation.beginTime - layer.localTime(at: time)
  }

  /// Changes the animation.
  package func change(_ change: (CAAnimation) -> Void) {
    animation.flags.remove(.isFrozen)
    change(animation)
    animation.freeze()
    attached.hasBegin = animation.beginTime != 0
  }

  /// Lets it begin after a delay, in seconds of its layer's time. Until then it shows its start.
  package func setDelay(_ delay: TimeInterval) {
    change {
      $0.beginTime = delay > 0 ? layer.localTime(at: time) + delay : 0
      $0.showStartWhileWaiting()
    }
  }

  /// Lets a basic animation end with another value, and gives it to the model where that has the end too.
  ///
  /// - Parameter end: A value like the one that it ends with.
  package func setEnd(_ end: AnimatableValue) {
    guard let basic = animation as? CABasicAnimation, let path = basic.keyPath else { return }
    let model = AnimatableValue(layer.value(forKeyPath: path))
    guard model.isLike(end) else { return }
    let ends = basic.ends
    if basic.isAdditive {
      // From the difference to nothing, on top of the model.
      guard ends.from.value.isLike(end) else { return }
      let from = ends.from.value.adding(model).subtracting(end)
      change { _ in basic.setEnds(from: AnimationEndpoint(from), to: ends.to) }
    } else if !ends.to.isNone {
      let isModels = ends.to.value.isEqual(to: model)
      change { _ in basic.setEnds(from: ends.from, to: AnimationEndpoint(end)) }
      guard isModels else { return }
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.setValue(end.any, forKeyPath: path)
    CATransaction.commit()
  }
}

extension CALayer {
  /// Whether a key is a property that Core Animation gives layers of this class.
  package final func isStock(_ key: String) -> Bool {
    LayerProperty(key: key, for: values.kind) != nil
  }
}

extension CAAnimation {
  /// Lets the animation show its start before it begins.
  package final func showStartWhileWaiting() {
    fillMode = fillMode == .forwards || fillMode == .both ? .both : .backwards
  }
}

extension AttachedAnimation {
  /// What began it. A transaction is named only where nothing more specific began it.
  var origin: AnimationOrigin {
    let origin = owner?.origin
    if let origin, origin != .transaction { return origin }
    if animation.flags.contains(.isImplicit) { return .implicit }
    if animation.flags.contains(.isAction) { return .action }
    return origin ?? .explicit
  }

  /// The most specific observer of what began it.
  var owner: (any AnimationObserver)? {
    let observers = observers
    for origin in [AnimationOrigin.animator, .block, .transaction] {
      if let owner = observers.first(where: { $0.origin == origin }) { return owner }
    }
    return nil
  }
}
