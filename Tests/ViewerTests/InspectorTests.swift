// InspectorTests.swift
// The inspector: late frames that were pressed, and a layer that is chosen among more than are listed.
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

@Suite(.serialized) @MainActor struct InspectorTests {
  /// The labels with a text, wherever they are beneath a view.
  private func labels(_ text: String, in view: UIView) -> [UILabel] {
    view.shownLabels.filter { $0.text == text }
  }

  // MARK: Log

  /// What is late on purpose is its own entry, with its own time and count.
  @Test func lateOnPurposeIsNotJoinedWithOthers() {
    var book = LogBook()
    var late = LateFrame(missed: 1, hitch: 1.0 / 60, cause: .stage(.commit, 0.02))
    book.append(late, frame: 3, at: 0.1)
    late.isInjected = true
    book.append(late, frame: 9, at: 0.5)
    late.isInjected = false
    book.append(late, frame: 12, at: 0.6)
    #expect(book.entries.map(\.isOnPurpose) == [false, true, false])
    #expect(book.entries.map(\.time) == [0.1, 0.5, 0.6])
    #expect(book.entries.allSatisfy { $0.count == 1 })
  }

  /// Times in the log start again at 0 with each run, so a line divides two runs.
  @Test func runsAreApartInTheLog() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    for time in [0.0, 2] {
      stage.host.advance(to: time)
      viewer.press(triggerAt: 0)
    }
    stage.host.advance(to: 4)
    let entries = viewer.inspector.events.entries
    #expect(entries.map(\.beginsRun) == [false, false, true, false])
  }

  /// A press of an entry about a frame marks the frame in the chart; one of an event marks nothing.
  @Test func pressOfALateFrameMarksIt() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.5)
    viewer.dock.tab = .skew
    let number = viewer.dock.history[3].index
    viewer.inspector.append("Pressed", at: 0.1)
    viewer.inspector.append(
      LateFrame(missed: 2, hitch: 2.0 / 60, cause: .unknown), number: number, at: 0.2)
    func press(_ text: String, at time: TimeInterval) throws {
      viewer.view.layoutIfNeeded()
      viewer.inspector.layoutIfNeeded()
      let label = try #require(labels(text, in: viewer.inspector).first)
      let place = label.convert(CGPoint(x: 4, y: 4), to: nil)
      stage.host.send(.pointerDown(place, button: 1, clicks: 1))
      stage.host.send(.pointerUp(place, button: 1))
      stage.host.advance(to: time)
    }
    viewer.inspector.logTab = .events
    try press("Pressed", at: 0.6)
    #expect(viewer.dock.tab == .skew)
    viewer.inspector.logTab = .late
    try press("Late by 2 refreshes · cause unknown", at: 0.7)
    #expect(viewer.dock.tab == .frames && viewer.dock.history[3].index == number)
    #expect(viewer.dock.frames.chart.marked == 3)
  }

  // MARK: Layers

  /// A press in the stage chooses a layer beyond the number of those that are listed, and lists it.
  @Test func layerBeyondTheListIsListedWhenItIsChosen() throws {
    let (stage, viewer) = try openWindow(StressSample.self)
    defer { stage.close() }
    let sample = try #require(viewer.sample as? StressSample)
    viewer.perform(.inspector(.layers))
    stage.host.advance(to: 0.1)
    let layers = viewer.inspector.layers
    let last = try #require(sample.layers.last)
    #expect(sample.layers.count > 200)
    #expect(!layers.layers.contains { $0 === last })
    let content = viewer.stage.content.layer
    let middle = last.convert(CGPoint(x: last.bounds.midX, y: last.bounds.midY), to: content)
    viewer.choose(layerAt: content.convert(middle, to: viewer.stage.layer))
    stage.host.advance(to: 0.2)
    #expect(layers.chosen === last && viewer.stage.outlined === last)
    #expect(layers.layers.last === last)
    last.removeFromSuperlayer()
    stage.host.advance(to: 0.3)
    layers.refresh()
    #expect(layers.chosen == nil)
  }

  /// A layer is called what it is in the code: by its name, an identifier, or the property that holds its view.
  @Test func layersHaveTheNamesOfTheirProperties() {
    final class Panel: UIView {
      let card = UIView()
      private lazy var cover = UILabel()
      let dots = [UIView(), UIView()]
      weak var other: UIView?
      func fill() { ([card, cover] + dots).forEach(addSubview) }
    }
    let panel = Panel()
    panel.fill()
    let (known, named) = (UIView(), UIView())
    known.accessibilityIdentifier = "badge"
    named.layer.name = "halo"
    let (held, plain) = (UIView(), UIView())
    panel.other = held
    for view in [known, named, held, plain] { panel.addSubview(view) }
    #expect(
      panel.subviews.map { $0.layer.plainTitleInRows } == [
        "card (UIView)", "cover (UILabel)", "dots[0] (UIView)", "dots[1] (UIView)",
        "badge", "halo", "other (UIView)", "UIView",
      ])
  }

  /// Layers side by side of one kind have numbers, which are those of the dock's rows; others have none.
  @Test func equalLayersHaveNumbers() {
    let root = CALayer()
    let (first, second, shape, named) = (CALayer(), CALayer(), CAShapeLayer(), CALayer())
    named.name = "disc"
    for layer in [first, shape, second, named] { root.addSublayer(layer) }
    let titles = ["CALayer 1", "CAShapeLayer", "CALayer 2", "disc"]
    #expect(root.sublayersInRows(first: 200).map(\.title) == titles)
    #expect([first, shape, second, named].map(\.titleInRows) == titles)
    #expect(root.sublayersInRows(first: 1).map(\.layer) == [first, shape])
    #expect(CALayer().sublayersInRows(first: 200).isEmpty && CALayer().titleInRows == "CALayer")
    shape.removeFromSuperlayer()
    second.removeFromSuperlayer()
    #expect(root.sublayersInRows(first: 200).map(\.title) == ["CALayer", "disc"])
  }

  /// The factors of a layer's transform, as one number where they are equal.
  @Test(arguments: [
    (CATransform3DMakeScale(1.5, 1.5, 1), "1.50"),
    (CATransform3DMakeScale(2, 0.5, 1), "2.00, 0.50"),
    (CATransform3DRotate(CATransform3DMakeScale(0.25, 0.25, 1), 1, 0, 0, 1), "0.25"),
    (CATransform3DIdentity, "1.00"),
  ])
  func scaleIsAmongTheValues(transform: CATransform3D, text: String) throws {
    let layer = CALayer()
    layer.transform = transform
    let value = try #require(LayerValue.all.first { $0.name == "scale" })
    #expect(value.text(layer) == text)
  }

  /// The lines above the log and above the dock are dragged, within what both sides need.
  @Test func dividersAreDragged() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.advance(to: 0.1)
    func drag(_ divider: UIView, by way: CGFloat) {
      let place = divider.convert(CGPoint(x: 20, y: divider.bounds.midY), to: nil)
      let end = CGPoint(x: place.x, y: place.y + way)
      for kind in [
        .pointerMoved(place), .pointerDown(place, button: 1, clicks: 1), .pointerMoved(end),
        .pointerUp(end, button: 1),
      ] as [InputEvent.Kind] {
        stage.window.deliver(InputEvent(time: MediaClock.now, kind: kind))
      }
      viewer.view.layoutIfNeeded()
      viewer.inspector.layoutIfNeeded()
    }
    func divider(in view: UIView) throws -> UIView {
      try #require(view.subviews.first { $0 is Divider && !$0.isHidden })
    }
    let log = viewer.inspector.list
    let before = log.frame.height
    drag(try divider(in: viewer.inspector), by: -60)
    #expect(log.frame.height == before + 60)
    drag(try divider(in: viewer.inspector), by: -2000)
    #expect(viewer.inspector.source.frame.height == 120)
    drag(try divider(in: viewer.inspector), by: 4000)
    #expect(log.frame.height >= 0 && log.frame.maxY <= viewer.inspector.bounds.height)
    let dock = viewer.dock.frame.height
    drag(try divider(in: viewer.view), by: -50)
    #expect(viewer.dock.frame.height == dock + 50)
    drag(try divider(in: viewer.view), by: 2000)
    #expect(viewer.dock.frame.height == 120)
  }
}
