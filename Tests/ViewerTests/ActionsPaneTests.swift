// ActionsPaneTests.swift
// The inspector's Actions tab: the five steps of the search of the last change.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ActionsPaneTests {
  private func texts(_ viewer: MainViewController) throws -> [String] {
    let shown = try #require(viewer.inspector.actions.shown)
    return ActionStep.allCases.map { shown.answer(of: $0).text }
  }

  /// The changes of a trigger are listed although the inspector was opened after it.
  @Test func changesBeforeTheInspectorIsOpenedAreListed() throws {
    let stage = OffscreenStage(
      BackingLayerSample.self, size: CGSize(width: 900, height: 640), scale: 0.25, showsWindow: true
    )
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    stage.host.advance(to: 0.1)
    #expect(viewer.inspector.isHidden)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    viewer.perform(.inspector(.actions))
    stage.host.advance(to: 0.3)
    #expect(!viewer.inspector.isHidden)
    #expect(Set(viewer.inspector.actions.reports.map(\.key)) == ["position"])
  }

  /// A drawer above the dock is short: what was pressed last has the room, and the other its tabs.
  @Test(arguments: [InspectorTab.actions, .curve])
  func paneAndLogShareAShortDrawer(tab: InspectorTab) throws {
    let stage = OffscreenStage(
      PopSample.self, size: ViewerApplication.minimumSize, scale: 0.25, showsWindow: true)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    viewer.perform(.inspector(tab))
    let inspector = viewer.inspector
    func layOut() {
      viewer.view.layoutIfNeeded()
      inspector.layoutIfNeeded()
    }
    func press(_ name: String) throws {
      let button = inspector.controls.first { $0.name == name }?.control
      try #require(button).sendActions(for: .touchUpInside)
      layOut()
    }
    let pane: UIView = tab == .curve ? inspector.curve : inspector.actions
    let least = tab == .curve ? CurvePane.leastHeight : ActionsPane.leastHeight
    for dock in DockTab.allCases {
      viewer.dock.tab = dock
      layOut()
      #expect(inspector.frame.maxY == viewer.dock.frame.minY)
      #expect(pane.bounds.height >= least && inspector.foldsLog, "\(dock)")
      let logTabs = inspector.controls.filter { $0.name.hasPrefix("log") }.map(\.control)
      #expect(logTabs.count == 3 && logTabs.allSatisfy { !$0.isHidden })
      #expect(logTabs.allSatisfy { $0.frame.maxY <= inspector.bounds.height })
      #expect(!logTabs[0].isSelected, "a log that is folded has no list on show")
      try press("log-late")
      #expect(!inspector.foldsLog && inspector.logTab == .late && logTabs[1].isSelected)
      #expect(pane.bounds.height < least && !pane.isHidden)
      try press(tab == .curve ? "tab-curve" : "tab-actions")
      #expect(inspector.foldsLog && !logTabs[1].isSelected)
      try press("log-events")
      viewer.perform(.inspector(tab))
      viewer.perform(.inspector(tab))
      layOut()
      #expect(inspector.foldsLog, "by key, too")
    }
  }

  /// Why a corner radius changes at once in a view, and animates in a layer.
  @Test func viewStopsTheSearchOutsideOfABlockAndALayerAnimates() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    stage.host.send(.keyDown(.character("a"), modifiers: [], isRepeat: false))
    stage.host.advance(to: 0.1)
    #expect(viewer.inspector.tab == .actions && !viewer.inspector.actions.isHidden)
    let sample = try #require(viewer.sample as? PopSample)
    let view = sample.position

    view.layer.cornerRadius = 3
    stage.host.advance(to: 0.2)
    #expect(viewer.inspector.actions.shown?.key == "cornerRadius")
    #expect(
      try texts(viewer) == ["stop, no animation"] + [String](repeating: "not asked", count: 4))

    UIView.animate(withDuration: 0.3) { view.layer.cornerRadius = 6 }
    stage.host.advance(to: 0.3)
    let inBlock = try texts(viewer)
    #expect(
      inBlock[0] == "CABasicAnimation, 0.30 s" && inBlock[1...].allSatisfy { $0 == "not asked" })

    let layer = CALayer()
    view.layer.addSublayer(layer)
    stage.host.advance(to: 0.4)
    layer.cornerRadius = 8
    stage.host.advance(to: 0.5)
    #expect(
      try texts(viewer)
        == [String](repeating: "no answer", count: 4) + ["CABasicAnimation, 0.25 s"])
    let shown = try #require(viewer.inspector.actions.shown)
    #expect(ActionStep.allCases.map { shown.answer(of: $0).isDecisive }.filter { $0 }.count == 1)
  }

  /// Changes of the same property in different layers have different rows, by number or by the layer above.
  @Test func rowsOfDifferentLayersDiffer() throws {
    let kinds: [any Sample.Type] = [
      SpringsSample.self, QuizSample.self, ConstraintsSample.self, TransitionsSample.self,
      ExpandingCellSample.self, CollectionLayoutSample.self, ClockFaceSample.self,
    ]
    for kind in kinds {
      let (stage, viewer) = try openWindow(kind)
      defer { stage.close() }
      viewer.perform(.inspector(.actions))
      viewer.press(triggerAt: 0)
      stage.host.advance(to: MediaClock.now + 0.3)
      let pane = viewer.inspector.actions
      pane.refresh()
      let rows = zip(pane.reports, pane.owners).map { "\($0.key) · \($1)" }
      #expect(!rows.isEmpty && Set(rows).count == rows.count, "\(kind.name): \(rows)")
      // So are those of the window as text.
      let region = WindowText(viewer).regions.first { $0.name == "Actions" }
      let names = try #require(region).lines.map(\.name)
      #expect(Set(names).count == names.count, "\(kind.name): \(names)")
    }
  }

  /// What layout sets afterwards does not hide the change that animates, nor one that was meant.
  @Test func changeThatAnimatesIsOnShow() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.perform(.inspector(.actions))
    stage.host.advance(to: 0.1)
    let sample = try #require(viewer.sample as? PopSample)
    sample.position.layer.cornerRadius = 3
    for number in 0..<12 { sample.position.subviewForNoise(number).center.x += 1 }
    stage.host.advance(to: 0.2)
    #expect(viewer.inspector.actions.reports.first?.key == "position")
    #expect(viewer.inspector.actions.shown?.key == "cornerRadius")
    let view = UIView()
    sample.position.addSubview(view)
    UIView.animate(withDuration: 0.3) { view.alpha = 0.5 }
    for number in 0..<12 { sample.position.subviewForNoise(number).center.x += 1 }
    stage.host.advance(to: 0.3)
    #expect(viewer.inspector.actions.shown?.key == "opacity")
    viewer.view.layoutIfNeeded()
    let list = try #require(viewer.inspector.actions.subviews.first { $0 is UIScrollView })
    let row = try #require(
      list.subviews.first { ($0 as? ActionButton)?.isSelected == true && !$0.isHidden })
    #expect(list.bounds.contains(row.frame), "\(row.frame) of \(list.bounds)")
  }

  /// While a row has the focus, the arrow keys choose its neighbours and no other sample.
  @Test func arrowKeysChooseTheNextRow() throws {
    let (stage, viewer) = try openWindow(BackingLayerSample.self)
    defer { stage.close() }
    let sample = type(of: viewer.sample)
    for tab in [InspectorTab.actions, .layers] {
      viewer.perform(.inspector(tab))
      viewer.press(triggerAt: 0)
      stage.host.advance(to: MediaClock.now + 0.5)
      let pane: UIView = tab == .actions ? viewer.inspector.actions : viewer.inspector.layers
      let list = try #require(pane.subviews.first { $0 is UIScrollView })
      func rows() -> [ActionButton] {
        list.subviews.compactMap { $0 as? ActionButton }.filter { !$0.isHidden }
      }
      try #require(rows().count > 1)
      stage.host.press(rows()[0])
      stage.host.send(.keyDown(.down, modifiers: [], isRepeat: false))
      stage.host.advance(to: MediaClock.now + 0.1)
      #expect(rows()[1].isFirstResponder && rows()[1].isSelected, "\(tab)")
      stage.host.send(.keyDown(.up, modifiers: [], isRepeat: false))
      stage.host.send(.keyDown(.up, modifiers: [], isRepeat: false))
      stage.host.advance(to: MediaClock.now + 0.1)
      #expect(rows()[0].isFirstResponder && type(of: viewer.sample) == sample)
    }
  }

  /// A press on a row's name chooses the layer of its animation, so that equal rows can be distinguished.
  @Test func pressOnARowsNameChoosesItsLayer() throws {
    let (stage, viewer) = try openWindow(PopSample.self)
    defer { stage.close() }
    viewer.perform(.dock(.animations))
    viewer.press(triggerAt: 0)
    stage.host.advance(to: MediaClock.now + 0.1)
    viewer.view.layoutIfNeeded()
    let timeline = viewer.tracker.timeline
    for row in timeline.rows.indices.prefix(4) {
      let y = (CGFloat(row) + 0.5) * AnimationsPane.rowHeight
      viewer.dock.animations.rowNames.press(y)
      let layer = try #require(timeline.recorded(ofRow: row)?.layer)
      #expect(viewer.inspector.tab == .layers && viewer.inspector.layers.chosen === layer)
      #expect(viewer.stage.outlined === layer && layer.titleInRows == timeline.rows[row].layer)
    }
    #expect(!timeline.rows.isEmpty && timeline.recorded(ofRow: timeline.rows.count)?.layer == nil)
    stage.host.press(viewer.dock.animations.rowNames)
    viewer.dock.animations.rowNames.press(1e6)
  }

  /// Two animations that are chosen one after the other are compared: which is late, and by how much.
  @Test func secondAnimationIsComparedWithTheFirst() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    viewer.perform(.dock(.animations))
    try viewer.press("all")
    stage.host.advance(to: 0.5)
    viewer.perform(.trigger(1))
    stage.host.advance(to: 0.6)
    let rows = viewer.tracker.timeline.rows
    try #require(rows.count > 1)
    let (first, last) = (0, rows.count - 1)
    viewer.perform(.chooseAnimation(row: first))
    #expect(
      viewer.status.note == Wording.chooseAnother && viewer.dock.animations.chosen == first)
    viewer.perform(.chooseAnimation(row: last))
    let note = try #require(viewer.status.note)
    #expect(note == Wording.distance(of: rows[last], from: rows[first]), "\(note)")
    #expect(note.contains(rows[last].layer) && note.contains(rows[first].layer))
    // Played again, the run has the same animations.
    stage.host.advance(to: 8)
    viewer.togglePlay()
    stage.host.advance(to: 8.2)
    #expect(viewer.dock.animations.chosen == last && viewer.inspector.curve.chosen == last)
    viewer.press(triggerAt: 0)
    #expect(viewer.dock.animations.chosen == nil)
    stage.host.advance(to: 8.3)
    let again = try #require(viewer.dock.animations.chosen)
    let new = viewer.tracker.timeline.rows[again]
    #expect(new.title == rows[last].title && new.layer == rows[last].layer)
    #expect(viewer.inspector.curve.chosen == again)
    // A layer that is chosen by itself takes its place.
    viewer.inspector.choose(viewer.stage.content.layer)
    #expect(viewer.dock.animations.chosen == nil)
    stage.host.advance(to: 8.4)
    #expect(viewer.dock.animations.chosen == nil)
  }

  /// How two animations lie in time, in words.
  @Test func distanceOfTwoAnimationsIsSaid() throws {
    let (stage, viewer) = try openWindow(SpringsSample.self)
    defer { stage.close() }
    try viewer.press("all")
    stage.host.advance(to: 0.1)
    var (a, b) = (viewer.tracker.timeline.rows[0], viewer.tracker.timeline.rows[1])
    (a.begin, a.end, b.begin, b.end) = (0, 1, 0.3, 1.5)
    #expect(
      Wording.distance(of: b, from: a)
        == "\(b.title) · \(b.layer) begins 0.300 s after and ends 0.500 s after \(a.title) · \(a.layer)"
    )
    #expect(
      Wording.distance(of: a, from: b).contains("begins 0.300 s before and ends 0.500 s before"))
    b.end = 1.3
    #expect(Wording.distance(of: b, from: a).contains("begins and ends 0.300 s after"))
    b.end = .infinity
    #expect(Wording.distance(of: b, from: a).contains("\(b.layer) begins 0.300 s after"))
    (b.begin, b.end) = (0, 1)
    #expect(Wording.distance(of: b, from: a).contains("begins and ends with"))
  }

  @Test func triggerClearsTheList() throws {
    let (stage, viewer) = try openWindow(BackingLayerSample.self)
    defer { stage.close() }
    viewer.perform(.inspector(.actions))
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.2)
    let recorder = viewer.inspector.actions.recorder
    #expect(!recorder.reports.isEmpty)
    let first = recorder.reports.map(\.key)
    viewer.press(triggerAt: 0)
    stage.host.advance(to: 0.4)
    #expect(recorder.reports.count <= first.count + 1, "\(first) \(recorder.reports.map(\.key))")
  }

  /// Without room for the inspector nothing is recorded.
  @Test func recordingNeedsAnInspector() throws {
    let stage = OffscreenStage(
      PopSample.self, size: CGSize(width: 1000, height: 700), scale: 0.25, showsWindow: true)
    defer { stage.close() }
    let viewer = try #require(stage.viewer)
    stage.host.advance(to: 0.1)
    #expect(stage.window.context?.actionRecorder == nil)
    viewer.perform(.inspector(.actions))
    stage.host.advance(to: 0.2)
    #expect(stage.window.context?.actionRecorder === viewer.inspector.actions.recorder)
    viewer.perform(.cancel)
    stage.host.advance(to: 0.3)
    #expect(stage.window.context?.actionRecorder == nil)
  }
}

extension UIView {
  /// One of many views whose places layout changes.
  fileprivate func subviewForNoise(_ number: Int) -> UIView {
    if let view = viewWithTag(1000 + number) { return view }
    let view = UIView()
    view.tag = 1000 + number
    addSubview(view)
    return view
  }
}
