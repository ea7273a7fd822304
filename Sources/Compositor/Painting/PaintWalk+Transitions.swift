// PaintWalk+Transitions.swift
// Stage: draw list. Transitions between the picture of a layer before a change and the one after it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// One frame of a transition.
  private struct TransitionFrame {
    var slot: Int32
    var layer: LayerRef
    var track: TransitionTrack
    var progress: Double
    var state: PaintState
    /// The clip of both images; nil for none.
    var clip: TransitionClip?

    /// The state with its scissor cut to the clip, where that is upright.
    var clippedState: PaintState {
      guard let clip, clip.isScissor else { return state }
      var result = state
      result.scissor = state.scissor.intersection(
        PaintState(transform: clip.transform, opacity: 1, scissor: state.scissor).pixels(
          of: clip.rect))
      return result
    }

    /// The displacement of an image, with y down: the subtypes are named for a y axis that points
    /// up.
    var distance: SIMD2<Double> {
      let size = layer.bounds.size
      return switch track.subtype {
      case .fromRight: SIMD2(-size.width, 0)
      case .fromTop: SIMD2(0, -size.height)
      case .fromBottom: SIMD2(0, size.height)
      default: SIMD2(size.width, 0)
      }
    }

    /// The displacement of the before image.
    var leaving: PlaneTransform {
      PlaneTransform(tx: distance.x * progress, ty: distance.y * progress)
    }

    /// The displacement of the after image.
    var entering: PlaneTransform {
      PlaneTransform(tx: distance.x * (progress - 1), ty: distance.y * (progress - 1))
    }
  }

  /// Paints the images before and after a change as a transition composes them.
  func paintTransition(
    _ slot: Int32, _ layer: LayerRef, _ track: TransitionTrack, _ progress: Double,
    _ state: PaintState, into context: inout PaintContext
  ) {
    var frame = TransitionFrame(
      slot: slot, layer: layer, track: track, progress: progress, state: state)
    let isMoving = [CATransitionType.push, .moveIn, .reveal].contains(track.type)
    frame.clip = clip(of: slot, layer, state, isMoving: isMoving)
    switch track.type {
    case .push: paintPush(frame, into: &context)
    case .moveIn: paintMoveIn(frame, into: &context)
    case .reveal: paintReveal(frame, into: &context)
    // Images that rotate reach beyond the layer, and are not clipped.
    case .flip: return paintFlip(frame, into: &context)
    case .pageCurl: return paintPageCurl(frame, into: &context)
    case .pageUnCurl: return paintPageUnCurl(frame, into: &context)
    default: paintFade(frame, into: &context)
    }
    // Images that do not move and are clipped alike are not clipped again, which would fade the partly
    // covered pixels of their edges twice.
    let isClipped = !isMoving && layer.masksToBounds && isClippedAlike(track, layer)
    if let clip = frame.clip, !clip.isScissor, !isClipped {
      var at = state
      at.transform = clip.transform
      context.clip(to: clip.rect, clip.radii, at)
    }
  }

  // MARK: Types

  private func paintPush(_ frame: TransitionFrame, into context: inout PaintContext) {
    let state = frame.clippedState
    paintBefore(frame, frame.leaving, state, into: &context)
    paintAfter(frame, frame.entering, state, into: &context)
  }

  private func paintMoveIn(_ frame: TransitionFrame, into context: inout PaintContext) {
    let state = frame.clippedState
    paintBefore(frame, .identity, state, into: &context)
    paintAfter(frame, frame.entering, state, into: &context)
  }

  private func paintReveal(_ frame: TransitionFrame, into context: inout PaintContext) {
    let state = frame.clippedState
    paintAfter(frame, .identity, state, into: &context)
    paintBefore(frame, frame.leaving, state, into: &context)
  }

  private func paintFlip(_ frame: TransitionFrame, into context: inout PaintContext) {
    let map = PlaneTransform.flip(frame.layer.bounds, frame.track.subtype, frame.progress)
    if frame.progress < 0.5 {
      paintBefore(frame, map, frame.state, into: &context)
    } else {
      paintAfter(frame, map, frame.state, into: &context)
    }
  }

  private func paintPageCurl(_ frame: TransitionFrame, into context: inout PaintContext) {
    paintAfter(frame, .identity, frame.clippedState, into: &context)
    paintBefore(
      frame, .pageCurl(frame.layer.bounds, frame.progress), frame.state, into: &context)
  }

  private func paintPageUnCurl(_ frame: TransitionFrame, into context: inout PaintContext) {
    paintBefore(frame, .identity, frame.clippedState, into: &context)
    paintAfter(
      frame, .pageCurl(frame.layer.bounds, 1 - frame.progress), frame.state, into: &context)
  }

  /// Adds both images, each with its weight: equal pixels stay exactly as they are.
  private func paintFade(_ frame: TransitionFrame, into context: inout PaintContext) {
    let state = frame.clippedState
    let group = Group(blend: .add, bounds: state.scissor)
    context.group(group, opacity: 1 - frame.progress, scissor: state.scissor) {
      paintBefore(frame, .identity, state, into: &$0)
    }
    context.group(group, opacity: frame.progress, scissor: state.scissor) {
      paintAfter(frame, .identity, state, into: &$0)
    }
  }

  // MARK: Images

  /// Paints the before image.
  ///
  /// - Parameter map: Applied to the image in the layer's space.
  private func paintBefore(
    _ frame: TransitionFrame, _ map: PlaneTransform, _ state: PaintState,
    into context: inout PaintContext
  ) {
    guard let snapshot = frame.track.snapshot, let root = snapshot.nodes.first else { return }
    var at = state
    at.transform = PlaneTransform(
      tx: frame.layer.bounds.minX - root.values.bounds.minX,
      ty: frame.layer.bounds.minY - root.values.bounds.minY
    ).concatenating(map).concatenating(state.transform)
    snapshot.nodes.withUnsafeBufferPointer { nodes in
      snapshot.values.withUnsafeBufferPointer { values in
        guard let nodes = nodes.baseAddress, let values = values.baseAddress else { return }
        PaintWalk(
          nodes: nodes, values: values, transitions: snapshot.transitions, isSnapshot: true,
          hasFlips: hasFlips, isRootFlipped: isFlipped(frame.slot)
        ).paintSnapshotRoot(at, into: &context)
      }
    }
  }

  /// Paints the after image: the layer as it is.
  ///
  /// - Parameter map: Applied to the image in the layer's space.
  private func paintAfter(
    _ frame: TransitionFrame, _ map: PlaneTransform, _ state: PaintState,
    into context: inout PaintContext
  ) {
    guard !frame.layer.isHidden else { return }
    var at = state
    at.transform = map.concatenating(state.transform)
    paintSnapshot(frame.slot, frame.layer, at, into: &context)
  }

  /// Paints the first node of a snapshot: its picture, or the frame of a transition that it was in.
  func paintSnapshotRoot(_ state: PaintState, into context: inout PaintContext) {
    let layer = layer(0)
    if let (track, progress) = transition(of: 0) {
      context.group(state) { context, inner in
        paintTransition(0, layer, track, progress, inner, into: &context)
      }
    } else if !layer.isHidden {
      paintSnapshot(0, layer, state, into: &context)
    }
  }

  // MARK: Clip

  /// The clip of a transition's images.
  private struct TransitionClip {
    var rect: CGRect
    var radii: SIMD4<Double>
    var transform: PlaneTransform

    /// Whether whole pixels are clipped.
    var isScissor: Bool
  }

  /// The bounds of a layer that masks. For images that move: those of its superlayer, unless that has no
  /// size and only groups. Nil for no clip.
  private func clip(
    of slot: Int32, _ layer: LayerRef, _ state: PaintState, isMoving: Bool
  ) -> TransitionClip? {
    if layer.masksToBounds {
      return TransitionClip(
        rect: layer.bounds, radii: layer.cornerRadii, transform: state.transform,
        isScissor: layer.cornerRadii == .zero && state.isOnPixels(layer.bounds))
    }
    let parent = nodes[Int(slot)].parent
    guard isMoving, parent >= 0 else { return nil }
    let above = self.layer(parent)
    guard !above.keepsDepth, !above.bounds.isEmpty,
      let back = placement(layer, in: above).inverted()
    else { return nil }
    let transform = back.concatenating(state.transform)
    return TransitionClip(
      rect: above.bounds, radii: .zero, transform: transform,
      isScissor: transform.isOnPixels(above.bounds, within: state.scissor))
  }

  /// Whether the before image is clipped to the same shape as the after image.
  private func isClippedAlike(_ track: TransitionTrack, _ layer: LayerRef) -> Bool {
    guard let snapshot = track.snapshot else { return true }
    return snapshot.values.withUnsafeBufferPointer { values in
      guard let first = values.baseAddress else { return true }
      let before = LayerRef(first)
      return before.masksToBounds && before.bounds.size == layer.bounds.size
        && before.cornerRadii == layer.cornerRadii
    }
  }
}

