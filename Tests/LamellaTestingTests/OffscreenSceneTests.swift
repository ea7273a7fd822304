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

  // MARK: Pictures

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
