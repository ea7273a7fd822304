// CommandLineTests.swift
// Output and exit codes of the built program, without a display.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import SDLRenderer
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples
import PNGFiles

@Suite(.serialized) struct CommandLineTests {
  @Test(
    arguments: [
      // arguments → exit code, words in the message
      (["snapshot", "Pop", "--at", "soon", "-o", "-"], 64, "--at"),
      (["snapshot", "Pop", "--at", "-1", "-o", "-"], 64, ""),
      (["snapshot", "Pop", "--at", "nan", "-o", "-"], 64, "nan"),
      (["snapshot", "Pop"], 64, "-o FILE"),
      (["snapshot", "Pop", "--size", "0x0", "-o", "-"], 64, "0x0"),
      (["view", "--speed", "401%"], 64, "401%"),
      (["view", "--renderer", "crayons"], 64, "crayons"),
      (["--nonsense"], 64, "nonsense"),
      (["snapshot", "Poop", "-o", "-"], 66, "Did you mean \"Pop\"?"),
      (["snapshot", "Pop", "--trigger", "colour", "-o", "-"], 66, "Did you mean \"color\"?"),
      (["lsit"], 66, "There is no sample"),
      (["view"], 69, "DISPLAY"),
      (["view", "Pop"], 69, "DISPLAY"),
      (
        ["snapshot", "Pop", "-o", "/nonexistent/directory/a.png"], 73,
        "/nonexistent/directory/a.png"
      ),
    ] as [([String], Int32, String)])
  func failures(arguments: [String], status: Int32, words: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status, "\(result.errors)")
    #expect(words.isEmpty || result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty, "a failure prints nothing to standard output")
  }

  @Test func durationsAreExplained() throws {
    let trace = try Program.run(["trace", "Pop", "--duration", "soon"])
    #expect(trace.status == 64 && trace.errors.contains("from 0 to 3600 s"), "\(trace.errors)")
  }

  /// An option that would have no effect is refused, as the user expects one.
  @Test(
    arguments: [
      (["snapshot", "Pop", "--at", "0.1", "--at=0.2", "-o", "-"], "--at is given 2 times"),
      (["snapshot", "Pop", "--text", "--at", "0.1", "--at", "0.2"], "`snapshot` shows one time"),
      (["record", "Pop", "--format", "png", "--loop", "2", "-o", "frames"], "--loop"),
      (["record", "Pop", "--format", "gif", "--notes", "-o", "-"], "--notes is for PNG files"),
      (["record", "Pop", "-o", "film.webm"], "ends with .webm"),
      (["record", "Pop", "--format", "apng", "-o", "film.gif"], "does not fit the name film.gif"),
      (["check", "Pop", "--inject", "block=50@0.2s"], "50 ms is written as 50ms"),
      (["trace", "Pop", "--inject", "render=30@0.2s"], "30 ms is written as 30ms"),
      (["check", "Pop", "--tolerance", "10%"], "--baseline"),
      (["check", "--self-test", "--max-missed", "2"], "leave out the limits"),
      (["check", "--self-test", "--max-skew", "1ms"], "leave out the limits"),
    ])
  func optionsWithoutEffectAreRefused(arguments: [String], words: String) throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(arguments, in: directory.url)
    #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }

  @Test func versionAndHelp() throws {
    let version = try Program.run(["--version"])
    #expect(version.status == 0 && version.text == "\(Viewer.version)\n")
    let help = try Program.run(["--help"])
    #expect(help.status == 0)
    for status in ExitStatus.allCases {
      #expect(help.text.contains("\(status.rawValue) \(status.meaning.split(separator: " ")[0])"))
    }
  }

  /// `help` lists the switches; an unknown switch is bad usage, with the same list.
  @Test func debugSwitches() throws {
    let unknown = try Program.run(["list"], environment: ["LAMELLA_DEBUG": "actions,acitons"])
    #expect(unknown.status == 64 && unknown.output.isEmpty)
    #expect(unknown.errors.contains("\"acitons\"") && unknown.errors.contains("animations"))
    let help = try Program.run(["list"], environment: ["LAMELLA_DEBUG": "help"])
    #expect(help.status == 0 && help.errors.contains("commits"))
    let quiet = try Program.run(["list"], environment: ["LAMELLA_DEBUG": "commits"])
    #expect(quiet.status == 0 && quiet.errors.isEmpty)
  }

  @Test func listAsText() throws {
    let result = try Program.run(["list"])
    #expect(result.status == 0)
    for word in ["FancyLabel", "Pop", "LoadingIndicator", "ease-out", "rotation"] {
      #expect(result.text.contains(word))
    }
  }

  @Test @MainActor func listAsJSON() throws {
    let result = try Program.run(["list", "--json"])
    #expect(result.status == 0)
    let json = try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(json["schema"] as? Int == 1)
    let samples = try #require(json["samples"] as? [[String: Any]])
    #expect(
      samples.compactMap { $0["name"] as? String }
        .starts(with: ["FancyLabel", "Pop", "LoadingIndicator"]))
    let triggers = try #require(samples[2]["triggers"] as? [[String: Any]])
    #expect(
      triggers.compactMap { $0["name"] as? String } == ["ease-out", "autoreverse", "spring"])
  }

  @Test(arguments: [
    ("FancyLabel", "push", "0.5s"), ("Pop", "all", "245ms"), ("LoadingIndicator", "spring", "0.35"),
  ])
  func snapshotsAreRepeatable(sample: String, trigger: String, time: String) throws {
    let arguments = ["snapshot", sample, "--trigger", trigger, "--at", time, "-o", "-"]
    let first = try Program.run(arguments)
    let second = try Program.run(arguments)
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output == second.output)
    let image = try PNGFile.decode([UInt8](first.output), name: "snapshot")
    #expect(image.width == 720 && image.height == 420)
    #expect(Set(image.pixels).count > 8, "there is something in the picture")
  }

  @Test func snapshotHasTheRequestedSize() throws {
    let directory = try TemporaryDirectory()
    let result = try Program.run(
      ["snapshot", "pop", "--size", "600x300", "--scale", "2", "-o", "a.png"], in: directory.url)
    #expect(result.status == 0, "\(result.errors)")
    let image = try PNGFile.read(directory.url.appendingPathComponent("a.png").path)
    #expect(image.width == 1200 && image.height == 600)
  }

  /// In the window a sample is laid out before it has a size.
  @Test(arguments: [["--window"], ["--size", "191x300"], ["--size", "1x1"]])
  func snapshotOfKeyframesAtAnySize(options: [String]) throws {
    let result = try Program.run(
      ["snapshot", "Keyframes", "--trigger", "linear", "--at", "0.5", "-o", "-"] + options)
    #expect(result.status == 0, "\(result.errors)")
    let image = try PNGFile.decode([UInt8](result.output), name: "snapshot")
    #expect(image.width >= 1 && image.height >= 1)
  }

  /// The sample's animator is paused when the program ends, and a paused animator must not be released.
  @Test(arguments: ["pause", "stop"]) func snapshotOfAPausedAnimator(trigger: String) throws {
    let result = try Program.run(
      ["snapshot", "PropertyAnimator", "--trigger", trigger, "--at", "0.5", "-o", "-"])
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test func oversizedSnapshotIsBadUsage() throws {
    let result = try Program.run(
      ["snapshot", "Pop", "--size", "16384x100", "--scale", "8", "-o", "-"])
    #expect(result.status == 64)
    #expect(result.errors.contains("16384 pixels"))
  }

  /// Without a font no picture is written, because it would lack its text.
  @Test func snapshotFailsWithoutFont() throws {
    let result = try Program.run(
      ["snapshot", "Pop", "-o", "-"], environment: ["LAMELLA_FONT": "/nonexistent.ttf"])
    #expect(result.status == 69)
    #expect(result.errors.contains("/nonexistent.ttf"))
    #expect(result.output.isEmpty)
  }

  /// Every run has the same bytes for every trigger of every sample, although hashes differ from process to process.
  @Test func contactSheetIsWrittenWithoutDisplay() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appendingPathComponent(ContactSheet.fileName)
    let bytes = try (0..<2).map { _ in
      let result = try Program.run([], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.text.contains("There is no display"))
      #expect(result.text.contains(ContactSheet.fileName))
      return try Data(contentsOf: path)
    }
    let sheet = try PNGFile.read(path.path)
    #expect(sheet.width > 2000 && sheet.height > 2000)
    #expect(bytes[0] == bytes[1])
  }

  @Test func unwritableContactSheetIsAnError() throws {
    let directory = try TemporaryDirectory()
    // A directory of that name prevents the file, for root too.
    try FileManager.default.createDirectory(
      at: directory.url.appendingPathComponent(ContactSheet.fileName),
      withIntermediateDirectories: false)
    let result = try Program.run([], in: directory.url)
    #expect(result.status == 73)
    #expect(result.errors.contains(ContactSheet.fileName))
  }
}
