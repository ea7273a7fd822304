// FreeTypeCoverageTests.swift
// Coverage of paths and glyphs: areas, fill rules, strokes, dashes, and extreme numbers.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import FreeTypeRaster
import TestSupport
import Testing
import Typesetting

@Suite struct FreeTypeCoverageTests {
  private let fonts: SystemFontProvider
  private let source: FreeTypeCoverage
  private let clip = PixelRect(minX: 0, minY: 0, maxX: 400, maxY: 300)

  init() throws {
    fonts = try SystemFontProvider()
    source = FreeTypeCoverage(fonts: fonts)
  }

  private func fill(
    _ path: CGPath, _ rule: CGPathFillRule = .winding, _ transform: CGAffineTransform = .identity
  ) -> Coverage { source.fill(path, rule: rule, transform: transform, clip: clip) }

  private func stroke(
    _ path: CGPath, _ style: StrokeStyle, _ transform: CGAffineTransform = .identity
  ) -> Coverage {
    source.stroke(path, style: style, transform: PlaneTransform(transform), clip: clip)
  }

  private func style(_ width: CGFloat) -> StrokeStyle {
    var style = StrokeStyle()
    style.width = width
    return style
  }

  private func line(_ points: CGPoint...) -> CGPath {
    let path = CGMutablePath()
    path.move(to: points[0])
    for point in points.dropFirst() { path.addLine(to: point) }
    return path
  }

  // MARK: Fills

  /// Two triangles that touch within a pixel each have a part of it, though they wind in opposite directions.
  @Test(arguments: [CGPathFillRule.winding, .evenOdd])
  func linesThatCrossWithinAPixelLeaveBothParts(rule: CGPathFillRule) {
    let path = line(
      CGPoint(x: 10.5, y: 10.5), CGPoint(x: 20.5, y: 20.5), CGPoint(x: 20.5, y: 10.5),
      CGPoint(x: 10.5, y: 20.5))
    let coverage = fill(path, rule)
    func share(_ x: Int, _ y: Int) -> Int {
      Int(
        coverage.pixels[
          (y - coverage.bounds.minY) * coverage.bounds.width + x - coverage.bounds.minX])
    }
    #expect(abs(share(15, 15) - 128) <= 1)
    #expect(abs(coverage.area - 50) < 0.1)
  }

  /// A star by the even-odd rule is its five points: what lies in the middle is left out of every pixel.
  @Test func starsMiddleIsLeftOut() {
    let points = (0..<5).map { index in
      let angle = Double(index) * 4 / 5 * .pi
      return CGPoint(x: 100.3 + 50 * sin(angle), y: 100.7 - 50 * cos(angle))
    }
    let star = CGMutablePath()
    star.addLines(between: points)
    star.closeSubpath()
    // The middle is a pentagon with the star's points as those of its sides.
    let golden = (1 + 5.0.squareRoot()) / 2
    let middle = 50 / golden / golden
    let pentagon = 2.5 * middle * middle * sin(2 * .pi / 5)
    let whole = fill(star, .winding).area
    #expect(abs(fill(star, .evenOdd).area - (whole - pentagon)) < 0.5)
  }

  @Test(arguments: [3.0, 10, 47.3, 140])
  func circleArea(radius: Double) {
    let circle = CGPath(
      ellipseIn: CGRect(x: 200.3 - radius, y: 150.7 - radius, width: radius * 2, height: radius * 2)
    )
    let area = Double.pi * radius * radius
    #expect(abs(fill(circle).area - area) < area * 0.005)
  }

  @Test func rectangleCoversPixelsByArea() {
    let coverage = fill(CGPath(rect: CGRect(x: 10.5, y: 20.25, width: 3, height: 2)))
    #expect(coverage.bounds == PixelRect(minX: 10, minY: 20, maxX: 14, maxY: 23))
    let expected: [Double] = [
      0.375, 0.75, 0.75, 0.375, 0.5, 1, 1, 0.5, 0.125, 0.25, 0.25, 0.125,
    ]
    for (pixel, share) in zip(coverage.pixels, expected) {
      #expect(abs(Double(pixel) - share * 255) <= 2)
    }
  }

