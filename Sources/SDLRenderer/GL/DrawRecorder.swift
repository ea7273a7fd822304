// DrawRecorder.swift
// Stage: canvas. A frame as the GPU gets it: one buffer of instances in painting order, and the few commands between
// which they are cut.
//
// This folder: GL without layers or lists: the context and its functions, programs, instances and the order in
// which they are drawn, textures and targets.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Compositor
import Foundation

/// What instances are drawn into.
struct GLTarget {
  /// Nil for the window.
  var texture: GLTexture?
  /// The target's device pixels.
  var bounds: PixelRect
  /// The pixels into which items are drawn; a blur spreads them into the others.
  var clip: PixelRect
  /// Whether the pixels outside of the clip are those of a picture that stays.
  var isPartial = false

  init(texture: GLTexture?, bounds: PixelRect, clip: PixelRect? = nil, isPartial: Bool = false) {
    (self.texture, self.bounds, self.clip) = (texture, bounds, clip ?? bounds)
    self.isPartial = isPartial
  }

  var framebuffer: GLName { texture?.framebuffer ?? 0 }
}

/// Records a frame's draws, and hands them to GL.
///
/// A run of instances is one draw call. It is cut by a change of target, of blending, or of a texture, and where the
/// simpler of two programs draws enough of it to be worth another call.
final class DrawRecorder {
  /// How a source is combined with the destination; both are premultiplied.
  enum Blend {
    case over
    case add
    /// Destination times the source's alpha.
    case destinationIn
    case replace
  }

  /// Instances of one draw call.
  struct Run {
    var first: Int
    var count = 0
    var needs: GLProgram.Needs
    var masks: GLName = 0
    var picture: GLName = 0
    var blend = Blend.over
  }

  /// An instance that a program of its own draws.
  enum Effect {
    /// Offsets in texels along a direction, with their weights.
    case blur(taps: [SIMD2<Float>], direction: SIMD2<Float>)
    /// Rows for red, green and blue, with what is added.
    case matrix([SIMD4<Float>])
    /// The number of a `CGBlendMode`, and a copy of what is beneath with its first device pixel.
    case blend(mode: Int32, beneath: GLTexture, origin: SIMD2<Float>)
  }

  private enum Command {
    case target(GLTarget)
    /// Fills device pixels of the target.
    case clear(SIMD4<Float>, PixelRect)
    case draw(Run)
    case effect(Effect, Run)
  }

  private let context: GLContext
  private var gl: GLFunctions { context.functions }
  private var programs: [GLProgram.Detail: GLProgram] = [:]
  private var vertexArray: GLName = 0
  private var buffer: GLName = 0
  /// Why nothing can be drawn: the driver compiles no program. Another try would not help.
  private(set) var hasBrokenProgram = false
  /// The colours of gradients; bound for all draws.
  var ramps: GLName = 0
  // Accessed for every instance. No access overlaps a mutation.
  @exclusivity(unchecked) private var instances = GrowingBuffer<Instance>(capacity: 1024)
  @exclusivity(unchecked) private var run = Run(first: 0, needs: [])
  /// The first of the latest instances that need less than the run, and what they need.
  @exclusivity(unchecked) private var simple = (first: 0, needs: GLProgram.Needs())
  private var commands: [Command] = []
  /// The target of the commands that come next, and of those that were executed last.
  private(set) var target = GLTarget(texture: nil, bounds: .empty)
  private var executed: GLTarget?
  private(set) var counts = CanvasCounts()

  /// Instances that are worth a draw call of their own if a simpler program draws them.
  private static let worthACall = 128

  init(context: GLContext) {
    self.context = context
    gl.genVertexArrays(1, &vertexArray)
    gl.genBuffers(1, &buffer)
  }

  deinit {
    deleteObjects()
    instances.free()
  }

  /// Deletes what belongs to the context, which must be the thread's. Nothing can be drawn afterwards.
  func deleteObjects() {
    discard()
    for program in programs.values { gl.deleteProgram(program.name) }
    programs.removeAll()
    withUnsafePointer(to: buffer) { gl.deleteBuffers(1, $0) }
    withUnsafePointer(to: vertexArray) { gl.deleteVertexArrays(1, $0) }
    (buffer, vertexArray) = (0, 0)
  }

  // MARK: Recording

  func beginFrame() {
    counts = CanvasCounts()
    discard()
  }

  func countGroup() { counts.groups += 1 }
  func countUpload(bytes: Int) { counts.uploadedBytes += bytes }

  /// Drops what was recorded, as its textures are lost.
  func discard() {
    instances.count = 0
    commands.removeAll(keepingCapacity: true)
    run = Run(first: 0, needs: [])
    executed = nil
    target = GLTarget(texture: nil, bounds: .empty)
  }

  /// Draws what follows into a target.
  func setTarget(_ target: GLTarget) {
    endRun()
    self.target = target
    commands.append(.target(target))
  }

