// OffscreenSceneTests.swift
// Animations of views, tested as a user of the package tests them: with `LamellaTesting` alone.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaTesting
import Testing
import UIKit

@MainActor @Suite(.serialized) struct OffscreenSceneTests {
  /// A box of 20 points at the left of a scene of 100 x 20.
  private func boxScene() -> (OffscreenScene, UIView) {
    let scene = OffscreenScene(size: CGSize(width: 100, height: 20))
    let box = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    box.backgroundColor = UIColor(red: 0, green: 0, blue: 1, alpha: 1)
    scene.view.addSubview(box)
    scene.advance(by: scene.refreshPeriod)
    return (scene, box)
  }

  @Test func blockMovesAViewOverItsDuration() throws {
    let (scene, box) = boxScene()
    defer { scene.close() }
    let start = scene.time
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) { box.center.x = 90 }
    scene.advance(to: start)
    try scene.verifyAnimationKeys(["position"], of: box.layer)
    scene.advance(to: start + 0.5)
    #expect(abs((box.layer.presentation()?.position.x ?? 0) - 50) < 0.01)
    scene.advance(to: start + 1.1)
    try scene.verifyAnimationKeys([], of: box.layer)
    #expect(throws: SceneFailure.self) {
      try scene.verifyAnimationKeys(["position"], of: box.layer)
    }
    try scene.verifyNoHitch()
    try scene.verifyNoSkew()
  }

  /// Text of boxes has the same size and place whatever fonts the machine has.
  @Test func textIsDrawnAsBoxes() throws {
    try OffscreenScene.drawTextAsBoxes()
    defer { try? OffscreenScene.drawTextAsBoxes(false) }
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
    (label.text, label.font, label.textColor) = ("Hx \u{5b57}", .systemFont(ofSize: 20), .black)
    #expect(label.intrinsicContentSize == CGSize(width: 48, height: 20))
    #expect(label.font.familyName == "Boxes")
    let scene = OffscreenScene(label)
    defer { scene.close() }
    let image = scene.picture()
    let pixels = try #require(image.cgImage?.dataProvider?.data as Data?)
    /// Whether a pixel is black, and not white.
    func isBlack(_ x: Int, _ y: Int) -> Bool { pixels[(y * 80 + x) * 4] < 128 }
    // Capital and x-height, a space, and a character of no installed font's.
    #expect(isBlack(6, 4) && isBlack(6, 14) && !isBlack(18, 4) && isBlack(18, 10))
    #expect(!isBlack(30, 10) && isBlack(42, 4) && !isBlack(54, 10) && !isBlack(6, 17))
  }

  /// Released on another thread, as by an asynchronous test, it ends on the main thread.
  @Test func sceneIsReleasedOffTheMainThread() async {
    weak var window: UIWindow?
    do {
      nonisolated(unsafe) var scene: OffscreenScene? = boxScene().0
      window = scene?.window
      let ended = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        scene = nil
        ended.signal()
      }
      ended.wait()
    }
    for _ in 0..<1000 where window != nil { await Task.yield() }
    #expect(window == nil)
    // The machine's clock is back.
    #expect(CACurrentMediaTime() > 1)
  }

  /// Without a font, what is measured and drawn is not what it is elsewhere: one line says so.
  @Test func missingFontIsReportedOnce() async {
    let result = await #expect(
      processExitsWith: .success, observing: [\.standardErrorContent]
    ) {
      setenv("LAMELLA_FONT", "/nonexistent.ttf", 1)
      await MainActor.run {
        for _ in 0..<2 {
          let label = UILabel()
          label.text = "a label"
          label.sizeToFit()
          OffscreenScene(label).close()
        }
      }
    }
    let errors = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    let lines = errors.split(separator: "\n").filter { $0.contains("invented widths") }
    #expect(lines.count == 1 && lines[0].contains("/nonexistent.ttf"), "\(errors)")
  }

  @Test func finishRunsUntilEverythingHasEnded() throws {
    let (scene, box) = boxScene()
    defer { scene.close() }
    let order = EventOrder()
    UIView.animate(withDuration: 0.3, delay: 0.5) {
      box.alpha = 0.5
    } completion: { _ in
      order.note("fade")
    }
    UIView.animate(withDuration: 0.2) {
      box.center.x = 50
    } completion: { _ in
      order.note("move")
    }
    let end = try scene.finish()
    #expect(abs(end - 0.8) < 0.05, "\(end)")
    try order.verify(["move", "fade"])
    #expect(throws: SceneFailure.self) { try order.verify(["fade", "move"]) }

    UIView.animate(withDuration: 0.2, delay: 0, options: .repeat) { box.center.x = 10 }
    #expect(throws: SceneFailure.self) { try scene.finish(within: 1) }
  }

  @Test func slowCodeIsAHitchButNoSkew() throws {
    let (scene, box) = boxScene()
    defer { scene.close() }
    UIView.animate(withDuration: 1) { box.center.x = 90 }
    scene.advance(by: 0.3)
    let before = scene.time
    scene.block(for: 0.05)
    scene.advance(by: 0.5)
    #expect(scene.missedRefreshes() == 3 && scene.missedRefreshes(since: 0.6) == 0)
    try scene.verifyNoHitch(since: before + 0.2)
    try scene.verifyNoSkew()
    let failure = #expect(throws: SceneFailure.self) { try scene.verifyNoHitch() }
    #expect(failure?.description.contains("late by 3 of 3") == true)
  }

  @Test func buttonIsPressedAtItsPlace() {
    let scene = OffscreenScene(size: CGSize(width: 100, height: 40))
    defer { scene.close() }
    let (button, order) = (
      UIButton(frame: CGRect(x: 10, y: 4, width: 60, height: 32)), EventOrder()
    )
    button.addAction(UIAction { _ in order.note("pressed") }, for: .touchUpInside)
    scene.view.addSubview(button)
    scene.press(button)
    #expect(order.names == ["pressed"])
  }

  // MARK: Input

  @Test func viewIsDraggedOverTime() {
    let (scene, box) = boxScene()
    defer { scene.close() }
    var (moves, velocity) = ([CGFloat](), CGFloat(0))
    let pan = UIPanGestureRecognizer()
    pan.addHandler { [unowned pan] _ in
      moves.append(pan.translation(in: scene.view).x)
      velocity = pan.velocity(in: scene.view).x
    }
    box.addGestureRecognizer(pan)
    let start = scene.time
    scene.drag(box, by: CGVector(dx: 60, dy: 0), duration: 0.2)
    #expect(pan.state == .possible || pan.state == .ended)
    #expect(moves.count > 8 && moves == moves.sorted() && abs((moves.last ?? 0) - 60) < 0.01)
    #expect(abs(velocity - 300) < 60, "\(velocity)")
    #expect(abs(scene.time - start - 0.2) < 0.03)
  }

  @Test func textAndKeysReachTheFirstResponder() {
    let scene = OffscreenScene(size: CGSize(width: 200, height: 40))
    defer { scene.close() }
    let (field, order) = (
      UITextField(frame: CGRect(x: 0, y: 0, width: 200, height: 40)), EventOrder()
    )
    field.addAction(UIAction { _ in order.note("return") }, for: .editingDidEndOnExit)
    scene.view.addSubview(field)
    field.becomeFirstResponder()
    scene.type("Ab c!")
    #expect(field.text == "Ab c!")
    scene.press(.backspace)
    scene.press(.left, modifiers: .shift)
    scene.press(.character("x"))
    #expect(field.text == "Ab x")
    scene.press(.character("a"), modifiers: .control)
    scene.type("z\n")
    #expect(field.text == "z" && order.names == ["return"])
  }

  /// The example of the library's page.
  @Test func inputHasItsTimes() {
    let scene = OffscreenScene(size: CGSize(width: 300, height: 100))
    defer { scene.close() }
    let (field, card) = (UITextField(), UIView(frame: CGRect(x: 0, y: 50, width: 40, height: 40)))
    field.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
    for view in [field, card] { scene.view.addSubview(view) }
    let swipe = UISwipeGestureRecognizer()
    card.addGestureRecognizer(swipe)
    var swipes = 0
    swipe.addHandler { _ in swipes += 1 }
    field.becomeFirstResponder()
    scene.type("Lamella\n")
    scene.drag(card, by: CGVector(dx: 200, dy: 0), duration: 0.1)
    #expect(field.text == "Lamella" && swipes == 1)
  }

  @Test func wheelScrolls() throws {
    let scene = OffscreenScene(size: CGSize(width: 100, height: 100))
    defer { scene.close() }
    let scroller = UIScrollView(frame: scene.view.bounds)
    scroller.contentSize = CGSize(width: 100, height: 500)
    scene.view.addSubview(scroller)
    scene.scroll(scroller, by: CGVector(dx: 0, dy: 40))
    try scene.finish()
    #expect(scroller.contentOffset.y == 40)
  }

  // MARK: What waits

  private final class Caller: UIResponder {
    let order: EventOrder
    init(_ order: EventOrder) {
      self.order = order
      super.init()
    }
    func call() { order.note("message") }
    func tick(_ timer: Timer) {
      order.note("tick")
      if order.names.filter({ $0 == "tick" }).count == 3 { timer.invalidate() }
    }
  }

  /// Nothing of it takes time of the machine.
  @Test func whatIsPutOffWaitsForTheClock() throws {
    let (scene, _) = boxScene()
    defer { scene.close() }
    let order = EventOrder()
    let start = ContinuousClock.now
    DispatchQueue.main.asyncAfter(deadline: .now() + 100) { order.note("late") }
    DispatchQueue.main.asyncAfter(deadline: .now() + .seconds(50)) {
      order.note("half")
      DispatchQueue.main.async { order.note("inner") }
    }
    DispatchQueue.main.async { order.note("next") }
    #expect(order.names == [])
    scene.advance(by: scene.refreshPeriod)
    #expect(order.names == ["next"])
    scene.advance(to: 49.9)
    #expect(order.names == ["next"])
    scene.advance(to: scene.time + 0.2)
    #expect(order.names == ["next", "half", "inner"])
    let end = try scene.finish()
    try order.verify(["next", "half", "inner", "late"])
    #expect(abs(end - 100) < 0.1, "\(end)")
    #expect(ContinuousClock.now - start < .seconds(40))
  }

  @Test func messagesAndTimersWaitForTheClock() throws {
    let (scene, _) = boxScene()
    defer { scene.close() }
    let order = EventOrder()
    let caller = Caller(order)
    caller.perform(
      Selector(Caller.call, named: "call"), with: nil, afterDelay: 20)
    Timer.scheduledTimer(
      timeInterval: 15, target: caller, selector: Selector(Caller.tick, named: "tick:"),
      userInfo: nil, repeats: true)
    caller.perform(Selector(Caller.call, named: "call"), with: nil, afterDelay: 30)
    NSObject.cancelPreviousPerformRequests(withTarget: caller)
    caller.perform(Selector(Caller.call, named: "call"), with: nil, afterDelay: 40)
    try scene.finish()
    try order.verify(["tick", "tick", "message", "tick"])
  }

  /// Foundation's own timer, for which the test waits.
  @Test func timerOfFoundationIsWaitedFor() {
    let (scene, _) = boxScene()
    defer { scene.close() }
    let order = EventOrder()
    let timer = Timer.scheduledTimer(withTimeInterval: 0.3, repeats: false) { _ in
      MainActor.assumeIsolated { order.note("timer") }
    }
    scene.advance(by: 0.2)
    #expect(order.names == [])
    scene.advance(by: 0.2)
    #expect(order.names == ["timer"])
    timer.invalidate()
  }

  /// What still waits when a scene ends goes to the main queue.
  @Test func nothingThatWaitsIsLost() async {
    let (scene, _) = boxScene()
    await withCheckedContinuation { continuation in
      DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
      scene.close()
    }
  }

  // MARK: Pictures

  /// A screen with two pixels a point: also what draws itself, and what a renderer draws of the window.
  @Test func picturesHaveTheScaleOfTheScene() throws {
    let scene = OffscreenScene(size: CGSize(width: 20, height: 20), scale: 2)
    defer { scene.close() }
    let dot = UIView(frame: CGRect(x: 5, y: 5, width: 10, height: 10))
    dot.backgroundColor = .blue
    dot.layer.cornerRadius = 5
    scene.view.addSubview(dot)
    scene.advance(by: 0.1)
    let picture = scene.picture()
    #expect(picture.scale == 2 && picture.cgImage?.width == 40 && picture.size.width == 20)
    let drawn = UIGraphicsImageRenderer(size: scene.view.bounds.size).image { _ in
      scene.view.drawHierarchy(in: scene.view.bounds, afterScreenUpdates: true)
    }
    #expect(drawn.scale == 2 && drawn.cgImage?.width == 40)
    #expect(drawn.pngData() == picture.pngData())
  }

  private func temporaryFolder() -> String {
    NSTemporaryDirectory() + "lamella-pictures-\(UUID().uuidString)"
  }

  /// The picture in the repository: a box with round corners, half-way.
  @Test func boxHalfWayLooksLikeItsPicture() throws {
    let (scene, box) = boxScene()
    defer { scene.close() }
    box.layer.cornerRadius = 6
    UIView.animate(withDuration: 1, delay: 0, options: .curveLinear) {
      box.center.x = 90
      box.transform = CGAffineTransform(rotationAngle: .pi / 2)
    }
    let start = scene.time
    scene.advance(to: start + 0.5)
    try scene.verifyPicture("box-half-way", tolerance: 2)
  }

  @Test func otherPictureIsAFailureWithItsFilesBeside() throws {
    let (scene, box) = boxScene()
    defer { scene.close() }
    let folder = temporaryFolder()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(name).png")
    }
    let missing = #expect(throws: SceneFailure.self) {
      try scene.verifyPicture("box", in: folder)
    }
    #expect(missing?.description.contains("There is no reference picture") == true)
    #expect(exists("box.actual") && !exists("box"), "nothing is recorded by itself")
    try FileManager.default.moveItem(
      atPath: "\(folder)/box.actual.png", toPath: "\(folder)/box.png")
    try scene.verifyPicture("box", in: folder)

    box.frame.origin.x = 10
    scene.advance(by: 0.1)
    let failure = #expect(throws: SceneFailure.self) {
      try scene.verifyPicture("box", in: folder)
    }
    #expect(failure?.description.hasPrefix("\(#filePath):") == true)
    // 400 of 2,000 pixels.
    try scene.verifyPicture("box", share: 0.2, in: folder)
    #expect(throws: SceneFailure.self) { try scene.verifyPicture("box", share: 0.19, in: folder) }
    // Ten columns on each side, twenty rows.
    #expect(failure?.description.contains("400 pixels differ, by at most 255") == true)
    #expect(exists("box.actual") && exists("box.difference"))
    let map = try #require(UIImage(contentsOfFile: "\(folder)/box.difference.png"))
    #expect(map.size == CGSize(width: 100, height: 20))

    box.frame.origin.x = 0
    scene.advance(by: 0.1)
    try scene.verifyPicture("box", in: folder)
    #expect(!exists("box.actual") && !exists("box.difference"), "old differences are removed")
    #expect(throws: SceneFailure.self) { try scene.verifyPicture("box", of: box, in: folder) }
  }

  /// A scene leaves the machine's clock behind, so that other tests can wait.
  @Test func closedSceneReturnsToRealTime() {
    let scene = OffscreenScene(UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10)))
    #expect(scene.time == 0 && scene.window.bounds.size == CGSize(width: 10, height: 10))
    scene.close()
    #expect(CACurrentMediaTime() > 0)
  }
}
