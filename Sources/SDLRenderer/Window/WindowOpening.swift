// WindowOpening.swift
// Stage: start. Tries one renderer after another until a window has one that is fast.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation
import Synchronization

/// A window and its renderer while it is being opened; destroyed unless its ownership is taken.
struct WindowOpening: ~Copyable {
  let window: OpaquePointer
  private(set) var renderer: OpaquePointer?
  private(set) var kind = RendererKind.memory
  private(set) var note = ""
  private(set) var waitsForScreen = false
  /// Why the window could not be created for OpenGL. Nil when it was, and for other windows.
  private var problemOfGL: String?
  /// Whether an `SDLWindow` owns the window and the renderer.
  var isTaken = false

  deinit {
    guard !isTaken else { return }
    if let renderer { SDL_DestroyRenderer(renderer) }
    SDL_DestroyWindow(window)
  }

  /// Opens a hidden window and its renderer.
  static func open(
    _ options: SDLWindow.Options, unit: CGFloat
  ) throws(SDLError) -> WindowOpening {
    // SDL has no surfaces on Wayland but those that it shows through a renderer of its own, on the main thread. On X11
    // it would do so without the hint.
    SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", driver == "wayland" ? "1" : "0")
    SDL_SetHint("SDL_RENDER_BATCHING", "1")
    var notes: [String] = []
    if options.renderer == .software {
      notes.append("SDL's own software renderer cannot blend premultiplied colours")
    }
    var candidates = options.renderer.candidates
    if options.renderer == .automatic, let reason = GraphicsDevices.current.reasonForSoftware {
      notes.append("opengl would be done in software, as \(reason)")
      candidates = []
    }
    LostServer.isTolerant.store(true, ordering: .relaxed)
    defer { LostServer.isTolerant.store(false, ordering: .relaxed) }
    for kind in candidates {
      var opening = try WindowOpening(options, unit: unit, isForGL: kind.needsOpenGLWindow)
      guard let problem = opening.attach(kind, options) else {
        opening.note = notes.joined(separator: "; ")
        return opening
      }
      notes.append(problem)
    }
    if case .only(let kind) = options.renderer, kind.driverName != nil {
      throw SDLError(
        action: "starting a renderer", reason: notes.joined(separator: "; "),
        advice: "Leave the choice to the program, or choose the renderer memory")
    }
    return try openInMemory(options, unit: unit, notes: notes)
  }

  /// Opens a window that is drawn in memory, also on a screen whose pixel format SDL cannot write.
  ///
  /// - Parameter notes: Why other renderers are not used.
  private static func openInMemory(
    _ options: SDLWindow.Options, unit: CGFloat, notes: [String]
  ) throws(SDLError) -> WindowOpening {
    var notes = notes
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
    if options.renderer == .automatic {
      for kind in options.renderer.candidates {
        opening = try WindowOpening(options, unit: unit, isForGL: true)
        guard let problem = opening.attach(kind, options, allowsSoftware: true) else {
          opening.note = notes.joined(separator: "; ")
          return opening
        }
        notes.append(problem)
      }
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
  /// - Parameter isForGL: Whether the window is created for OpenGL. The renderer would otherwise
  ///   destroy it and create a second one.
  private init(
    _ options: SDLWindow.Options, unit: CGFloat, isForGL: Bool = false
  ) throws(SDLError) {
    var flags = SDL_WINDOW_HIDDEN.rawValue
    if options.scale == nil { flags |= SDL_WINDOW_ALLOW_HIGHDPI.rawValue }
    if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
    // SDL_WINDOWPOS_CENTERED, a macro that Swift cannot import.
    let centred: Int32 = 0x2FFF_0000
    func side(_ points: CGFloat) -> Int32 { Int32(min(max(points * unit, 1), 16_384)) }
    let (width, height) = (side(options.size.width), side(options.size.height))
    let gl = isForGL ? SDL_WINDOW_OPENGL.rawValue : 0
    func create(_ flags: UInt32) throws(SDLError) -> OpaquePointer {
      try check(
        // The title comes later, as a problem with its letters would hide others.
        SDL_CreateWindow("", centred, centred, width, height, flags),
        "creating the window")
    }
    do {
      window = try create(UInt32(flags | gl))
    } catch  where isForGL {
      // The renderer cannot be created either, but without the reason.
      problemOfGL = error.reason
      window = try create(UInt32(flags))
    }
  }

  /// Creates the window's renderer. Returns the reason why it cannot be used; nil when it can.
  ///
  /// - Parameter allowsSoftware: Whether GL in software is taken for an automatic choice.
  private mutating func attach(
    _ wanted: RendererKind, _ options: SDLWindow.Options, allowsSoftware: Bool = false
  ) -> String? {
    let driver = wanted.driverName
    guard
      let index = (0..<SDL_GetNumRenderDrivers()).first(where: { Self.name(ofDriver: $0) == driver }
      )
    else { return "this SDL has no renderer \(wanted.rawValue)" }
    var flags = SDL_RENDERER_TARGETTEXTURE.rawValue
    if options.waitsForScreen { flags |= SDL_RENDERER_PRESENTVSYNC.rawValue }
    if let problemOfGL { return "\(wanted.rawValue): \(problemOfGL)" }
    SDLReason.clear()
    guard let created = SDL_CreateRenderer(window, index, UInt32(flags)) else {
      return "\(wanted.rawValue): \(SDLReason.current ?? "SDL gives no reason")"
    }
    renderer = created
    var info = SDL_RendererInfo()
    SDL_GetRendererInfo(created, &info)
    let name = String(cString: info.name)
    // Some video drivers create another renderer than the requested one.
    guard name == driver else {
      return "\(wanted.rawValue): this video driver only has \(name)"
    }
    guard SDL_RenderTargetSupported(created) == SDL_TRUE else {
      return "\(wanted.rawValue): it cannot draw into textures"
    }
    if options.renderer == .automatic, !allowsSoftware, let software = Self.softwareName() {
      return "\(wanted.rawValue) is done in software by \(software)"
    }
    kind = wanted
    waitsForScreen = info.flags & UInt32(SDL_RENDERER_PRESENTVSYNC.rawValue) != 0
    return nil
  }

  private static func name(ofDriver index: Int32) -> String? {
    var info = SDL_RendererInfo()
    return SDL_GetRenderDriverInfo(index, &info) == 0 ? String(cString: info.name) : nil
  }

  /// The software that implements GL. Nil when a GPU does.
  private static func softwareName() -> String? {
    guard let name = GLString.renderer.current else { return nil }
    let software = ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"]
    return software.contains(where: name.lowercased().contains) ? name : nil
  }
}
