// StagePaintingTests.swift
// The menu of the stage: any speed, and how the sample is painted: ghosts, repainted areas, tints.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import Viewer

@Suite(.serialized) @MainActor struct StagePaintingTests {
  private func open(_ kind: any Sample.Type, scale: CGFloat = 1) throws
    -> (OffscreenStage, MainViewController)
  {
    let stage = OffscreenStage(
      kind, size: OffscreenStage.windowSize, scale: scale, showsWindow: true)
    return (stage, try #require(stage.viewer))
  }

  private func press(_ name: String, _ viewer: MainViewController) throws {
    let control = try #require(viewer.controls.first { $0.name == name }?.view as? UIControl)
    control.sendActions(for: .touchUpInside)
  }

  // MARK: Speed

  @Test(arguments: [("37", 37), ("400 %", 400), (" 1% ", 1)])
  func fieldSetsAnySpeed(text: String, percent: Int) throws {
    let (stage, viewer) = try open(LoadingIndicatorSample.self)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    viewer.stageMenu.field.becomeFirstResponder()
    viewer.stageMenu.field.text = text
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(viewer.speedPercent == percent)
    #expect(!viewer.stageMenu.field.isFirstResponder)
    // The stage runs at it.
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    #expect(abs(viewer.clock.elapsed(at: 0.3) - 0.2 * Double(percent) / 100) < 1e-6)
  }

  @Test(arguments: ["", "0", "401", "-3", "2.5", "fast", "１２"])
  func brokenSpeedIsNotTaken(text: String) throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    viewer.stageMenu.field.becomeFirstResponder()
    viewer.stageMenu.field.text = text
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(viewer.speedPercent == 100)
    #expect(viewer.stageMenu.field.isFirstResponder, "it can be typed again")
    #expect(viewer.stageMenu.limits.text == "A whole number from 1 to 400")
  }

