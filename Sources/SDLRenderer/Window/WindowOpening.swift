// WindowOpening.swift
// Stage: start. Tries one renderer after another until a window has one that is fast.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation
import Synchronization

/// A window and its GL context while it is being opened; destroyed unless its ownership is taken.
struct WindowOpening: ~Copyable {
  let window: OpaquePointer
  /// Nil for a window that has memory of its own to be drawn into.
  private(set) var context: GLContext?
  private(set) var note = ""
  /// The renderer that draws the window.
  private(set) var kind = RendererKind.memory
  /// Whether an `SDLWindow` owns the window.
  var isTaken = false

  deinit {
    guard !isTaken else { return }
    SDL_DestroyWindow(window)
  }

  /// Opens a hidden window, drawn by the renderer that was chosen.
  static func open(
    _ options: SDLWindow.Options, unit: CGFloat
  ) throws(SDLError) -> WindowOpening {
    // SDL would show surfaces through a renderer of its own, on the main thread.
    SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0")
    var notes: [String] = []
    var triesGL = options.renderer != .only(.memory)
    if options.renderer == .automatic, let reason = GraphicsDevices.current.reasonForSoftware {
      notes.append("gl would be done in software, as \(reason)")
      triesGL = false
    }
    if triesGL, let opening = try openForGL(options, unit: unit, notes: &notes) { return opening }
    if options.renderer == .only(.gl) {
      throw SDLError(
        action: "starting a renderer", reason: notes.joined(separator: "; "),
        advice: "Leave the choice to the program, or choose the renderer memory")
    }
    return try openInMemory(options, unit: unit, notes: notes)
  }

  /// Opens a window that GL draws. Returns nil where it cannot, or where a processor would do it for an automatic choice.
  ///
  /// - Parameters:
  ///   - notes: Gets the reasons.
  ///   - allowsSoftware: Whether GL in software is taken for an automatic choice.
  ///   - kind: The renderer. GL only shows the pictures of `memory`, as on Wayland, whose windows SDL gives no memory.
  private static func openForGL(
    _ options: SDLWindow.Options, unit: CGFloat, notes: inout [String],
    allowsSoftware: Bool = false, kind: RendererKind = .gl
  ) throws(SDLError) -> WindowOpening? {
    LostServer.isTolerant.store(true, ordering: .relaxed)
    defer { LostServer.isTolerant.store(false, ordering: .relaxed) }
    for version in options.versionsOfGL {
      version.request()
      do throws(SDLError) {
        var opening = try WindowOpening(options, unit: unit, isForGL: true)
        let context = try GLContext(
          window: opening.window, version: version, waitsForScreen: options.waitsForScreen)
        if options.renderer == .automatic, !allowsSoftware, let software = context.softwareName {
          notes.append("gl is done in software by \(software)")
          return nil
        }
        // What every frame needs is compiled here, so that a driver that cannot is found out in time.
        if kind == .gl { _ = try GLProgram(.boxes, context) }
        (opening.context, opening.kind) = (context, kind)
        opening.note = notes.joined(separator: "; ")
        return opening
      } catch {
        notes.append("\(version.name): \(error.reason)")
      }
    }
    return nil
  }

  /// Opens a window that is drawn in memory, also on a screen whose pixel format SDL cannot write.
  ///
  /// - Parameter notes: Why other renderers are not used.
  private static func openInMemory(
    _ options: SDLWindow.Options, unit: CGFloat, notes: [String]
  ) throws(SDLError) -> WindowOpening {
    var notes = notes
    if driver == "wayland" {
      let opening = try openForGL(
        options, unit: unit, notes: &notes, allowsSoftware: true, kind: .memory)
      if let opening { return opening }
      throw SDLError(
        action: "opening a window", reason: notes.joined(separator: "; "),
        advice: advice(driver: driver))
    }
    var opening = try WindowOpening(options, unit: unit)
    guard let problem = opening.surfaceProblem else {
      opening.note = notes.joined(separator: "; ")
      return opening
    }
    notes.append("memory: \(problem)")
    if WindowVisual.select() {
      defer { WindowVisual.deselect() }
      opening = try WindowOpening(options, unit: unit)
      if opening.surfaceProblem == nil {
        notes[notes.count - 1] = "the X server converts its pixels to the screen's format"
        opening.note = notes.joined(separator: "; ")
        return opening
      }
    }
    // GL writes formats that SDL's surfaces cannot have; in software it is better than no window.
    if options.renderer == .automatic,
      let opening = try openForGL(options, unit: unit, notes: &notes, allowsSoftware: true)
    {
      return opening
    }
    throw SDLError(
      action: "opening a window", reason: notes.joined(separator: "; "),
      advice: advice(driver: driver))
  }

  /// SDL's video driver.
  private static var driver: String {
    SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "unknown"
  }

  /// What helps where a driver has no window that can be drawn into.
  static func advice(driver: String) -> String {
    switch driver {
    case "x11": "Use a screen of 24 or 30 bits per pixel"
    case "wayland": "Install Mesa's drivers for EGL, or use X11: SDL_VIDEODRIVER=x11"
    default: "Use another driver of SDL's, such as SDL_VIDEODRIVER=x11"
    }
  }

  /// Why the window has no pixels to draw into; nil when it has.
  private var surfaceProblem: String? {
    SDLReason.clear()
    if SDL_GetWindowSurface(window) != nil { return nil }
    let reason = SDLReason.current
    var (width, height) = (Int32(0), Int32(0))
    SDL_GetWindowSize(window, &width, &height)
    return Self.surfaceProblem(width: width, height: height, driver: Self.driver, reason: reason)
  }

  /// Words for a window without pixels.
  static func surfaceProblem(
    width: Int32, height: Int32, driver: String, reason: String?
  ) -> String {
    "SDL cannot draw \(width) × \(height) pixels "
      + (reason.map { "on this screen (\($0))" } ?? "with its video driver \(driver)")
  }

  /// Creates a hidden window.
  ///
  /// - Parameter isForGL: Whether the window is created for the version of GL that was requested.
  private init(
    _ options: SDLWindow.Options, unit: CGFloat, isForGL: Bool = false
  ) throws(SDLError) {
    var flags = SDL_WINDOW_HIDDEN.rawValue
    if options.scale == nil { flags |= SDL_WINDOW_ALLOW_HIGHDPI.rawValue }
    if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
    if isForGL { flags |= SDL_WINDOW_OPENGL.rawValue }
    // SDL_WINDOWPOS_CENTERED, a macro that Swift cannot import.
    let centred: Int32 = 0x2FFF_0000
    func place(_ pixels: CGFloat?) -> Int32 {
      pixels.map { Int32(min(max($0, -32_768), 32_767)) } ?? centred
    }
    func side(_ points: CGFloat) -> Int32 { Int32(min(max(points * unit, 1), 16_384)) }
    window = try check(
      // The title comes later, as a problem with its letters would hide others.
      SDL_CreateWindow(
        "", place(options.origin?.x), place(options.origin?.y), side(options.size.width),
        side(options.size.height), UInt32(flags)),
      "creating the window")
  }
}
