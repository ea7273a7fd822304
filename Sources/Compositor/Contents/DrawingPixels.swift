// DrawingPixels.swift
// Takes a drawing, returns its pixels, apart from all frames: for images, bitmap contexts, and layers whose
// drawing blends or casts shadows.
//
// This folder: the contents of layers: the commands of a drawing as primitives, or as pixels where they blend.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// Makes pixels of drawings on the processor.
///
/// Commands without effects are drawn as a canvas draws them. Each command with a blend mode or a shadow, and
/// each transparency layer, is a picture of its own that is then blended with the pixels beneath it.
///
/// The coverage source is used on any thread, so it has to lock what it shares.
package final class DrawingPixels: DrawingRasterizer, @unchecked Sendable {
  private let source: any CoverageSource

  /// - Parameter source: One that any thread may use.
  package init(source: any CoverageSource) { self.source = source }

  package func rasterize(
    _ drawing: Drawing, width: Int, height: Int, scale: CGFloat, on background: DrawingBackground
  ) -> CGImage {
    var pass = DrawingPass(
      drawing: drawing, size: PixelSize(width: width, height: height), scale: scale, source: source)
    switch background {
    case .clear: break
    case .black: pass.layers[0].background = .black
    case .image(let image): pass.layers[0].image = image
    }
    pass.run()
    return pass.result
  }
}

/// One drawing on its way to pixels.
private struct DrawingPass {
  /// The pixels of the drawing, or of a transparency layer that is open.
  struct Layer {
    /// Nil for the background alone.
    var image: CGImage?
    var background = CGColor.clear
    /// The command that began the layer; nil for the drawing itself.
    var begin: Drawing.Item?
  }

  let drawing: Drawing
  let size: PixelSize
  let scale: CGFloat
  let canvas: MemoryCanvas
  var layers = [Layer()]

  init(drawing: Drawing, size: PixelSize, scale: CGFloat, source: any CoverageSource) {
    (self.drawing, self.size, self.scale) = (drawing, size, scale)
    canvas = MemoryCanvas(source: source)
  }

  private var whole: PixelRect { PixelRect(size) }

  /// The pixels of the drawing.
  var result: CGImage {
    layers[0].image ?? picture(of: whole, background: layers[0].background) { _, _ in }
  }

  // MARK: Commands

  mutating func run() {
    let items = drawing.items
    var index = 0
    while index < items.count {
      let end = drawing.endOfPlainItems(from: index)
      if end > index {
        drawPlain(index..<end)
        index = end
        continue
      }
      switch items[index].command {
      case .beginLayer: layers.append(Layer(begin: items[index]))
      case .endLayer: endLayer()
      default: blend(items[index], at: index)
      }
      index += 1
    }
  }

  private mutating func drawPlain(_ range: Range<Int>) {
    let (drawing, below) = (drawing, layers[layers.count - 1])
    let new = picture(of: whole, background: below.image == nil ? below.background : .clear) {
      context, state in
      if let image = below.image { context.add(image, PaintState(on: state.scissor)) }
      context.paint(drawing, range, TextPlace(layer: .zero, state.transform), state)
    }
    layers[layers.count - 1].image = new
  }

  private mutating func blend(_ item: Drawing.Item, at index: Int) {
    let effects = item.effects ?? DrawingEffects()
    var area = item.clip == nil ? whole : device(drawing.box(of: item.clip)).intersection(whole)
    if let ink = item.command.ink {
      var reach = device(ink.applying(item.transform))
      if let shadow = effects.shadow { reach = groupShadow(shadow).reach(around: reach) }
      area = area.intersection(reach)
    }
    if area.isEmpty { return }
    if case .radialGradient(let radial) = item.command, !radial.isConcentric {
      let image = RadialPixels(radial, item.transform, scale: scale, area: area).image
      let place = area.cgRect
      let paint = { (context: inout PaintContext, state: PaintState) in
        var at = PaintState(on: state.scissor)
        at.transform = state.devicePixels
        at.opacity = Double(item.alpha)
        context.add(image, at, rect: place)
      }
      return composite(effects, item.clip, area, paint: paint, shape: paint)
    }
    var bare = item
    (bare.clip, bare.effects) = (nil, nil)
    var opaque = bare
    (opaque.alpha, opaque.command) = (1, item.command.opaque(in: drawing, item.transform))
    let one = Drawing(size: drawing.size, items: [bare])
    let shape = Drawing(size: drawing.size, items: [opaque])
    composite(
      effects, item.clip, area,
      paint: { $0.paint(one, 0..<1, TextPlace(layer: .zero, $1.transform), $1) },
      shape: { $0.paint(shape, 0..<1, TextPlace(layer: .zero, $1.transform), $1) })
  }

