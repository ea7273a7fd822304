// SDLEventPump.swift
// Stage: events. Translates SDL's events to input events of windows; sleeps until there are some.
//
// This folder: SDL's events as `InputEvent`, and what else wakes the main thread.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import CoreGraphics
package import Foundation
import Glibc
package import HostInterface
import QuartzCore
import Synchronization

/// SDL's events as input events.
///
/// A run loop serves the main queue, main-actor tasks and timers, and sleeps when there is nothing to
/// do:
///
///     while isRunning {
///       pump.poll(now: MediaClock.now) { window, event in … }
///       RunLoop.main.run(mode: .default, before: .distantPast)
///       pump.didServeMainQueue()
///       if needsFrame { … } else { pump.wait(timeout: untilNextTimer) }
///     }
///
/// Main thread only, except ``wake()``.
package final class SDLEventPump {
  private struct WeakWindow { weak var window: SDLWindow? }

  private let session: SDLSession
  private let waker: Waker
  private let watchesMainQueue: Bool
  /// Watches the main queue while the main thread sleeps in SDL. Nil until it first does.
  private var watcher: MainQueueWatcher?
  private var windows: [UInt32: WeakWindow] = [:]
  /// The connection of all windows, with the driver x11.
  private var connection: XConnection?

  /// Creates a pump.
  ///
  /// - Parameter watchesMainQueue: Whether work on the main dispatch queue ends ``wait(timeout:looksForInput:)``.
  ///   Default true.
  package init(session: SDLSession, watchesMainQueue: Bool = true) {
    self.session = session
    waker = Waker(sleepsInSDL: !["dummy", "offscreen"].contains(session.driver))
    self.watchesMainQueue = watchesMainQueue
  }

  /// Begins to deliver a window's events. The window is not retained.
  ///
  /// - Parameter isDrawnElsewhere: Whether another thread draws the window. Default false.
  package func add(_ window: SDLWindow, isDrawnElsewhere: Bool = false) {
    windows[window.id] = WeakWindow(window: window)
    connection = window.connection
    guard isDrawnElsewhere else { return }
    window.didReadEvents = waking
  }

  /// Delivers all pending events, oldest first, without waiting.
  ///
  /// - Parameter now: The media time of the events, in seconds.
  package func poll(now: TimeInterval, _ deliver: (SDLWindow, InputEvent) -> Void) {
    waker.clear()
    VideoLock.withLock { SDL_PumpEvents() }
    var event = SDL_Event()
    let (first, last) = (UInt32(SDL_FIRSTEVENT.rawValue), UInt32(SDL_LASTEVENT.rawValue))
    while SDL_PeepEvents(&event, 1, SDL_GETEVENT, first, last) > 0 {
      handle(event) { window, kind in deliver(window, InputEvent(time: now, kind: kind)) }
    }
  }

  /// Sleeps until an event, a call of ``wake()``, work on the main queue, or the timeout. May return
  /// early.
  ///
  /// - Parameters:
  ///   - timeout: In seconds. Nil for none; zero or less returns at once.
  ///   - looksForInput: Whether events of the X server end the sleep. Without, only those do that a thread has read
  ///     which drew or showed a picture. Default true.
  package func wait(timeout: TimeInterval?, looksForInput: Bool = true) {
    mainQueueMayHaveWork = true
    if looksForInput {
      VideoLock.withLock { SDL_PumpEvents() }
      let (first, last) = (UInt32(SDL_FIRSTEVENT.rawValue), UInt32(SDL_LASTEVENT.rawValue))
      if SDL_HasEvents(first, last) == SDL_TRUE { return }
    }
    if watchesMainQueue && watcher == nil && waker.sleepsInSDL(with: connection) {
      watcher = MainQueueWatcher { [waker] in waker.wake() }
    }
    mainQueueMayHaveWork = waker.sleep(
      timeout: timeout, on: connection, looksForInput: looksForInput,
      watchesMainQueue: watchesMainQueue)
  }

  /// Whether the desktop has asked the program to end. Its windows are asked to close, too.
  package private(set) var isQuitRequested = false

  /// Whether the main queue has work.
  package static var mainQueueHasWork: Bool {
    var queue = pollfd(fd: mainQueueDescriptor, events: Int16(POLLIN), revents: 0)
    return Glibc.poll(&queue, 1, 0) > 0
  }

  /// Whether the main queue had work at the end of the last wait. True after a wait that did not look.
  package private(set) var mainQueueMayHaveWork = true

  /// Ends the current wait or the next one. Callable from any thread.
  package func wake() { waker.wake() }

  /// A sendable function that does the same as ``wake()``.
  package var waking: @Sendable () -> Void { { [waker] in waker.wake() } }

  /// Reports that the main queue has been served. Until then it does not end a second wait.
  package func didServeMainQueue() { watcher?.didServe() }

  // MARK: Events

  /// The files of a drop whose end has not come yet.
  private var dropped: [URL] = []

  private func handle(_ event: SDL_Event, _ deliver: (SDLWindow, InputEvent.Kind) -> Void) {
    func send(_ id: UInt32, _ kind: (SDLWindow) -> InputEvent.Kind?) {
      guard let window = windows[id]?.window else {
        windows[id] = nil
        return
      }
      if let kind = kind(window) { deliver(window, kind) }
    }
    func sendAll(_ kind: InputEvent.Kind) {
      for id in windows.keys.sorted() { send(id) { _ in kind } }
    }

    switch SDL_EventType(rawValue: event.type) {
    case SDL_MOUSEMOTION:
      let motion = event.motion
      send(motion.windowID) { .pointerMoved($0.point(motion.x, motion.y)) }
    case SDL_MOUSEBUTTONDOWN:
      let button = event.button
      send(button.windowID) {
        .pointerDown(
          $0.point(button.x, button.y), button: Self.number(of: button.button),
          clicks: Int(button.clicks))
      }
    case SDL_MOUSEBUTTONUP:
      let button = event.button
      send(button.windowID) {
        .pointerUp($0.point(button.x, button.y), button: Self.number(of: button.button))
      }
    case SDL_MOUSEWHEEL:
      let wheel = event.wheel
      send(wheel.windowID) { Self.scroll(wheel, in: $0) }
    case SDL_KEYDOWN, SDL_KEYUP:
      let key = event.key
      send(key.windowID) { _ in Self.kind(of: key) }
    case SDL_TEXTINPUT:
      let text = event.text
      send(text.windowID) { _ in .text(Self.string(of: text.text)) }
    case SDL_TEXTEDITING:
      let edit = event.edit
      send(edit.windowID) { _ in .composition(Self.string(of: edit.text)) }
    case SDL_WINDOWEVENT:
      let change = SDL_WindowEventID(rawValue: UInt32(event.window.event))
      noteLoss(change, event.window.windowID)
      send(event.window.windowID) { Self.kind(of: change, in: $0) }
    case SDL_DROPFILE:
      // Of several files each has an event.
      guard let path = event.drop.file else { break }
      dropped.append(URL(fileURLWithPath: String(cString: path)))
      SDL_free(path)
    case SDL_DROPCOMPLETE:
      let files = dropped
      dropped = []
      if !files.isEmpty { send(event.drop.windowID) { .dropped(files, $0.dropPlace) } }
    case SDL_QUIT:
      if let window = windows.values.lazy.compactMap(\.window).first {
        LostServer.endIfCompositorIsLost(window.pointer)
      }
      isQuitRequested = true
      sendAll(.closeRequested)
    default: break
    }
  }

  /// Records that the screen has lost a window's pixels.
  private func noteLoss(_ change: SDL_WindowEventID, _ id: UInt32) {
    switch change {
    case SDL_WINDOWEVENT_EXPOSED, SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED,
      SDL_WINDOWEVENT_MAXIMIZED, SDL_WINDOWEVENT_SIZE_CHANGED:
      windows[id]?.window?.pictureLosses.add(1, ordering: .relaxed)
    default: break
    }
  }

  private static func kind(of event: SDL_KeyboardEvent) -> InputEvent.Kind {
    let key = Key(event.keysym.sym)
    let modifiers = KeyModifiers(UInt32(event.keysym.mod))
    return event.type == SDL_KEYDOWN.rawValue
      ? .keyDown(key, modifiers: modifiers, isRepeat: event.repeat != 0)
      : .keyUp(key, modifiers: modifiers)
  }

  private static func kind(
    of change: SDL_WindowEventID, in window: SDLWindow
  ) -> InputEvent.Kind? {
    switch change {
    // Another display may have another scale.
    case SDL_WINDOWEVENT_SIZE_CHANGED, SDL_WINDOWEVENT_DISPLAY_CHANGED:
      .resized(window.size, scale: window.scale)
    case SDL_WINDOWEVENT_EXPOSED: .exposed
    case SDL_WINDOWEVENT_SHOWN, SDL_WINDOWEVENT_RESTORED, SDL_WINDOWEVENT_MAXIMIZED:
      .visibilityChanged(true)
    case SDL_WINDOWEVENT_HIDDEN, SDL_WINDOWEVENT_MINIMIZED: .visibilityChanged(false)
    case SDL_WINDOWEVENT_FOCUS_GAINED: .focusChanged(true)
    case SDL_WINDOWEVENT_FOCUS_LOST: .focusChanged(false)
    case SDL_WINDOWEVENT_CLOSE: .closeRequested
    case SDL_WINDOWEVENT_LEAVE: .pointerLeft
    default: nil
    }
  }

  private static func scroll(
    _ wheel: SDL_MouseWheelEvent, in window: SDLWindow
  ) -> InputEvent.Kind {
    var (x, y): (Int32, Int32) = (0, 0)
    SDL_GetMouseState(&x, &y)
    // SDL counts notches, positive up and to the right. Content moves down when y is positive and to
    // the left when x is.
    return .scroll(
      window.point(x, y), deltaX: Double(-wheel.preciseX) * pointsPerNotch,
      deltaY: Double(wheel.preciseY) * pointsPerNotch,
      modifiers: KeyModifiers(SDL_GetModState().rawValue))
  }

  /// Points scrolled per notch of a wheel: three lines of text.
  private static let pointsPerNotch = 48.0

  /// Returns the button's number. SDL numbers the middle button 2, `InputEvent` the right one.
  private static func number(of button: UInt8) -> Int {
    switch Int32(button) {
    case SDL_BUTTON_LEFT: 1
    case SDL_BUTTON_RIGHT: 3
    case SDL_BUTTON_MIDDLE: 2
    default: Int(button)
    }
  }

  /// Returns an event's text, an array of bytes that ends with a zero.
  private static func string<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension SDLWindow {
  /// The place of a drop, in points. The events have none.
  fileprivate var dropPlace: CGPoint {
    var (x, y): (Int32, Int32) = (0, 0)
    guard session.driver == "x11" else {
      SDL_GetMouseState(&x, &y)
      return point(x, y)
    }
    // The window sees no movements while another program drags.
    var (left, top): (Int32, Int32) = (0, 0)
    SDL_GetGlobalMouseState(&x, &y)
    SDL_GetWindowPosition(pointer, &left, &top)
    return point(x - left, y - top)
  }

  /// Returns an event's location in points.
  fileprivate func point(_ x: Int32, _ y: Int32) -> CGPoint {
    CGPoint(x: CGFloat(x) * pointsPerEventUnit, y: CGFloat(y) * pointsPerEventUnit)
  }
}

/// Sleeps and wakes the main thread.
///
/// With the drivers without a display, SDL polls for events a thousand times a second. They deliver no
/// events, so this type sleeps on descriptors there: its own, and the main queue's. With x11 it sleeps on the
/// connection too; see ``XConnection``. With other drivers it sleeps in SDL, where a ``MainQueueWatcher`` wakes it.
private final class Waker: Sendable {
  private let sleepsInSDL: Bool
  private let eventType: UInt32
  private let isPending = Atomic(false)
  /// Whether the main thread sleeps in SDL, which only an event of SDL ends.
  private let isInSDL = Atomic(false)
  private let signal = SignalPipe()

  init(sleepsInSDL: Bool) {
    self.sleepsInSDL = sleepsInSDL
    eventType = SDL_RegisterEvents(1)
  }

  func wake() {
    // One pending event is enough.
    if isPending.exchange(true, ordering: .sequentiallyConsistent) { return }
    signal.raise()
    guard isInSDL.load(ordering: .sequentiallyConsistent) else { return }
    var event = SDL_Event()
    event.type = eventType
    SDL_PushEvent(&event)
  }

  func clear() {
    guard isPending.load(ordering: .sequentiallyConsistent) else { return }
    // Cleared first: a wake from here on sets it again, and the next sleep returns at once.
    isPending.store(false, ordering: .sequentiallyConsistent)
    SDL_FlushEvent(eventType)
    signal.clear()
  }

  /// The number of wake-ups without an event after which a sleep ends. The connection stays readable until the thread
  /// that waits for a message has read it, so that a loop without a limit could spin.
  private static let mostMessages = 8

  /// Whether the main thread sleeps in SDL, where its own descriptors do not end the sleep.
  func sleepsInSDL(with connection: XConnection?) -> Bool { connection == nil && sleepsInSDL }

  /// Returns whether the main queue has work; true where this was not looked at.
  func sleep(
    timeout: TimeInterval?, on connection: XConnection?, looksForInput: Bool, watchesMainQueue: Bool
  ) -> Bool {
    let limit = timeout.map { max(0, min($0 * 1000, 86_400_000)) }
    // Rounded up: waking early would cost one more iteration of the loop.
    let milliseconds = limit.map { Int32($0.rounded(.up)) } ?? -1
    if milliseconds == 0 || isPending.load(ordering: .sequentiallyConsistent) { return true }
    if sleepsInSDL(with: connection) {
      sleepInSDL(milliseconds)
      return true
    }
    if looksForInput, connection?.hasEvents == true { return true }
    return sleepOnDescriptors(
      milliseconds, looksForInput ? connection : nil,
      mainQueue: watchesMainQueue ? mainQueueDescriptor : -1)
  }

  private func sleepInSDL(_ milliseconds: Int32) {
    // A wake either comes before, and is seen here, or sees this and sends an event.
    isInSDL.store(true, ordering: .sequentiallyConsistent)
    defer { isInSDL.store(false, ordering: .sequentiallyConsistent) }
    if isPending.load(ordering: .sequentiallyConsistent) { return }
    // Passing nil leaves the event that ends the wait in the queue.
    _ = milliseconds < 0 ? SDL_WaitEvent(nil) : SDL_WaitEventTimeout(nil, milliseconds)
  }

  /// Sleeps until the signal is raised, the connection has events, the main queue has work, or milliseconds have
  /// passed; below 0 for no limit. Returns whether the main queue has work.
  ///
  /// A driver that waits for the screen's refresh, or draws for long, reads the server's messages on its thread, and
  /// they make the connection readable here as well. They are no events and do not end the sleep, up to
  /// ``mostMessages`` times.
  ///
  /// - Parameter mainQueue: The main queue's descriptor. CFRunLoop reads it; here it is only polled. -1 for none.
  private func sleepOnDescriptors(
    _ milliseconds: Int32, _ connection: XConnection?, mainQueue: Int32
  ) -> Bool {
    // A descriptor of -1 is ignored.
    var wanted = [signal.descriptor, mainQueue, connection?.descriptor ?? -1].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    let end = MediaClock.machineTime + Double(milliseconds) * 1e-3
    var rest = milliseconds
    for _ in 0..<Self.mostMessages {
      let count = Glibc.poll(&wanted, nfds_t(wanted.count), rest)
      if count < 0 { return true }
      guard count == 1, wanted[2].revents == Int16(POLLIN), let connection else { break }
      if connection.hasEvents { break }
      if milliseconds < 0 { continue }
      rest = Int32(((end - MediaClock.machineTime) * 1000).rounded(.up))
      if rest <= 0 { break }
    }
    return wanted[1].revents != 0
  }
}