  @Test func keysGoThroughAllSpeeds() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    var speeds: [Int] = []
    for _ in 0..<8 {
      viewer.perform(.changeSpeed(slower: true))
      speeds.append(viewer.speedPercent)
    }
    #expect(speeds == [50, 25, 10, 5, 2, 1, 1, 1])
    viewer.setSpeed(percent: 33)
    viewer.perform(.changeSpeed(slower: false))
    #expect(viewer.speedPercent == 50)
    for _ in 0..<5 { viewer.perform(.changeSpeed(slower: false)) }
    #expect(viewer.speedPercent == 400)
  }

  @Test func menuHasItsSpeedsAndShowsTheOneInUse() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    #expect(viewer.stageMenu.controls.isEmpty, "closed")
    try press("stage-menu", viewer)
    try press("speed-200", viewer)
    #expect(viewer.speedPercent == 200 && viewer.stageMenu.field.text == "200")
    let selected = viewer.controls.filter { ($0.view as? UIControl)?.isSelected == true }
    #expect(selected.map(\.name).contains("speed-200"))
    #expect(selected.map(\.name).contains("stage-menu"), "no button of the bar shows it")
    viewer.perform(.cancel)
    #expect(viewer.stageMenu.isHidden)
  }

  /// A window without room for a speed's button has it in the menu.
  @Test func narrowBarsHaveFewerSpeeds() throws {
    for (width, count) in [(1280.0, 4), (800, 3), (640, 0)] {
      let stage = OffscreenStage(
        PopSample.self, size: CGSize(width: width, height: 560), scale: 0.25, showsWindow: true)
      defer { stage.close() }
      let viewer = try #require(stage.viewer)
      let names = viewer.transport.controls.map(\.name)
      #expect(names.filter { $0.hasPrefix("speed-") }.count <= count, "\(names)")
      let frames = viewer.transport.controls.map(\.control.frame)
      for (index, frame) in frames.enumerated() {
        for other in frames[(index + 1)...] where width >= 800 {
          #expect(frame.intersection(other).isEmpty, "\(width): \(names[index])")
        }
      }
    }
  }

  // MARK: Aspects

  @Test func oneTintAtATime() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    let rendering = viewer.stage.rendering
    viewer.perform(.show(.ghosts))
    var tints: [RenderingAspect?] = []
    for _ in 0..<4 {
      viewer.perform(.nextTint)
      tints.append(rendering.shownTint)
    }
    #expect(tints == [.offscreenPasses, .blending, .overdraw, nil])
    #expect(rendering.aspects == [.ghosts])
    viewer.toggle(.overdraw)
    viewer.toggle(.blending)
    #expect(rendering.aspects == [.ghosts, .blending])
    viewer.perform(.cancel)
    #expect(rendering.aspects.isEmpty && rendering.isHidden)
  }

  @Test func rowsOfTheMenuShowAspects() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    try press("stage-menu", viewer)
    for aspect in RenderingAspect.allCases { try press("show-\(aspect.controlName)", viewer) }
    #expect(viewer.stage.rendering.aspects == [.ghosts, .repaints, .overdraw])
    #expect(!viewer.stageMenu.isHidden, "several can be chosen")
  }

  /// In other colours the same is shown.
  @Test func otherColoursKeepTheAspects() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try open(PopSample.self)
    defer {
      stage.close()
      looks.restore()
    }
    viewer.toggle(.ghosts)
    viewer.toggle(.overdraw)
    viewer.perform(.theme)
    let successor = try #require(stage.window.rootViewController as? MainViewController)
    #expect(successor.stage.rendering.aspects == [.ghosts, .overdraw])
  }

  // MARK: Pictures

  /// The colour of the stage at a point, with an aspect and without.
  private func pixel(
    _ stage: OffscreenStage, _ viewer: MainViewController, _ point: CGPoint
  ) -> [UInt8] {
    let image = stage.host.image()
    let place = viewer.stage.convert(point, to: nil)
    let index = (Int(place.y) * image.width + Int(place.x)) * 4
    return Array(image.pixels[index..<index + 4])
  }

  /// Two squares that overlap at the top left of the stage: only where they do is the stage coloured.
  @Test func overdrawIsWhereLayersOverlap() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    let content = viewer.stage.content
    content.subviews.forEach { $0.removeFromSuperview() }
    for origin in [CGPoint(x: 40, y: 20), CGPoint(x: 60, y: 40)] {
      let square = UIView(frame: CGRect(origin: origin, size: CGSize(width: 40, height: 40)))
      square.backgroundColor = .white
      content.addSubview(square)
    }
    viewer.toggle(.overdraw)
    stage.host.advance(to: 0.2)
    #expect(viewer.stage.rendering.sentence?.contains("2 at most") == true)
    #expect(pixel(stage, viewer, CGPoint(x: 45, y: 25)) == [255, 255, 255, 255])
    #expect(pixel(stage, viewer, CGPoint(x: 95, y: 75)) == [255, 255, 255, 255])
    let tinted = pixel(stage, viewer, CGPoint(x: 70, y: 50))
    #expect(tinted != [255, 255, 255, 255] && tinted[0] < tinted[2], "\(tinted)")
    viewer.toggle(.overdraw)
    stage.host.advance(to: 0.4)
    #expect(pixel(stage, viewer, CGPoint(x: 70, y: 50)) == [255, 255, 255, 255])
  }

  /// The tints are of the frame on show, not of one before: a layer that moves is coloured where it is.
  @Test func tintsMoveWithTheLayers() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    let content = viewer.stage.content
    content.subviews.forEach { $0.removeFromSuperview() }
    let square = UIView(frame: CGRect(x: 0, y: 20, width: 20, height: 20))
    square.backgroundColor = .white
    content.addSubview(square)
    viewer.toggle(.blending)
    stage.host.advance(to: 0.1)
    let slide = CABasicAnimation(keyPath: "position.x")
    (slide.fromValue, slide.toValue, slide.duration) = (10.0, 610.0, 1)
    square.layer.add(slide, forKey: nil)
    stage.host.advance(to: 0.6)
    let shown = try #require(square.layer.presentation()).frame
    #expect(shown.minX > 200)
    let inside = pixel(stage, viewer, CGPoint(x: shown.midX, y: shown.midY))
    let outside = pixel(stage, viewer, CGPoint(x: shown.minX - 3, y: shown.midY))
    let untinted = Theme.stage.cgColor.lanes * 255
    #expect(inside != [255, 255, 255, 255], "tinted")
    #expect(abs(Double(outside[2]) - untinted.z) < 2, "the stage itself: \(outside)")
  }

  /// Nothing is painted, and no frame is requested, once nothing moves.
  @Test(arguments: RenderingAspect.allCases)
  func aspectsComeToRest(aspect: RenderingAspect) throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.toggle(aspect)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 6)
    let count = stage.host.records.count
    stage.host.advance(to: 8)
    #expect(stage.host.records.count - count <= 1)
  }

  /// Without an aspect, nothing of it is in the tree that is painted.
  @Test func nothingIsThereByDefault() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    #expect(viewer.stage.rendering.isHidden && viewer.stage.rendering.sentence == nil)
  }

  /// What is shown over the sample counts as none of its frames, and is in none of its figures.
  @Test func aspectsAreNotTheSamples() throws {
    let (stage, viewer) = try open(PopSample.self)
    defer { stage.close() }
    for aspect in [RenderingAspect.ghosts, .repaints, .overdraw] { viewer.toggle(aspect) }
    stage.host.advance(to: 1)
    #expect(viewer.overlay.history.count == 0)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 6)
    #expect(viewer.overlay.activity.inFlight == 0)
    #expect(viewer.tracker.timeline.rows.count == 4)
  }
}
