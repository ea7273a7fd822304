// ParticleStore.swift
// Stage: paint. The particles of all emitters of a tree, kept from frame to frame, and the sprites that
// draw them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// The emitters of a tree.
struct ParticleStore {
  private var emitters: [Int32: Emitter] = [:]
  /// The nodes that slots refer to, while a tree is painted.
  var nodes: UnsafePointer<RenderNode>?
  /// The slots of emitters, which are repainted in every frame.
  private(set) var slots: [Int32] = []

  /// Whether a visible particle moves, or will be born.
  var isMoving: Bool {
    // Most trees have none.
    !emitters.isEmpty
      && emitters.contains { $1.isShown && $1.passesTime && $1.system.isLive }
  }

  /// Brings every emitter to a frame's time.
  mutating func advance(_ tree: borrowing RenderTree, at time: TimeInterval) {
    if emitters.isEmpty && tree.emissions.isEmpty { return }
    if slots.contains(where: { tree.emissions[$0] == nil }) {
      for slot in slots where tree.emissions[slot] == nil { emitters[slot] = nil }
    }
    slots.removeAll(keepingCapacity: true)
    for (slot, log) in tree.emissions {
      slots.append(slot)
      emitters[slot, default: Emitter()].advance(
        to: tree.localTime(of: slot, at: time), in: log, passesTime: tree.localSpeed(of: slot) != 0)
    }
    // The order of a dictionary differs from run to run.
    slots.sort()
  }

  /// Returns the sprites of an emitter that is painted in this frame.
  mutating func show(_ slot: Int32) -> (sprites: Sprites, bounds: CGRect)? {
    emitters[slot]?.isShown = true
    return emitters[slot].map { ($0.sprites, $0.bounds) }
  }

  /// The particles of an emitter that show drawings.
  func drawings(of slot: Int32) -> [Emitter.DrawnParticle] { emitters[slot]?.drawings ?? [] }

  /// The number of living particles; for tests.
  func count(of slot: Int32) -> Int { emitters[slot]?.system.particles.count ?? 0 }
}

/// One emitter.
struct Emitter {
  /// A particle that shows a drawing.
  struct DrawnParticle {
    var contents: LayerContents
    var size: CGSize
    var transform: PlaneTransform
    var alpha: Double
  }

  private(set) var system = ParticleSystem()
  /// The sprites to draw. The items' memory alternates with that of ``spare``, as a list still holds those
  /// of the frame before.
  private(set) var sprites = Sprites(images: [], items: [])
  private var spare: [Sprite] = []
  /// The bounds of all sprites, in the layer's space.
  private(set) var bounds = CGRect.zero
  private(set) var drawings: [DrawnParticle] = []
  /// Whether it was painted in the last frame.
  var isShown = false
  private(set) var passesTime = true

  /// The drawing of particles, by their contents.
  private var forms: [Form] = []
  private var preparedContents: [ParticleContents] = []

  private struct Form {
    /// Index into the sprites' images; -1 for none.
    var quad: Int32 = -1
    var drawing: (contents: LayerContents, size: CGSize)?
    /// Half of the diagonal, in points.
    var reach = 0.0
  }

  /// Advances to a time of the layer.
  mutating func advance(to time: TimeInterval, in log: EmitterTimeline, passesTime: Bool) {
    self.passesTime = passesTime
    isShown = false
    let wasCapped = system.isCapped
    system.advance(to: time, in: log)
    if system.isCapped && !wasCapped {
      Diagnostics.reportOnce(
        "CAEmitterLayer too many particles",
        "an emitter layer has more than \(ParticleSystem.mostParticles) particles: the oldest are "
          + "left out")
    }
    if preparedContents != system.contents { prepareContents() }
    draw(at: time, log.values(at: time).renderMode)
  }

  private mutating func prepareContents() {
    preparedContents = system.contents
    forms = []
    sprites.images = []
    for contents in preparedContents {
      var form = Form()
      let scale =
        contents.contentsScale > 0 && contents.contentsScale.isFinite ? contents.contentsScale : 1
      switch contents.contents {
      case .image(let image):
        let part = contents.contentsRect
        let source = CGRect(
          x: part.minX * CGFloat(image.width), y: part.minY * CGFloat(image.height),
          width: part.width * CGFloat(image.width), height: part.height * CGFloat(image.height))
        let size = CGSize(width: source.width / scale, height: source.height / scale)
        guard source.width > 0, source.height > 0 else { break }
        form.quad = Int32(sprites.images.count)
        form.reach = hypot(size.width, size.height) / 2
        sprites.images.append(
          ImageQuad(
            image: image, source: source,
            rect: CGRect(
              x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height),
            isSmooth: contents.magnificationFilter != .nearest))
      case .drawing(let drawing):
        form.drawing = (.drawing(drawing), drawing.size)
        form.reach = hypot(drawing.size.width, drawing.size.height) / 2
      default: break
      }
      forms.append(form)
    }
  }

  /// Computes the particles' positions and colours.
  private mutating func draw(at time: TimeInterval, _ mode: CAEmitterLayerRenderMode) {
    swap(&sprites.items, &spare)
    sprites.items.removeAll(keepingCapacity: true)
    drawings.removeAll(keepingCapacity: true)
    sprites.blend = mode == .additive ? .add : .over
    var low = SIMD2(repeating: Double.infinity), high = -low
    var hasDepth = false
    for particle in system.particles {
      let form = forms[Int(particle.contents)]
      guard form.quad >= 0 || form.drawing != nil else { continue }
      let age = particle.age(at: time)
      let scale = particle.scale + particle.scaleSpeed * age
      var color = particle.color + particle.colorSpeed * age
      guard scale > 0, color.w > 0 else { continue }
      // NaN counts as 0.
      color.replace(with: 0, where: color .!= color)
      color = color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
      let position = particle.position(at: age)
      let origin = SIMD2(position.x, position.y)
      guard origin.x.isFinite, origin.y.isFinite else { continue }
      var axis = SIMD2(scale, 0)
      if particle.spin != 0 {
        let angle = particle.spin * age
        axis = SIMD2(cos(angle), sin(angle)) * scale
      }
      let reach = SIMD2(repeating: scale * form.reach)
      low = pointwiseMin(low, origin - reach)
      high = pointwiseMax(high, origin + reach)
      let sprite = Sprite(
        image: form.quad, axis: axis, origin: origin, color: SIMD4<Float>(color),
        depth: Float(position.z))
      if let drawing = form.drawing {
        drawings.append(
          DrawnParticle(
            contents: drawing.contents, size: drawing.size, transform: sprite.transform,
            alpha: color.w))
        continue
      }
      if position.z != 0 { hasDepth = true }
      sprites.items.append(sprite)
    }
    bounds =
      low.x <= high.x
      ? CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y) : .zero
    switch mode {
    case .oldestLast: sprites.items.reverse()
    case .backToFront where hasDepth: sprites.items.sort { $0.depth < $1.depth }
    default: break
    }
  }
}
