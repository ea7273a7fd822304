// FuzzTests.swift
// Random programs of public calls, run by the built program: a call that ends it is a failed test that names the seed.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

@Suite(.serialized) struct FuzzTests {
  @Test(arguments: [FuzzSubject.layers, .views])
  func randomCallsKeepTheLaws(subject: FuzzSubject) throws {
    let result = try Program.run(
      [
        "fuzz", "--subject", subject.rawValue, "--operations", "400", "--seed", "1",
      ], of: Program.workbench())
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.text == "4 seeds, 400 calls: 0 broke a law.\n")
  }

  /// Seeds that once ended the program or broke a law.
  @Test(arguments: FuzzSeeds.found)
  func seedsOfMendedFaults(seed: FuzzSeeds.Seed) throws {
    let result = try Program.run(
      [
        "fuzz", "--subject", seed.subject.rawValue, "--seed", "\(seed.number)", "--operations",
        "\(seed.length)", "--length", "\(seed.length)",
      ], of: Program.workbench())
    #expect(result.status == 0, "\(result.errors)")
  }

  @Test(arguments: ["--length", "--operations"], ["0", "1000000001", "9223372036854775807"])
  func numbersOfCallsHaveARange(option: String, number: String) throws {
    let result = try Program.run(["fuzz", option, number], of: Program.workbench())
    #expect(result.status == 64 && result.errors.contains("1,000,000,000"), "\(result.errors)")
  }

  @Test func seedsHaveARange() throws {
    let result = try Program.run(["fuzz", "--seed", "many"], of: Program.workbench())
    #expect(result.status == 64, "\(result.errors)")
    #expect(result.errors.contains("from 0 to 18446744073709551615"), "\(result.errors)")
  }

  /// The last seed makes the calls that are left, and is repeated with as many.
  @Test func operationsAreTheNumberOfAllCalls() throws {
    func calls(_ seed: Int, _ operations: Int, length: Int = 40) throws -> [Substring] {
      let result = try Program.run(
        [
          "fuzz", "--subject", "data", "--seed", "\(seed)", "--operations", "\(operations)",
          "--length", "\(length)", "--list",
        ], of: Program.workbench())
      #expect(result.status == 0, "\(result.errors)")
      return result.text.split(separator: "\n")
    }
    let all = try calls(2, 50)
    #expect(all.last == "2 seeds, 50 calls: 0 broke a law.")
    #expect(try calls(2, 40).last == "1 seed, 40 calls: 0 broke a law.")
    #expect(
      try all.dropLast() == calls(2, 40).dropLast() + calls(3, 10, length: 10).dropLast())
  }

  /// A damaged font is written where no other program has put a link.
  @Test func fontsFollowNoLink() throws {
    let directory = try TemporaryDirectory()
    let script = """
      echo mine >"$TMPDIR/victim"
      ln -s "$TMPDIR/victim" "$TMPDIR/lamella-fuzz-$$.ttf"
      exec "$0" fuzz --subject data --operations 400 --length 400 --list
      """
    let (status, text) = try Program.output(
      of: "/bin/sh", ["-c", script, try Program.workbench()],
      environment: ["TMPDIR": directory.path])
    #expect(status == 0 && text.contains("font of "), "\(text)")
    let victim = directory.url.appendingPathComponent("victim")
    #expect(try String(contentsOf: victim, encoding: .utf8) == "mine\n")
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2)
  }

  /// An address differs from run to run.
  @Test func listHasNoAddresses() throws {
    let result = try Program.run(
      [
        "fuzz", "--subject", "layers", "--operations", "300", "--list",
      ], of: Program.workbench())
    #expect(result.text.contains(" add CABasicAnimation of "), "\(result.text)")
    #expect(result.text.firstMatch(of: /0x[0-9a-f]{6}/) == nil)
  }

  @Test func verboseExplainsWhatWasTried() throws {
    let result = try Program.run(
      ["fuzz", "--operations", "20", "--length", "10", "--seed", "3", "-v"],
      of: Program.workbench())
    #expect(result.errors.contains("with seeds from 3 on, 10 calls each."), "\(result.errors)")
  }

  @Test func equalSeedsMakeEqualCalls() throws {
    let arguments = ["fuzz", "--seed", "5", "--operations", "60", "--length", "60", "--list"]
    let first = try Program.run(arguments, of: Program.workbench())
    #expect(first.text.split(separator: "\n").count > 40)
    #expect(first.output == (try Program.run(arguments, of: Program.workbench())).output)
  }

  /// The law is checked, not only stated: a completion that runs twice is reported.
  @Test @MainActor func brokenLawIsReported() {
    let stage = FuzzStage(seed: 1)
    let completion = stage.completion("a block")
    stage.end()
    #expect(stage.violations == ["a block ran 0 times"])
    completion.run()
  }

  @Test func faultNamesTheSeed() throws {
    let process = TestProcess()
    process.executableURL = URL(fileURLWithPath: try Program.workbench())
    process.arguments = ["fuzz", "--operations", "100000000", "--seed", "7", "--list"]
    let (output, errors) = (TestPipe(), TestPipe())
    (process.standardOutput, process.standardError) = (output, errors)
    // Swift's own report takes seconds.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    try process.run()
    // A first call was made: the seed is known.
    #expect(!output.fileHandleForReading.readData(ofLength: 1).isEmpty)
    kill(process.processIdentifier, SIGSEGV)
    let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(
      text.contains("ended the program; repeat them with `lamella-workbench fuzz --seed "),
      "\(text)")
  }
}

