// SelectorTests.swift
// Selectors: their names, and the messages of controls, recognisers, links, timers and notifications.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKitCore

/// A target that records its messages.
@MainActor private class Target: UIResponder {
  var log: [String] = []
  var level = 1

  static let pressedSelector = Selector(Target.pressed(_:), named: "pressed:")

  func plain() { log.append("plain") }
  fileprivate func pressed(_ sender: UIButton) { log.append("pressed \(sender.tag)") }
  func both(_ sender: Any?, event: UIEvent?) {
    log.append("both \(event == nil ? "nil" : "event")")
  }
  func three(_ a: Int, b: String?, c: Any?) { log.append("three \(a) \(b ?? "nil") \(c == nil)") }
  func tapped(_ recognizer: UITapGestureRecognizer) { log.append("tapped") }
  func make() -> NSString { "made" }
  func noted(_ note: Notification) { log.append("noted \(note.name.rawValue)") }
  func notedInC(_ note: NSNotification) { log.append("noted in C") }
  static func reset() { count += 1 }
  static var count = 0
}

private final class SubTarget: Target {
  override func plain() { log.append("sub") }
}

/// A target on a thread with a run loop of its own: the main run loop does not run during tests.
private final class ThreadTarget: NSObject {
  var log: [String] = []

  func plain() { log.append("plain") }
  func number(_ number: Int) { log.append("number \(number)") }
  /// The second time ends the timer: a late run loop would fire it once more before the caller could.
  func ticked(_ timer: Timer) {
    log.append("ticked \(timer.userInfo as? Int ?? -1)")
    if log.count == 2 { timer.invalidate() }
  }

  func wait(_ seconds: TimeInterval, until isDone: () -> Bool = { false }) {
    let end = Date(timeIntervalSinceNow: seconds)
    while Date() < end, !isDone() {
      _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
    }
  }

  /// Runs a body on a thread with a target. Returns what the target has logged.
  static func log(_ body: @escaping @Sendable (ThreadTarget) -> Void) async -> [String] {
    await withCheckedContinuation { continuation in
      Thread {
        let target = ThreadTarget()
        body(target)
        continuation.resume(returning: target.log)
      }.start()
    }
  }
}

extension LiveViews {
  @MainActor @Suite struct SelectorTests {
    private let target = Target()

    @Test func selectorsHaveObjectiveCNames() {
      #expect(Selector(Target.plain, named: "plain").description == "plain")
      #expect(Selector(Target.pressed, named: "pressed").description == "pressed:")
      #expect(Selector(Target.both, named: "both:event:").description == "both:event:")
      #expect(Selector(Target.pressed, named: "pressed:") == Target.pressedSelector)
      #expect(Set([Target.pressedSelector, "pressed:", Selector("plain")]).count == 2)
      #expect(NSStringFromSelector(NSSelectorFromString("a:b:")) == "a:b:")
    }

    @Test func performCallsTheMethodOfTheObject() {
      target.perform(Selector(Target.plain, named: "plain"))
      target.perform(Selector(Target.three, named: "three:b:c:"), with: 3, with: nil)
      let sub = SubTarget()
      sub.perform(Selector(Target.plain, named: "plain"))
      #expect(target.log == ["plain", "three 3 nil true"])
      #expect(sub.log == ["sub"])
      let made = target.perform(Selector(Target.make, named: "make"))
      #expect(made?.takeUnretainedValue() as? NSString == "made")
      #expect(target.perform(Selector(Target.plain, named: "plain")) == nil)
    }

    @Test func typeMethodsAreSentToTheirType() {
      let count = Target.count
      NotificationCenter.default.addObserver(
        Target.self, selector: Selector(Target.reset, named: "reset"), name: .init("type"),
        object: nil)
      NotificationCenter.default.post(name: .init("type"), object: nil)
      NotificationCenter.default.removeObserver(Target.self)
      NotificationCenter.default.post(name: .init("type"), object: nil)
      #expect(Target.count == count + 1)
    }

    @Test func gettersAndSettersAreSelectors() {
      target.perform(Selector(setter: \Target.level, named: "setLevel:"), with: 7)
      let level = target.perform(Selector(getter: \Target.level, named: "level"))
      #expect(target.level == 7)
      #expect(level?.takeUnretainedValue() as? Int == 7)
    }

