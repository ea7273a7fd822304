// OffscreenScene.swift
// A window without a screen, on a clock that only the test moves.
//
// This folder: what tests of other packages need: a window off screen, its frames and input, pictures in files.
//
// SPDX-License-Identifier: MIT

import Compositor
import HostInterface
public import UIKit

/// A window that is drawn into memory, on a virtual clock.
///
/// Time does not pass between calls, and starts at 0 for each scene. Frames run 1/60 s apart, as on a screen of
/// 60 Hz, so that equal tests give equal pictures on every machine:
///
/// ```swift
/// @Test @MainActor func boxArrives() throws {
///   let box = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
///   let scene = OffscreenScene(size: CGSize(width: 100, height: 20))
///   scene.view.addSubview(box)
///   UIView.animate(withDuration: 0.5) { box.center.x = 90 }
///   scene.advance(to: 0.25)
///   try scene.verifyAnimationKeys(["position"], of: box.layer)
///   try scene.verifyPicture("half-way")
///   scene.advance(to: 1)
///   try scene.verifyNoHitch()
/// }
/// ```
///
/// What the main queue gets by `async` and `asyncAfter`, delayed messages (`perform(_:with:afterDelay:)`) and timers with a
/// target wait for this clock, too, in every file that imports UIKit; see <doc:LamellaTesting>.
///
/// There is one clock, so a test has one scene at a time, and is not asynchronous. The scene ends with
/// ``close()``, or when it is released; released off the main thread, it ends there later.
@MainActor public final class OffscreenScene {
  /// The window. It is key and visible.
  public let window: UIWindow
  /// Seconds between two refreshes.
  public let refreshPeriod: TimeInterval
  private let host: OffscreenHost
  private var timers = RunLoopTimers()
  private var isOpen = true

  /// Opens a window with a controller, and runs its first frame at 0 s.
  ///
  /// - Parameters:
  ///   - content: The window's root controller. Default an empty one on `UIColor.systemBackground`.
  ///   - size: The window's size in points, above 0.
  ///   - scale: Pixels per point, above 0. Default 1.
  ///   - framesPerSecond: Refreshes per second of the virtual screen, above 0. Default 60.
  public init(
    _ content: UIViewController? = nil, size: CGSize, scale: CGFloat = 1,
    framesPerSecond: Double = 60
  ) {
    host = OffscreenHost(size: size, scale: scale, framesPerSecond: framesPerSecond)
    DelayedCalls.begin()
    refreshPeriod = 1 / framesPerSecond
    window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.rootViewController = content ?? Self.emptyController()
    host.attach(window)
    window.makeKeyAndVisible()
    host.afterFrame = { [weak self] in self?.turn() }
    host.advance(to: 0)
  }

  /// Runs what waits for the clock.
  private func turn() {
    DelayedCalls.run()
    timers.fire(at: time)
  }

  /// Opens a window of a view's size that shows the view.
  ///
  /// - Parameters:
  ///   - view: Its bounds have a size.
  ///   - scale: Pixels per point, above 0. Default 1.
  public convenience init(_ view: UIView, scale: CGFloat = 1) {
    let controller = Self.emptyController()
    let size = view.bounds.size
    self.init(controller, size: size, scale: scale)
    view.frame = CGRect(origin: .zero, size: size)
    controller.view.addSubview(view)
    host.advance(to: 0)
  }

  /// Returns a controller whose view is a white page: a picture of a view without a background is one of it on paper.
  private static func emptyController() -> UIViewController {
    let controller = UIViewController()
    controller.view.backgroundColor = .systemBackground
    return controller
  }

  /// Draws text as boxes of equal width from now on, in scenes that are opened later: pictures and sizes of text are then
  /// the same on every machine, also on one without a font.
  ///
  /// A box is as high as a capital, that of a small Latin letter as high as an x. Spaces are empty.
  ///
  /// - Parameter isOn: False for the system's fonts again. Default true.
  /// - Throws: A ``SceneFailure`` when the font cannot be made, such as without room for a temporary file.
  public static func drawTextAsBoxes(_ isOn: Bool = true) throws(SceneFailure) {
    do { HostResources.use(isOn ? try BoxFont.provider() : nil) } catch {
      throw SceneFailure("Text cannot be drawn as boxes: \(error)")
    }
  }

