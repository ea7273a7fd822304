// CaptureTests.swift
// Recordings and pictures that the window writes.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import PNGFiles
import TestSupport
import Testing
import UIKit

@testable import Viewer

@MainActor @Suite(.serialized) struct CaptureTests {
  @Test func filesAreNamedByWhatTheyShow() throws {
    let directory = try TemporaryDirectory()
    let environment = ["XDG_PICTURES_DIR": directory.path, "HOME": "/nonexistent"]
    func file() -> String { Capture.freeFile(named: "lamella-Pop", environment: environment) }
    #expect(file() == directory.path + "/lamella-Pop.png")
    for number in 2...3 {
      try Data().write(to: URL(fileURLWithPath: file()))
      #expect(file() == directory.path + "/lamella-Pop-\(number).png")
    }
    // Without a directory for pictures, in the current one.
    let other = Capture.freeFile(named: "lamella-Pop", environment: ["HOME": "/nonexistent"])
    #expect(other == FileManager.default.currentDirectoryPath + "/lamella-Pop.png")
    var script = StageScript(sample: "Pop", size: CGSize(width: 720, height: 420))
    script.beginRun(at: 2)
    script.append(.trigger("all"), at: 2)
    let (run, begin) = script.ofRun
    let snapshot = Capture.snapshot(run, trigger: "all", from: begin, at: 0.25)
    #expect(
      snapshot.arguments == ["snapshot", "--script", "/dev/stdin", "--at", "0.250"]
        || Theme.palette != .dark || UIAccessibility.isReduceMotionEnabled)
    #expect(
      snapshot.input == "lamella-script 1\nsample Pop\nstage 720x420\n0.000 trigger all\n")
    #expect(snapshot.file.hasSuffix("/lamella-Pop-all-0.250s.png"))
    let recording = Capture.record(run, trigger: nil, from: 0.5, length: .infinity)
    #expect(recording.arguments.suffix(4) == ["--from", "0.500", "--to", "59.500"])
    #expect(recording.file.hasSuffix("/lamella-Pop.png"))
  }

  /// By the button and by the keys: the same bytes as those of the commands.
  @Test func windowWritesTheRunAndAPicture() throws {
    let directory = try TemporaryDirectory()
    let viewer = try RunningViewer(
      ["view", "Pop", "--size", "1280x800"], environment: ["XDG_PICTURES_DIR": directory.path])
    try viewer.press("trigger-all")
    try viewer.advance(by: 0.2)
    try viewer.press("record")
    try viewer.advance(by: 0.1)
    let recording = directory.path + "/lamella-Pop-all.png"
    #expect(wait(RunningViewer.patience) { FileManager.default.fileExists(atPath: recording) })
    let frames = try AnimatedPNG.decode(
      [UInt8](try Data(contentsOf: URL(fileURLWithPath: recording))), name: "recording")
    #expect(frames?.count == 43, "0.7 s at 60 frames a second, with both ends")
    try viewer.advance(by: 2)
    try viewer.server.xdotool("key", "ctrl+s")
    try viewer.advance(by: 0.1)
    let picture = directory.path + "/lamella-Pop-all-0.700s.png"
    #expect(wait(RunningViewer.patience) { FileManager.default.fileExists(atPath: picture) })
    #expect(try PNGFile.read(picture).width == 720)
    // The result is logged when the process has ended.
    let sentences = ["Writing \(recording)", "Wrote \(recording)", "Wrote \(picture)"]
    let isLogged = try wait(RunningViewer.patience) {
      try viewer.advance(by: 0.1)
      let log = viewer.events("log").compactMap { $0.fields["text"] }
      return sentences.allSatisfy(log.contains)
    }
    #expect(isLogged, "\(viewer.events("log"))")
  }
}