  /// Fills the pixels of the target into which items are drawn, and those around them of a group, with a premultiplied
  /// colour.
  func clear(_ color: SIMD4<Float>) {
    endRun()
    commands.append(.clear(color, target.isPartial ? target.clip : target.bounds))
  }

  /// Adds an instance.
  ///
  /// - Parameters:
  ///   - masks: The texture of a mask; 0 for none.
  ///   - picture: The texture of a picture; 0 for none.
  @inline(__always) func add(
    _ instance: Instance, _ needs: GLProgram.Needs, masks: GLName = 0, picture: GLName = 0,
    blend: Blend = .over
  ) {
    if run.count == 0 || needs != run.needs || blend != run.blend
      || (masks != 0 && masks != run.masks) || (picture != 0 && picture != run.picture)
    {
      fit(needs, masks, picture, blend)
    }
    instances.reserve(1)
    instances.append(instance)
    run.count += 1
    if needs == run.needs { simple.first = instances.count }
  }

  /// Makes the run one that the next instance can join.
  @inline(never) private func fit(
    _ needs: GLProgram.Needs, _ masks: GLName, _ picture: GLName, _ blend: Blend
  ) {
    let next = instances.count
    func joins(_ texture: GLName, _ other: GLName) -> Bool {
      texture == 0 || other == 0 || texture == other
    }
    if run.count > 0,
      blend != run.blend || !joins(masks, run.masks) || !joins(picture, run.picture)
        || (!run.needs.isSuperset(of: needs) && run.count >= Self.worthACall)
    {
      endRun()
    }
    if run.count == 0 {
      run = Run(first: next, needs: needs, blend: blend)
    } else if !run.needs.isSuperset(of: needs) {
      run.needs.formUnion(needs)
      simple.first = next
      simple.needs = needs
    } else {
      simple.needs = simple.first == next ? needs : simple.needs.union(needs)
      if next - simple.first >= Self.worthACall, simple.needs.detail != run.needs.detail {
        // The latest instances become a run of their own.
        let first = simple.first
        var latest = run
        (latest.first, latest.count, latest.needs) = (first, next - first, simple.needs)
        run.count = first - run.first
        endRun()
        run = latest
        simple = (next, needs)
      }
    }
    if masks != 0 { run.masks = masks }
    if picture != 0 { run.picture = picture }
  }

  private func endRun() {
    if run.count > 0 {
      commands.append(.draw(run))
      counts.drawCalls += 1
      counts.vertices += 4 * run.count
    }
    run = Run(first: instances.count, needs: [])
  }

  /// Draws one instance with an effect, in place of what is there.
  func add(_ instance: Instance, _ effect: Effect, picture: GLName) {
    endRun()
    instances.reserve(1)
    instances.append(instance)
    var one = Run(first: instances.count - 1, needs: .pictures)
    (one.count, one.picture, one.blend) = (1, picture, .replace)
    commands.append(.effect(effect, one))
    counts.drawCalls += 1
    counts.vertices += 4
    run = Run(first: instances.count, needs: [])
  }

  // MARK: Executing

  /// Hands everything that was recorded to GL.
  ///
  /// - Throws: When a program does not compile, with the driver's words.
  func flush() throws(SDLError) {
    endRun()
    if commands.isEmpty { return }
    defer {
      instances.count = 0
      commands.removeAll(keepingCapacity: true)
      run = Run(first: 0, needs: [])
    }
    gl.bindVertexArray(vertexArray)
    gl.bindBuffer(UInt32(GL_ARRAY_BUFFER), buffer)
    gl.bufferData(
      UInt32(GL_ARRAY_BUFFER), instances.count * MemoryLayout<Instance>.stride, instances.base,
      UInt32(GL_STREAM_DRAW))
    for location in Instance.attributes.indices {
      gl.enableVertexAttribArray(UInt32(location))
      gl.vertexAttribDivisor(UInt32(location), 1)
    }
    gl.enable(UInt32(GL_BLEND))
    bind(ramps, .ramps)
    var state = State()
    if let executed { use(executed, &state) }
    for command in commands {
      switch command {
      case .target(let target): use(target, &state)
      case .clear(let color, let rect):
        gl.clearColor(color.x, color.y, color.z, color.w)
        clear(rect, of: state.target)
      case .draw(let run):
        try use(run.needs.detail, &state)
        draw(run, &state)
      case .effect(let effect, let run):
        try use(effect, &state)
        draw(run, &state)
      }
    }
    executed = state.target
    gl.bindVertexArray(0)
  }

  /// What is set in GL while commands are executed.
  private struct State {
    var target = GLTarget(texture: nil, bounds: .empty)
    var program: GLProgram?
    var blend: Blend?
    var masks: GLName = 0
    var picture: GLName = 0
  }

  private func bind(_ texture: GLName, _ unit: GLProgram.Unit) {
    gl.activeTexture(UInt32(GL_TEXTURE0 + unit.rawValue))
    gl.bindTexture(unit == .masks ? GLTexture.Format.mask.place : UInt32(GL_TEXTURE_2D), texture)
  }