    @Test func selectorsMadeFromNamesFindKnownMethods() {
      _ = Selector(Target.plain, named: "plain")
      #expect(target.responds(to: Selector("plain")))
      #expect(SubTarget().responds(to: "plain"))
      #expect(!UIView().responds(to: "plain"))
      #expect(!target.responds(to: "unknown"))
      target.perform("plain")
      #expect(target.log == ["plain"])
      let lines = Diagnostics.collecting { _ = target.perform("unknownByName") }.lines
      #expect(lines.count == 1 && lines[0].contains("Target was not sent unknownByName"))
    }

    @Test func argumentsOfAnotherTypeAreReported() {
      let lines = Diagnostics.collecting {
        _ = target.perform(Target.pressedSelector, with: UIView())
      }.lines
      #expect(target.log.isEmpty)
      #expect(lines.count == 1 && lines[0].contains("argument 1 is UIView, not UIButton"))
    }

    @Test func controlsSendSelectorsOnce() {
      let button = UIButton(type: .custom)
      button.tag = 5
      button.addTarget(target, action: Target.pressedSelector, for: .touchUpInside)
      button.addTarget(target, action: Target.pressedSelector, for: [.touchDown, .touchUpInside])
      button.addTarget(
        target, action: Selector(Target.both, named: "both:event:"), for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
      #expect(target.log == ["pressed 5", "both nil"])
      #expect(
        button.actions(forTarget: target, forControlEvent: .touchUpInside) == [
          "pressed:", "both:event:",
        ])
      button.removeTarget(target, action: Target.pressedSelector, for: .touchUpInside)
      button.sendActions(for: .touchUpInside)
      button.sendActions(for: .touchDown)
      #expect(target.log == ["pressed 5", "both nil", "both nil", "pressed 5"])
      button.removeTarget(nil, action: nil, for: .allEvents)
      button.sendActions(for: .allEvents)
      #expect(target.log.count == 4)
    }

    @Test func controlsDoNotRetainTargets() {
      let button = UIButton(type: .custom)
      weak var released: Target?
      do {
        let target = Target()
        released = target
        button.addTarget(target, action: Target.pressedSelector, for: .touchDown)
      }
      #expect(released == nil)
      button.sendActions(for: .touchDown)
    }

    @Test func controlsWithoutTargetSearchTheResponderChain() {
      final class Page: UIView {
        var count = 0
        func next(_ sender: UIButton) { count += 1 }
      }
      let page = Page()
      let inner = UIView()
      let button = UIButton(type: .custom)
      page.addSubview(inner)
      inner.addSubview(button)
      button.addTarget(nil, action: Selector(Page.next(_:), named: "next:"), for: .touchDown)
      button.sendActions(for: .touchDown)
      #expect(page.count == 1)
    }

    @Test func controlsPassTheEvent() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      window.isHidden = false
      let button = UIButton(frame: window.bounds)
      window.addSubview(button)
      button.addTarget(target, action: Selector(Target.both, named: "both:event:"), for: .touchDown)
      button.addTarget(target, action: Target.pressedSelector, for: .touchUpInside)
      let point = CGPoint(x: 50, y: 50)
      window.deliver(InputEvent(time: 0, kind: .pointerDown(point, button: 1, clicks: 1)))
      window.deliver(InputEvent(time: 0, kind: .pointerUp(point, button: 1)))
      #expect(target.log == ["both event", "pressed 0"])
    }

