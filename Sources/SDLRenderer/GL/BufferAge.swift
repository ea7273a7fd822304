// BufferAge.swift
// Stage: canvas. Which picture a window's back buffer still has, by GLX or EGL.
//
// SPDX-License-Identifier: MIT

import Glibc

/// Asks the window system how old the picture in a window's back buffer is.
///
/// Sources: GLX_EXT_buffer_age, EGL_EXT_buffer_age.
struct BufferAge {
  private typealias Handle = UnsafeMutableRawPointer

  private let query: () -> Int

  /// Prepares the question for the thread's context. Where the window system does not answer it, the age is 0.
  init() { query = Self.glx() ?? Self.egl() ?? { 0 } }

  /// How many pictures ago the back buffer was drawn: 1 for the last picture; 0 where its content is undefined.
  var current: Int { query() }

  /// A library that SDL may have loaded for the context, and that nothing loads otherwise. Asked by SDL, a driver has an
  /// address for every name, those of the other library included.
  private struct Library {
    private let handle: UnsafeMutableRawPointer

    init?(_ name: String) {
      guard let handle = dlopen(name, RTLD_LAZY | RTLD_NOLOAD) else { return nil }
      self.handle = handle
    }

    func function<Function>(_ name: String, as _: Function.Type) -> Function? {
      // Addresses have no type.
      dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
    }
  }

  private static func glx() -> (() -> Int)? {
    typealias Current = @convention(c) () -> Handle?
    typealias CurrentDrawable = @convention(c) () -> UInt
    typealias Extensions = @convention(c) (Handle, Int32) -> UnsafePointer<CChar>?
    typealias Query = @convention(c) (Handle, UInt, Int32, UnsafeMutablePointer<UInt32>) -> Int32
    guard let library = Library("libGLX.so.0") ?? Library("libGL.so.1"),
      let display = library.function("glXGetCurrentDisplay", as: Current.self)?(),
      let drawable = library.function("glXGetCurrentDrawable", as: CurrentDrawable.self),
      let words = library.function("glXQueryExtensionsString", as: Extensions.self)?(display, 0),
      String(cString: words).contains("GLX_EXT_buffer_age"),
      let query = library.function("glXQueryDrawable", as: Query.self)
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
    guard let library = Library("libEGL.so.1"),
      let display = library.function("eglGetCurrentDisplay", as: Current.self)?(),
      let surface = library.function("eglGetCurrentSurface", as: CurrentSurface.self),
      let words = library.function("eglQueryString", as: Strings.self)?(display, extensions),
      String(cString: words).contains("EGL_EXT_buffer_age"),
      let query = library.function("eglQuerySurface", as: Query.self)
    else { return nil }
    return {
      var age: Int32 = 0
      guard let current = surface(drawSurface), query(display, current, bufferAge, &age) != 0
      else { return 0 }
      return Int(age)
    }
  }
}
