// BufferAge.swift
// Stage: canvas. Which picture a window's back buffer still has, by GLX or EGL.
//
// SPDX-License-Identifier: MIT

internal import CSDL2

/// Asks the window system how old the picture in a window's back buffer is.
///
/// Sources: GLX_EXT_buffer_age, EGL_EXT_buffer_age.
struct BufferAge {
  private typealias Handle = UnsafeMutableRawPointer

  private let query: () -> Int

  /// Prepares the question for the thread's context. Where the window system does not answer it, the age is 0.
  init() {
    // Each names a function for every name that begins as its own do, those of the other included; EGL's do not begin
    // with "gl".
    let isEGL = SDL_GL_GetProcAddress("eglGetCurrentDisplay") != nil
    query = (isEGL ? Self.egl() : Self.glx()) ?? { 0 }
  }

  /// How many pictures ago the back buffer was drawn: 1 for the last picture; 0 where its content is undefined.
  var current: Int { query() }

  private static func load<Function>(_ name: String, as _: Function.Type) -> Function? {
    // SDL gives every function as an untyped address.
    SDL_GL_GetProcAddress(name).map { unsafeBitCast($0, to: Function.self) }
  }

  private static func glx() -> (() -> Int)? {
    typealias Current = @convention(c) () -> Handle?
    typealias CurrentDrawable = @convention(c) () -> UInt
    typealias Extensions = @convention(c) (Handle, Int32) -> UnsafePointer<CChar>?
    typealias Query = @convention(c) (Handle, UInt, Int32, UnsafeMutablePointer<UInt32>) -> Int32
    guard let display = load("glXGetCurrentDisplay", as: Current.self)?(),
      let drawable = load("glXGetCurrentDrawable", as: CurrentDrawable.self),
      let words = load("glXQueryExtensionsString", as: Extensions.self)?(display, 0),
      String(cString: words).contains("GLX_EXT_buffer_age"),
      let query = load("glXQueryDrawable", as: Query.self)
    else { return nil }
    let backBufferAge: Int32 = 0x20F4
    return {
      var age: UInt32 = 0
      _ = query(display, drawable(), backBufferAge, &age)
      return Int(age)
    }
  }

  private static func egl() -> (() -> Int)? {
    typealias Current = @convention(c) () -> Handle?
    typealias CurrentSurface = @convention(c) (Int32) -> Handle?
    typealias Strings = @convention(c) (Handle, Int32) -> UnsafePointer<CChar>?
    typealias Query = @convention(c) (Handle, Handle, Int32, UnsafeMutablePointer<Int32>) -> UInt32
    let (extensions, drawSurface, bufferAge): (Int32, Int32, Int32) = (0x3055, 0x3059, 0x313D)
    guard let display = load("eglGetCurrentDisplay", as: Current.self)?(),
      let surface = load("eglGetCurrentSurface", as: CurrentSurface.self),
      let words = load("eglQueryString", as: Strings.self)?(display, extensions),
      String(cString: words).contains("EGL_EXT_buffer_age"),
      let query = load("eglQuerySurface", as: Query.self)
    else { return nil }
    return {
      var age: Int32 = 0
      guard let current = surface(drawSurface), query(display, current, bufferAge, &age) != 0
      else { return 0 }
      return Int(age)
    }
  }
}
