// ScriptOption.swift
// The option of commands that play a sample: a script of what is done to it.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// A script to play, instead of a trigger.
struct ScriptOption: ParsableArguments {
  @Option(
    help: "A file of `view --save-script` to play, instead of a trigger. It names the sample.",
    completion: .file())
  var script: String?

  /// Returns the sample to play, and the script.
  ///
  /// - Throws: When both a script and a trigger, or neither a script nor a sample, are given, or for a broken script.
  @MainActor func read(
    sample: String?, trigger: String?
  ) throws -> (kind: any Sample.Type, script: StageScript?) {
    guard let script else {
      guard let sample else {
        throw CommandFailure(
          status: .usage, message: "Name a sample, or give a script with --script.")
      }
      return (try SampleCatalogue.sample(named: sample), nil)
    }
    if trigger != nil {
      throw CommandFailure(
        status: .usage, message: "--trigger and --script exclude each other: a script has triggers."
      )
    }
    return try Self.read(script, sample: sample)
  }

  /// Returns the script in a file, and its sample.
  ///
  /// - Throws: When another sample is given, or for a broken script.
  @MainActor static func read(
    _ path: String, sample: String?
  ) throws -> (kind: any Sample.Type, script: StageScript) {
    let script = try ScriptText.script(in: InputFile(path: path))
    let kind = try SampleCatalogue.sample(named: script.sample)
    if let sample, try SampleCatalogue.sample(named: sample).name != kind.name {
      throw CommandFailure(
        status: .usage, message: "\(path) is for the sample \(script.sample), not \(sample).")
    }
    return (kind, script)
  }
}
