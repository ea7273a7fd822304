// TutorialTests.swift
// The tutorials: what each step shows is the picture beside it, and their last test passes.
//
// SPDX-License-Identifier: MIT

import LamellaTesting
import Testing
import UIKit

@MainActor @Suite(.serialized) struct TutorialTests {
  /// The pictures of the tutorials. A run with `LAMELLA_RECORD_PICTURES=1` writes them again.
  private static let pictures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/UIKit/UIKit.docc/Tutorials/Pictures").path

  private func scene(_ page: UIViewController) -> OffscreenScene {
    OffscreenScene(page, size: CGSize(width: 400, height: 240), scale: 2)
  }

  private func verify(_ scene: OffscreenScene, _ name: String) throws {
    try scene.verifyPicture(name, tolerance: 2, share: 0.001, in: Self.pictures)
  }

  @Test func cardIsShown() throws {
    try verify(scene(MoveStep2.CardController()), "move-card")
  }

  @Test func cardMoves() throws {
    let scene = scene(MoveStep3.CardController())
    scene.advance(to: 0.4)
    try verify(scene, "move-half-way")
  }

  @Test func cardSpringsWhenItIsTapped() throws {
    let page = MoveStep4.CardController()
    let scene = scene(page)
    scene.press(page.card)
    let begin = scene.time
    scene.advance(to: begin + 0.3)
    try verify(scene, "move-spring")
    try scene.finish()
    #expect(page.card.center.x == 320)
    scene.press(page.card)
    try scene.finish()
    #expect(page.card.center.x == 80)
  }

  @Test func applicationOpensItsWindow() {
    let app = MoveStep1.App()
    #expect(app.application(.shared, didFinishLaunchingWithOptions: nil))
    #expect(app.window.rootViewController is MoveStep1.CardController && !app.window.isHidden)
    app.window.isHidden = true
  }

  @Test func ringIsDrawnInStepWithItsMarker() throws {
    let scene = scene(DrawStep.RingController())
    scene.advance(to: 0.5)
    try verify(scene, "draw-quarter")
    scene.advance(to: 1.5)
    try verify(scene, "draw-three-quarters")
  }

  /// A layer redraws itself for a property of its own.
  @Test func propertyOfTheFirstStepIsAnimatable() {
    let layer = DrawStep1.RingLayer()
    layer.progress = 0.5
    #expect(layer.value(forKey: "progress") as? CGFloat == 0.5)
  }
}

extension TutorialTests {
  private typealias RingController = DrawStep.RingController
  private typealias RingLayer = DrawStep.RingLayer

  @Test @MainActor func ringAndMarkerHaveOneTime() throws {
    let page = RingController()
    let scene = OffscreenScene(page, size: CGSize(width: 400, height: 240))
    scene.advance(to: 1)
    let progress = (page.ring.layer.presentation() as? RingLayer)?.progress
    let x = page.marker.layer.presentation()?.position.x
    #expect(progress == 0.5 && x == 200)
    try scene.verifyNoHitch()
  }
}
