// ThresholdTests.swift
// Limits of a frame's counts (allocations, draw calls, vertices) and of the frames that an idle
// window draws. The limits in Tests/Thresholds may only go down.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@testable import LamellaViewer
@testable import Samples
@testable import Workbench

extension WholeMachineTests {
  @Suite struct ThresholdTests {
    /// One case of Tests/Thresholds/frames.json, with its limits.
    struct Threshold: Codable, CustomTestStringConvertible, Sendable {
      var work: BenchWork
      var n: Int
      var renderer: String
      /// Whether a render server draws, on a thread of its own.
      var isServed: Bool?
      /// Allocations in 100 frames; nil where a driver allocates unpredictably.
      var allocationsInHundredFrames: Int?
      /// In each frame.
      var drawCalls: Int
      var vertices: Int
      /// Frames drawn by an idle window; nil for works that draw continuously.
      var idleFrames: Int?

      var testDescription: String {
        "\(work.rawValue) \(n) \(renderer)\(isServed == true ? " served" : "")"
      }
    }

    static let thresholds: [Threshold] = {
      let file = Program.packageRoot.appendingPathComponent("Tests/Thresholds/frames.json")
      do {
        return try JSONDecoder().decode([Threshold].self, from: Data(contentsOf: file))
      } catch {
        preconditionFailure("\(file.path) cannot be read: \(error)")
      }
    }()

    @Test(arguments: thresholds)
    func framesStayWithinThresholds(threshold: Threshold) throws {
      let program = URL(fileURLWithPath: try Program.path(isOptimized: true))
      let counter = program.deletingLastPathComponent()
        .appendingPathComponent("libAllocationCounter.so").path
      guard FileManager.default.fileExists(atPath: counter) else {
        throw MissingTool(
          description: "there is no \(counter): run Scripts/test, or "
            + "`swift build --scratch-path .build/program -c release --product AllocationCounter` first"
        )
      }
      // Load on the machine can only raise a count, so the minimum is the frame's own.
      var least = try measure(threshold, counter: counter)
      for _ in 0..<2 where !isKept(threshold, by: least) {
        let again = try measure(threshold, counter: counter)
        if (again.allocations ?? .max) < (least.allocations ?? .max) { least = again }
      }
      let report = least
      let allocations = try #require(report.allocations, "the counter was not loaded")
      if let limit = threshold.allocationsInHundredFrames {
        #expect(allocations <= UInt64(limit), "\(allocations) blocks in 100 frames")
      }
      #expect(try #require(report.drawCalls) <= threshold.drawCalls)
      #expect(try #require(report.vertices) <= threshold.vertices)
      #expect(report.frames == threshold.idleFrames ?? 100)
    }

    private func isKept(_ threshold: Threshold, by report: WorkReport) -> Bool {
      guard let limit = threshold.allocationsInHundredFrames else { return true }
      return (report.allocations ?? .max) <= UInt64(limit)
    }

    /// Counts after 500 frames, as buffers grow for some hundreds of frames: how often depends on the machine's pace.
    private func measure(_ threshold: Threshold, counter: String) throws -> WorkReport {
      let result = try Program.run(
        [
          "bench-worker", threshold.work.rawValue, "--n", "\(threshold.n)", "--renderer",
          threshold.renderer, "--frames", "100", "--warmup", "500", "--seconds", "0.5",
        ], of: Program.workbench(),
        environment: [
          "SDL_VIDEODRIVER": "offscreen", "LD_PRELOAD": counter,
          "LAMELLA_RENDER_THREAD": threshold.isServed == true ? "on" : "off",
        ])
      #expect(result.status == 0, "\(result.errors)")
      return try JSONDecoder().decode(WorkReport.self, from: result.output)
    }
  }
}
