// RunLoopProgram.swift
// A program as its users write them, with quick timers, work on the main queue, tasks, and a run loop inside a callback.
// It prints how much of them ran. With the argument `still` nothing but that work wakes it. With another one it shows
// when a program ends: its window comes `late`, `never`, or is `hidden` or `dropped` at once. With `blocked` its main
// thread waits for the end of the input while a view moves. RunLoopTests and WaylandTests start it.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

@main
final class RunLoopProgram: UIResponder, UIApplicationDelegate {
  private let window = UIWindow(frame: UIScreen.main.bounds)
  private var link: CADisplayLink?
  /// What ran, by its name.
  private var counts: [String: Int] = [:]
  private static let sent = 50

  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    switch CommandLine.arguments.last {
    case "late": Task { await showLate() }
    case "never": print("no window")
    case "blocked": blockWhileMoving()
    case "dropped": UIWindow(frame: UIScreen.main.bounds).makeKeyAndVisible()
    case "hidden":
      window.makeKeyAndVisible()
      window.isHidden = true
      Task { await showLate() }
    default: showWork()
    }
    fflush(nil)
    return true
  }

  func applicationWillTerminate(_ application: UIApplication) { print("terminates") }

  /// Shows the window after a while, in which an animation without one ends, and closes it again.
  private func showLate() async {
    let view = UIView()
    await withCheckedContinuation { continuation in
      UIView.animate(withDuration: 0.1) {
        view.alpha = 0
      } completion: { _ in
        continuation.resume()
      }
    }
    print("completed")
    try? await Task.sleep(for: .seconds(0.3))
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.2) {
      MainActor.assumeIsolated {
        self.window.makeKeyAndVisible()
        self.link = CADisplayLink { [self] link in
          print("frame")
          link.invalidate()
          window.isHidden = true
        }
        self.link?.add(to: .main, forMode: .common)
      }
    }
  }

  /// Moves a red view over a black window, and reads the input on the main thread once it moves.
  private func blockWhileMoving() {
    window.backgroundColor = .black
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    view.backgroundColor = .red
    window.addSubview(view)
    window.makeKeyAndVisible()
    UIView.animate(withDuration: 0.7, delay: 0, options: [.repeat, .autoreverse, .curveLinear]) {
      view.center.x += 300
    }
    DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) {
      print("blocked")
      fflush(nil)
      while readLine() != nil {}
      print("free")
      exit(0)
    }
  }

  private func showWork() {
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    if CommandLine.arguments.last != "still" { beBusy() }
    for index in 0..<Self.sent {
      let time = DispatchTime.now() + 0.1 + Double(index) * 0.007
      DispatchQueue.global().asyncAfter(deadline: time) { [self] in
        DispatchQueue.main.async {
          MainActor.assumeIsolated { self.count("block of the main queue") }
        }
        Task { @MainActor in count("task") }
      }
    }
    // Timers end each part: they do not depend on what is tested.
    every(1.5) { $0.runNested() }
  }

  private func beBusy() {
    link = CADisplayLink { [self] _ in
      count("frame")
      window.rootViewController?.view.backgroundColor = .black
      RunLoop.main.perform { MainActor.assumeIsolated { self.count("block of the run loop") } }
    }
    link?.add(to: .main, forMode: .common)
    // Due in every turn of the run loop.
    every(0.001) { $0.count("timer") }
  }

  private func every(_ seconds: TimeInterval, _ body: @escaping @MainActor (RunLoopProgram) -> Void)
  {
    _ = Timer.scheduledTimer(withTimeInterval: seconds, repeats: true) { [self] _ in
      MainActor.assumeIsolated { body(self) }
    }
  }

  private func count(_ name: String) { counts[name, default: 0] += 1 }

  private func runNested() {
    // The inner run loop serves all that the program's own has left.
    var counts = self.counts
    let end = Date(timeIntervalSinceNow: 0.5)
    while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    counts["frame inside"] = self.counts["frame", default: 0] - counts["frame", default: 0]
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) { print("\(name): \(count)") }
    exit(0)
  }
}
