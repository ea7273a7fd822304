// DescribeTests.swift
// The text form of what the window shows, and the state line at every width of the window.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct DescribeTests {
  private func region(_ name: String, of text: WindowText) throws -> [String] {
    try #require(text.regions.first { $0.name == name }).lines.map(\.text)
  }

  @Test func everyPaneIsDescribed() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.245)
    viewer.inspector.actions.refresh()
    let text = WindowText(viewer)
    #expect(try region("Sample", of: text).contains("State: 4 animations running"))
    #expect(try region("Sample", of: text).contains("Speed: 100 %"))
    let labels = ["position", "bounds", "backgroundColor", "transform"]
    #expect(try region("Stage", of: text) == labels)
    #expect(try region("Triggers", of: text)[0] == "Pop all four: key 1, --trigger all")
    #expect(try region("Frames", of: text).contains("Late frames: 0"))
    for line in [
      "Slowest 1 %, mean: 60.0 per s", "Slowest 1 %, by time: 60.0 per s",
      "Slowest 1 %, by p99: 60.0 per s", "Missed share: 0.0 %", "Error share: 0.0 %",
      "Late time, not in whole refreshes: 0.0 ms",
    ] { #expect(try region("Frames", of: text).contains(line), "\(line)") }
    let animations = try region("Animations", of: text)
    #expect(animations.count == 4)
    #expect(
      animations[0].hasPrefix("position of position (UIView): ")
        && animations[0].hasSuffix(", in flight"))
    #expect(animations[0].contains("from 0.000 s to 0.700 s"))
    // The extreme at 35 %: 72 points up, while the model has not moved.
    let layers = try region("Layers", of: text)
    let moved = layers.filter { $0.contains("animated: ") }
    #expect(moved.count == 4 && moved[0].contains(" → "))
    #expect(try region("Skew", of: text).count == 3)
    #expect(try region("Events", of: text) == ["0.000 s: Pop all four: began"])
    #expect(try region("Late frames", of: text) == ["Nothing."])
    #expect(try region("Status", of: text)[0].contains("Virtual clock"))
  }

  @Test func actionSearchesAreDescribedStepByStep() throws {
    let (stage, viewer) = try openWindow(CornerRadiusSample.self)
    defer { stage.close() }
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.1)
    viewer.inspector.actions.refresh()
    let lines = try region("Actions", of: WindowText(viewer))
    #expect(!lines.isEmpty)
    #expect(lines.allSatisfy { $0.contains("delegate") && $0.contains("defaultAction") })
    #expect(lines.contains { $0.hasPrefix("cornerRadius of ") })
  }

  @Test func keyCopiesTheText() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.send(.keyDown(.character("c"), modifiers: .control, isRepeat: false))
    stage.host.advance(to: 0.1)
    let copied = try #require(UIPasteboard.general.string)
    #expect(copied.hasPrefix("Sample\n  Pop: ") && copied.contains("\n\nLayers\n"))
    #expect(viewer.inspector.events.entries.count == 1)
    stage.host.send(.keyDown(.character("s"), modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.2)
    #expect(viewer.dock.tab == .skew)
  }

  /// The commands' JSON has the same lines.
  @Test nonisolated func commandPrintsTextAndJSON() throws {
    let arguments = ["snapshot", "Pop", "--trigger", "all", "--at", "0.2"]
    let text = try Program.run(arguments + ["--text"])
    #expect(text.status == 0, "\(text.errors)")
    #expect(text.text.contains("\nAnimations\n  position of position (UIView): "))
    let json = try Program.run(arguments + ["--json"])
    let object = try #require(
      try JSONSerialization.jsonObject(with: json.output) as? [String: Any])
    #expect(object["schema"] as? Int == 1)
    let regions = try #require(object["regions"] as? [[String: Any]])
    for region in regions {
      #expect(text.text.contains(try #require(region["name"] as? String)))
      #expect((region["lines"] as? [Any])?.isEmpty == false)
    }
    #expect(try Program.run(["snapshot", "Poop", "--text"]).status == 66)
  }

  // MARK: The state line

  /// No state is cut off, whatever the dock shows. Between all of its buttons there may be none.
  @Test(arguments: [
    CGSize(width: 800, height: 560), CGSize(width: 899, height: 560),
    CGSize(width: 920, height: 600), CGSize(width: 1099, height: 700),
    CGSize(width: 1280, height: 800), CGSize(width: 1920, height: 1080),
  ])
  func stateLineHasRoomForEveryState(size: CGSize) throws {
    // In a coarser scale sizes are rounded up to several points.
    let (stage, viewer) = try openWindow(PopSample.self, size: size, scale: 1)
    defer { stage.close() }
    func check(_ tab: DockTab) {
      viewer.dock.tab = tab
      viewer.view.layoutIfNeeded()
      let label = viewer.dock.state
      viewer.dock.layoutIfNeeded()
      if label.isHidden { return #expect(tab == .skew && size.width < 1100) }
      let needed = label.sizeThatFits(CGSize(width: label.bounds.width, height: 1000))
      #expect(
        needed.height <= label.bounds.height && needed.width <= label.bounds.width + 0.5,
        "\(tab) at \(size.width): \(viewer.dock.stateText), \(needed) in \(label.bounds.size)")
    }
    DockTab.allCases.forEach(check)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.3)
    DockTab.allCases.forEach(check)
    viewer.togglePlay()
    stage.host.advance(to: 0.4)
    #expect(viewer.dock.stateText.hasPrefix("Paused at"))
    DockTab.allCases.forEach(check)
  }
}
