// LayerDefaultsTests.swift
// Every property of a layer with its type and default, by key and by name (semantics 12).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// semantics 12
@Suite struct LayerDefaultsTests {
  /// semantics 12: the table, row by row, through key-value coding.
  @Test(
    "Defaults of CALayer by key, semantics 12",
    arguments: [
      ("bounds", CGRect.zero), ("position", CGPoint.zero), ("zPosition", 0.0),
      ("anchorPointZ", 0.0), ("anchorPoint", CGPoint(x: 0.5, y: 0.5)),
      ("transform", CATransform3DIdentity), ("sublayerTransform", CATransform3DIdentity),
      ("frame", CGRect.zero), ("hidden", false), ("isHidden", false), ("doubleSided", true),
      ("isDoubleSided", true), ("geometryFlipped", false), ("isGeometryFlipped", false),
      ("masksToBounds", false), ("contentsRect", CGRect(x: 0, y: 0, width: 1, height: 1)),
      ("contentsCenter", CGRect(x: 0, y: 0, width: 1, height: 1)),
      ("contentsGravity", CALayerContentsGravity.resize), ("contentsScale", 1.0),
      ("rasterizationScale", 1.0), ("contentsFormat", CALayerContentsFormat.RGBA8Uint),
      ("minificationFilter", CALayerContentsFilter.linear),
      ("magnificationFilter", CALayerContentsFilter.linear), ("minificationFilterBias", 0.0),
      ("opaque", false), ("isOpaque", false), ("needsDisplayOnBoundsChange", false),
      ("drawsAsynchronously", false), ("allowsEdgeAntialiasing", false), ("cornerRadius", 0.0),
      ("borderWidth", 0.0), ("cornerCurve", CALayerCornerCurve.circular),
      ("borderColor", CGColor.black), ("shadowColor", CGColor.black), ("opacity", 1.0),
      ("allowsGroupOpacity", true), ("shouldRasterize", false), ("shadowOpacity", 0.0),
      ("shadowOffset", CGSize(width: 0, height: -3)), ("shadowRadius", 3.0),
      ("wantsExtendedDynamicRangeContent", false), ("contentsHeadroom", 0.0),
      ("toneMapMode", CAToneMapMode.automatic), ("beginTime", 0.0), ("timeOffset", 0.0),
      ("speed", 1.0), ("duration", Double.infinity), ("repeatCount", 0.0),
      ("repeatDuration", 0.0), ("autoreverses", false), ("fillMode", CAMediaTimingFillMode.removed),
    ] as [(String, any Sendable)])
  func defaultsByKey(key: String, value: any Sendable) throws {
    let found = try #require(CALayer().value(forKey: key))
    #expect(AnimatableValue(found).isEqual(to: AnimatableValue(value)), "\(found)")
    #expect(!CALayer().shouldArchiveValue(forKey: key))
  }

  @Test(
    "What a new layer does not have, semantics 12",
    arguments: [
      "sublayers", "superlayer", "mask", "contents", "backgroundColor", "shadowPath", "name",
      "delegate", "style", "actions", "compositingFilter", "filters", "backgroundFilters", "mine",
    ])
  func emptyByKey(key: String) {
    #expect(CALayer().value(forKey: key) == nil)
    #expect(!CALayer().shouldArchiveValue(forKey: key))
  }

  /// semantics 12: the same through properties, with Apple's types.
  @Test func defaultsByName() {
    let layer = CALayer()
    let (bias, headroom): (Float, CGFloat) = (layer.minificationFilterBias, layer.contentsHeadroom)
    #expect(bias == 0 && headroom == 0 && layer.edgeAntialiasingMask.rawValue == 15)
    #expect(layer.maskedCorners.rawValue == 15 && layer.cornerCurve == .circular)
    #expect(layer.contentsFormat == .RGBA8Uint && layer.toneMapMode == .automatic)
    #expect(!layer.drawsAsynchronously && !layer.wantsExtendedDynamicRangeContent)
    #expect(layer.compositingFilter == nil && layer.filters == nil && layer.mask == nil)
    #expect(layer.backgroundFilters == nil && !layer.allowsEdgeAntialiasing)
    #expect(layer.preferredFrameSize() == .zero && layer.animationKeys() == nil)
    #expect(CATransform3DIsAffine(layer.transform) && layer.affineTransform() == .identity)
    #expect(!layer.contentsAreFlipped() && !layer.needsLayout() && !layer.needsDisplay())
    #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
    #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
    #expect((CALayer.defaultValue(forKey: "opacity") as? NSNumber)?.doubleValue == 1)
    #expect(!CALayer.needsDisplay(forKey: "opacity"))
  }

  /// Values that are set are returned, by property and by key.
  @Test func keptValuesAreKept() {
    let layer = CALayer()
    layer.contentsFormat = .RGBA16Float
    layer.drawsAsynchronously = true
    layer.wantsExtendedDynamicRangeContent = true
    layer.toneMapMode = .never
    layer.contentsHeadroom = 2
    layer.minificationFilterBias = -0.5
    layer.cornerCurve = .continuous
    layer.edgeAntialiasingMask = [.layerLeftEdge, .layerBottomEdge]
    layer.allowsEdgeAntialiasing = true
    #expect(layer.contentsFormat == .RGBA16Float && layer.drawsAsynchronously)
    #expect(layer.wantsExtendedDynamicRangeContent && layer.toneMapMode == .never)
    #expect(layer.contentsHeadroom == 2 && layer.minificationFilterBias == -0.5)
    #expect(layer.cornerCurve == .continuous && layer.allowsEdgeAntialiasing)
    #expect(layer.edgeAntialiasingMask.rawValue == 5)
    #expect(layer.value(forKey: "drawsAsynchronously") as? Bool == true)
    #expect(layer.shouldArchiveValue(forKey: "contentsHeadroom"))
  }

  /// semantics 15: contents are flipped when an odd number of layers from this one up is.
  @Test func contentsAreFlippedByAnOddNumber() {
    let (a, b, c) = (CALayer(), CALayer(), CALayer())
    a.addSublayer(b)
    b.addSublayer(c)
    a.isGeometryFlipped = true
    #expect([a, b, c].map { $0.contentsAreFlipped() } == [true, true, true])
    b.isGeometryFlipped = true
    #expect([a, b, c].map { $0.contentsAreFlipped() } == [true, false, false])
  }
}
