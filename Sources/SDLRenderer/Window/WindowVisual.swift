// WindowVisual.swift
// Stage: start. The pixel format of windows on X screens whose own format SDL cannot write, such as
// screens of 30 bits.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Glibc

/// Visuals of the X server: the pixel formats in which its windows can be.
enum WindowVisual {
  /// Makes SDL open its next windows with a visual of 8 bits per colour. The X server converts their pixels
  /// to the screen's format.
  ///
  /// The user's own `SDL_VIDEO_X11_WINDOW_VISUALID` takes precedence.
  ///
  /// - Returns: Whether the server has such a visual.
  static func select() -> Bool {
    guard let id = convertedVisual() else { return false }
    return SDL_SetHint(SDL_HINT_VIDEO_X11_WINDOW_VISUALID, "0x" + String(id, radix: 16)) == SDL_TRUE
  }

  /// Makes SDL open its next windows with the screen's own visual.
  static func deselect() { SDL_SetHint(SDL_HINT_VIDEO_X11_WINDOW_VISUALID, "") }

  /// The identifier of a visual with a byte for each of red, green and blue.
  ///
  /// SDL loads Xlib at run time, so that its functions are looked up in the loaded library.
  private static func convertedVisual() -> UInt? {
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Close = @convention(c) (OpaquePointer) -> Int32
    typealias Find =
      @convention(c) (
        OpaquePointer, Int, UnsafeMutablePointer<XlibVisualInfo>, UnsafeMutablePointer<Int32>
      ) -> UnsafeMutablePointer<XlibVisualInfo>?
    typealias Free = @convention(c) (UnsafeMutableRawPointer) -> Int32
    guard let library = dlopen("libX11.so.6", RTLD_NOLOAD | RTLD_LAZY),
      let open = dlsym(library, "XOpenDisplay"), let close = dlsym(library, "XCloseDisplay"),
      let find = dlsym(library, "XGetVisualInfo"), let free = dlsym(library, "XFree"),
      let display = unsafeBitCast(open, to: Open.self)(nil)
    else { return nil }
    defer { _ = unsafeBitCast(close, to: Close.self)(display) }
    var (wanted, count) = (XlibVisualInfo(), Int32(0))
    guard let list = unsafeBitCast(find, to: Find.self)(display, 0, &wanted, &count) else {
      return nil
    }
    defer { _ = unsafeBitCast(free, to: Free.self)(list) }
    // Xlib's TrueColor: pixels hold colours, not places in a table.
    let trueColor: Int32 = 4
    return UnsafeBufferPointer(start: list, count: Int(count))
      .filter {
        $0.kind == trueColor && ($0.depth == 24 || $0.depth == 32)
          && $0.red == 0xFF_0000 && $0.green == 0xFF00 && $0.blue == 0xFF
      }
      .min { $0.depth < $1.depth }?.id
  }
}
