// SeedTests.swift
// The seed of samples' random numbers: equal seeds give equal files, another seed another picture.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import PNGFiles
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples

@Suite(.serialized) struct SeedTests {
  private func output(_ arguments: [String]) throws -> Data {
    let result = try Program.run(arguments)
    #expect(result.status == 0, "\(result.errors)")
    return result.output
  }

  /// The samples that have random numbers.
  @Test(arguments: [("Particles", "fire"), ("Stress", "shuffle")])
  func picturesFollowTheSeed(sample: String, trigger: String) throws {
    let snapshot = [
      "snapshot", sample, "--trigger", trigger, "--at", "1", "--scale", "0.5", "-o", "-",
    ]
    let usual = try output(snapshot)
    #expect(try output(snapshot + ["--seed", "1"]) == usual)
    let other = try output(snapshot + ["--seed", "2"])
    #expect(try output(snapshot + ["--seed=2"]) == other)
    func pixels(_ data: Data) throws -> [UInt8] {
      try PNGFile.decode([UInt8](data), name: sample).pixels
    }
    #expect(try pixels(usual) != pixels(other))
    // The largest is a seed like any other.
    let last = try output(snapshot + ["--seed", "\(UInt32.max)"])
    #expect(try pixels(last) != pixels(usual) && pixels(last) != pixels(other))
    // The file names a seed that is not the usual one.
    let note = Data("Seed\0".utf8)
    #expect(usual.range(of: note) == nil && other.range(of: Data("Seed\02".utf8)) != nil)
    #expect(try output(snapshot + ["--seed", "2", "--no-notes"]).range(of: note) == nil)
  }

  @Test func recordingsFollowTheSeed() throws {
    let record = [
      "record", "Particles", "--trigger", "fire", "--from", "0.4", "--to", "0.5", "--fps", "20",
      "--scale", "0.25", "--no-notes", "-o", "-",
    ]
    let other = try output(record + ["--seed", "2"])
    #expect(try output(record + ["--seed", "2"]) == other)
    #expect(try output(record) != other)
    let snapshot = ["snapshot", "Particles", "--trigger", "fire", "--at", "0.4", "--scale", "0.25"]
    let still = try PNGFile.decode(
      [UInt8](try output(snapshot + ["--seed", "2", "-o", "-"])), name: "still")
    #expect(still.pixels == (try PNGFile.decode([UInt8](other), name: "recording")).pixels)
  }

  /// Same seed and virtual clock: the same bytes, in which the seed is.
  @Test func documentsHaveTheSeed() throws {
    let commands = [
      ["trace", "Particles", "--clock", "virtual", "--format", "json"],
      ["check", "Particles", "--trigger", "fire", "--json"],
    ]
    for command in commands {
      for (options, seed) in [([], 1), (["--seed", "42"], 42)] {
        let data = try output(command + options)
        #expect(try output(command + options) == data)
        let found = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        #expect(found?["seed"] as? Int == seed)
      }
    }
    let table = ["trace", "Stress", "--clock", "virtual", "--format", "csv", "--seed", "9"]
    #expect(try output(table) == output(table))
    let described = [
      "snapshot", "Particles", "--text", "--trigger", "fire", "--at", "0.5", "--seed", "9",
    ]
    #expect(try output(described) == output(described))
  }

  @Test(arguments: [
    (["snapshot", "Stress", "-o", "-", "--seed", "-1"], "from 0 to 4294967295"),
    (["check", "Stress", "--seed", "4294967296"], "from 0 to 4294967295"),
    (["trace", "Stress", "--seed", "many"], "from 0 to 4294967295"),
    (["check", "--self-test", "--seed", "2"], "--self-test has a sample, faults, a seed"),
  ])
  func otherSeedsAreRefused(arguments: [String], words: String) throws {
    let result = try Program.run(arguments)
    #expect(result.status == 64 && result.errors.contains(words), "\(result.errors)")
    #expect(result.output.isEmpty)
  }

  @Test func contactSheetFollowsTheSeed() throws {
    let directory = try TemporaryDirectory()
    let path = directory.url.appendingPathComponent(ContactSheet.fileName)
    let sheets = try ["1", "2"].map { seed in
      let result = try Program.run(["--seed", seed], in: directory.url)
      #expect(result.status == 0, "\(result.errors)")
      return try Data(contentsOf: path)
    }
    #expect(sheets[0] != sheets[1])
  }
}
