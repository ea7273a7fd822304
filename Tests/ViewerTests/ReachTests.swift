// ReachTests.swift
// Every function of the window is reached by keys alone, and by the pointer alone, in the running program.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) @MainActor struct ReachTests {
  /// The commands that the window was given, in order.
  private func commands(_ viewer: RunningViewer) -> [String] {
    viewer.events("command").compactMap { $0.fields["name"] }
  }

  private func open(
    _ size: String = "1280x800"
  ) throws -> (RunningViewer, TemporaryDirectory) {
    let pictures = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Springs", "--size", size],
      environment: [
        "XDG_PICTURES_DIR": pictures.path, "XDG_STATE_HOME": pictures.path,
        "XDG_CONFIG_HOME": pictures.path,
      ])
    return (viewer, pictures)
  }

  /// The name of a command without its values. A case that is added here is one that these tests must reach.
  private func kind(_ command: WindowCommand) -> String {
    switch command {
    case .togglePlay, .step, .replay, .trigger, .toggleDock, .toggleHUD, .moveHUD, .speed,
      .changeSpeed,
      .sample,
      .chooseSample, .chooseAnimation, .inject, .stutterMenu, .stageMenu, .show, .nextTint,
      .toStart, .toEnd, .loop, .scrub, .editTime, .loopEdge, .backwards, .dock, .inspector,
      .toggleInspector, .toggleList, .markFrame, .selectFrames, .markLateFrame, .search, .keys,
      .cancel, .theme, .fullScreen, .copyText, .record, .snapshot, .quit, .chooseFrame,
      .chooseFrames, .trace, .region:
      String("\(command)".prefix { $0 != "(" })
    }
  }

  /// Each key gives its command, in a window that has had a run.
  @Test func everyFunctionByKeys() throws {
    let (viewer, pictures) = try open()
    // Pictures are written there while the program runs.
    defer { withExtendedLifetime(pictures) {} }
    var expected: [String] = []
    func press(_ key: String, _ command: WindowCommand?) throws {
      try viewer.server.xdotool("key", key)
      try viewer.advance(by: 0.05)
      if let command { expected.append("\(command)") }
      #expect(commands(viewer) == expected, "\(key)")
    }
    let keys: [(String, WindowCommand?)] = [
      ("1", .trigger(0)), ("space", .togglePlay), ("comma", .step(frames: -1)),
      ("shift+comma", .step(frames: -10)), ("period", .step(frames: 1)),
      ("shift+period", .step(frames: 10)), ("Home", .toStart), ("End", .toEnd),
      ("o", .loop), ("shift+End", .loopEdge(isStart: false)),
      ("shift+Home", .loopEdge(isStart: true)), ("o", .loop), ("b", .backwards), ("b", .backwards),
      ("bracketleft", .changeSpeed(slower: true)), ("bracketright", .changeSpeed(slower: false)),
      ("ctrl+1", .speed(percent: 100)), ("j", .editTime), ("0", nil), ("period", nil),
      ("2", nil), ("Return", .scrub(to: 0.2)), ("r", .replay),
      ("f", .dock(.frames)), ("Left", .markFrame(offset: -1)),
      ("shift+Left", .selectFrames(offset: -1)), ("n", .markLateFrame(backwards: false)),
      ("shift+n", .markLateFrame(backwards: true)), ("Escape", .cancel),
      ("t", .dock(.animations)), ("s", .dock(.skew)), ("c", .inspector(.source)),
      ("l", .inspector(.layers)), ("e", .inspector(.curve)), ("a", .inspector(.actions)),
      ("i", .toggleInspector), ("F3", .toggleHUD),
      ("shift+F3", .moveHUD), ("F3", .toggleHUD), ("F4", .toggleDock), ("F4", .toggleDock),
      ("g", .show(.ghosts)), ("p", .show(.repaints)), ("x", .nextTint), ("Escape", .cancel),
      ("d", .inject(.dropFrame)), ("shift+d", .inject(.mainThread)),
      ("shift+l", .inject(.mainThreadLong)), ("shift+s", .inject(.renderThread)),
      ("m", .stutterMenu), ("Escape", .cancel), ("v", .stageMenu), ("Escape", .cancel),
      ("question", .keys), ("Escape", .cancel), ("slash", .search), ("Escape", nil),
      ("ctrl+c", .copyText), ("ctrl+s", .snapshot), ("ctrl+r", .record), ("ctrl+t", .theme),
      ("ctrl+t", .theme), ("Down", .sample(offset: 1)), ("Up", .sample(offset: -1)),
      ("F11", .fullScreen), ("F11", .fullScreen), ("ctrl+e", .trace),
      ("F6", .region(backwards: false)), ("shift+F6", .region(backwards: true)),
    ]
    for (key, command) in keys { try press(key, command) }
    // What is chosen from a list by pointer has the arrow keys of the list, and the Curve tab's buttons; the list of
    // samples opens with the search.
    let byOtherKeys: Set = [
      "chooseSample", "chooseAnimation", "toggleList", "quit",
      // As `markFrame` and `selectFrames`.
      "chooseFrame", "chooseFrames",
    ]
    let reached = Set(keys.compactMap(\.1).map(kind)).union(byOtherKeys)
    #expect(reached == allKinds)
    try viewer.server.xdotool("key", "ctrl+q")
    try? viewer.advance(by: 0.05)
    #expect(viewer.waitForEnd())
  }

  /// The ruler moves the time on show and an end of the loop, and the name of a row chooses its animation.
  private func usePointerAreas(_ viewer: RunningViewer) throws {
    func drag(_ area: String, from: CGPoint, to: CGPoint, _ command: String) throws {
      let place = try viewer.place(of: area)
      let points = [from, to].map {
        ["\(Int(place.minX + $0.x * place.width))", "\(Int(place.minY + $0.y * place.height))"]
      }
      try viewer.server.xdotool(["mousemove"] + points[0] + ["mousedown", "1"])
      try viewer.advance(by: 0.05)
      try viewer.server.xdotool(["mousemove"] + points[1] + ["mouseup", "1"])
      try viewer.advance(by: 0.05)
      #expect(
        commands(viewer).last?.hasPrefix(command + "(") == true,
        "\(area) at \(place): \(commands(viewer).suffix(2))")
    }
    try viewer.press("trigger-all")
    try viewer.advance(by: 0.3)
    let first = CGPoint(x: 0.02, y: 0.5)
    try drag("chart", from: first, to: first, "chooseFrame")
    try drag("chart", from: first, to: CGPoint(x: 0.05, y: 0.5), "chooseFrames")
    // A frame beside the chart's, by its entry among the worst.
    try viewer.press("log-worst")
    try viewer.advance(by: 0.3)
    // The list was scrolled before. The layout that follows a command has the place where it begins now.
    try viewer.press("tab-frames")
    try viewer.advance(by: 0.1)
    let entry = CGPoint(x: 0.5, y: 8 / (try viewer.place(of: "log")).height)
    try drag("log", from: entry, to: entry, "chooseFrame")
    try viewer.press("tab-animations")
    try viewer.advance(by: 0.1)
    try viewer.press("loop")
    try viewer.advance(by: 0.1)
    let end = CGPoint(x: 1 - 8 / (try viewer.place(of: "ruler")).width, y: 0.8)
    try drag("ruler", from: end, to: CGPoint(x: 0.5, y: 0.8), "loopEdge")
    try drag("ruler", from: CGPoint(x: 0.7, y: 0.2), to: CGPoint(x: 0.3, y: 0.2), "scrub")
    try drag("rows", from: CGPoint(x: 0.3, y: 0.2), to: CGPoint(x: 0.3, y: 0.2), "chooseAnimation")
  }

  /// All kinds of commands.
  private var allKinds: Set<String> {
    Set(
      ([
        .togglePlay, .step(frames: 1), .replay, .trigger(0), .toggleDock, .toggleHUD, .moveHUD,
        .speed(percent: 1),
        .changeSpeed(slower: true), .sample(offset: 1), .chooseSample(""),
        .chooseAnimation(row: 0), .inject(.dropFrame), .stutterMenu, .stageMenu, .show(.ghosts),
        .nextTint, .toStart, .toEnd, .loop, .scrub(to: 0), .editTime, .loopEdge(isStart: true),
        .backwards, .dock(.frames), .inspector(.source), .toggleInspector, .toggleList,
        .markFrame(offset: 1), .selectFrames(offset: 1), .markLateFrame(backwards: true), .search,
        .keys, .cancel, .theme, .fullScreen, .copyText, .record, .snapshot, .quit,
        .chooseFrame(1), .chooseFrames(1...2), .trace, .region(backwards: false),
      ] as [WindowCommand]).map(kind))
  }

  /// Each control gives its command, and what has no control of its own is reached by another.
  @Test func everyFunctionByPointer() throws {
    let (viewer, pictures) = try open()
    defer { withExtendedLifetime(pictures) {} }
    var expected: [String] = []
    func press(_ control: String, _ command: WindowCommand?) throws {
      try viewer.press(control)
      try viewer.advance(by: 0.1)
      if let command { expected.append("\(command)") }
      #expect(
        commands(viewer).last == expected.last && commands(viewer).count == expected.count,
        "\(control): \(commands(viewer).suffix(2))")
    }
    let presses: [(String, WindowCommand?)] = [
      ("trigger-all", .trigger(0)), ("play", .togglePlay), ("step-back", .step(frames: -1)),
      ("step-on", .step(frames: 1)), ("replay", .replay), ("speed-50", .speed(percent: 50)),
      ("speed-100", .speed(percent: 100)), ("block", .inject(.mainThread)),
      ("stutter", .stutterMenu), ("stutter-repeat", nil), ("stutter-repeat", nil),
      ("stutter-drop", .inject(.dropFrame)),
      ("stage-menu", .stageMenu), ("menu-speed-400", .speed(percent: 400)),
      ("menu-speed-100", .speed(percent: 100)), ("show-ghosts", .show(.ghosts)),
      ("show-overdraw", .show(.overdraw)), ("show-overdraw", .show(.overdraw)),
      ("show-ghosts", .show(.ghosts)),
      ("menu-dock", .toggleDock), ("stage-menu", .stageMenu), ("menu-corner", .moveHUD),
      ("stage-menu", .stageMenu), ("menu-hud", .toggleHUD),
      ("stage-menu", .stageMenu), ("menu-dock", .toggleDock),
      ("stage-menu", .stageMenu), ("menu-keys", .keys),
    ]
    for (control, command) in presses { try press(control, command) }
    // A press anywhere closes the sheet of keys.
    try press("stage", nil)
    let next = SampleCatalogue.sample(1, below: SpringsSample.self).name
    let others: [(String, WindowCommand?)] = [
      ("tab-skew", .dock(.skew)), ("tab-animations", .dock(.animations)), ("loop", .loop),
      ("backwards", .backwards), ("backwards", .backwards),
      ("tab-layers", .inspector(.layers)), ("tab-curve", .inspector(.curve)),
      ("curve-on", .chooseAnimation(row: 1)), ("curve-back", .chooseAnimation(row: 0)),
      ("tab-actions", .inspector(.actions)),
      ("tab-source", .inspector(.source)), ("log-late", nil), ("log-worst", nil),
      ("log-events", nil), ("time", .editTime), ("stage", nil),
      ("stage-menu", .stageMenu), ("menu-copy", .copyText), ("stage-menu", .stageMenu),
      ("menu-picture", .snapshot), ("stage-menu", .stageMenu), ("menu-trace", .trace),
      ("record", .record), ("stage-menu", .stageMenu),
      ("menu-theme", .theme), ("stage-menu", .stageMenu), ("menu-theme", .theme),
      ("sample-\(next)", .chooseSample(next)), ("sample-Springs", .chooseSample("Springs")),
      ("stage-menu", .stageMenu), ("menu-full-screen", .fullScreen),
    ]
    try usePointerAreas(viewer)
    expected = commands(viewer)
    for (control, command) in others { try press(control, command) }
    // Beside these: the lines of the list reach samples, the ruler both ends of the run, the chart and the log frames
    // and ranges of them, the menu each tint and every speed, and a press beside a menu leaves it.
    let byOtherControls: Set = [
      "changeSpeed", "sample", "nextTint", "toStart", "toEnd", "markFrame", "selectFrames",
      "markLateFrame", "cancel", "quit",
      // It moves the focus of the keyboard.
      "region",
      // See `fieldAndDrawersByPointer`.
      "search", "toggleInspector", "toggleList",
      // See `usePointerAreas`.
      "scrub", "loopEdge", "chooseAnimation", "chooseFrame", "chooseFrames",
    ]
    let reached = Set((presses + others).compactMap(\.1).map(kind)).union(byOtherControls)
    #expect(reached == allKinds)
  }

  /// In a narrow window the list and the inspector are drawers with buttons, and a press into the field begins a search.
  @Test func fieldAndDrawersByPointer() throws {
    let (viewer, pictures) = try open("800x560")
    defer { withExtendedLifetime(pictures) {} }
    for (control, command) in [
      ("list", WindowCommand.toggleList), ("list", .toggleList), ("inspector", .toggleInspector),
      ("tab-layers", .inspector(.layers)), ("inspector", .toggleInspector), ("list", .toggleList),
    ] {
      try viewer.press(control)
      try viewer.advance(by: 0.1)
      #expect(commands(viewer).last == "\(command)", "\(control): \(commands(viewer))")
    }
    // What is typed into the field is no command.
    let count = commands(viewer).count
    try viewer.press("search")
    try viewer.advance(by: 0.1)
    try viewer.server.xdotool("type", "pop")
    try viewer.advance(by: 0.1)
    #expect(commands(viewer).count == count)
    try viewer.server.xdotool("key", "Return")
    try viewer.advance(by: 0.1)
    #expect(viewer.events("sample").last?.fields["name"] == "Pop")
  }
}