  @Test func fillRulesDifferWhereAPathWindsTwice() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 10, y: 10, width: 100, height: 100))
    path.addRect(CGRect(x: 30, y: 30, width: 40, height: 40))
    #expect(abs(fill(path, .winding).area - 10_000) < 1)
    #expect(abs(fill(path, .evenOdd).area - 8_400) < 1)
  }

  /// Edges that touch a thousand pixels of one row are drawn, too: FreeType alone has no room for them.
  @Test(arguments: [0.05, 0.2, 0.5, 1, 5])
  func flatEdgesAreDrawn(rise: Double) {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 10, y: 30))
    path.addLine(to: CGPoint(x: 10, y: 300))
    path.addLine(to: CGPoint(x: 1400, y: 300 + rise))
    path.addLine(to: CGPoint(x: 1400, y: 30 + rise))
    path.closeSubpath()
    let area = source.fill(
      path, rule: .winding, transform: .identity,
      clip: PixelRect(minX: 0, minY: 0, maxX: 1500, maxY: 400)
    ).area
    #expect(abs(area / (1390 * 270) - 1) < 0.002, "\(area)")
  }

  @Test func coverageIsLimitedToTheClip() {
    let coverage = fill(CGPath(rect: CGRect(x: -50, y: -50, width: 1000, height: 1000)))
    #expect(coverage.bounds == clip)
    #expect(coverage.pixels.allSatisfy { $0 == 255 })
    #expect(fill(CGPath(rect: CGRect(x: 500, y: 0, width: 10, height: 10))) == .empty)
  }

  @Test(arguments: [1e5, 1e7, 1e12, 1e30])
  func hugePathsAreClipped(size: Double) {
    let around = CGRect(x: -size, y: -size, width: size * 2, height: size * 2)
    #expect(fill(CGPath(rect: around)).pixels.allSatisfy { $0 == 255 })
    #expect(fill(CGPath(ellipseIn: around)).pixels.allSatisfy { $0 == 255 })
    let half = CGRect(x: 100, y: -size, width: size, height: size * 2)
    #expect(abs(fill(CGPath(rect: half)).area - 300 * 300) < 2)
    // The disc is so large that its edge is straight here.
    let disc = CGRect(x: 200, y: 150 - size, width: size * 2, height: size * 2)
    if size <= 1e12 { #expect(abs(fill(CGPath(ellipseIn: disc)).area - 200 * 300) < 200) }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func nonFiniteNumbersCoverNothing(bad: Double) {
    #expect(fill(line(CGPoint(x: 0, y: 0), CGPoint(x: bad, y: 5), CGPoint(x: 9, y: 9))) == .empty)
    let bent = line(CGPoint(x: 0, y: 0), CGPoint(x: 10, y: bad))
    #expect(stroke(bent, style(2)) == .empty)
    #expect(stroke(line(.zero, CGPoint(x: 10, y: 10)), style(bad)) == .empty)
    let square = CGPath(rect: CGRect(x: 0, y: 0, width: 5, height: 5))
    #expect(fill(square, .winding, CGAffineTransform(scaleX: bad, y: 1)) == .empty)
    #expect(stroke(square, style(1), CGAffineTransform(scaleX: bad, y: 1)) == .empty)
  }

  @Test func pathWithMorePointsThanFreeTypeAllows() {
    let path = CGMutablePath()
    for row in 0..<150 {
      for column in 0..<200 {
        path.addRect(CGRect(x: column * 2, y: row * 2, width: 1, height: 1))
      }
    }
    #expect(abs(fill(path).area - 30_000) < 1)
  }

  @Test func polygonAreaLaw() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<200 {
      func corner() -> CGPoint {
        CGPoint(x: .random(in: 0...400, using: &random), y: .random(in: 0...300, using: &random))
      }
      let (a, b, c) = (corner(), corner(), corner())
      let area = abs((b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)) / 2
      #expect(abs(fill(line(a, b, c)).area - area) < 4 + area * 0.001)
    }
  }

  // MARK: Strokes

  @Test(arguments: [0.5, 1, 3.7, 20])
  func strokeWidth(width: Double) {
    let path = line(CGPoint(x: 50, y: 100), CGPoint(x: 250, y: 100))
    #expect(abs(stroke(path, style(width)).area - 200 * width) < 200 * width * 0.01 + 1)
    let slanted = line(CGPoint(x: 50, y: 50), CGPoint(x: 170, y: 210))
    #expect(abs(stroke(slanted, style(width)).area - 200 * width) < 200 * width * 0.01 + 1)
  }

  @Test(arguments: [
    (CGLineCap.butt, 1000.0), (.square, 1100), (.round, 1000 + Double.pi * 25),
  ])
  func capArea(cap: CGLineCap, area: Double) {
    var style = style(10)
    style.cap = cap
    let path = line(CGPoint(x: 50, y: 100), CGPoint(x: 150, y: 100))
    #expect(abs(stroke(path, style).area - area) < 5)
  }

  @Test(arguments: [
    // Two lines of 100 at a right angle, 10 wide, overlap in a quarter of 10 x 10.
    (CGLineJoin.miter, 10.0, 2000.0), (.bevel, 10, 1987.5), (.miter, 1.2, 1987.5),
    (.round, 10, 1975 + Double.pi * 25 / 4),
  ])
  func joinArea(join: CGLineJoin, limit: Double, area: Double) {
    var style = style(10)
    (style.join, style.miterLimit) = (join, limit)
    let path = line(CGPoint(x: 50, y: 50), CGPoint(x: 150, y: 50), CGPoint(x: 150, y: 150))
    #expect(abs(stroke(path, style).area - area) < 5)
  }

  @Test func closedStrokeHasAJoinAtItsStart() {
    let square = CGPath(rect: CGRect(x: 50, y: 50, width: 100, height: 100))
    #expect(abs(stroke(square, style(10)).area - 4000) < 5)
    let circle = CGPath(ellipseIn: CGRect(x: 50, y: 50, width: 100, height: 100))
    #expect(abs(stroke(circle, style(10)).area - 1000 * Double.pi) < 15)
  }

  @Test func skewedTransformSkewsThePen() {
    let path = line(CGPoint(x: 10, y: 10), CGPoint(x: 110, y: 10))
    let wide = stroke(path, style(4), CGAffineTransform(scaleX: 1, y: 5))
    #expect(abs(wide.area - 2000) < 10)
    #expect(abs(wide.bounds.minY - 40) <= 1 && abs(wide.bounds.maxY - 60) <= 1)
  }

  @Test func dashArea() {
    var style = style(10)
    style.dashLengths = [15, 5]
    let path = line(CGPoint(x: 50, y: 100), CGPoint(x: 250, y: 100))
    #expect(abs(stroke(path, style).area - 1500) < 5)
    style.dashPhase = 15
    #expect(stroke(path, style).bounds.minX == 55)
    // An odd pattern alternates: 10 on, 10 off.
    style.dashLengths = [10]
    style.dashPhase = 0
    #expect(abs(stroke(path, style).area - 1000) < 5)
    // A pattern without length is ignored.
    style.dashLengths = [0, 0]
    #expect(abs(stroke(path, style).area - 2000) < 5)
  }

  /// A dash without length is a dot where it lies, the first one too.
  @Test func dashesWithoutLengthAreDots() {
    var style = style(8)
    (style.cap, style.dashLengths) = (.round, [0, 16])
    let path = line(CGPoint(x: 20, y: 30), CGPoint(x: 230, y: 30))
    let coverage = stroke(path, style)
    #expect(coverage.bounds.minX == 16)
    #expect(abs(coverage.area - 14 * Double.pi * 16) < 3)
    style.dashPhase = 4
    #expect(stroke(path, style).bounds.minX == 28)
    style.dashPhase = 16
    #expect(stroke(path, style).bounds.minX == 16)
    // Squares lie along the line.
    style.cap = .square
    style.dashPhase = 0
    let slanted = stroke(line(CGPoint(x: 50, y: 50), CGPoint(x: 60, y: 60)), style)
    #expect(slanted.bounds == PixelRect(minX: 44, minY: 44, maxX: 56, maxY: 56))
    #expect(abs(slanted.area - 64) < 1)
  }

  /// Where a stroke lies on itself it is one shape, whose edges are covered once.
  @Test func strokesThatOverlapThemselvesHaveNoSeams() {
    let circle = CGMutablePath()
    circle.addArc(
      center: CGPoint(x: 60.3, y: 60.6), radius: 50, startAngle: 0, endAngle: .pi * 2,
      clockwise: false)
    let closed = CGMutablePath()
    closed.addPath(circle)
    closed.closeSubpath()
    var style = style(5)
    let whole = stroke(closed, style)
    for cap in [CGLineCap.round, .square] {
      style.cap = cap
      // The corner of a square cap lies a little outside of the circle.
      let difference = stroke(circle, style).largestDifference(from: whole)
      #expect(difference <= (cap == .round ? 3 : 26), "\(cap): \(difference)")
    }
    let twice = CGMutablePath()
    for _ in 0..<3 {
      twice.move(to: CGPoint(x: 10, y: 20.3))
      twice.addLine(to: CGPoint(x: 90, y: 50.1))
    }
    let once = stroke(
      line(CGPoint(x: 10, y: 20.3), CGPoint(x: 90, y: 50.1)), self.style(3))
    #expect(stroke(twice, self.style(3)).largestDifference(from: once) == 0)
  }

  /// A cross covers what both of its lines cover, also in pixels that each covers in part.
  @Test func crossingLinesAreOneShape() {
    let cross = CGMutablePath()
    cross.addPath(line(CGPoint(x: 10, y: 20.25), CGPoint(x: 30, y: 20.25)))
    cross.addPath(line(CGPoint(x: 20.25, y: 10), CGPoint(x: 20.25, y: 30)))
    let coverage = stroke(cross, style(1.5))
    #expect(abs(coverage.area - (2 * 20 * 1.5 - 1.5 * 1.5)) < 0.1)
    // Both lines cover half of the pixel, together three quarters.
    #expect(coverage.at(19, 19) == 191 || coverage.at(19, 19) == 192)
  }

  @Test func dashesKeepTheirPlaceWhereAPathLeavesTheClip() {
    var style = style(4)
    style.dashLengths = [12, 7]
    let ellipse = CGPath(ellipseIn: CGRect(x: 40, y: -180, width: 300, height: 400))
    let part = stroke(ellipse, style)
    let all = source.stroke(
      ellipse, style: style, transform: .identity,
      clip: PixelRect(minX: 0, minY: -300, maxX: 400, maxY: 300))
    for y in 0..<220 {
      for x in 40..<340 where part.at(x, y) != all.at(x, y) {
        #expect(abs(part.at(x, y) - all.at(x, y)) <= 2, "at \(x), \(y)")
      }
    }
  }

  /// The nearer end of a line is wider, and so are its dashes.
  @Test func perspectiveWidensTheNearerPartOfAStroke() {
    var style = style(10)
    style.dashLengths = [10, 10]
    let path = line(CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0))
    let space = PlaneTransform(a: 2, d: 2, tx: 10, ty: 100, px: 0.01, pw: 1)
    let coverage = source.stroke(path, style: style, transform: space, clip: clip)
    // At 0 it is twice as large, at 95 by about one half less.
    func height(_ x: Int) -> Int { (0..<200).reduce(0) { $0 + coverage.at(x, $1) } }
    #expect(abs(height(11) - 255 * 20) < 255)
    let far = space.apply(CGPoint(x: 85, y: 0)) ?? .zero
    #expect(abs(Double(height(Int(far.x))) - 255 * 20 / 1.85) < 255)
    let gap = space.apply(CGPoint(x: 75, y: 0)) ?? .zero
    #expect(height(Int(gap.x)) == 0)
  }

  @Test func dashesContinueAroundCorners() {
    var style = style(2)
    style.dashLengths = [30, 10]
    let square = CGPath(rect: CGRect(x: 50, y: 50, width: 100, height: 100))
    #expect(abs(stroke(square, style).area - 600) < 10)
    let circle = CGPath(ellipseIn: CGRect(x: 50, y: 50, width: 100, height: 100))
    #expect(abs(stroke(circle, style).area - 100 * Double.pi * 2 * 0.75) < 20)
  }

  @Test func lineWithoutLengthHasCapsOnly() {
    var style = style(20)
    let dot = line(CGPoint(x: 100, y: 100), CGPoint(x: 100, y: 100))
    #expect(stroke(dot, style) == .empty)
    style.cap = .round
    #expect(abs(stroke(dot, style).area - 100 * Double.pi) < 2)
    style.cap = .square
    #expect(abs(stroke(dot, style).area - 400) < 2)
  }

  @Test(arguments: [0.1, 0.01, 0.003, 0.001, 1e-4, 1e-6, 1e-8])
  func strokesOfTinyClosedCurves(scale: Double) {
    for size in [0.0, 1, 4, 30] {
      let rect = CGRect(x: 3, y: 4, width: size, height: size)
      let round = CGPath(
        roundedRect: rect, cornerWidth: size / 3, cornerHeight: size / 3)
      for path in [CGPath(ellipseIn: rect), round] {
        let coverage = stroke(path, style(2), CGAffineTransform(scaleX: scale, y: scale))
        #expect(coverage.area <= (size + 2) * (size + 2) * scale * scale + 0.5)
      }
    }
  }

  @Test(arguments: [1e5, 1e8, 1e15])
  func hugeStrokesAreClipped(size: Double) {
    let path = line(CGPoint(x: -size, y: 100), CGPoint(x: size, y: 100))
    #expect(abs(stroke(path, style(10)).area - 4000) < 10)
    let square = CGPath(rect: CGRect(x: 100, y: 100, width: size, height: size))
    #expect(abs(stroke(square, style(10)).area - (305 + 205) * 10 + 100) < 20)
  }

  // MARK: Glyphs

  @Test func glyphPositionsAtQuarterPixels() {
    let face = fonts.face(for: FontDescription())
    let glyph = fonts.shape("H", face: face, size: 40)[0].glyph
    let key = GlyphKey(face: face, glyph: glyph, size26_6: 40 * 64, subpixel: 0)
    let picture = source.glyph(key)
    #expect(picture.bounds.maxY == 0)
    let capHeight = fonts.metrics(of: face, size: 40).capHeight
    #expect(abs(Double(-picture.bounds.minY) - capHeight) <= 1)
    var moved = key
    moved.subpixel = 2
    #expect(abs(source.glyph(moved).centreX - picture.centreX - 0.5) < 0.02)
    #expect(abs(source.glyph(moved).area - picture.area) < picture.area * 0.01)
  }

  @Test func glyphOutlineMatchesItsCoverage() throws {
    let face = fonts.face(for: FontDescription())
    for character in ["g", "&", "8", "i"] {
      let glyph = fonts.shape(character, face: face, size: 40)[0].glyph
      let outline = try #require(source.outline(of: glyph, in: face))
      let picture = source.glyph(
        GlyphKey(face: face, glyph: glyph, size26_6: 64 * 64, subpixel: 0))
      let scaled = CGAffineTransform(a: 64, b: 0, c: 0, d: 64, tx: 100, ty: 100)
      #expect(abs(fill(outline, .winding, scaled).area - picture.area) < 2)
    }
  }

  @Test func spacesAndUnknownFacesHaveNoCoverage() {
    let face = fonts.face(for: FontDescription())
    let space = fonts.shape(" ", face: face, size: 40)[0].glyph
    #expect(
      source.glyph(GlyphKey(face: face, glyph: space, size26_6: 2560, subpixel: 0)) == .empty)
    let unknown = FontFaceID(rawValue: 9999)
    #expect(source.glyph(GlyphKey(face: unknown, glyph: 1, size26_6: 640, subpixel: 0)) == .empty)
    #expect(source.outline(of: 1, in: unknown) == nil)
  }
}

extension Coverage {
  /// In pixels.
  fileprivate var area: Double { pixels.reduce(0) { $0 + Double($1) } / 255 }

  /// A pixel's coverage, 0...255.
  fileprivate func at(_ x: Int, _ y: Int) -> Int {
    guard bounds.minX..<bounds.maxX ~= x, bounds.minY..<bounds.maxY ~= y else { return 0 }
    return Int(pixels[(y - bounds.minY) * bounds.width + x - bounds.minX])
  }

  fileprivate func largestDifference(from other: Coverage) -> Int {
    let all = bounds.union(other.bounds)
    return (all.minY..<all.maxY).map { y in
      (all.minX..<all.maxX).map { abs(at($0, y) - other.at($0, y)) }.max() ?? 0
    }.max() ?? 0
  }

  fileprivate var centreX: Double {
    var (sum, moment) = (0.0, 0.0)
    for (index, pixel) in pixels.enumerated() {
      sum += Double(pixel)
      moment += Double(pixel) * (Double(bounds.minX + index % bounds.width) + 0.5)
    }
    return moment / sum
  }
}
