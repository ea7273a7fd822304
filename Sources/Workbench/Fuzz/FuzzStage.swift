// FuzzStage.swift
// What the random programs share: a window off screen, the laws and their violations.
//
// This folder: random programs of public calls, one for each seed, and the laws that hold after them.
//
// SPDX-License-Identifier: MIT

import HostInterface
import LamellaViewer
import UIKit

/// Random calls of one part of the public interface, and the laws that hold after them.
@MainActor protocol FuzzProgram: AnyObject {
  init(_ stage: FuzzStage)
  /// Makes one random call.
  func step()
  /// Ends what the calls began, and checks the laws. Releases every object that it made.
  func end()
}

/// A block that must run exactly once.
@MainActor final class FuzzCompletion {
  let name: String
  private(set) var count = 0
  private let then: () -> Void

  init(_ name: String, then: @escaping () -> Void) { (self.name, self.then) = (name, then) }

  func run() {
    count += 1
    then()
  }
}

/// The window, the arguments and the violations of one seed.
@MainActor final class FuzzStage {
  let random: FuzzRandom
  let host: OffscreenHost
  private(set) var window: UIWindow?
  private(set) var time = 0.0
  private(set) var violations: [String] = []
  /// The calls, if they are printed.
  let prints: Bool
  private var completions: [FuzzCompletion] = []
  private var released: [(name: String, object: WeakObject)] = []
  /// Calls from inside callbacks, which are limited, as each may cause others.
  private var nesting = 0
  /// Whether callbacks make calls of their own. Not while a program releases what it made: a view that is added
  /// meanwhile stays in the window, and an animator begins what only the caller could end.
  var allowsInterference = true

  private struct WeakObject { weak var object: AnyObject? }

  init(seed: UInt64, prints: Bool = false) {
    random = FuzzRandom(seed: seed)
    self.prints = prints
    let size = CGSize(width: 64, height: 48)
    host = OffscreenHost(size: size, scale: 1)
    host.keepsRecords = false
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    window.isHidden = false
    host.attach(window)
    self.window = window
    host.advance(to: 0)
  }

  /// Prints a call before it is made.
  func log(_ call: @autoclosure () -> String) {
    guard prints else { return }
    print(String(repeating: "  ", count: nesting) + call())
    // The next call may end the program.
    fflush(nil)
  }

  /// Records a violated law.
  func expect(_ condition: Bool, _ law: @autoclosure () -> String) {
    if !condition, violations.count < 20 { violations.append(law()) }
  }

  /// A completion that must run once until the end of the seed.
  func completion(_ name: String, then: @escaping () -> Void = {}) -> FuzzCompletion {
    let completion = FuzzCompletion(name, then: then)
    completions.append(completion)
    return completion
  }

  /// Watches an object that must be released at the end of the seed.
  func watch(_ object: AnyObject) {
    released.append(("\(type(of: object))", WeakObject(object: object)))
  }

  /// Runs a call from inside a callback, with a probability.
  func interfere(_ share: Double = 0.1, _ call: () -> Void) {
    guard allowsInterference, nesting < 2, random.chance(share) else { return }
    nesting += 1
    call()
    nesting -= 1
  }

  /// Draws the frames of some time; seldom, hours pass at once.
  func advance(by seconds: Double) {
    if random.chance(0.02) {
      time += 3600 * random.plain(1...30)
      MediaClock.advance(to: time)
    }
    time = max(time, MediaClock.now) + seconds
    host.advance(to: time)
  }

  /// Checks the laws that every program shares, when its own objects are released.
  func end() {
    window?.isHidden = true
    window?.subviews.forEach { $0.removeFromSuperview() }
    host.advance(to: max(time, MediaClock.now) + 0.1)
    window = nil
    CATransaction.flush()
    CallbackQueue.drain()
    for completion in completions {
      expect(completion.count == 1, "\(completion.name) ran \(completion.count) times")
    }
    completions = []
    for (name, object) in released {
      expect(object.object == nil, "a \(name) was not released")
    }
  }
}