/// Seeds that found faults.
enum FuzzSeeds {
  struct Seed: CustomTestStringConvertible {
    var subject: FuzzSubject
    var number: UInt64
    var length: Int
    var testDescription: String { "\(subject) \(number)" }
  }

  static let found: [Seed] = [
    // An animated emitter of fast births, and a jump.
    Seed(subject: .layers, number: 8220, length: 100),
    // Masks and callbacks that move views while they are laid out.
    Seed(subject: .views, number: 3, length: 100),
    // Stack views that waited for their arrangement when they were removed.
    Seed(subject: .views, number: 70, length: 8), Seed(subject: .views, number: 79, length: 16),
    Seed(subject: .views, number: 133, length: 100), Seed(subject: .views, number: 154, length: 8),
    Seed(subject: .views, number: 310, length: 100), Seed(subject: .views, number: 394, length: 84),
    Seed(subject: .views, number: 526, length: 28), Seed(subject: .views, number: 583, length: 4),
    // Completions that begin other animations while the seed ends.
    Seed(subject: .views, number: 55, length: 100), Seed(subject: .views, number: 271, length: 100),
    Seed(subject: .views, number: 1834, length: 100),
    Seed(subject: .layers, number: 1713, length: 100),
    Seed(subject: .layers, number: 2223, length: 100),
    // Numbers beyond the range of others: an autoresized frame, a scrolled rectangle, a union of rectangles.
    Seed(subject: .views, number: 61, length: 100),
    Seed(subject: .layers, number: 501, length: 100),
    Seed(subject: .data, number: 1067, length: 100),
    // A scroll view that left a layout with variables.
    Seed(subject: .views, number: 1006, length: 100),
    // Moves above an emitter, and an emitter in a time so great that births are no longer apart.
    Seed(subject: .layers, number: 2526, length: 100),
    Seed(subject: .layers, number: 6753, length: 100),
    // Animators and animations beyond the largest numbers.
    Seed(subject: .views, number: 7015, length: 100),
    Seed(subject: .views, number: 4033, length: 100),
    Seed(subject: .views, number: 8062, length: 100),
    // A mask whose layer has outlived its superview, and an action that puts the superlayer below.
    Seed(subject: .views, number: 3556, length: 100),
    Seed(subject: .layers, number: 4080, length: 100),
    // A layer whose time is beyond the largest numbers when an animation begins in it.
    Seed(subject: .layers, number: 20_265_096, length: 100),
  ]
}