  private func clear(_ rect: PixelRect, of target: GLTarget) {
    let bounds = target.bounds
    let isPart = !rect.contains(bounds)
    if isPart {
      gl.enable(UInt32(GL_SCISSOR_TEST))
      // GL's rows begin at the bottom of a window.
      let y = target.texture == nil ? bounds.maxY - rect.maxY : rect.minY - bounds.minY
      gl.scissor(
        Int32(rect.minX - bounds.minX), Int32(y), Int32(rect.width), Int32(rect.height))
    }
    gl.clear(UInt32(GL_COLOR_BUFFER_BIT))
    if isPart { gl.disable(UInt32(GL_SCISSOR_TEST)) }
  }

  private func use(_ target: GLTarget, _ state: inout State) {
    state.target = target
    state.program = nil
    gl.bindFramebuffer(UInt32(GL_FRAMEBUFFER), target.framebuffer)
    gl.viewport(0, 0, Int32(target.bounds.width), Int32(target.bounds.height))
  }

  private func use(_ detail: GLProgram.Detail, _ state: inout State) throws(SDLError) {
    let program: GLProgram
    if let known = programs[detail] {
      program = known
    } else {
      do throws(SDLError) {
        program = try GLProgram(detail, context)
      } catch {
        hasBrokenProgram = true
        throw error
      }
      programs[detail] = program
      state.program = nil
    }
    if state.program?.name == program.name { return }
    state.program = program
    gl.useProgram(program.name)
    let bounds = state.target.bounds
    let (width, height) = (Float(max(bounds.width, 1)), Float(max(bounds.height, 1)))
    let (x, y) = (Float(bounds.minX), Float(bounds.minY))
    // GL's rows begin at the bottom of a window; those of a texture at its first row.
    let isWindow = state.target.texture == nil
    gl.uniform4f(program.view, 2 / width, (isWindow ? -2 : 2) / height, x, y)
    gl.uniform4f(program.rows, x, y, isWindow ? -1 : 1, isWindow ? height : 0)
  }

  private func use(_ effect: Effect, _ state: inout State) throws(SDLError) {
    switch effect {
    case .blur(let taps, let direction):
      try use(.blur, &state)
      guard let program = state.program else { return }
      var numbers = taps.flatMap { [$0.x, $0.y] }
      while numbers.count % 4 != 0 { numbers.append(0) }
      gl.uniform4fv(program.place(.taps), Int32(numbers.count / 4), numbers)
      gl.uniform4f(
        program.place(.direction), direction.x, direction.y, Float(taps.count), 0)
    case .matrix(let rows):
      try use(.matrix, &state)
      guard let program = state.program else { return }
      gl.uniform4fv(program.place(.matrix), 3, rows.flatMap { [$0.x, $0.y, $0.z, $0.w] })
    case .blend(let mode, let beneath, let origin):
      try use(.blend, &state)
      guard let program = state.program else { return }
      gl.uniform1i(program.place(.mode), mode)
      gl.uniform4f(program.place(.origin), origin.x, origin.y, 0, 0)
      bind(beneath.name, .beneath)
    }
  }

  private func draw(_ run: Run, _ state: inout State) {
    if run.masks != 0, run.masks != state.masks {
      state.masks = run.masks
      bind(run.masks, .masks)
    }
    if run.picture != 0, run.picture != state.picture {
      state.picture = run.picture
      bind(run.picture, .picture)
    }
    if run.blend != state.blend {
      state.blend = run.blend
      switch run.blend {
      case .over: gl.blendFunc(UInt32(GL_ONE), UInt32(GL_ONE_MINUS_SRC_ALPHA))
      case .add: gl.blendFunc(UInt32(GL_ONE), UInt32(GL_ONE))
      case .destinationIn: gl.blendFunc(UInt32(GL_ZERO), UInt32(GL_SRC_ALPHA))
      case .replace: gl.blendFunc(UInt32(GL_ONE), UInt32(GL_ZERO))
      }
    }
    let stride = Int32(MemoryLayout<Instance>.stride)
    for (location, attribute) in Instance.attributes.enumerated() {
      let place = UnsafeRawPointer(bitPattern: run.first * Int(stride) + attribute.offset)
      let (index, count) = (UInt32(location), attribute.count)
      switch attribute.kind {
      case .float: gl.vertexAttribPointer(index, count, UInt32(GL_FLOAT), 0, stride, place)
      case .unitByte:
        gl.vertexAttribPointer(index, count, UInt32(GL_UNSIGNED_BYTE), 1, stride, place)
      case .bits: gl.vertexAttribIPointer(index, count, UInt32(GL_UNSIGNED_INT), stride, place)
      }
    }
    gl.drawArraysInstanced(UInt32(GL_TRIANGLE_STRIP), 0, 4, Int32(run.count))
  }
}
