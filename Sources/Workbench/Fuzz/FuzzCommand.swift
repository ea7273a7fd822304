// FuzzCommand.swift
// `lamella-workbench fuzz`: random calls of the public interface, and the laws that hold after them.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import LamellaViewer
import UIKit

/// Tries random programs, one for each seed.
struct FuzzCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "fuzz", abstract: "Try random programs, and check laws that hold for each.",
    discussion: """
      A seed is a program of random public calls: of layers, of views, and with text, paths, files and command \
      lines. Afterwards completion blocks have run exactly once, nothing animates, presentation layers equal \
      their layers, trees agree in both directions, and every object is released. Finite values never end the \
      program; where one does, the last line names the seed, and --list repeats it call by call.
      """)

  @Option(help: "The number of calls in all.")
  var operations = 10_000

  @Option(help: "The number of calls of each seed. The last one has those that are left.")
  var length = 100

  @Option(help: "The first seed.")
  var seed: UInt64 = 1

  @Option(
    help:
      "What is called (values: \(FuzzSubject.allCases.map(\.rawValue).joined(separator: ", "))). Default all in turn."
  )
  var subject: FuzzSubject?

  @Flag(help: "Print each call before it is made.")
  var list = false

  @OptionGroup var notices: NoticeOptions

  func validate() throws {
    let numbers = 1...1_000_000_000
    guard numbers.contains(operations), numbers.contains(length) else {
      throw ValidationError("The numbers of calls must be from 1 to 1,000,000,000.")
    }
  }

  func run() throws {
    try runCommand(applying: notices) {
      let seeds = (operations + length - 1) / length
      Notices.explain(
        "Calling \(subject.map { "\($0.rawValue)" } ?? "each subject in turn"), with seeds from \(seed) on, "
          + "\(Wording.count(length, "call")) each.")
      var progress = ProgressBar(total: seeds)
      var broken: [(seed: UInt64, calls: Int)] = []
      for place in 0..<seeds {
        let current = seed &+ UInt64(place)
        let calls = min(length, operations - place * length)
        progress.step("seed \(current)")
        CrashLine.set(
          "lamella: The calls of seed \(current) ended the program; "
            + "repeat them with `\(Self.call(current, calls, subject))`.")
        let violations = FuzzRun.run(
          seed: current, subject: subject, operations: calls, prints: list)
        if violations.isEmpty { continue }
        broken.append((current, calls))
        for violation in violations { StandardError.write("seed \(current): \(violation)") }
      }
      progress.finish()
      CrashLine.set("")
      try StandardOutput.print(
        "\(Wording.count(seeds, "seed")), \(Wording.count(operations, "call")): "
          + "\(broken.count) broke a law.")
      guard let first = broken.first else { return }
      throw CommandFailure(
        status: .checkFailed,
        message: "Repeat the first with `\(Self.call(first.seed, first.calls, subject))`.")
    }
  }

  /// The command that repeats the calls of a seed.
  private static func call(_ seed: UInt64, _ calls: Int, _ subject: FuzzSubject?) -> String {
    let what = subject.map { " --subject \($0.rawValue)" } ?? ""
    return
      "lamella-workbench fuzz --seed \(seed) --operations \(calls) --length \(calls)\(what) --list"
  }
}

extension FuzzSubject: ExpressibleByArgument {}
