// PainterTests.swift
// From sampled layers to pixels: order, clips, groups, masks, shadows, contents.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@Suite struct PainterTests {
  // MARK: Order

  /// Background, contents, sublayers, border, from the back to the front.
  @Test func paintingOrderOfOneLayer() throws {
    var scene = Painted()
    let picture = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 255, 0, 255])
    let layer = scene.add(10, 10, 20, 20, red) {
      $0.contents = .image(picture)
      $0.contentsGravity = .center
      $0.contentsScale = 1.0 / 16
      ($0.borderWidth, $0.borderColor) = (1, .black)
    }
    scene.add(0, 0, 6, 20, blue, to: layer)
    let image = try scene.image()
    #expect(image.pixel(10, 20) == SIMD4(0, 0, 0, 255))
    #expect(image.pixel(13, 20) == bluePixel && image.pixel(20, 20) == greenPixel)
    #expect(image.pixel(20, 11) == redPixel && image.pixel(9, 20) == white)
  }

  /// Siblings by zPosition, then by index.
  @Test func siblingsAreOrderedByZPosition() throws {
    var scene = Painted()
    let first = scene.add(0, 0, 30, 30, red)
    scene.add(10, 10, 30, 30, blue)
    #expect(try scene.image().pixel(20, 20) == bluePixel)
    scene.set(first) { $0.zPosition = 1 }
    #expect(try scene.image().pixel(20, 20) == redPixel)
  }

  @Test func hiddenAndTransparentLayersAreLeftOut() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 30, 30, red)
    scene.add(0, 0, 10, 10, blue, to: layer)
    scene.set(layer) { $0.isHidden = true }
    #expect(try scene.image().pixel(5, 5) == white)
    scene.set(layer) { ($0.isHidden, $0.opacity) = (false, -1) }
    #expect(try scene.image().pixel(5, 5) == white)
    scene.set(layer) { $0.opacity = 1.5 }
    #expect(try scene.image().pixel(5, 5) == bluePixel)
  }

  // MARK: Placement

  /// The sublayer transform is about the parent's anchor point.
  @Test func sublayerTransformAppliesAboutAnchorPoint() throws {
    var scene = Painted()
    let parent = scene.add(0, 0, 40, 40) {
      $0.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    }
    scene.add(15, 15, 10, 10, red, to: parent)
    let image = try scene.image()
    #expect(image.pixel(10, 10) == redPixel && image.pixel(29, 29) == redPixel)
    #expect(image.pixel(9, 20) == white && image.pixel(30, 20) == white)
  }

  /// A bounds origin scrolls sublayers; the screen's scale applies to everything.
  @Test func boundsOriginScrollsSublayers() throws {
    var scene = Painted()
    let parent = scene.add(10, 10, 20, 20) { $0.masksToBounds = true }
    scene.add(0, 0, 20, 20, red, to: parent)
    scene.set(parent) { $0.bounds.origin.y = 15 }
    let image = try scene.image(scale: 2)
    #expect(image.pixel(40, 28) == redPixel && image.pixel(40, 32) == white)
    #expect(image.pixel(40, 18) == white)
  }

  @Test func singleSidedLayersFacingAwayAreHidden() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 20, 20, red) {
      $0.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
    }
    #expect(try scene.image().pixel(10, 10) == redPixel)
    scene.set(layer) { $0.isDoubleSided = false }
    #expect(try scene.image().pixel(10, 10) == white)
  }

  // MARK: Clips and groups

  /// A corner radius alone rounds the background, not the content; with a clip it
  /// rounds everything.
  @Test func cornerRadiusClipsOnlyWithMasksToBounds() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 40, 40, red) { $0.cornerRadius = 20 }
    #expect(try scene.image().pixel(2, 2) == white)
    scene.add(0, 0, 40, 40, blue, to: layer)
    #expect(try scene.image().pixel(2, 2) == bluePixel)
    scene.set(layer) { $0.masksToBounds = true }
    let image = try scene.image()
    #expect(image.pixel(2, 2) == white && image.pixel(20, 20) == bluePixel)
  }

  @Test func masksToBoundsClipsSublayers() throws {
    var scene = Painted()
    let layer = scene.add(10, 10, 10, 10)
    scene.add(0, 0, 30, 30, red, to: layer)
    #expect(try scene.image().pixel(25, 25) == redPixel)
    scene.set(layer) { $0.masksToBounds = true }
    let image = try scene.image()
    #expect(image.pixel(25, 25) == white && image.pixel(15, 15) == redPixel)
  }

  /// A clip is as exact as a background: a pixel of which half is inside shows half.
  @Test(arguments: [1, 0.5])
  func masksToBoundsClipsParts(opacity: Double) throws {
    var scene = Painted()
    let layer = scene.add(10.5, 10.25, 20, 20) { $0.masksToBounds = true }
    scene.add(-5, -5, 40, 40, red, to: layer) { $0.opacity = opacity }
    let image = try scene.image()
    func share(_ x: Int, _ y: Int) -> Double { Double(255 - image.pixel(x, y).y) / 255 / opacity }
    #expect(abs(share(20, 20) - 1) < 0.01 && share(9, 20) == 0 && share(31, 20) == 0)
    #expect(abs(share(10, 20) - 0.5) < 0.01 && abs(share(30, 20) - 0.5) < 0.01)
    #expect(abs(share(20, 10) - 0.75) < 0.01 && abs(share(20, 30) - 0.25) < 0.01)
    // On whole pixels no group is needed.
    var tree = scene.tree
    tree.update(layer) { $0.values.position = CGPoint(x: 20, y: 20) }
    var (sampler, painter) = (Sampler(), Painter())
    let sampled = sampler.sample(&tree, at: 0)
    painter.paint(
      tree, sampled, scale: 1, size: PixelSize(width: 40, height: 40), background: .white)
    #expect(!painter.list.items.contains { $0.primitive == .endGroup })
  }

  /// A drawing, and a rectangle that clips it, end between pixels as they do on them.
  @Test func drawingsEndBetweenPixels() throws {
    for isClipped in [false, true] {
      let context = CGContext(size: CGSize(width: 20, height: 20))
      if isClipped { context.clip(to: CGRect(x: 4.5, y: -5, width: 8, height: 30)) }
      context.setFillColor(red)
      context.fill(CGRect(x: -5, y: -5, width: 50, height: 50))
      let drawing = context.drawing
      var scene = Painted()
      scene.add(10, 10.5, 20, 20) { $0.contents = .drawing(drawing) }
      let image = try scene.image()
      #expect(isNear(image.pixel(20, 10), SIMD4(255, 128, 128, 255)))
      #expect(isNear(image.pixel(20, 30), SIMD4(255, 128, 128, 255)))
      if isClipped { #expect(isNear(image.pixel(14, 20), SIMD4(255, 128, 128, 255))) }
    }
  }

  // MARK: Text

  private func text(_ y: CGFloat, bar: CGRect? = nil) -> LayerContents {
    let run = GlyphRun(
      face: BlockLetters.face, size: 20, color: .black,
      glyphs: [PlacedGlyph(glyph: 72, position: CGPoint(x: 4, y: y))])
    let bars = bar.map { [Drawing.Item(command: .bar($0, .black), transform: .identity)] } ?? []
    return .drawing(
      Drawing(
        size: CGSize(width: 20, height: 30),
        items: [Drawing.Item(command: .glyphs(run), transform: .identity)] + bars))
  }

  /// The mean y of what is dark.
  private func height(_ image: CGImage) -> Double {
    var (sum, moment) = (0.0, 0.0)
    for y in 0..<40 {
      for x in 0..<40 {
        let ink = Double(255 - image.pixel(x, y).x)
        sum += ink
        moment += ink * (Double(y) + 0.5)
      }
    }
    return moment / sum
  }

  /// Text on a layer that glides glides with it, and is crisp on a layer that lies on whole pixels.
  @Test func textFollowsItsLayerBetweenRows() throws {
    var heights: [Double] = []
    for step in 0...20 {
      var scene = Painted()
      scene.add(5, 5 + 0.1 * Double(step), 20, 30) { $0.contents = text(20.4) }
      let image = try scene.image()
      heights.append(height(image))
      let inks = Set((0..<40).flatMap { y in (0..<40).map { x in image.pixel(x, y).x } })
      if step % 10 == 0 { #expect(inks == [0, 255], "step \(step) is not crisp") }
    }
    for (step, height) in heights.enumerated() {
      #expect(abs(height - heights[0] - 0.1 * Double(step)) < 0.15, "step \(step)")
    }
    #expect(abs(heights[20] - heights[0] - 2) < 0.001)
  }

  /// A line under or through text covers whole rows of its layer.
  @Test func barsOfTextCoverWholeRows() throws {
    for (thickness, rows) in [(0.6, 1), (1.0, 1), (1.7, 2)] {
      for y in [21.0, 21.3, 21.5, 21.9] {
        var scene = Painted()
        scene.add(0, 0, 20, 30) {
          $0.contents = text(
            10, bar: CGRect(x: 10, y: y, width: 8, height: CGFloat(thickness)))
        }
        let image = try scene.image()
        let column = (18..<28).map { image.pixel(14, $0).x }
        #expect(column.count { $0 == 0 } == rows && column.count { $0 == 255 } == 10 - rows)
      }
    }
  }

  // MARK: Groups

  /// Opacity fades a layer and its sublayers as a group, or each separately.
  @Test func opacityAppliesToGroupOrEachSublayer() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 40, 40, red) { $0.opacity = 0.5 }
    scene.add(0, 0, 20, 40, blue, to: layer)
    #expect(isNear(try scene.image().pixel(10, 10), SIMD4(128, 128, 255, 255)))
    scene.set(layer) { $0.allowsGroupOpacity = false }
    // Half blue over half red over white.
    #expect(isNear(try scene.image().pixel(10, 10), SIMD4(128, 64, 191, 255)))
    #expect(isNear(try scene.image().pixel(30, 10), SIMD4(255, 128, 128, 255)))
  }

  /// A mask's alpha multiplies layer, sublayers and shadow.
  @Test func maskAppliesToLayerSublayersAndShadow() throws {
    var scene = Painted()
    let layer = scene.add(10, 10, 20, 20, red) {
      ($0.shadowOpacity, $0.shadowRadius, $0.shadowOffset) = (1, 0, CGSize(width: 5, height: 0))
    }
    scene.add(-10, 0, 20, 20, blue, to: layer)
    scene.add(0, 0, 30, 10, CGColor(gray: 0, alpha: 1), to: layer, isMask: true)
    let image = try scene.image()
    #expect(image.pixel(15, 15) == bluePixel && image.pixel(25, 15) == redPixel)
    #expect(image.pixel(5, 15) == white && image.pixel(15, 25) == white)
    #expect(image.pixel(32, 15) == SIMD4(0, 0, 0, 255) && image.pixel(32, 25) == white)
  }

  // MARK: Shadows

  private func shadowed(_ v: inout LayerValues) {
    (v.shadowOpacity, v.shadowRadius) = (0.5, 0)
    v.shadowOffset = CGSize(width: 10, height: 0)
  }

  /// Shadows lie beneath the layer; a clip hides them; empty layers cast none.
  @Test func shadowsLieBeneath() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 20, 20, red) { shadowed(&$0) }
    var image = try scene.image()
    #expect(
      image.pixel(15, 10) == redPixel && isNear(image.pixel(25, 10), SIMD4(128, 128, 128, 255)))
    scene.set(layer) { $0.masksToBounds = true }
    #expect(try scene.image().pixel(25, 10) == white)
    scene.set(layer) { ($0.masksToBounds, $0.backgroundColor) = (false, nil) }
    #expect(try scene.image().pixel(25, 10) == white)
    // A border alone casts a ring.
    scene.set(layer) { ($0.borderWidth, $0.borderColor) = (2, .black) }
    image = try scene.image()
    #expect(isNear(image.pixel(29, 10), SIMD4(128, 128, 128, 255)) && image.pixel(25, 10) == white)
    scene.set(layer) { $0.shadowPath = CGPath(rect: CGRect(x: 0, y: 0, width: 20, height: 5)) }
    image = try scene.image()
    #expect(isNear(image.pixel(25, 3), SIMD4(128, 128, 128, 255)) && image.pixel(29, 10) == white)
  }

  /// Sublayers cast shadows, with or without a background; casting content is
  /// painted once.
  @Test func sublayersCastShadow() throws {
    var scene = Painted()
    let half = CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)
    let parent = scene.add(0, 0, 10, 10) { shadowed(&$0) }
    scene.add(0, 20, 10, 10, half, to: parent)
    for background in [nil, blue] as [CGColor?] {
      scene.set(parent) { $0.backgroundColor = background }
      let image = try scene.image()
      // Half-transparent content: half a shadow of half strength.
      #expect(isNear(image.pixel(15, 25), SIMD4(191, 191, 191, 255)))
      #expect(isNear(image.pixel(5, 25), SIMD4(255, 128, 128, 255)))
      #expect(isNear(image.pixel(15, 5), background == nil ? white : SIMD4(128, 128, 128, 255)))
    }
  }

  /// With an opacity the shadow lies beneath the whole group, and fades with it.
  @Test func groupOpacityFadesShadow() throws {
    var scene = Painted()
    let layer = scene.add(0, 0, 20, 20, red) {
      shadowed(&$0)
      $0.opacity = 0.5
    }
    for hasChild in [false, true] {
      if hasChild { scene.add(0, 20, 20, 10, blue, to: layer) }
      let image = try scene.image()
      #expect(isNear(image.pixel(25, 10), SIMD4(191, 191, 191, 255)))
      // Half red over the shadow of a quarter.
      #expect(isNear(image.pixel(15, 10), SIMD4(223, 96, 96, 255), 2))
      if hasChild { #expect(isNear(image.pixel(25, 25), SIMD4(191, 191, 191, 255))) }
    }
  }

  // MARK: Contents

  /// Two pixels side by side, red and blue, in a box of 20 x 8, by gravity: where red
  /// and blue are on the box's middle line.
  @Test(arguments: [
    ("resize", "rrrrrrrrrrbbbbbbbbbb"), ("resizeAspect", "..rrrrrrrrbbbbbbbb.."),
    ("resizeAspectFill", "rrrrrrrrrrbbbbbbbbbb"), ("center", ".........rb........."),
    ("left", "rb.................."), ("right", "..................rb"),
    ("noSuchGravity", ".........rb........."),
  ])
  func contentsGravityPlacesContents(gravity: String, line: String) throws {
    let picture = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    var scene = Painted(20, 8)
    scene.add(0, 0, 20, 8) {
      $0.contents = .image(picture)
      $0.contentsGravity = CALayerContentsGravity(rawValue: gravity)
      $0.magnificationFilter = .nearest
      $0.masksToBounds = true
    }
    let image = try scene.image()
    // An odd height in an even box is between two rows: the stronger colour counts.
    let seen = (0..<20).map { x -> Character in
      let pixel = image.pixel(x, 4)
      return pixel.x > pixel.z ? "r" : pixel.z > pixel.x ? "b" : "."
    }
    #expect(String(seen) == line)
  }

  @Test func contentsRectSelectsPart() throws {
    let picture = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    var scene = Painted()
    scene.add(0, 0, 40, 40) {
      $0.contents = .image(picture)
      $0.contentsRect = CGRect(x: 0.5, y: 0, width: 0.5, height: 1)
    }
    #expect(try scene.image().pixel(20, 20) == bluePixel)
  }

  /// Content is clipped to the drawing's edges, rotated or not.
  @Test(arguments: [0, 0.5]) func drawingsEndAtTheirEdges(angle: Double) throws {
    let context = CGContext(size: CGSize(width: 10, height: 10))
    context.setFillColor(red)
    context.fill(CGRect(x: -30, y: 2, width: 60, height: 6))
    let drawing = context.drawing
    var scene = Painted()
    scene.add(15, 15, 10, 10) {
      $0.contents = .drawing(drawing)
      $0.transform = CATransform3DMakeRotation(angle, 0, 0, 1)
    }
    let image = try scene.image()
    #expect(image.pixel(20, 20) == redPixel)
    let reach = (0..<40).filter { x in (0..<40).contains { image.pixel(x, $0) != white } }
    #expect(reach.count <= 14)
  }

  /// A gradient fills the whole drawing, whatever the context's transform.
  @Test func gradientsFillTheWholeDrawing() throws {
    let context = CGContext(size: CGSize(width: 40, height: 40))
    let gradient = try #require(CGGradient(colors: [red, red]))
    context.translateBy(x: 15, y: 12)
    context.scaleBy(x: 0.5, y: 0.5)
    context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 1, y: 1))
    let drawing = context.drawing
    var scene = Painted()
    scene.add(0, 0, 40, 40) { $0.contents = .drawing(drawing) }
    let image = try scene.image()
    for (x, y) in [(1, 1), (38, 1), (1, 38), (38, 38)] { #expect(image.pixel(x, y) == redPixel) }
  }

  /// Outside of the image its edge pixels repeat.
  @Test func contentsRectRepeatsEdgePixelsOutside() throws {
    let picture = CGImage(
      width: 2, height: 1, premultipliedRGBA: [255, 0, 0, 255, 0, 0, 255, 255])
    var scene = Painted()
    scene.add(0, 0, 40, 40) {
      $0.contents = .image(picture)
      $0.contentsRect = CGRect(x: -1, y: -1, width: 3, height: 3)
      $0.magnificationFilter = .nearest
    }
    let image = try scene.image()
    #expect(image.pixel(1, 1) == redPixel && image.pixel(18, 38) == redPixel)
    #expect(image.pixel(22, 1) == bluePixel && image.pixel(38, 38) == bluePixel)
  }

  /// Nine parts; an empty centre is one pixel.
  @Test(arguments: [
    CGRect(x: 0.25, y: 0.25, width: 0.5, height: 0.5),
    CGRect(x: 0.375, y: 0.5, width: 0, height: 0),
  ])
  func contentsCenterStretchesMiddle(center: CGRect) throws {
    // A frame of red about green, 4 x 4.
    let pixels = (0..<16).flatMap { index -> [UInt8] in
      let isEdge = index % 4 == 0 || index % 4 == 3 || index / 4 == 0 || index / 4 == 3
      return isEdge ? [255, 0, 0, 255] : [0, 255, 0, 255]
    }
    var scene = Painted(40, 20)
    scene.add(0, 0, 40, 20) {
      $0.contents = .image(CGImage(width: 4, height: 4, premultipliedRGBA: pixels))
      ($0.contentsCenter, $0.magnificationFilter) = (center, .nearest)
    }
    let image = try scene.image()
    #expect(image.pixel(0, 10) == redPixel && image.pixel(39, 10) == redPixel)
    #expect(image.pixel(3, 10) == greenPixel && image.pixel(20, 17) == greenPixel)
    #expect(image.pixel(20, 0) == redPixel && image.pixel(20, 19) == redPixel)
  }

  /// The parts of an image are one shape: only its outer edges let through what lies beneath.
  @Test(arguments: [
    CATransform3DIdentity, CATransform3DMakeTranslation(0.3, 0.6, 0),
    CATransform3DMakeRotation(0.3, 0, 0, 1), CATransform3DMakeScale(0.87, 0.93, 1),
  ])
  func contentsCenterHasNoSeams(transform: CATransform3D) throws {
    let pixels = (0..<24 * 24).flatMap { _ -> [UInt8] in [255, 0, 0, 255] }
    for centre in [
      CGRect(x: 0.5, y: 0.5, width: 0, height: 0),
      CGRect(x: 1.0 / 3, y: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3),
    ] {
      var scene = Painted(80, 60)
      scene.add(10, 10, 60, 40) {
        $0.contents = .image(CGImage(width: 24, height: 24, premultipliedRGBA: pixels))
        ($0.contentsCenter, $0.transform) = (centre, transform)
      }
      let image = try scene.image()
      for y in 22..<38 {
        for x in 20..<60 { #expect(image.pixel(x, y) == redPixel, "at \(x), \(y)") }
      }
    }
  }

  /// minificationFilter: trilinear shows the mean of all pixels, linear that of some,
  /// nearest one.
  @Test func minificationFiltersShrinkImages() throws {
    // Columns of which every eighth is white.
    let pixels = (0..<64 * 64).flatMap { index -> [UInt8] in
      index % 8 == 0 ? [255, 255, 255, 255] : [0, 0, 0, 255]
    }
    let picture = CGImage(width: 64, height: 64, premultipliedRGBA: pixels)
    var scene = Painted(8, 8)
    let layer = scene.add(0, 0, 8, 8) {
      $0.contents = .image(picture)
      $0.minificationFilter = .trilinear
    }
    let smooth = try scene.image()
    for x in 0..<8 { #expect(abs(smooth.pixel(x, 4).x - 32) <= 2, "column \(x)") }
    scene.set(layer) { $0.minificationFilter = .linear }
    #expect(try scene.image().pixel(4, 4).x == 0)
    scene.set(layer) { $0.minificationFilter = .nearest }
    #expect(try scene.image().pixel(4, 4).x == 0)
    // Of any size, and part of it.
    let odd = CGImage(
      width: 33, height: 7, premultipliedRGBA: [UInt8](repeating: 200, count: 33 * 7 * 4))
    scene.set(layer) {
      ($0.contents, $0.minificationFilter) = (.image(odd), .trilinear)
      $0.contentsRect = CGRect(x: 0.25, y: 0, width: 0.5, height: 1)
    }
    #expect(isNear(try scene.image().pixel(4, 4), SIMD4(255, 255, 255, 255), 56))
  }

  /// Two contents at once are weighted.
  @Test func mixedContentsAreWeighted() throws {
    func dot(_ color: [UInt8]) -> LayerContents {
      .image(CGImage(width: 1, height: 1, premultipliedRGBA: color))
    }
    var scene = Painted()
    scene.add(0, 0, 40, 40) {
      $0.contents = .mix(from: dot([255, 0, 0, 255]), to: dot([0, 0, 255, 255]), progress: 0.25)
    }
    #expect(isNear(try scene.image().pixel(20, 20), SIMD4(191, 0, 64, 255)))
  }
}
