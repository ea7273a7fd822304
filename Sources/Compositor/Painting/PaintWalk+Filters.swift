// PaintWalk+Filters.swift
// Stage: draw list. A layer's filters, its blend mode, and the filtered picture of what is behind it.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

extension PaintWalk {
  /// Paints a layer through its filters and its blend mode.
  func paintFiltered(
    _ slot: Int32, _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    guard layer.hasRareValues, let effects = layer.effects,
      effects.blendMode != .normal || !effects.filters.isEmpty
    else {
      paintComposited(slot, layer, state, into: &context)
      return
    }
    if context.cache.repaintRoot < 0 { context.cache.repaintRoot = slot }
    let filters = deviceFilters(effects.filters, layer, state)
    var inner = state
    if !filters.isEmpty { inner.scissor = state.scissor.outset(by: filters.reach) }
    let group = Group(
      blend: effects.blendMode == .normal ? .over : .mode(effects.blendMode),
      bounds: inner.scissor, filters: filters)
    context.group(group, opacity: 1, scissor: state.scissor) {
      paintComposited(slot, layer, inner, into: &$0)
    }
  }

  func hasBackdrop(_ layer: LayerRef) -> Bool {
    layer.backdropRadius > 0 || layer.effects?.backdrop.isEmpty == false
  }

  /// Whether a layer or one beneath it filters what is behind it; false beyond a depth.
  func hasBackdropBeneath(_ slot: Int32, depth: Int = 0) -> Bool {
    let layer = layer(slot)
    if layer.hasRareValues && hasBackdrop(layer) { return true }
    guard depth < Self.deepestShadowCaster else { return false }
    return nodes[Int(slot)].children.contains { hasBackdropBeneath($0, depth: depth + 1) }
  }

  /// Paints the filtered picture of what is behind a layer, in the shape of its background.
  func paintBackdrop(
    _ layer: LayerRef, _ state: PaintState, into context: inout PaintContext
  ) {
    guard hasBackdrop(layer) else { return }
    if isSilhouette {
      context.builder.add(
        .box(Box(rect: layer.bounds, radii: layer.cornerRadii, fill: .black)), state,
        bounds: layer.bounds)
      return
    }
    var filters = layer.effects?.backdrop ?? []
    if layer.backdropRadius > 0 { filters.append(.blur(layer.backdropRadius)) }
    context.builder.add(
      .backdrop(
        Backdrop(
          rect: layer.bounds, radii: layer.cornerRadii,
          filters: deviceFilters(filters, layer, state))),
      state, bounds: layer.bounds)
  }

  /// Filters in device pixels.
  private func deviceFilters(
    _ filters: [LayerFilter], _ layer: LayerRef, _ state: PaintState
  ) -> [LayerFilter] {
    if filters.isEmpty { return [] }
    let middle = CGPoint(x: layer.bounds.midX, y: layer.bounds.midY)
    let scale = (state.transform.affine(about: middle) ?? .identity).meanScale
    return filters.map { filter in
      switch filter {
      case .blur(let deviation): .blur(min(max(deviation * scale, 0), FilteredPicture.softest))
      case .color: filter
      }
    }
  }
}
