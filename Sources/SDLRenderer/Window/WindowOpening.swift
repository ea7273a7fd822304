// WindowOpening.swift
// Stage: start. Tries the renderers one after another until a window has one that is fast.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation

/// A window with its renderer; destroyed unless it is taken.
struct Opening: ~Copyable {
  let window: OpaquePointer
  private(set) var renderer: OpaquePointer?
  private(set) var name = "memory"
  private(set) var note = ""
  private(set) var waits = false
  /// Whether somebody else now owns the window and the renderer.
  var isTaken = false

  deinit {
    guard !isTaken else { return }
    if let renderer { SDL_DestroyRenderer(renderer) }
    SDL_DestroyWindow(window)
  }

  /// Opens a hidden window and its renderer.
  static func open(_ options: SDLWindow.Options, unit: CGFloat) throws(SDLError) -> Opening {
    // Without this SDL would put the surface on the screen through a GL renderer of its own.
    SDL_SetHint("SDL_FRAMEBUFFER_ACCELERATION", "0")
    SDL_SetHint("SDL_RENDER_BATCHING", "1")
    var notes: [String] = []
    if options.renderer == .software {
      notes.append("SDL's own rasteriser cannot blend our pictures, ours into memory is used")
    }
    var names = candidates(options.renderer)
    if options.renderer == .automatic, let reason = GraphicsDevices.current.reasonForSoftware {
      notes.append("opengl would be done in software, as \(reason)")
      names = []
    }
    for name in names {
      var opening = try Opening(options, unit: unit, isForGL: name == "opengl")
      guard let problem = opening.attach(name, options) else {
        opening.note = notes.joined(separator: "; ")
        return opening
      }
      notes.append(problem)
    }
    if [.opengl, .opengles2].contains(options.renderer) {
      throw SDLError(
        action: "starting the renderer \(options.renderer.rawValue)",
        reason: notes.joined(separator: "; "),
        advice: "Leave the choice to the program, or ask for the renderer memory")
    }
    var opening = try Opening(options, unit: unit)
    opening.note = notes.joined(separator: "; ")
    return opening
  }

  private static func candidates(_ choice: RendererKind) -> [String] {
    switch choice {
    case .automatic: ["opengl", "opengles2"]
    case .opengl, .opengles2: [choice.rawValue]
    case .memory, .software: []
    }
  }

  /// Makes a hidden window.
  ///
  /// - Parameter isForGL: Whether it is to be OpenGL's from the start: the renderer would else
  ///   destroy the window and make it a second time.
  private init(
    _ options: SDLWindow.Options, unit: CGFloat, isForGL: Bool = false
  ) throws(SDLError) {
    var flags = SDL_WINDOW_HIDDEN.rawValue
    if options.scale == nil { flags |= SDL_WINDOW_ALLOW_HIGHDPI.rawValue }
    if options.isResizable { flags |= SDL_WINDOW_RESIZABLE.rawValue }
    // SDL_WINDOWPOS_CENTERED, a macro that Swift cannot see.
    let centred: Int32 = 0x2FFF_0000
    func side(_ points: CGFloat) -> Int32 { Int32(min(max(points * unit, 1), 16_384)) }
    let (width, height) = (side(options.size.width), side(options.size.height))
    let gl = isForGL ? SDL_WINDOW_OPENGL.rawValue : 0
    let first = SDL_CreateWindow(
      options.title, centred, centred, width, height, UInt32(flags | gl))
    if first == nil, isForGL {
      // Where GL cannot be had, the renderer says why.
      window = try check(
        SDL_CreateWindow(options.title, centred, centred, width, height, UInt32(flags)),
        "creating the window")
    } else {
      window = try check(first, "creating the window")
    }
  }

  /// Gives the window a renderer; returns what speaks against it.
  private mutating func attach(_ wanted: String, _ options: SDLWindow.Options) -> String? {
    guard
      let index = (0..<SDL_GetNumRenderDrivers()).first(where: { Self.info(ofDriver: $0) == wanted }
      )
    else { return "this SDL has no renderer \(wanted)" }
    var flags = SDL_RENDERER_TARGETTEXTURE.rawValue
    if options.waitsForScreen { flags |= SDL_RENDERER_PRESENTVSYNC.rawValue }
    guard let made = SDL_CreateRenderer(window, index, UInt32(flags)) else {
      return "\(wanted): \(String(cString: SDL_GetError()))"
    }
    renderer = made
    var info = SDL_RendererInfo()
    SDL_GetRendererInfo(made, &info)
    name = String(cString: info.name)
    // Some video drivers answer with another renderer than the one asked for.
    guard name == wanted else { return "\(wanted): this video driver only has \(name)" }
    guard SDL_RenderTargetSupported(made) == SDL_TRUE else {
      return "\(wanted): it cannot draw into textures"
    }
    if options.renderer == .automatic, let software = Self.softwareName() {
      return "\(wanted) is done in software by \(software)"
    }
    waits = info.flags & UInt32(SDL_RENDERER_PRESENTVSYNC.rawValue) != 0
    return nil
  }

  private static func info(ofDriver index: Int32) -> String? {
    var info = SDL_RendererInfo()
    return SDL_GetRenderDriverInfo(index, &info) == 0 ? String(cString: info.name) : nil
  }

  /// Who does GL without a GPU; nil when a GPU does it.
  private static func softwareName() -> String? {
    typealias GetString = @convention(c) (UInt32) -> UnsafePointer<CChar>?
    guard let address = SDL_GL_GetProcAddress("glGetString") else { return nil }
    let rendererString: UInt32 = 0x1F01  // GL_RENDERER
    guard let text = unsafeBitCast(address, to: GetString.self)(rendererString) else { return nil }
    let name = String(cString: text)
    let software = ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"]
    return software.contains(where: name.lowercased().contains) ? name : nil
  }
}
