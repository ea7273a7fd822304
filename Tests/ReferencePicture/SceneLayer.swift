// SceneLayer.swift
// The description of a layer tree as plain values, from which a canvas and the reference draw the same.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import QuartzCore

/// A colour: red, green, blue and alpha, 0...1, not premultiplied.
package typealias SceneColor = SIMD4<Double>

/// A layer, with the properties of `CALayer` and its subclasses, and their defaults.
package struct SceneLayer: Sendable {
  package var bounds = CGRect.zero
  /// In the superlayer's space, in points.
  package var position = CGPoint.zero
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  package var zPosition = 0.0
  package var transform = CATransform3DIdentity
  package var sublayerTransform = CATransform3DIdentity
  package var backgroundColor: SceneColor?
  package var cornerRadius = 0.0
  package var borderWidth = 0.0
  package var borderColor = SceneColor(0, 0, 0, 1)
  package var opacity = 1.0
  package var masksToBounds = false
  /// Whether sublayers stay in space, as those of a `CATransformLayer`, and cut through each other. Such a layer shows
  /// nothing of its own.
  package var keepsDepth = false
  package var shadow: SceneShadow?
  package var content = SceneContent.none
  /// The mask, alone in an array.
  package var mask: [SceneLayer] = []
  package var sublayers: [SceneLayer] = []

  /// Creates a layer with a frame.
  package init(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, _ color: SceneColor? = nil,
    _ change: (inout Self) -> Void = { _ in }
  ) {
    bounds.size = CGSize(width: width, height: height)
    position = CGPoint(x: x + width / 2, y: y + height / 2)
    backgroundColor = color
    change(&self)
  }
}

/// A shadow of a layer: its offset and the standard deviation of its blur in points.
package struct SceneShadow: Sendable {
  package var color = SceneColor(0, 0, 0, 1)
  package var opacity = 0.5
  package var offset = CGVector(dx: 0, dy: 3)
  package var radius = 3.0
  package var path: CGPath?

  package init(_ change: (inout Self) -> Void = { _ in }) { change(&self) }
}

/// What a layer shows between its background and its sublayers.
package enum SceneContent: Sendable {
  case none
  case shape(SceneShape)
  case gradient(SceneGradient)
  case image(SceneImage)
  case text(SceneText)
}

/// Text at given places, as glyphs for the canvases and as outlines for the reference.
package struct SceneText: Sendable {
  package var run: GlyphRun
  /// The outlines of all glyphs, in the layer's space.
  package var outline: CGPath
  package var color: SceneColor

  package init(run: GlyphRun, outline: CGPath, color: SceneColor) {
    (self.run, self.outline, self.color) = (run, outline, color)
  }
}

/// The properties of a shape layer.
package struct SceneShape: Sendable {
  package var path: CGPath
  package var fillColor: SceneColor?
  package var isEvenOdd = false
  package var strokeColor: SceneColor?
  package var strokeStart = 0.0, strokeEnd = 1.0
  package var lineWidth = 1.0
  package var miterLimit = 10.0
  package var cap = CGLineCap.butt
  package var join = CGLineJoin.miter
  package var dashes: [Double] = []
  package var dashPhase = 0.0

  package init(_ path: CGPath, _ change: (inout Self) -> Void = { _ in }) {
    self.path = path
    change(&self)
  }
}

/// The properties of a gradient layer. Points are fractions of the bounds.
package struct SceneGradient: Sendable {
  package enum Kind: CaseIterable, Sendable { case axial, radial, conic }

  package var kind = Kind.axial
  package var colors: [SceneColor]
  /// One for each colour, 0...1 ascending.
  package var locations: [Double]
  package var start = CGPoint(x: 0.5, y: 0), end = CGPoint(x: 0.5, y: 1)

  package init(_ colors: [SceneColor], _ change: (inout Self) -> Void = { _ in }) {
    self.colors = colors
    locations = colors.indices.map { Double($0) / Double(max(colors.count - 1, 1)) }
    change(&self)
  }
}

/// An image that fills the bounds.
package struct SceneImage: Sendable {
  package var width: Int, height: Int
  /// Row by row, premultiplied, 0...255.
  package var pixels: [UInt8]
  package var isNearest = false
  /// Pixels per point.
  package var scale = 1.0
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)

  /// Creates an image from a function of the column and the row.
  package init(
    width: Int, height: Int, _ color: (_ x: Int, _ y: Int) -> SceneColor,
    _ change: (inout Self) -> Void = { _ in }
  ) {
    (self.width, self.height) = (width, height)
    pixels = []
    for y in 0..<height {
      for x in 0..<width {
        let color = color(x, y)
        let lanes = color * SIMD4(color.w, color.w, color.w, 1) * 255
        for lane in 0..<4 { pixels.append(UInt8(min(max(lanes[lane], 0), 255).rounded())) }
      }
    }
    change(&self)
  }
}
