// GLContext.swift
// Stage: start. GL for one window: which versions are tried, what implements it, and its functions.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation

/// The context of a window's GL, deleted with the object.
///
/// One thread at a time draws with it; see ``makeCurrent()``.
final class GLContext {
  /// A version of GL that the canvas can use.
  enum Version: CaseIterable {
    case core33
    case es30

    /// What a driver's words call it.
    var name: String {
      switch self {
      case .core33: "GL 3.3 core"
      case .es30: "GLES 3.0"
      }
    }

    /// The lines before a shader's own.
    var shaderPrefix: String {
      switch self {
      case .core33: "#version 330 core\n"
      case .es30:
        """
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        precision highp sampler2DArray;

        """
      }
    }

    /// Asks for the version in the windows and contexts that are created next.
    func request() {
      let profile = self == .core33 ? SDL_GL_CONTEXT_PROFILE_CORE : SDL_GL_CONTEXT_PROFILE_ES
      SDL_GL_ResetAttributes()
      SDL_GL_SetAttribute(SDL_GL_CONTEXT_PROFILE_MASK, Int32(profile.rawValue))
      SDL_GL_SetAttribute(SDL_GL_CONTEXT_MAJOR_VERSION, 3)
      SDL_GL_SetAttribute(SDL_GL_CONTEXT_MINOR_VERSION, self == .core33 ? 3 : 0)
      // A driver that restarts says so, and the context is made again.
      SDL_GL_SetAttribute(
        SDL_GL_CONTEXT_RESET_NOTIFICATION, Int32(SDL_GL_CONTEXT_RESET_LOSE_CONTEXT.rawValue))
      SDL_GL_SetAttribute(SDL_GL_DOUBLEBUFFER, 1)
      SDL_GL_SetAttribute(SDL_GL_DEPTH_SIZE, 0)
      SDL_GL_SetAttribute(SDL_GL_STENCIL_SIZE, 0)
      SDL_GL_SetAttribute(SDL_GL_RED_SIZE, 8)
      SDL_GL_SetAttribute(SDL_GL_GREEN_SIZE, 8)
      SDL_GL_SetAttribute(SDL_GL_BLUE_SIZE, 8)
    }
  }

  let version: Version
  let functions: GLFunctions
  /// GL_RENDERER, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
  let renderer: String
  /// GL_VENDOR and GL_RENDERER.
  let device: String
  /// The longest side of a texture, in texels.
  let longestSide: Int
  /// Whether ``SDLWindow/present()`` waits for the screen's refresh.
  let waitsForScreen: Bool
  /// Which picture the window's back buffer has.
  let bufferAge: BufferAge
  private let window: OpaquePointer
  private let pointer: SDL_GLContext
  private let resetStatus: (@convention(c) () -> UInt32)?

  /// Creates the context of a window that was created for GL, and makes it the thread's.
  ///
  /// - Parameter waitsForScreen: Whether showing a picture should wait for the screen's refresh.
  /// - Throws: When there is none, or none of the version.
  init(window: OpaquePointer, version: Version, waitsForScreen: Bool) throws(SDLError) {
    let action = "starting \(version.name)"
    let pointer = try check(SDL_GL_CreateContext(window), action)
    let functions: GLFunctions
    do throws(SDLError) {
      functions = try GLFunctions()
    } catch {
      SDL_GL_DeleteContext(pointer)
      throw error
    }
    self.functions = functions
    resetStatus = Self.resetStatusFunction()
    bufferAge = BufferAge()
    func string(_ name: Int32) -> String {
      functions.getString(UInt32(name)).map { String(cString: $0) } ?? ""
    }
    (renderer, device) = (
      string(GL_RENDERER), [string(GL_VENDOR), string(GL_RENDERER)].joined(separator: " · ")
    )
    var side: Int32 = 0
    functions.getIntegerv(UInt32(GL_MAX_TEXTURE_SIZE), &side)
    longestSide = max(Int(side), 1024)
    self.version = version
    self.window = window
    self.pointer = pointer
    SDL_GL_SetSwapInterval(waitsForScreen ? 1 : 0)
    self.waitsForScreen = waitsForScreen && SDL_GL_GetSwapInterval() != 0
  }

  deinit { SDL_GL_DeleteContext(pointer) }

  /// Whether the driver has lost the context, with all its objects. False where the driver cannot tell.
  var isLost: Bool { resetStatus.map { $0() != 0 } ?? false }

  private static func resetStatusFunction() -> (@convention(c) () -> UInt32)? {
    for (name, suffix) in [("KHR", ""), ("ARB", "ARB"), ("EXT", "EXT")]
    where SDL_GL_ExtensionSupported("GL_\(name)_robustness") == SDL_TRUE {
      if let address = SDL_GL_GetProcAddress("glGetGraphicsResetStatus" + suffix) {
        return unsafeBitCast(address, to: (@convention(c) () -> UInt32).self)
      }
    }
    return nil
  }

  /// The software that implements GL; nil when a GPU does.
  var softwareName: String? {
    let software = ["llvmpipe", "softpipe", "swrast", "swiftshader", "software rasterizer"]
    return software.contains(where: renderer.lowercased().contains) ? renderer : nil
  }

  /// Makes the context that of the current thread.
  func makeCurrent() throws(SDLError) {
    if SDL_GL_GetCurrentContext() == pointer { return }
    try check(SDL_GL_MakeCurrent(window, pointer), "drawing with GL on another thread")
  }

  /// Takes the context from the current thread, so that another one can draw.
  func release() { SDL_GL_MakeCurrent(window, nil) }
}
