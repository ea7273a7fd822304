// SDLSession.swift
// Stage: start. SDL's video subsystem, and what all windows share: clipboard, pointer, text input.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import CoreGraphics
package import Foundation
package import HostInterface
import QuartzCore

/// SDL's video subsystem, initialised for as long as the session is referenced.
///
/// Main thread only, like the subsystem itself.
package final class SDLSession {
  /// The video driver in use: "x11", "wayland", "offscreen", "dummy".
  package let driver: String
  private var connection: XConnection?
  private var cursors: [PointerShape: OpaquePointer] = [:]
  private var pointerShape = PointerShape.arrow

  /// Starts SDL.
  ///
  /// - Parameter applicationID: The program's name on the desktop, under which its windows are grouped and have an icon.
  ///   Default the name of the executable file.
  /// - Throws: When there is no display. The error lists what was tried, and advice.
  package init(
    applicationID: String = ProcessInfo.processInfo.processName
  ) throws(SDLError) {
    let environment = ProcessInfo.processInfo.environment
    Self.useUTF8()
    SDL_SetMainReady()
    SDL_SetHint("SDL_APP_NAME", applicationID)
    // SDL would disable the screen saver.
    SDL_SetHint("SDL_VIDEO_ALLOW_SCREENSAVER", "1")
    // A window that bypasses the compositor would stop other windows from being composited.
    SDL_SetHint("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0")
    // Ctrl+C must end the program; SDL would turn it into a quit event.
    SDL_SetHint("SDL_NO_SIGNAL_HANDLERS", "1")
    // The last window already sends its own close event.
    SDL_SetHint("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0")
    // The click that activates a window is also delivered to it.
    SDL_SetHint("SDL_MOUSE_FOCUS_CLICKTHROUGH", "1")
    SDL_SetHint("SDL_MOUSE_DOUBLE_CLICK_TIME", String(Int(InputEvent.longestPause * 1000)))
    SDL_SetHint("SDL_IME_SHOW_UI", "1")
    // Some drivers have no server to wait for.
    let hasServer = !["offscreen", "dummy"].contains(environment["SDL_VIDEODRIVER"] ?? "")
    let notice =
      hasServer
      ? WaitNotice(
        "Waiting for the display server or the session bus, neither of which has answered for three seconds ("
          + Self.displays(environment) + ").") : nil
    defer { notice?.end() }
    if environment["DISPLAY"]?.isEmpty == false, environment["SDL_VIDEODRIVER"] != "wayland" {
      LostServer.installBeforeConnecting()
    }
    guard Self.startVideo(environment, applicationID: applicationID) else {
      // Of a list SDL only reports that none of it is available.
      let isList = Self.driverOrder(environment) != nil
      throw Self.noDisplay(environment, reason: isList ? "no display responds" : nil)
    }
    let driver = SDL_GetCurrentVideoDriver().map { String(cString: $0) } ?? "unknown"
    // Without a display SDL falls back to one of these, and windows would be invisible.
    if ["offscreen", "dummy"].contains(driver), (environment["SDL_VIDEODRIVER"] ?? "").isEmpty {
      SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
      throw Self.noDisplay(environment, reason: "no display responds")
    }
    self.driver = driver
    if driver == "x11" { LostServer.install() }
  }

  /// Has the C library take text as UTF-8, as the user's locale does or else a neutral one: without it, X11 gets titles
  /// in Latin-1.
  private static func useUTF8() {
    setlocale(LC_CTYPE, "")
    let isUTF8 = nl_langinfo(Int32(CODESET)).map { String(cString: $0) } == "UTF-8"
    if !isUTF8 { setlocale(LC_CTYPE, "C.UTF-8") }
  }

  deinit {
    cursors.values.forEach(SDL_FreeCursor)
    SDL_QuitSubSystem(UInt32(SDL_INIT_VIDEO))
  }

  /// Starts the video subsystem. Returns false if it does not start.
  private static func startVideo(
    _ environment: [String: String], applicationID: String
  ) -> Bool {
    // Only for the start, when SDL reads them: programs that this one starts have them otherwise.
    var variables: [String: String] = [:]
    // The user's own setting takes precedence.
    for name in ["SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"]
    where environment[name] == nil {
      variables[name] = applicationID
    }
    if let cache = ComposeCache(environment: environment), cache.prepare() {
      variables[ComposeCache.variable] = cache.folder
    }
    if SessionBus.isAbsent(environment: environment) {
      variables[SessionBus.variable] = SessionBus.none
    }
    if let names = driverOrder(environment) { variables["SDL_VIDEODRIVER"] = names }
    for (name, value) in variables { setenv(name, value, 1) }
    defer { for name in variables.keys { unsetenv(name) } }
    SDLReason.clear()
    return SDL_InitSubSystem(UInt32(SDL_INIT_VIDEO)) == 0
  }

  /// The drivers that show windows, in the order in which SDL is to try them. Nil where SDL chooses by itself.
  ///
  /// Wayland's is the first where a compositor is named: SDL 2 prefers the X server that such a desktop has for older
  /// programs, which enlarges their pictures where its scale is a fraction. Wayland's is left out where no compositor can
  /// be found, as its library would write an error of its own.
  ///
  /// - Parameter hasTitleBars: Whether a window of Wayland's has a title bar on any desktop. Without, SDL chooses.
  package static func driverOrder(
    _ environment: [String: String], hasTitleBars: @autoclosure () -> Bool = hasLibdecor
  ) -> String? {
    func isSet(_ name: String) -> Bool { environment[name]?.isEmpty == false }
    var version = SDL_version()
    SDL_GetVersion(&version)
    // The first version that takes a list.
    guard (version.major, version.minor, version.patch) >= (2, 0, 22), !isSet("SDL_VIDEODRIVER")
    else { return nil }
    let isFound =
      isSet("WAYLAND_SOCKET") || isSet("XDG_RUNTIME_DIR")
      || environment["WAYLAND_DISPLAY"]?.hasPrefix("/") == true
    let isNamed = isSet("WAYLAND_SOCKET") || isSet("WAYLAND_DISPLAY")
    if isFound && !(isNamed && hasTitleBars()) { return nil }
    let others: Set = ["wayland", "offscreen", "dummy", "evdev"]
    let shown =
      drivers.filter { isFound && $0 == "wayland" } + drivers.filter { !others.contains($0) }
    return shown.isEmpty ? nil : shown.joined(separator: ",")
  }

  /// Whether a plug-in of libdecor is installed. It draws title bars where the compositor, such as GNOME's, has none.
  package static var hasLibdecor: Bool {
    ["/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/lib64", "/usr/lib"]
      .contains { access($0 + "/libdecor/plugins-1", F_OK) == 0 }
  }

  private static func noDisplay(
    _ environment: [String: String], reason: String? = nil
  ) -> SDLError {
    var error = SDLError("opening the display")
    error.reason = reason ?? error.reason
    error.reason +=
      " (\(displays(environment)); this SDL has \(drivers.joined(separator: ", ")))"
    error.advice =
      environment["SDL_VIDEODRIVER"].map { _ in
        "Unset SDL_VIDEODRIVER, or let it name a driver that works here"
      } ?? "Start it from a desktop session, or under a screenless one: xvfb-run -a COMMAND"
    return error
  }

  /// The variables that choose the display.
  private static func displays(_ environment: [String: String]) -> String {
    ["SDL_VIDEODRIVER", "WAYLAND_DISPLAY", "DISPLAY"].map { name in
      environment[name].map { $0.isEmpty ? "\(name) is empty" : "\(name)=\($0)" }
        ?? "\(name) is not set"
    }.joined(separator: ", ")
  }

  /// The video drivers that this SDL was built with, in the order it tries them.
  package static var drivers: [String] {
    (0..<SDL_GetNumVideoDrivers()).compactMap { SDL_GetVideoDriver($0).map { String(cString: $0) } }
  }

  /// SDL's version, such as "2.26.5".
  package static var version: String {
    var version = SDL_version()
    SDL_GetVersion(&version)
    return "\(version.major).\(version.minor).\(version.patch)"
  }

  /// What SDL cannot do with the video driver in use, as sentences without an end.
  package var limits: [String] {
    guard driver == "wayland" else { return [] }
    return [
      "SDL cannot place windows, or tell where they are",
      "a window's icon is that of the desktop entry of the program's name",
      "where the compositor draws no title bars, windows have them only with libdecor and a plug-in of it",
    ]
  }

  /// The part of the first display that windows may cover, without panels, in units of SDL's window
  /// coordinates; nil without a screen, or when it is unknown.
  package var usableSize: CGSize? {
    guard !["offscreen", "dummy"].contains(driver) else { return nil }
    var rect = SDL_Rect()
    guard SDL_GetDisplayUsableBounds(0, &rect) == 0, rect.w > 0, rect.h > 0 else { return nil }
    return CGSize(width: CGFloat(rect.w), height: CGFloat(rect.h))
  }

  /// The connection of all windows to the X server; nil with other drivers than x11.
  func connection(of window: OpaquePointer) -> XConnection? {
    if connection == nil, driver == "x11" { connection = XConnection(of: window) }
    return connection
  }

  // MARK: Clipboard and pointer

  /// The clipboard's text. Empty without text.
  package var clipboard: String {
    get {
      // It reads events while it waits for the program that has the text.
      guard let text = VideoLock.withLock({ SDL_GetClipboardText() }) else { return "" }
      defer { SDL_free(text) }
      return String(cString: text)
    }
    set { SDL_SetClipboardText(newValue) }
  }

  /// Sets the pointer's shape.
  package func setPointerShape(_ shape: PointerShape) {
    guard shape != pointerShape else { return }
    pointerShape = shape
    if cursors[shape] == nil {
      // A program may draw any number.
      if cursors.count >= 32, let old = cursors.keys.first(where: \.isDrawn) {
        cursors.removeValue(forKey: old).map(SDL_FreeCursor)
      }
      cursors[shape] = Self.cursor(of: shape)
    }
    SDL_ShowCursor(shape == .hidden ? SDL_DISABLE : SDL_ENABLE)
    // Drivers without a pointer create no cursor.
    if let cursor = cursors[shape] { SDL_SetCursor(cursor) }
  }

  private static func cursor(of shape: PointerShape) -> OpaquePointer? {
    switch shape {
    case .arrow: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_ARROW)
    case .text: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_IBEAM)
    case .hand: SDL_CreateSystemCursor(SDL_SYSTEM_CURSOR_HAND)
    case .hidden: nil
    case .drawn(let picture):
      picture.image.withSurface(isPremultiplied: true) {
        SDL_CreateColorCursor($0, Int32(picture.hotSpot.x), Int32(picture.hotSpot.y))
      }
    }
  }

  // MARK: Text input

  /// Starts text input, or moves it.
  ///
  /// - Parameters:
  ///   - rect: The rectangle beside which input methods show composed text, in points of the window
  ///     with the keyboard focus.
  ///   - unitsPerPoint: Units of SDL's window coordinates per point.
  package func startTextInput(at rect: CGRect, unitsPerPoint: CGFloat = 1) {
    func units(_ points: CGFloat) -> Int32 {
      Int32(max(-32_768, min(32_767, points * unitsPerPoint)))
    }
    if rect.isFinite {
      var area = SDL_Rect(
        x: units(rect.minX), y: units(rect.minY), w: units(rect.width), h: units(rect.height))
      SDL_SetTextInputRect(&area)
    }
    SDL_StartTextInput()
  }

  /// Stops text input.
  package func stopTextInput() { SDL_StopTextInput() }
}

extension CGImage {
  /// Calls `body` with a surface of the image's pixels, valid during the call. Nil where SDL makes none.
  ///
  /// - Parameter isPremultiplied: Whether colours stay multiplied by alpha.
  func withSurface<Result>(
    isPremultiplied: Bool, _ body: (UnsafeMutablePointer<SDL_Surface>) -> Result?
  ) -> Result? {
    var bytes = pixels
    for index in stride(from: 0, to: isPremultiplied ? 0 : bytes.count, by: 4) {
      let alpha = Int(bytes[index + 3])
      guard alpha > 0, alpha < 255 else { continue }
      for channel in index..<index + 3 {
        bytes[channel] = UInt8(min(255, (Int(bytes[channel]) * 255 + alpha / 2) / alpha))
      }
    }
    return bytes.withUnsafeMutableBytes { buffer in
      guard
        let surface = SDL_CreateRGBSurfaceWithFormatFrom(
          buffer.baseAddress, Int32(width), Int32(height), 32, Int32(width * 4),
          UInt32(SDL_PIXELFORMAT_ABGR8888.rawValue))
      else { return nil }
      defer { SDL_FreeSurface(surface) }
      return body(surface)
    }
  }
}