  private mutating func endLayer() {
    guard layers.count > 1, let layer = layers.popLast(), let begin = layer.begin else { return }
    let effects = begin.effects ?? DrawingEffects()
    guard
      let image = layer.image ?? (effects.blendMode.changesBeyondSource ? result(of: layer) : nil)
    else { return }
    let area =
      begin.clip == nil ? whole : device(drawing.box(of: begin.clip)).intersection(whole)
    if area.isEmpty { return }
    let bounds = whole.cgRect
    composite(
      effects, begin.clip, area,
      paint: { context, state in
        var at = PaintState(on: state.scissor)
        at.transform = state.devicePixels
        at.opacity = Double(begin.alpha)
        context.add(image, at, rect: bounds)
      },
      // A layer covers everything, transparent where nothing was drawn.
      shape: { context, state in
        context.builder.add(
          .box(Box(rect: state.scissor.cgRect, fill: .black)), PaintState(on: state.scissor),
          bounds: state.scissor.cgRect)
      })
  }

  private func result(of layer: Layer) -> CGImage {
    layer.image ?? picture(of: whole, background: layer.background) { _, _ in }
  }

  // MARK: Pictures

  private typealias Paint = (inout PaintContext, PaintState) -> Void

  /// Returns a picture of some device pixels. The closure's state maps the drawing's space to them.
  private func picture(of area: PixelRect, background: CGColor = .clear, _ paint: Paint) -> CGImage
  {
    let size = PixelSize(width: area.width, height: area.height)
    var context = PaintContext()
    context.builder.begin()
    context.builder.rebuild(size: size, background: background)
    paint(
      &context,
      PaintState(
        transform: PlaneTransform(
          a: scale, d: scale, tx: -Double(area.minX), ty: -Double(area.minY)), opacity: 1,
        scissor: PixelRect(size)))
    context.builder.endRebuild()
    _ = canvas.draw(context.builder.list)
    return canvas.image()
      ?? CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 0])
  }

  private func groupShadow(_ shadow: DrawingShadow) -> GroupShadow {
    GroupShadow(
      offset: CGVector(dx: shadow.offset.dx * scale, dy: shadow.offset.dy * scale),
      deviation: shadow.deviation * scale, color: shadow.color, isAlone: true)
  }

  /// The device pixels that a rectangle of the drawing's space touches.
  private func device(_ rect: CGRect) -> PixelRect {
    if rect.isNull || rect.isEmpty { return .empty }
    return PixelRect(
      covering: CGRect(
        x: rect.minX * scale, y: rect.minY * scale, width: rect.width * scale,
        height: rect.height * scale))
  }

  /// Blends what closures paint with the pixels beneath it.
  ///
  /// - Parameters:
  ///   - area: The device pixels that may change.
  ///   - shape: Paints an opaque form of the same.
  private mutating func composite(
    _ effects: DrawingEffects, _ clip: Int?, _ area: PixelRect, paint: Paint, shape: Paint
  ) {
    let needsShape = effects.blendMode.changesBeyondSource || !effects.isAntialiased
    let below = layers[layers.count - 1]
    let drawing = drawing
    let shadow = effects.shadow.map { shadow in
      picture(of: area) { context, state in
        // Pixels outside of the area cast shadows into it.
        var outside = state
        let shadow = groupShadow(shadow)
        outside.scissor = shadow.source(of: state.scissor)
        context.group(
          Group(bounds: outside.scissor, shadow: shadow), opacity: 1, scissor: state.scissor
        ) { paint(&$0, outside) }
      }
    }
    let blender = PictureBlender(
      mode: effects.blendMode, isAntialiased: effects.isAntialiased,
      source: picture(of: area, paint), shape: needsShape ? picture(of: area, shape) : nil,
      shadow: shadow,
      clip: clip.map { clip in
        let all = Drawing(
          size: drawing.size,
          items: [
            Drawing.Item(
              command: .fill(
                CGPath(rect: CGRect(origin: .zero, size: drawing.size)), .winding, .black),
              transform: .identity, clip: clip)
          ], clips: drawing.clips)
        return picture(of: area) { $0.paint(all, 0..<1, TextPlace(layer: .zero, $1.transform), $1) }
      })
    layers[layers.count - 1].image = blender.blended(with: result(of: below), in: area)
  }
}