extension PlaneTransform {
  /// The eye's distance from an image that rotates, in its larger sides.
  private static let eyeDistance = 2.5

  /// Half a turn of a rectangle about its centre, with perspective: the before image in the first half,
  /// the after image in the second. The side that the subtype names comes to the front.
  fileprivate static func flip(
    _ bounds: CGRect, _ subtype: CATransitionSubtype, _ progress: Double
  ) -> PlaneTransform {
    let angle = Double.pi * (progress < 0.5 ? progress : progress - 1)
    let centre = CGPoint(x: bounds.midX, y: bounds.midY)
    return switch subtype {
    case .fromRight: rotation(bounds, about: centre, CATransform3DMakeRotation(-angle, 0, 1, 0))
    case .fromTop: rotation(bounds, about: centre, CATransform3DMakeRotation(angle, 1, 0, 0))
    case .fromBottom: rotation(bounds, about: centre, CATransform3DMakeRotation(-angle, 1, 0, 0))
    default: rotation(bounds, about: centre, CATransform3DMakeRotation(angle, 0, 1, 0))
    }
  }

  /// A quarter turn of a rectangle about its upper edge, away from the screen.
  fileprivate static func pageCurl(_ bounds: CGRect, _ progress: Double) -> PlaneTransform {
    rotation(
      bounds, about: CGPoint(x: bounds.midX, y: bounds.minY),
      CATransform3DMakeRotation(Double.pi / 2 * progress, 1, 0, 0))
  }

  private static func rotation(
    _ bounds: CGRect, about point: CGPoint, _ rotation: CATransform3D
  ) -> PlaneTransform {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / max(eyeDistance * max(bounds.width, bounds.height), 1)
    let toOrigin = CATransform3DMakeTranslation(-point.x, -point.y, 0)
    let back = CATransform3DMakeTranslation(point.x, point.y, 0)
    return PlaneTransform(
      flattening: CATransform3DConcat(
        CATransform3DConcat(toOrigin, rotation), CATransform3DConcat(eye, back)))
  }
}
