// SDLWindow.swift
// Stage: present. One window on the desktop, and how pictures are shown in it.
//
// This folder: SDL's windows, and the choice and opening of their renderers; clipboard and text input
// (`SDLSession`), the display server.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
package import Compositor
package import CoreGraphics
package import Foundation
import QuartzCore
import Synchronization

/// A window on the desktop, open until it is released.
///
/// Main thread only, except for drawing and presenting, which one other thread may do instead; see
/// ``renderThreadProblem``.
package final class SDLWindow {
  package let session: SDLSession
  /// SDL's identifier, as in events.
  package let id: UInt32
  /// The renderer that the window was opened for; `memory` draws into ``surface()``, or into a texture where
  /// there is none; see ``hasMemory``.
  package let rendererKind: RendererKind
  /// Why the preferred renderer is not used. Empty when it is.
  package let rendererNote: String
  /// Whether the driver reports that ``present()`` waits for the screen's refresh. Some drivers report
  /// it and do not wait; measure.
  package let waitsForScreen: Bool

  /// Incremented when the screen has lost the window's pixels, so that all of them must be sent again.
  let pictureLosses = Atomic(1)

  /// The losses after which the whole window was sent; used by the thread that draws.
  private var knownPictureLosses = 0
  /// The number of frames in a row that could not be shown; used by the thread that draws.
  private var failures = 0
  /// A window that is resized with each frame loses one now and then, but never this many in a row.
  private static let mostFailures = 300

  let pointer: OpaquePointer
  /// The connection to the X server; nil with other drivers than x11.
  let connection: XConnection?
  /// Called when drawing or showing a picture has read events, on the thread that does so. Set before the first
  /// picture. Nil where only the main thread draws.
  var didReadEvents: (@Sendable () -> Void)?
  /// Whether SDL gives the window memory to draw into; see ``surface()``.
  package var hasMemory: Bool { session.driver != "wayland" }
  /// Seconds in ``awaitAnswers(to:)``. Used by the thread that draws.
  private var awaiting = RecentMaximum(0)
  /// The most seconds in which input waits with the answers. By default a quarter of a refresh at 60 Hz: with the drawing
  /// and the showing of a frame, half of one is left for what the input calls for.
  var longestAwaiting = 1.0 / 240
  /// The window's GL. Nil for a window drawn in memory of its own.
  private(set) var context: GLContext?
  private let forcedScale: CGFloat?

  /// The properties of a new window.
  package struct Options {
    package var title = "lamella"
    /// The content's size in points.
    package var size = CGSize(width: 1280, height: 800)
    /// The place of the content's top left corner on the screen, in pixels. Nil, the default, for the middle; without
    /// effect where the window system places windows alone, as Wayland does.
    package var origin: CGPoint?
    /// The smallest size in points that the user can choose. Limited to ``size``.
    package var minimumSize = CGSize(width: 320, height: 240)
    package var renderer = RendererChoice.automatic
    /// The versions of GL in the order in which they are tried.
    var versionsOfGL = GLContext.Version.allCases
    /// Whether ``present()`` waits for the screen's refresh. Default true.
    package var waitsForScreen = true
    package var isResizable = true
    /// Whether the window is shown at once. Default true.
    package var isVisible = true
    /// The number of windows that are open already: one beneath and beside the other.
    package var place = 0
    /// Pixels per point, for systems that report none, such as X11. Nil uses the system's scale.
    package var scale: CGFloat?
    package init() {}
  }

  /// Opens a window.
  ///
  /// - Precondition: Sizes are finite and positive.
  /// - Throws: When no window can be created, or the chosen renderer does not work.
  package init(session: SDLSession, options: Options) throws(SDLError) {
    let (size, minimum) = (options.size, options.minimumSize)
    trap(
      unless: size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
      "a window needs a finite positive size, not \(size)")
    trap(
      unless: minimum.width.isFinite && minimum.height.isFinite,
      "a window needs a finite minimum size, not \(minimum)")
    self.session = session
    forcedScale = options.scale
    let unit = options.scale ?? 1
    var opened = try WindowOpening.open(options, unit: unit)
    pointer = opened.window
    connection = session.connection(of: opened.window)
    context = opened.context
    rendererKind = opened.kind
    rendererNote = opened.note
    waitsForScreen = opened.context?.waitsForScreen ?? false
    id = SDL_GetWindowID(opened.window)
    opened.isTaken = true
    SDL_SetWindowTitle(pointer, options.title)
    SDL_SetWindowMinimumSize(
      pointer, Int32(max(1, min(minimum.width, size.width) * unit)),
      Int32(max(1, min(minimum.height, size.height) * unit)))
    if options.place > 0 { move(from: options.place, unit: unit) }
    if options.isVisible { SDL_ShowWindow(pointer) }
  }

  deinit {
    // The context before its window.
    context = nil
    SDL_DestroyWindow(pointer)
  }

  /// Moves the window from the middle, where another one is.
  private func move(from place: Int, unit: CGFloat) {
    let step = Int32(Self.cascadeStep * unit) * Int32(place % Self.mostCascaded)
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(pointer, &x, &y)
    SDL_SetWindowPosition(pointer, x + step, y + step)
  }

  /// Points between the corners of two windows, so that the lower one's title is seen.
  private static let cascadeStep: CGFloat = 32
  private static let mostCascaded = 8

  /// Sets the picture that stands for the window in lists of windows.
  package func setIcon(_ icon: CGImage) {
    _ = icon.withSurface(isPremultiplied: false) { SDL_SetWindowIcon(pointer, $0) }
  }

  // MARK: Place, size and scale

  /// The place of the content's top left corner on the screen, in pixels; nil where the window system does not tell.
  package var origin: CGPoint? {
    guard session.driver == "x11" else { return nil }
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetWindowPosition(pointer, &x, &y)
    return CGPoint(x: Int(x), y: Int(y))
  }

  /// The content's size in points.
  package var size: CGSize {
    let pixels = pixelSize
    return CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
  }

  /// The content's size in device pixels; never empty.
  package var pixelSize: PixelSize {
    var (width, height): (Int32, Int32) = (0, 0)
    // Not the surface's size: asking for the surface frees one that another thread may draw into.
    SDL_GetWindowSizeInPixels(pointer, &width, &height)
    return PixelSize(width: max(1, Int(width)), height: max(1, Int(height)))
  }

  /// Device pixels per point.
  package var scale: CGFloat {
    if let forcedScale { return forcedScale }
    var (width, height): (Int32, Int32) = (0, 0)
    SDL_GetWindowSize(pointer, &width, &height)
    return width > 0 ? Self.scale(pixels: pixelSize.width, units: Int(width)) : 1
  }

  /// The desktop's scale: Wayland's are multiples of 1/120, which lengths in whole pixels are not exactly.
  package static func scale(pixels: Int, units: Int) -> CGFloat {
    (CGFloat(pixels) / CGFloat(units) * 120).rounded() / 120
  }

  /// Points per unit of SDL's window coordinates, which events use.
  var pointsPerEventUnit: CGFloat { forcedScale.map { 1 / $0 } ?? 1 }

  /// The display's reported refresh rate in whole hertz. 0 when unknown. Measure for accuracy.
  package var nominalRefreshRate: Int {
    var mode = SDL_DisplayMode()
    let display = SDL_GetWindowDisplayIndex(pointer)
    guard display >= 0, SDL_GetCurrentDisplayMode(display, &mode) == 0 else { return 0 }
    return Int(mode.refresh_rate)
  }

  /// Whether any of the window may be visible.
  package var isVisible: Bool {
    let flags = SDL_GetWindowFlags(pointer)
    return flags & UInt32(SDL_WINDOW_SHOWN.rawValue) != 0
      && flags & UInt32(SDL_WINDOW_MINIMIZED.rawValue) == 0
  }

  package var title: String {
    get { String(cString: SDL_GetWindowTitle(pointer)) }
    set { SDL_SetWindowTitle(pointer, newValue) }
  }

  /// Limits the sizes that the user can choose. A window of another size is changed to the nearest.
  ///
  /// - Parameters:
  ///   - minimum: The smallest size, in points.
  ///   - maximum: The largest size, in points. Nil for no limit.
  package func limitSize(minimum: CGSize, maximum: CGSize?) {
    func units(_ length: CGFloat, least: CGFloat) -> Int32 {
      // A number that is not one is no limit. SDL's windows are at most 16384 wide and high.
      Int32(min(max(length.isNaN ? least : length, least), 16384) * (forcedScale ?? 1))
    }
    let largest = maximum ?? CGSize(width: CGFloat.infinity, height: .infinity)
    let (width, height) = (units(minimum.width, least: 1), units(minimum.height, least: 1))
    VideoLock.withLock {
      // SDL refuses limits of which the smaller one is greater.
      SDL_SetWindowMinimumSize(pointer, 1, 1)
      SDL_SetWindowMaximumSize(
        pointer, max(width, units(largest.width, least: 1)),
        max(height, units(largest.height, least: 1)))
      SDL_SetWindowMinimumSize(pointer, width, height)
    }
  }

  /// Changes the content's size, in points.
  package func resize(to size: CGSize) {
    trap(
      unless: size.width.isFinite && size.height.isFinite && size.width > 0 && size.height > 0,
      "a window needs a finite positive size, not \(size)")
    let unit = forcedScale ?? 1
    VideoLock.withLock {
      SDL_SetWindowSize(pointer, Int32(size.width * unit), Int32(size.height * unit))
    }
  }

  /// Whether the window covers its screen, without a frame. The size arrives as an event.
  package var isFullScreen: Bool {
    get { SDL_GetWindowFlags(pointer) & UInt32(SDL_WINDOW_FULLSCREEN.rawValue) != 0 }
    set {
      // Of the desktop's size: the screen's mode is not changed.
      let flags = newValue ? UInt32(SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue) : 0
      VideoLock.withLock { _ = SDL_SetWindowFullscreen(pointer, flags) }
    }
  }

  // MARK: Threads

  /// Why the window has to be drawn on the main thread. Nil where another thread may draw it.
  package var renderThreadProblem: String? {
    // Other drivers were not tried.
    guard ["x11", "wayland", "offscreen", "dummy"].contains(session.driver) else {
      return "SDL's driver \(session.driver) is not known to draw on another thread"
    }
    return nil
  }

  /// Detaches the window's GL context from the current thread, so that another one can draw.
  package func releaseContext() {
    if let context { awaitAnswers { context.release() } }
  }

  /// Makes the window's GL context again, as the driver has lost it. On the thread that draws.
  ///
  /// - Throws: When the driver makes no other one.
  func renewContext() throws(SDLError) {
    guard let lost = context else { return }
    lost.version.request()
    let new = try GLContext(
      window: pointer, version: lost.version, waitsForScreen: lost.waitsForScreen)
    context = new
  }

  /// Gives up the window's GL, so that it is drawn in memory from now on. On the thread that draws.
  func abandonContext() { context = nil }

  // MARK: Presenting

  /// Shows what GL has drawn. Returns when the driver has accepted it, which with
  /// ``waitsForScreen`` may be at the screen's next refresh.
  package func present() {
    if context != nil { awaitAnswers { SDL_GL_SwapWindow(pointer) } }
  }

  /// Draws or shows a picture, or makes another call in which the driver may exchange messages with the X server. If
  /// it has read events, the main thread is woken.
  ///
  /// The answers that the driver waits for do not wake it, except where input would have to wait too long with them.
  func awaitAnswers<Result, Failure>(
    to requests: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let connection, didReadEvents != nil, !Thread.isMainThread else { return try requests() }
    let began = MediaClock.machineTime
    defer {
      awaiting.add(MediaClock.machineTime - began)
      reportEvents()
    }
    return try waitsForScreen || awaiting.value > longestAwaiting
      ? requests() : connection.awaitAnswers(to: requests)
  }

  /// Wakes the main thread if there are events. It looks for them by itself after its own calls.
  private func reportEvents() {
    guard let connection, let didReadEvents, !Thread.isMainThread else { return }
    if connection.hasEvents { didReadEvents() }
  }

  /// The window's own pixels, in the order B, G, R, A, shown by ``show(_:)``. Valid until the window
  /// is resized.
  package struct Surface {
    package var memory: PixelMemory
    /// Whether the contents are undefined.
    package var isNew: Bool
  }

  /// Returns the window's pixels. Nil when they have another format.
  package func surface() throws(SDLError) -> Surface? {
    // Resizing the window invalidates its surface; this call creates a new one.
    let surface = try check(
      VideoLock.withLock { SDL_GetWindowSurface(pointer) }, "getting the window's surface")
    let target = surface.pointee
    let format = target.format.pointee.format
    // A new surface has no user data, which SDL does not use.
    let known = UnsafeMutableRawPointer(pointer)
    let isNew = target.userdata != known
    // To create one, SDL waits for the server.
    if isNew { reportEvents() }
    guard Self.isBlueFirst(format), let pixels = target.pixels, target.pitch % 4 == 0 else {
      return nil
    }
    if isNew {
      surface.pointee.userdata = known
      knownPictureLosses = -1
    }
    return Surface(
      memory: PixelMemory(
        pixels: pixels, bytesPerRow: Int(target.pitch),
        size: PixelSize(width: Int(target.w), height: Int(target.h))), isNew: isNew)
  }

  private static func isBlueFirst(_ format: UInt32) -> Bool {
    format == SDL_PIXELFORMAT_RGB888.rawValue || format == SDL_PIXELFORMAT_ARGB8888.rawValue
  }

  /// Shows what was drawn into ``surface()``.
  ///
  /// Changes are sent as one rectangle. Two rectangles could appear at different times, which would show
  /// parts of two frames together.
  ///
  /// - Parameter regions: The pixels changed since the previous call. The whole window is sent when the
  ///   screen has lost it.
  package func show(_ regions: [PixelRect]) throws(SDLError) {
    let losses = pictureLosses.load(ordering: .relaxed)
    let isWhole = knownPictureLosses != losses
    let changed = regions.reduce(PixelRect.empty) { $0.union($1) }
    if !isWhole && changed.isEmpty { return reportEvents() }
    var rect = SDL_Rect(
      x: Int32(changed.minX), y: Int32(changed.minY), w: Int32(changed.width),
      h: Int32(changed.height))
    // After a failure everything is sent again.
    knownPictureLosses = -1
    SDLReason.clear()
    let status = VideoLock.withLock {
      awaitAnswers {
        isWhole
          ? SDL_UpdateWindowSurface(pointer) : SDL_UpdateWindowSurfaceRects(pointer, &rect, 1)
      }
    }
    guard status == 0 else { return try requestFrame(insteadOf: "showing the window's surface") }
    failures = 0
    knownPictureLosses = losses
  }

  /// Requests another frame in place of one that could not be shown, as the window was resized while it was drawn.
  private func requestFrame(insteadOf action: String) throws(SDLError) {
    failures += 1
    if failures > Self.mostFailures { throw SDLError(action) }
    var event = SDL_Event()
    event.type = SDL_WINDOWEVENT.rawValue
    event.window.windowID = id
    event.window.event = UInt8(SDL_WINDOWEVENT_EXPOSED.rawValue)
    SDL_PushEvent(&event)
    didReadEvents?()
  }

  /// Shows a picture from memory.
  ///
  /// - Parameters:
  ///   - rows: Premultiplied pixels, bytes in the order R, G, B, A, rows from the top. Shown opaque.
  ///   - isBlueFirst: Whether the bytes are in the order B, G, R, A instead, as in most surfaces.
  ///   - bytesPerRow: The distance between rows.
  ///   - size: The picture's size. The window is unchanged beyond it.
  package func present(
    rows: UnsafeRawPointer, isBlueFirst: Bool = false, bytesPerRow: Int, size: PixelSize
  ) throws(SDLError) {
    try VideoLock.withLock { () throws(SDLError) in
      try awaitAnswers { () throws(SDLError) in
        try copy(rows: rows, isBlueFirst: isBlueFirst, bytesPerRow: bytesPerRow, size: size)
      }
    }
  }

  private func copy(
    rows: UnsafeRawPointer, isBlueFirst: Bool, bytesPerRow: Int, size: PixelSize
  ) throws(SDLError) {
    // Resizing the window invalidates its surface; this call creates a new one.
    let surface = try check(SDL_GetWindowSurface(pointer), "getting the window's surface")
    let target = surface.pointee
    let (width, height) = (min(size.width, Int(target.w)), min(size.height, Int(target.h)))
    if SDL_LockSurface(surface) == 0 {
      defer { SDL_UnlockSurface(surface) }
      let format = target.format.pointee.format
      let isSurfaceBlueFirst = Self.isBlueFirst(format)
      if isSurfaceBlueFirst && isBlueFirst {
        for row in 0..<height {
          (target.pixels + row * Int(target.pitch)).copyMemory(
            from: rows + row * bytesPerRow, byteCount: width * 4)
        }
      } else if isSurfaceBlueFirst {
        copySwappingRedAndBlue(
          from: rows, bytesPerRow: bytesPerRow, to: target.pixels, pitch: Int(target.pitch),
          width: width, height: height)
      } else {
        try check(
          SDL_ConvertPixels(
            Int32(width), Int32(height), isBlueFirst ? blueFirstFormat : pixelFormat, rows,
            Int32(bytesPerRow), format,
            target.pixels, target.pitch), "converting the picture for the window")
      }
    }
    try check(SDL_UpdateWindowSurface(pointer), "showing the window's surface")
  }
}

/// Copies rows of R, G, B, A bytes to rows of B, G, R, X.
private func copySwappingRedAndBlue(
  from source: UnsafeRawPointer, bytesPerRow: Int, to target: UnsafeMutableRawPointer, pitch: Int,
  width: Int, height: Int
) {
  for row in 0..<height {
    let from = (source + row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
    let to = (target + row * pitch).assumingMemoryBound(to: UInt32.self)
    // A plain loop over 32-bit words is vectorised.
    for column in 0..<width {
      let pixel = from[column]
      to[column] =
        0xFF00_0000 | (pixel & 0xFF00) | (pixel & 0xFF) << 16 | (pixel >> 16) & 0xFF
    }
  }
}

/// Bytes in the order R, G, B, A, as in a `CGImage`.
private let pixelFormat = UInt32(SDL_PIXELFORMAT_ABGR8888.rawValue)

/// Bytes in the order B, G, R, A.
private let blueFirstFormat = UInt32(SDL_PIXELFORMAT_ARGB8888.rawValue)