    @Test func recognizersSendSelectors() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      window.isHidden = false
      let view = UIView(frame: window.bounds)
      window.addSubview(view)
      let action = Selector(Target.tapped, named: "tapped:")
      let tap = UITapGestureRecognizer(target: target, action: action)
      tap.addTarget(target, action: action)
      view.addGestureRecognizer(tap)
      let point = CGPoint(x: 50, y: 50)
      func press() {
        window.deliver(InputEvent(time: 0, kind: .pointerDown(point, button: 1, clicks: 1)))
        window.deliver(InputEvent(time: 0, kind: .pointerUp(point, button: 1)))
      }
      press()
      #expect(target.log == ["tapped"])
      tap.removeTarget(target, action: nil)
      press()
      #expect(target.log == ["tapped"])
    }

    @Test func delayedMessagesComeLaterOrAreCancelled() async {
      let log = await ThreadTarget.log { target in
        let plain = Selector(ThreadTarget.plain, named: "plain")
        let number = Selector(ThreadTarget.number, named: "number:")
        target.perform(plain, with: nil, afterDelay: 0.02)
        target.perform(number, with: 1, afterDelay: 0.02)
        target.perform(number, with: 2, afterDelay: 0.03)
        target.log.append("now")
        NSObject.cancelPreviousPerformRequests(withTarget: target, selector: number, object: 1)
        target.wait(5) { target.log.count == 3 }
        target.perform(plain, with: nil, afterDelay: 0)
        target.log.append("later")
        NSObject.cancelPreviousPerformRequests(withTarget: target)
        target.wait(0.05)
      }
      #expect(log == ["now", "plain", "number 2", "later"])
    }

    @Test func timersSendSelectors() async {
      let log = await ThreadTarget.log { target in
        let ticked = Selector(ThreadTarget.ticked, named: "ticked:")
        Timer.scheduledTimer(
          timeInterval: 0.01, target: target, selector: ticked, userInfo: 4, repeats: true)
        target.wait(5) { target.log.count == 2 }
        target.wait(0.03)
        let plain = Timer(
          timeInterval: 0.01, target: target,
          selector: Selector(ThreadTarget.plain, named: "plain"), userInfo: nil, repeats: false)
        RunLoop.current.add(plain, forMode: .default)
        target.log.append("added")
        target.wait(5) { target.log.count == 4 }
      }
      #expect(log == ["ticked 4", "ticked 4", "added", "plain"])
    }

    /// Foundation's own on Linux fires as soon as it is added.
    @Test func waitingTimersFireAfterTheirInterval() async {
      let log = await ThreadTarget.log { target in
        nonisolated(unsafe) let target = target
        let start = Date()
        let timer = Timer.waiting(timeInterval: 0.05, repeats: false) { _ in
          target.log.append("\(Date().timeIntervalSince(start) >= 0.049)")
        }
        RunLoop.current.add(timer, forMode: .default)
        target.wait(5) { !target.log.isEmpty }
      }
      #expect(log == ["true"])
    }

    @Test func observersAreCalledUntilRemovedOrReleased() {
      let center = NotificationCenter()
      let name = Notification.Name("selector")
      center.addObserver(
        target, selector: Selector(Target.noted, named: "noted:"), name: name, object: nil)
      center.addObserver(
        target, selector: Selector(Target.notedInC, named: "notedInC:"), name: .init("other"),
        object: target)
      center.post(name: name, object: nil)
      center.post(name: .init("other"), object: nil)
      center.post(name: .init("other"), object: target)
      #expect(target.log == ["noted selector", "noted in C"])
      center.removeObserver(target, name: name, object: nil)
      center.post(name: name, object: nil)
      #expect(target.log.count == 2)
      center.removeObserver(target)
      center.post(name: .init("other"), object: target)
      #expect(target.log.count == 2)

      weak var released: Target?
      do {
        let observer = Target()
        released = observer
        center.addObserver(
          observer, selector: Selector(Target.noted, named: "noted:"), name: name, object: nil)
      }
      #expect(released == nil)
      center.post(name: name, object: nil)
    }

    @Test func blockObserversAreRemovedByTheirTokens() {
      let center = NotificationCenter()
      nonisolated(unsafe) var count = 0
      let token = center.addObserver(forName: .init("x"), object: nil, queue: nil) { _ in count += 1
      }
      center.post(name: .init("x"), object: nil)
      center.removeObserver(token)
      center.post(name: .init("x"), object: nil)
      #expect(count == 1)
    }

    @Test func weakValuesAreNotRetained() {
      let layer = CALayer()
      do {
        let view = Target()
        layer.setWeakValue(view, forKey: "owner")
        #expect(layer.weakValue(forKey: "owner") === view)
        layer.setWeakValue(nil, forKey: "owner")
        #expect(layer.weakValue(forKey: "owner") == nil)
        layer.setWeakValue(view, forKey: "owner")
      }
      #expect(layer.weakValue(forKey: "owner") == nil)
    }
  }
}
