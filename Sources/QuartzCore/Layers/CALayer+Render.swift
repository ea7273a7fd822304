// CALayer+Render.swift
// `render(in:)`: a layer and its sublayers as a part of a drawing, painted as in a window, and what is left out.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Draws the layer in its own space: with the values of the model, and a presentation copy with those of the
  /// presented tree.
  func record(in context: CGContext) {
    guard let presentedModel else {
      context.draw(
        modelSnapshot { layer, values in layer.reportOmissions(values.leaveOutForRendering()) })
      return
    }
    let presented = presentedModel.snapshot()
    var nodes = presented.nodes
    // The copy's own values are those of the moment when it was made.
    nodes[0].values = values
    var omissions: [String] = []
    for index in nodes.indices {
      for omission in nodes[index].values.leaveOutForRendering()
      where !omissions.contains(omission) {
        omissions.append(omission)
      }
    }
    reportOmissions(omissions)
    context.draw(LayerSnapshot(nodes: nodes, transitions: presented.transitions))
  }

  /// Reports once what `render(in:)` does not draw.
  private func reportOmissions(_ omissions: [String]) {
    guard !omissions.isEmpty else { return }
    Diagnostics.reportOnce(
      "\(label) render(in:)",
      "\(label): render(in:) leaves out \(omissions.joined(separator: ", "))")
  }
}

extension LayerValues {
  /// Removes what `render(in:)` does not draw, as on Apple's systems, whose documentation lists most of it. Returns
  /// names for it.
  fileprivate mutating func leaveOutForRendering() -> [String] {
    var omissions: [String] = []
    if !CATransform3DIsAffine(transform) || !CATransform3DIsAffine(self.sublayerTransform) {
      transform = CATransform3DMakeAffineTransform(transform.affine)
      self.sublayerTransform = CATransform3DMakeAffineTransform(self.sublayerTransform.affine)
      omissions.append("depth")
    }
    switch subclass {
    case .replicator(let values) where values.instanceCount != 1:
      replicator.instanceCount = 1
      omissions.append("copies")
    case .emitter: omissions.append("particles")
    case .replicator, .gradient, .shape, .transform, .tiled, nil: break
    }
    if self.backdropRadius > 0 || self.effects?.backdrop.isEmpty == false {
      omissions.append("background filters")
    }
    if self.effects?.filters.isEmpty == false { omissions.append("filters") }
    var mode = self.effects?.blendMode ?? .normal
    switch mode {
    case .hue, .saturation, .color, .luminosity:
      mode = .normal
      omissions.append("compositing filter")
    default: break
    }
    if self.effects != nil { self.effects = .changing(nil, blendMode: mode) }
    if self.backdropRadius > 0 { self.backdropRadius = 0 }
    return omissions
  }
}
