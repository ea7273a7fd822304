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

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct StagePaintingTests {
  private func press(_ name: String, _ viewer: MainViewController) throws {
    let control = try #require(viewer.controls.first { $0.name == name }?.view as? UIControl)
    control.sendActions(for: .touchUpInside)
  }

  // MARK: Speed

  @Test(arguments: [("37", 37), ("400 %", 400), (" 1% ", 1)])
  func fieldSetsAnySpeed(text: String, percent: Int) throws {
    let (stage, viewer) = try openWindow(LoadingIndicatorSample.self, scale: 1)
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
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    viewer.stageMenu.field.becomeFirstResponder()
    viewer.stageMenu.field.text = text
    stage.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(viewer.speedPercent == 100)
    #expect(viewer.stageMenu.field.isFirstResponder, "it can be typed again")
    #expect(!viewer.stageMenu.limits.isHidden)
    #expect(viewer.stageMenu.limits.text == "A whole number from 1 to 400")
  }

  /// What is typed holds when the field is left by Tab, too.
  @Test func leavingTheFieldTakesTheSpeedOver() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    viewer.stageMenu.field.becomeFirstResponder()
    viewer.stageMenu.field.text = "77"
    stage.host.send(.keyDown(.tab, modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(viewer.speedPercent == 77 && !viewer.stageMenu.field.isFirstResponder)
    #expect(viewer.transport.controls.contains { $0.control.accessibilityLabel == "77 %" })
  }

  @Test func sliderHasEverySpeed() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    let slider = try #require(
      viewer.controls.first { $0.name == "speed-slider" }?.view as? UISlider)
    for (value, percent) in [(Float(0), 1), (0.5, 20), (1, 400)] {
      slider.value = value
      slider.sendActions(for: .valueChanged)
      #expect(viewer.speedPercent == percent)
    }
    viewer.setSpeed(percent: 37)
    #expect(abs(slider.value - log(37) / log(400)) < 1e-5)
  }

  /// What has a key and no button elsewhere is in the menu, for the pointer alone.
  @Test func menuHasTheCommandsOfTheWindow() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { looks.close(stage) }
    viewer.perform(.stageMenu)
    try press("menu-keys", viewer)
    #expect(viewer.stageMenu.isHidden && !viewer.keySheet.isHidden)
    viewer.perform(.cancel)
    viewer.perform(.stageMenu)
    try press("menu-theme", viewer)
    #expect(stage.window.rootViewController !== viewer)
  }

  @Test func keysGoThroughAllSpeeds() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
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
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    #expect(viewer.stageMenu.controls.isEmpty, "closed")
    try press("stage-menu", viewer)
    try press("menu-speed-200", viewer)
    #expect(viewer.speedPercent == 200 && viewer.stageMenu.field.text == "200")
    let selected = viewer.controls.filter { ($0.view as? UIControl)?.isSelected == true }
    #expect(selected.map(\.name).contains("menu-speed-200"))
    #expect(selected.map(\.name).contains("stage-menu"), "no button of the bar shows it")
    viewer.perform(.cancel)
    #expect(viewer.stageMenu.isHidden)
  }

  /// A speed without a button makes the menu's button wider, which covers nothing.
  @Test func anySpeedHasRoom() throws {
    for width in stride(from: 800.0, through: 1400, by: 20) {
      let (stage, viewer) = try openWindow(
        PopSample.self, size: CGSize(width: width, height: 560))
      defer { stage.close() }
      viewer.perform(.speed(percent: 75))
      stage.host.advance(to: 0.1)
      let controls = viewer.transport.controls
      for (index, control) in controls.enumerated() {
        for other in controls[(index + 1)...] {
          #expect(
            control.control.frame.intersection(other.control.frame).isEmpty,
            "\(width): \(control.name) \(other.name)")
        }
      }
    }
  }

  /// A window without room for a speed's button has it in the menu.
  @Test(arguments: [(1280.0, 4), (1000.0, 3), (800.0, 0)])
  func narrowBarsHaveFewerSpeeds(width: Double, count: Int) throws {
    let speeds = SpeedArgument.percentages.prefix(count)
    let (stage, viewer) = try openWindow(
      PopSample.self, size: CGSize(width: width, height: 560))
    defer { stage.close() }
    let controls = viewer.transport.controls
    #expect(
      controls.map(\.name).filter { $0.hasPrefix("speed-") } == speeds.map { "speed-\($0)" })
    for (index, control) in controls.enumerated() {
      for other in controls[(index + 1)...] {
        #expect(
          control.control.frame.intersection(other.control.frame).isEmpty,
          "\(control.name) \(other.name)")
      }
    }
    viewer.perform(.stageMenu)
    for speed in SpeedArgument.steps {
      #expect(viewer.controls.contains { $0.name == "menu-speed-\(speed)" })
    }
  }

  /// The buttons of the bar have the same places for the shortest title and for the longest.
  @Test(arguments: [800.0, 1000, 1100, 1280])
  func titlesMoveNoButtons(width: Double) throws {
    let kinds: [any Sample.Type] = [PopSample.self, QuizSample.self]
    let places = try kinds.map { kind in
      let (stage, viewer) = try openWindow(kind, size: CGSize(width: width, height: 560))
      defer { stage.close() }
      return viewer.transport.controls.map { "\($0.name) \($0.control.frame)" }
    }
    #expect(places[0] == places[1])
  }

  // MARK: Keyboard

  /// After the field, keys are the menu's again: they neither change the sample nor fire triggers behind it.
  @Test(arguments: [Key.return, .escape])
  func menuHasTheKeyboardAfterItsField(key: Key) throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    var time = 0.0
    func press(_ key: Key) {
      stage.host.send(.keyDown(key, modifiers: [], isRepeat: false))
      time += 0.1
      stage.host.advance(to: time)
    }
    viewer.perform(.stageMenu)
    press(.down)
    #expect(viewer.stageMenu.field.isFirstResponder)
    viewer.stageMenu.field.text = "50"
    press(key)
    #expect(viewer.speedPercent == (key == .return ? 50 : 100), "Escape takes nothing over")
    #expect(
      viewer.stageMenu.field.text == "\(viewer.speedPercent)", "what is typed and left is no speed")
    #expect(!viewer.stageMenu.isHidden)
    press(.down)
    press(.down)
    press(.character("1"))
    #expect(type(of: viewer.sample) == PopSample.self && viewer.lastTrigger == nil)
    press(.character("]"))
    press(.character("g"))
    #expect(viewer.speedPercent == (key == .return ? 100 : 200))
    #expect(viewer.stage.rendering.aspects == [.ghosts])
  }

  /// Up and Down move on from the field.
  @Test func arrowsLeaveTheField() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.perform(.stageMenu)
    for time in [0.1, 0.2] {
      stage.host.send(.keyDown(.down, modifiers: [], isRepeat: false))
      stage.host.advance(to: time)
    }
    #expect(!viewer.stageMenu.field.isFirstResponder)
    #expect(viewer.stageMenu.firstResponderInside != nil)
  }

  @Test func oneMenuAtATime() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.perform(.stutterMenu)
    viewer.perform(.stageMenu)
    #expect(viewer.stutterMenu.isHidden && !viewer.stageMenu.isHidden)
    viewer.perform(.stutterMenu)
    #expect(!viewer.stutterMenu.isHidden && viewer.stageMenu.isHidden)
  }

  // MARK: Aspects

  @Test func oneTintAtATime() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
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
    // A choice goes first.
    viewer.stage.outlined = viewer.stage.content.layer
    viewer.perform(.cancel)
    #expect(rendering.aspects == [.ghosts, .blending] && viewer.stage.outlined == nil)
    viewer.perform(.cancel)
    #expect(rendering.aspects.isEmpty && rendering.isHidden)
  }

  @Test func rowsOfTheMenuShowAspects() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    try press("stage-menu", viewer)
    for aspect in RenderingAspect.allCases { try press("show-\(aspect.controlName)", viewer) }
    #expect(viewer.stage.rendering.aspects == [.ghosts, .repaints, .overdraw])
    #expect(!viewer.stageMenu.isHidden, "several can be chosen")
  }

  /// In other colours the same is shown.
  @Test func otherColoursKeepTheAspects() throws {
    let looks = WindowLooks()
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { looks.close(stage) }
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
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
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
    // What is painted once is dim.
    let dim = pixel(stage, viewer, CGPoint(x: 45, y: 25))
    #expect(dim == pixel(stage, viewer, CGPoint(x: 95, y: 75)) && dim[0] < 120)
    let tinted = pixel(stage, viewer, CGPoint(x: 70, y: 50))
    #expect(tinted != dim && Int(tinted[2]) > Int(tinted[0]) + 40, "\(tinted)")
    viewer.toggle(.overdraw)
    stage.host.advance(to: 0.4)
    #expect(pixel(stage, viewer, CGPoint(x: 70, y: 50)) == [255, 255, 255, 255])
  }

  /// The tints are of the frame on show, not of one before: a layer that moves is coloured where it is.
  @Test func tintsMoveWithTheLayers() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
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
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    viewer.toggle(aspect)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 6)
    let count = stage.host.records.count
    stage.host.advance(to: 8)
    #expect(stage.host.records.count - count <= 1)
  }

  /// The tint of a stage that plays in a loop, which the main thread moves, is of the frame on show too.
  @Test func tintsMoveInALoop() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    try press("trigger-all", viewer)
    viewer.toggle(.blending)
    stage.host.advance(to: 0.2)
    viewer.toggleLoop()
    stage.host.advance(to: 1)
    let shown = try #require(
      PaintReport(
        MediaClock.withFrameTime(1) { viewer.stage.content.layer.snapshot() }, scale: 1))
    #expect(viewer.stage.rendering.shownReport == shown)
  }

  /// What is shown of one sample is not left over another.
  @Test func nothingIsLeftOverAnotherSample() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    for aspect in [RenderingAspect.ghosts, .repaints] { viewer.toggle(aspect) }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.4)
    let before = stage.host.image()
    viewer.show(LoadingIndicatorSample.self)
    stage.host.advance(to: 1.5)
    let after = stage.host.image()
    viewer.perform(.cancel)
    stage.host.advance(to: 2)
    #expect(after.pixels != before.pixels)
    let (frame, plain) = (viewer.stage.convert(viewer.stage.bounds, to: nil), stage.host.image())
    for y in stride(from: Int(frame.minY), to: Int(frame.maxY), by: 3) {
      let row = (y * plain.width + Int(frame.minX)) * 4..<(y * plain.width + Int(frame.maxX)) * 4
      #expect(after.pixels[row] == plain.pixels[row], "row \(y)")
    }
  }

  /// Particles move without an animation; what fades over the stage is neither.
  @Test func fadingOutlinesAreNoParticles() throws {
    let (stage, viewer) = try openWindow(ParticlesSample.self, scale: 1)
    defer { stage.close() }
    stage.host.advance(to: 1)
    #expect(!viewer.tracker.activity.hasParticles)
    viewer.toggle(.repaints)
    viewer.stage.content.subviews.first?.alpha = 0.9
    stage.host.advance(to: 1.1)
    #expect(!viewer.tracker.activity.hasParticles)
  }

  /// What is shown over the sample counts as none of its frames, and is in none of its figures.
  @Test func aspectsAreNotTheSamples() throws {
    let (stage, viewer) = try openWindow(PopSample.self, scale: 1)
    defer { stage.close() }
    for aspect in [RenderingAspect.ghosts, .repaints, .overdraw] { viewer.toggle(aspect) }
    stage.host.advance(to: 1)
    #expect(viewer.dock.history.count == 0)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 6)
    #expect(viewer.dock.activity.inFlight == 0)
    #expect(viewer.tracker.timeline.rows.count == 4)
  }
}
