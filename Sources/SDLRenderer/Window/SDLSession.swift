// SDLSession.swift
// Stage: start. SDL's video part while it is in use, and what belongs to no single window.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import CoreGraphics
package import Foundation
package import HostInterface
import QuartzCore

/// SDL's video part, started once and stopped when the last user lets go.
///
/// Belongs to the main thread, as SDL's video part does.
package final class SDLSession {
  /// The video driver in use: "x11", "wayland", "offscreen", "dummy".
  package let driver: String
  private var cursors: [PointerShape: OpaquePointer] = [:]
  private var cursor = PointerShape.arrow

  /// Starts SDL.
  ///
  /// - Parameter applicationID: What the desktop knows the program by, such as "lamella".
  /// - Throws: When there is no display; the error says what was tried and what helps.
  package init(applicationID: String = "lamella") throws(SDLError) {
    let environment = ProcessInfo.processInfo.environment
    // SDL reads these when it starts; the user's own setting counts more than ours.
    for name in ["SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"]
    where environment[name] == nil {
      setenv(name, applicationID, 0)
    }
    SDL_SetMainReady()
    SDL_SetHint("SDL_APP_NAME", applicationID)
    // A window that shows pictures must not keep the screen from going dark.
    SDL_SetHint("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    // The window manager keeps composing other windows, and our frames keep their pace.
    SDL_SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    // Ctrl+C ends a program as a user expects; SDL would turn it into a quit event.
    SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
    // A window's own close event says it; this one would say it a second time.
    SDL_SetHint("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0")
    // The press that brings a window to the front also counts in it.
    SDL_SetHint("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    SDL_SetHint("SDL_IME_SHOW_UI", "1")
    guard SDL_InitSubSystem(UInt32(SDL_INIT_VIDEO)) == 0 else {
      throw Self.noDisplay(environment)
    }
    let driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "unknown"
    // Where there is no display SDL takes one of these by itself, and nobody would see a window.
    if ["offscreen", "dummy"].contains(driver), (environment["SDL_VIDEODRIVER"] ?? "").isEmpty {
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      throw Self.noDisplay(environment, reason: "no display answers")
    }
    self.driver = driver
  }

  deinit {
    cursors.values.forEach(SDL_FreeCursor)
    SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
  }

  private static func noDisplay(
    _ environment: [String: String], reason: String? = nil
  ) -> SDLError {
    var error = SDLError("opening the display")
    error.reason = reason ?? error.reason
    func state(_ name: String) -> String {
      environment[name].map { $0.isEmpty ? "\(name) is empty" : "\(name)=\($0)" }
        ?? "\(name) is not set"
    }
    error.reason +=
      " (" + ["SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY"].map(state).joined(separator: ", ")
      + "; this SDL has \(drivers.joined(separator: ", ")))"
    error.advice =
      environment["SDL_VIDEODRIVER"].map { _ in
        "Unset SDL_VIDEODRIVER, or let it name a driver that works here"
      } ?? "Start it from a desktop session, or under a screenless one: xvfb-run -a COMMAND"
    return error
  }

  /// The video drivers that this SDL was built with, in the order in which it tries them.
  package static var drivers: [String] {
    (0..<SDL_GetNumVideoDrivers()).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
  }

  /// SDL's version, such as "2.26.5".
  package static var version: String {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return "\(version.major).\(version.minor).\(version.patch)"
  }

  // MARK: Clipboard and pointer

  /// The clipboard's text; empty when it holds none.
  package var clipboard: String {
    get {
      guard let text = SDL_GetClipboardText() else { return "" }
      defer { SDL_free(text) }
      return String(cString: text)
    }
    set { SDL_SetClipboardText(newValue) }
  }

  /// Sets the pointer's shape.
  package func setCursor(_ kind: PointerShape) {
    guard kind != cursor else { return }
    cursor = kind
    if cursors[kind] == nil {
      let shape =
        switch kind {
        case .arrow: SDL_SYSTEM_CURSOR_ARROW
        case .text: SDL_SYSTEM_CURSOR_IBEAM
        case .hand: SDL_SYSTEM_CURSOR_HAND
        }
      cursors[kind] = SDL_CreateSystemCursor(shape)
    }
    // Drivers without a pointer make none; then there is nothing to set.
    if let cursor = cursors[kind] { SDL_SetCursor(cursor) }
  }

  // MARK: Text input

  /// Starts text input, with input methods placed beside a rectangle in points of the window that
  /// has the keyboard.
  package func startTextInput(at rect: CGRect) {
    moveTextInput(to: rect)
    SDL_StartTextInput()
  }

  /// Moves the place beside which input methods show what is being composed.
  package func moveTextInput(to rect: CGRect) {
    func clamped(_ value: CGFloat) -> Int32 { Int32(max(-32_768, min(32_767, value))) }
    guard rect.isFinite else { return }
    var area = SDL_Rect(
      x: clamped(rect.minX), y: clamped(rect.minY), w: clamped(rect.width),
      h: clamped(rect.height))
    SDL_SetTextInputRect(&area)
  }

  /// Stops text input.
  package func stopTextInput() { SDL_StopTextInput() }
}
