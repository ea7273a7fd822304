// GhostView.swift
// The trails of what moves on the stage.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The outlines of the moving layers in the last frames, fainter with age.
final class GhostView: UIView {
  /// Frames that are kept.
  nonisolated static let depth = 8
  /// More layers are not outlined.
  private static let mostLayers = 64

  private var frames: [[[CGPoint]]] = []

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
  }

  required init?(coder: NSCoder) { nil }

  func removeAll() {
    guard !frames.isEmpty else { return }
    frames = []
    layer.setNeedsDisplay()
  }

  /// Adds the layers that move in a frame. A frame like the last one adds nothing.
  func add(_ content: UIView, at time: TimeInterval) {
    guard let context = window?.context else { return }
    var layers: [CALayer] = []
    context.forEachAnimation(beneath: content.layer, at: time) { report in
      guard layers.count < Self.mostLayers, !report.isCaret,
        report.state == .running || report.state == .stepping,
        !layers.contains(where: { $0 === report.layer })
      else { return }
      layers.append(report.layer)
    }
    let outlines = MediaClock.withFrameTime(time) {
      layers.map { Self.outline(of: $0, in: content.layer) }
    }
    guard !outlines.isEmpty, outlines != frames.last else { return }
    frames.append(outlines)
    if frames.count > Self.depth { frames.removeFirst() }
    layer.setNeedsDisplay()
  }

  private static func outline(of layer: CALayer, in root: CALayer) -> [CGPoint] {
    let (shown, base) = (layer.presentation() ?? layer, root.presentation() ?? root)
    let box = shown.bounds
    return [
      CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.minY),
      CGPoint(x: box.maxX, y: box.maxY), CGPoint(x: box.minX, y: box.maxY),
    ].map { shown.convert($0, to: base) }
  }

  override func draw(_ layer: CALayer, in context: CGContext) {
    context.setLineWidth(1)
    for (age, outlines) in frames.reversed().enumerated() {
      let alpha = 0.9 * (1 - CGFloat(age) / CGFloat(Self.depth))
      context.setStrokeColor(Theme.accent.withAlphaComponent(alpha).cgColor)
      for outline in outlines {
        context.beginPath()
        context.move(to: outline[0])
        outline.dropFirst().forEach(context.addLine)
        context.closePath()
        context.strokePath()
      }
    }
  }
}
