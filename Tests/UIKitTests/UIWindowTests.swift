// UIWindowTests.swift
// From input events to responders: touches, keys, text, focus, size, gestures.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKitCore

@MainActor @Suite struct UIWindowTests {
  @Test func windowWithoutAFrameHasTheScreens() {
    #expect(UIWindow().frame == UIScreen.main.bounds)
    #expect(UIWindow(frame: .zero).frame == .zero)
  }

  /// The window system sends a key's text after the key.
  @Test func textOfAKeyThatMovesTheFocusIsNotTyped() {
    final class Page: UIView {
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 100, height: 30))
      override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        if presses.first?.key?.charactersIgnoringModifiers == "/" { field.becomeFirstResponder() }
      }
    }
    let page = Page(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let controller = UIViewController()
    controller.view = page
    page.addSubview(page.field)
    window.rootViewController = controller
    func type(_ character: Character) {
      let key = Key.character(character)
      for kind in [
        .keyDown(key, modifiers: [], isRepeat: false), .text(String(character)),
        .keyUp(key, modifiers: []),
      ] as [InputEvent.Kind] {
        window.deliver(InputEvent(time: 0, kind: kind))
      }
    }
    type("/")
    #expect(page.field.isFirstResponder && page.field.text == "")
    type("a")
    type("/")
    // An input method's text comes without a key.
    window.deliver(InputEvent(time: 0, kind: .text("か")))
    #expect(page.field.text == "a/か")
  }

  @Test func controllerIsTheRootOfOneWindow() {
    let (first, second) = (UIWindow(), UIWindow())
    let controller = UIViewController()
    first.rootViewController = controller
    second.rootViewController = controller
    #expect(first.rootViewController == nil && second.rootViewController === controller)
    #expect(controller.view.superview === second)
    second.rootViewController = nil
    #expect(controller.view.superview == nil)
  }

  /// Records events, and passes touch begins and keys on.
  final class Witness: UIView {
    var log: [String] = []
    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
      let point = touches.first?.location(in: self) ?? .zero
      log.append("began \(Int(point.x)),\(Int(point.y))")
      super.touchesBegan(touches, with: event)
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
      log.append("moved")
    }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
      log.append("ended")
    }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
      log.append("cancelled")
    }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      log.append("key \(presses.first?.key?.charactersIgnoringModifiers ?? "")")
      super.pressesBegan(presses, with: event)
    }
  }

  let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let outer = Witness(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
  let inner = Witness(frame: CGRect(x: 50, y: 50, width: 50, height: 50))

  init() {
    window.isHidden = false
    window.addSubview(outer)
    outer.addSubview(inner)
  }

  func send(_ kinds: InputEvent.Kind...) {
    for (index, kind) in kinds.enumerated() {
      window.deliver(InputEvent(time: Double(index) / 60, kind: kind))
    }
  }

  func press(_ x: CGFloat, _ y: CGFloat) {
    let point = CGPoint(x: x, y: y)
    send(.pointerDown(point, button: 1, clicks: 1), .pointerUp(point, button: 1))
  }

  // MARK: Touches

  @Test func touchStaysWithHitView() {
    send(
      .pointerDown(CGPoint(x: 60, y: 70), button: 1, clicks: 1),
      .pointerMoved(CGPoint(x: 190, y: 190)), .pointerUp(CGPoint(x: 190, y: 190), button: 1))
    #expect(inner.log == ["began 10,20", "moved", "ended"])
    #expect(outer.log == ["began 60,70"])
  }

  @Test func onlyPrimaryButtonTouches() {
    send(.pointerDown(CGPoint(x: 60, y: 70), button: 3, clicks: 1))
    #expect(inner.log.isEmpty)
  }

  @Test func losingFocusCancelsTouch() {
    send(.pointerDown(CGPoint(x: 60, y: 60), button: 1, clicks: 1), .focusChanged(false))
    #expect(inner.log == ["began 10,10", "cancelled"])
  }

  // MARK: Gestures

  @Test func tapCancelsViewTouch() {
    var taps = 0
    outer.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    press(60, 60)
    #expect(taps == 1)
    #expect(inner.log == ["began 10,10", "cancelled"])
  }

  @Test func movedPointerIsNotATap() {
    var taps = 0
    outer.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
    send(
      .pointerDown(CGPoint(x: 60, y: 60), button: 1, clicks: 1),
      .pointerMoved(CGPoint(x: 80, y: 60)), .pointerUp(CGPoint(x: 60, y: 60), button: 1))
    #expect(taps == 0 && inner.log == ["began 10,10", "moved", "ended"])
  }

  @Test func doubleTapCountsClicks() {
    var taps = 0
    let recognizer = UITapGestureRecognizer { _ in taps += 1 }
    recognizer.numberOfTapsRequired = 2
    inner.addGestureRecognizer(recognizer)
    press(60, 60)
    #expect(taps == 0)
    let point = CGPoint(x: 60, y: 60)
    send(.pointerDown(point, button: 1, clicks: 2), .pointerUp(point, button: 1))
    #expect(taps == 1)
  }

  @Test func panTranslationStartsAtPress() {
    var seen: [(UIGestureRecognizer.State, CGPoint)] = []
    let pan = UIPanGestureRecognizer()
    pan.addHandler { [unowned pan] in seen.append(($0.state, pan.translation(in: nil))) }
    inner.addGestureRecognizer(pan)
    send(
      .pointerDown(CGPoint(x: 60, y: 60), button: 1, clicks: 1),
      .pointerMoved(CGPoint(x: 65, y: 60)), .pointerMoved(CGPoint(x: 72, y: 60)),
      .pointerMoved(CGPoint(x: 80, y: 64)), .pointerUp(CGPoint(x: 80, y: 64), button: 1))
    #expect(seen.map(\.0) == [.began, .changed, .ended])
    #expect(seen.map(\.1) == [CGPoint(x: 12, y: 0), CGPoint(x: 20, y: 4), CGPoint(x: 20, y: 4)])
    #expect(inner.log.last == "cancelled")
  }

  // MARK: Responders

  /// A view that may become first responder.
  final class Focusable: UIView {
    var allowsResign = true
    override var canBecomeFirstResponder: Bool { true }
    override var canResignFirstResponder: Bool { allowsResign }
    override var canBecomeFocused: Bool { true }
  }

  @Test func onlyOneFirstResponderPerWindow() {
    let (a, b) = (Focusable(), Focusable())
    window.addSubview(a)
    window.addSubview(b)
    #expect(a.becomeFirstResponder() && a.isFirstResponder)
    #expect(b.becomeFirstResponder() && b.isFirstResponder && !a.isFirstResponder)
    b.allowsResign = false
    #expect(!a.becomeFirstResponder() && b.isFirstResponder)
    #expect(!outer.becomeFirstResponder())
    b.removeFromSuperview()
    #expect(!b.isFirstResponder && a.becomeFirstResponder())
  }

  @Test func viewWithoutWindowCannotBecomeFirstResponder() {
    #expect(!Focusable().becomeFirstResponder())
  }

  @Test func keysGoUpTheResponderChain() {
    let controller = UIViewController()
    let focus = Focusable()
    controller.view = outer
    inner.addSubview(focus)
    #expect(inner.next === outer && outer.next === controller && controller.next === window)
    _ = focus.becomeFirstResponder()
    send(.keyDown(.character("k"), modifiers: [], isRepeat: false))
    #expect(inner.log == ["key k"] && outer.log == ["key k"])
  }

  @Test func tabMovesKeyboardFocus() {
    let views = (0..<3).map { _ in Focusable() }
    for view in views { window.addSubview(view) }
    views[1].isHidden = true
    func tab(_ modifiers: KeyModifiers = []) -> Int? {
      send(.keyDown(.tab, modifiers: modifiers, isRepeat: false))
      return views.firstIndex(where: \.isFirstResponder)
    }
    #expect(tab() == 0)
    #expect(tab() == 2)
    #expect(tab() == 0)
    #expect(tab(.shift) == 2)
  }

  // MARK: Windows

  @Test func windowStartsHiddenAndBecomesLive() {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(window.isHidden && window.context == nil)
    window.makeKeyAndVisible()
    #expect(!window.isHidden && window.context != nil && window.isKeyWindow)
    #expect(UIApplication.shared.windows.contains(window))
    window.isHidden = true
    #expect(window.context == nil && !UIApplication.shared.windows.contains(window))
  }

  @Test func resizeReachesRootController() {
    let controller = UIViewController()
    window.rootViewController = controller
    send(.resized(CGSize(width: 320, height: 100), scale: window.contentScaleFactor))
    #expect(window.bounds.size == CGSize(width: 320, height: 100))
    #expect(controller.view.frame == CGRect(x: 0, y: 0, width: 320, height: 100))
  }

  @Test func controllerLifeCycleCallbacks() {
    final class Witness: UIViewController {
      var log: [String] = []
      override func viewDidLoad() { log.append("load") }
      override func viewWillAppear(_ animated: Bool) { log.append("will appear") }
      override func viewDidAppear(_ animated: Bool) { log.append("did appear") }
      override func viewDidLayoutSubviews() { log.append("layout") }
      override func viewDidDisappear(_ animated: Bool) { log.append("gone") }
    }
    let controller = Witness()
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    #expect(!controller.isViewLoaded)
    window.rootViewController = controller
    #expect(controller.log == ["load"])
    window.isHidden = false
    window.layoutIfNeeded()
    #expect(controller.log == ["load", "will appear", "did appear", "layout"])
    window.rootViewController = nil
    #expect(controller.log.last == "gone")
  }

  // MARK: Scrolling

  @Test func wheelScrollsToEndOfContent() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 160)
    window.addSubview(scroll)
    let point = CGPoint(x: 10, y: 10)
    send(.scroll(point, deltaX: 0, deltaY: -40, modifiers: []))
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 40))
    send(.scroll(point, deltaX: 0, deltaY: -40, modifiers: []))
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 60))
    send(.scroll(point, deltaX: 0, deltaY: 100, modifiers: []))
    #expect(scroll.contentOffset == .zero)
  }

  @Test func dragScrollsContent() {
    let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    scroll.contentSize = CGSize(width: 100, height: 300)
    let content = Witness(frame: CGRect(x: 0, y: 0, width: 100, height: 300))
    scroll.addSubview(content)
    window.addSubview(scroll)
    send(
      .pointerDown(CGPoint(x: 50, y: 90), button: 1, clicks: 1),
      .pointerMoved(CGPoint(x: 50, y: 70)), .pointerMoved(CGPoint(x: 50, y: 40)),
      .pointerUp(CGPoint(x: 50, y: 40), button: 1))
    #expect(scroll.contentOffset == CGPoint(x: 0, y: 50))
    #expect(content.log == ["began 50,90", "cancelled"])
  }

  @Test func keyWindowCallbacksComeOnce() {
    final class Recorder: UIWindow {
      var log: [String] = []
      override func becomeKey() { log.append("became") }
      override func resignKey() { log.append("resigned") }
    }
    let (first, second) = (Recorder(frame: .zero), Recorder(frame: .zero))
    first.makeKeyAndVisible()
    first.makeKey()
    #expect(first.log == ["became"])
    second.makeKeyAndVisible()
    #expect(first.log == ["became", "resigned"] && !first.isKeyWindow)
    second.isHidden = true
    #expect(second.log == ["became", "resigned"] && !second.isKeyWindow)
    first.isHidden = true
  }
}