extension PaintContext {
  /// Adds an image, pixel by pixel unless a rectangle is given.
  fileprivate mutating func add(_ image: CGImage, _ state: PaintState, rect: CGRect? = nil) {
    let own = CGRect(x: 0, y: 0, width: image.width, height: image.height)
    builder.add(
      .image(ImageQuad(image: image, source: own, rect: rect ?? own, isSmooth: false)), state,
      bounds: rect ?? own)
  }
}

extension PaintState {
  /// The state of a list's own pixels.
  fileprivate init(on scissor: PixelRect) {
    self.init(transform: .identity, opacity: 1, scissor: scissor)
  }

  /// From the device pixels of a drawing to the list's, given a state that maps the drawing's space.
  fileprivate var devicePixels: PlaneTransform {
    PlaneTransform(a: 1, d: 1, tx: transform.tx, ty: transform.ty)
  }
}

extension Drawing {
  /// The end of the commands from an index on that a canvas draws without help.
  fileprivate func endOfPlainItems(from start: Int) -> Int {
    var index = start
    while index < items.count, items[index].effects == nil {
      switch items[index].command {
      case .beginLayer, .endLayer: return index
      case .radialGradient(let radial) where !radial.isConcentric: return index
      default: index += 1
      }
    }
    return index
  }

  /// The rectangle around a clip, in the drawing's space.
  fileprivate func box(of clip: Int?) -> CGRect {
    var box = CGRect(origin: .zero, size: size)
    var next = clip
    while let index = next {
      box = box.overlap(with: clips[index].path.boundingBoxOfPath.applying(clips[index].transform))
      next = clips[index].parent
    }
    return box
  }
}

extension Drawing.Command {
  /// The rectangle that the command can touch, in its own space; nil where it can touch everything.
  fileprivate var ink: CGRect? {
    switch self {
    case .fill(let path, _, _): path.boundingBox
    case .stroke(let path, let style, _): style.reach(of: path)
    case .image(_, let rect, _), .stretched(_, let rect, _, _): rect
    case .glyphs(let run): run.bounds
    case .bar(let rect, _): rect.insetBy(dx: -1, dy: -1)
    case .linearGradient, .radialGradient, .conicGradient, .tree, .beginLayer, .endLayer: nil
    }
  }

  /// The command's shape, opaque.
  fileprivate func opaque(in drawing: Drawing, _ transform: CGAffineTransform) -> Drawing.Command {
    switch self {
    case .fill(let path, let rule, _): return .fill(path, rule, .black)
    case .stroke(let path, let style, _): return .stroke(path, style, .black)
    case .image(_, let rect, _), .stretched(_, let rect, _, _):
      return .fill(CGPath(rect: rect), .winding, .black)
    case .glyphs(var run):
      run.color = .black
      return .glyphs(run)
    case .bar(let rect, _): return .bar(rect, .black)
    case .linearGradient, .radialGradient, .conicGradient, .tree, .beginLayer, .endLayer:
      let all = CGRect(origin: .zero, size: drawing.size).applying(transform.inverted())
      return .fill(CGPath(rect: all), .winding, .black)
    }
  }
}
