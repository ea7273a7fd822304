// CommandOutcomeTests.swift
// The exit code and the reason of a failure in JSON, in the command's document or in one of their own.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct CommandOutcomeTests {
  /// The only document of an output.
  private func document(_ result: Program.Result) throws -> [String: Any] {
    try #require(
      try JSONSerialization.jsonObject(with: result.output) as? [String: Any], "\(result.text)")
  }

  // MARK: Failures without a result

  @Test(
    arguments: [
      (["check", "Poop", "--json"], 66, "Did you mean \"Pop\"?"),
      (["check", "--json", "Pop", "--trigger", "Poop"], 66, "There is no trigger"),
      (["check", "--self-test", "--max-missed", "2", "--json"], 64, "leave out the limits"),
      (["check", "Pop", "--fps", "soon", "--json"], 64, "--fps takes a number from 1 to 240"),
      (["list", "--json", "--loud"], 64, "Unknown option '--loud'"),
      (["snapshot", "--json"], 64, "Name a sample"),
      (["compare", "--json", "/nonexistent/a", "/nonexistent/b"], 66, "/nonexistent/a: "),
      (["compare", "--json", "a"], 64, "Two files are compared, not 1"),
      (["compare", "--json"], 64, "Missing expected argument"),
      (["bench", "juggling", "--json"], 66, "juggling"),
      (["--json"], 64, "Unknown option '--json'"),
      (["trace", "Poop", "--format", "json"], 66, "Did you mean \"Pop\"?"),
      (["trace", "Poop", "--format=json", "-o", "-"], 66, "Did you mean \"Pop\"?"),
      (["trace", "Pop", "--format", "json", "--fps", "0"], 64, "from 1 to 240"),
    ] as [([String], Int32, String)])
  func failureIsADocument(arguments: [String], status: Int32, words: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status, "\(result.errors)")
    let found = try document(result)
    #expect(Set(found.keys) == ["schema", "version", "status", "reason"])
    #expect(found["schema"] as? Int == 1 && found["version"] as? String == Viewer.version)
    #expect(found["status"] as? Int == Int(status))
    // The reason is the sentence on standard error, without the program's name and usage.
    let reason = try #require(found["reason"] as? String)
    #expect(reason.contains(words), "\(reason)")
    #expect(result.errors.contains(reason), "\(result.errors)")
    for word in ["lamella: ", "Error: ", "Usage:", "Help:"] {
      #expect(!reason.contains(word), "\(reason)")
    }
  }

  /// Standard output is for the result, and a failure that no option requests as JSON has none.
  @Test(
    arguments: [
      (["check", "Poop"], 66), (["check", "--", "Poop", "--json"], 66),
      (["trace", "Poop"], 66), (["trace", "Poop", "--format", "csv"], 66),
      (["trace", "Poop", "--format", "json", "-o", "/dev/null"], 66),
      (["snapshot", "Poop", "-o", "-"], 66),
    ] as [([String], Int32)])
  func otherFailuresPrintNothing(arguments: [String], status: Int32) throws {
    let result = try Program.run(arguments)
    #expect(result.status == status && result.output.isEmpty, "\(result.text)")
  }

  @Test func controlCharactersAreThoseOfStandardError() throws {
    let result = try Program.run(["check", "P\u{1B}[31mp\u{9B}", "--json"])
    let reason = try #require(try document(result)["reason"] as? String)
    #expect(reason.contains("P\\u{1b}[31mp\\u{9b}"), "\(reason)")
  }

  @Test func skippedCheckHasAReason() throws {
    let result = try Program.run(
      ["check", "Pop", "--clock", "real", "--json"],
      environment: ["DISPLAY": ":9999", "SDL_VIDEODRIVER": "x11"])
    let found = try document(result)
    #expect(result.status == 77 && found["status"] as? Int == 77)
    #expect((found["reason"] as? String)?.hasPrefix("Skipped: ") == true)
  }

  // MARK: Results

  @Test func checkHasItsOutcome() throws {
    let check = ["check", "Pop", "--trigger", "all", "--json"]
    let passing = try document(try Program.run(check))
    #expect(passing["status"] as? Int == 0 && passing["reason"] == nil)
    let failing = try Program.run(check + ["--inject", "block=50ms@0.2s"])
    let found = try document(failing)
    #expect(failing.status == 1 && found["status"] as? Int == 1)
    #expect(found["reason"] as? String == "2 of 4 figures are above the limit.")
    #expect((found["results"] as? [Any])?.count == 4)
    // What is written beside the document may fail, too.
    let full = try Program.run(check + ["--junit", "/dev/full"])
    #expect(full.status == 73, "\(full.errors)")
    #expect(try document(full)["status"] as? Int == 73, "\(full.text)")
  }

  /// Files of versions without an outcome are read like those with one.
  @Test func comparisonsReadBothKindsOfDocuments() throws {
    let directory = try TemporaryDirectory()
    func run(_ arguments: String...) throws -> Program.Result {
      try Program.run(arguments, in: directory.url)
    }
    func write(_ data: Data, _ name: String) throws {
      try data.write(to: directory.url.appendingPathComponent(name))
    }
    let now = try run("check", "Pop", "--trigger", "all", "--json")
    try write(now.output, "new.json")
    var old = try document(now)
    for key in ["status", "seed"] { #expect(old.removeValue(forKey: key) != nil) }
    try write(try JSONSerialization.data(withJSONObject: old), "old.json")
    let late = try run(
      "check", "Pop", "--trigger", "all", "--inject", "block=50ms@0.2s", "--json")
    try write(late.output, "late.json")
    for name in ["new.json", "old.json"] {
      #expect(try run("check", "Pop", "--trigger", "all", "--baseline", name).status == 0)
      let equal = try document(try run("compare", name, "new.json", "--json"))
      #expect(equal["status"] as? Int == 0 && equal["reason"] == nil)
      let worse = try run("compare", name, "late.json", "--json")
      let found = try document(worse)
      #expect(worse.status == 1 && found["status"] as? Int == 1)
      #expect((found["reason"] as? String)?.contains("worse by more than 10%,1ms") == true)
      #expect(found["passes"] as? Bool == false && found["figures"] is [Any])
    }
  }

  @Test func comparedPicturesHaveTheirOutcome() throws {
    let directory = try TemporaryDirectory()
    for (name, time) in [("a.png", "0"), ("b.png", "0.3")] {
      let made = try Program.run(
        ["snapshot", "Pop", "--trigger", "all", "--at", time, "--scale", "0.25", "-o", name],
        in: directory.url)
      #expect(made.status == 0, "\(made.errors)")
    }
    let compare = ["compare", "a.png", "b.png", "--json"]
    let differing = try Program.run(compare, in: directory.url)
    let found = try document(differing)
    #expect(differing.status == 1 && found["reason"] as? String == "The pictures differ.")
    #expect(found["status"] as? Int == 1 && found["differences"] is [Any])
    let full = try Program.run(compare + ["-o", "/dev/full"], in: directory.url)
    #expect(full.status == 73, "\(full.errors)")
    #expect(try document(full)["status"] as? Int == 73, "\(full.text)")
  }

  @Test func doctorHasItsOutcome() throws {
    let broken = try Program.run(
      ["doctor", "--json"],
      environment: ["SDL_VIDEODRIVER": "offscreen", "LAMELLA_RENDERER": "crayons"])
    let found = try document(broken)
    #expect(broken.status == 69 && found["status"] as? Int == 69)
    #expect((found["reason"] as? String)?.contains("crayons") == true && found["sdl"] is String)
  }

  /// The document of a bench whose goals are missed.
  @Test func documentAndOutcomeAreOneObject() throws {
    struct Document: Encodable { var rows = [1] }
    let failure = CommandFailure(status: .checkFailed, message: "Some goals are missed.")
    for end in [nil, failure] {
      let json = JSONText.of(Document(), ending: end)
      let found = try #require(
        try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
      #expect(found["rows"] as? [Int] == [1] && found["status"] as? Int == (end == nil ? 0 : 1))
      #expect(found["reason"] as? String == end?.message)
    }
  }
}