  /// Closes the window and returns to the machine's clock. Later calls do nothing.
  public func close() {
    guard isOpen else { return }
    isOpen = false
    window.isHidden = true
    window.rootViewController = nil
    CATransaction.flush()
    CallbackQueue.drain()
    CallbackQueue.driver = .mainQueue
    DelayedCalls.end()
    MediaClock.useReal()
  }

  isolated deinit { close() }

  /// The root controller's view.
  public var view: UIView { window.rootViewController?.view ?? window }

  // MARK: Time

  /// The time of the virtual clock, in seconds since the scene was opened.
  public var time: TimeInterval { MediaClock.now }

  /// Runs every frame that is needed up to a time. The last one shows exactly that time.
  ///
  /// Animations begin with the commit of the changes that were made before. Completion blocks and delegates are
  /// called after the frame that shows the end.
  ///
  /// - Parameter time: In seconds since the scene was opened. An earlier time than ``time`` has no effect.
  public func advance(to time: TimeInterval) {
    // What was changed before begins now, not with the next frame.
    CATransaction.flush()
    timers.look(at: self.time)
    if time > self.time { host.advance(to: time) }
  }

  /// Runs the frames of a number of seconds, at least 0.
  public func advance(by seconds: TimeInterval) { advance(to: time + max(0, seconds)) }

  /// Runs frames until nothing moves and nothing is waiting: no animation, and nothing of the main queue.
  ///
  /// - Parameter limit: The most seconds to wait. Default 60.
  /// - Returns: The time at which everything had ended, in seconds since the scene was opened.
  /// - Throws: A ``SceneFailure`` when something still moves after the limit, such as an animation without an end.
  @discardableResult
  public func finish(within limit: TimeInterval = 60) throws(SceneFailure) -> TimeInterval {
    CATransaction.flush()
    let end = time + limit
    while !host.isIdle || !DelayedCalls.isEmpty {
      guard time < end else {
        throw SceneFailure("Something still moves after \(limit) s.")
      }
      host.advance(to: time + refreshPeriod)
    }
    return time
  }

  /// Keeps the main thread busy for a number of seconds of the virtual clock, as slow code would.
  public func block(for seconds: TimeInterval) { MediaClock.block(for: max(0, seconds)) }

  // MARK: Input

  /// Presses and releases the pointer at a view's centre, in the next frame.
  ///
  /// - Parameter view: A view in the window. It receives the touch as on a screen: if another one covers it, the
  ///   other does.
  public func press(_ view: UIView) {
    host.press(view)
    advance(by: refreshPeriod)
  }

  /// Adds an event to the next frame.
  func send(_ event: InputEvent.Kind) { host.send(event) }

  // MARK: Results

  /// The picture of the last frame, or the part of it that shows a view.
  ///
  /// - Parameter view: A view in the window. Default nil, for the whole window.
  public func picture(of view: UIView? = nil) -> UIImage {
    UIImage(cgImage: pixels(of: view), scale: UIScreen.main.scale)
  }

  func pixels(of view: UIView?) -> CGImage {
    let image = host.image()
    guard let view else { return image }
    let scale = UIScreen.main.scale
    let place = view.convert(view.bounds, to: nil)
    let (left, top) = (Int((place.minX * scale).rounded()), Int((place.minY * scale).rounded()))
    return image.part(
      x: max(0, left)..<Int((place.maxX * scale).rounded()),
      y: max(0, top)..<Int((place.maxY * scale).rounded()))
  }

  /// The frames since the scene was opened, oldest first.
  public var frames: [SceneFrame] {
    var previous: FrameRecord?
    return host.records.map { record in
      defer { previous = record }
      return SceneFrame(record, after: previous)
    }
  }
}

/// Why a scene is not as a test expects it.
///
/// A thrown error fails a test of Swift Testing and of XCTest alike; its description is the message.
public struct SceneFailure: Error, Hashable, CustomStringConvertible {
  /// A sentence for the test's log.
  public let description: String

  /// Creates a failure.
  ///
  /// - Parameter description: A sentence for the test's log.
  public init(_ description: String) { self.description = description }
}

extension CGImage {
  /// The part of the image in ranges of columns and rows, as far as it has them.
  fileprivate func part(x: Range<Int>, y: Range<Int>) -> CGImage {
    let (columns, rows) = (x.clamped(to: 0..<width), y.clamped(to: 0..<height))
    if columns.isEmpty || rows.isEmpty { return self }
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = (row * width + columns.lowerBound) * 4
      part += pixels[start..<(start + columns.count * 4)]
    }
    return CGImage(width: columns.count, height: rows.count, premultipliedRGBA: part)
  }
}
