// SoakCommand.swift
// `lamella soak`: a sample played for a long time, and whether memory grows.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import PNGFiles
import UIKit

/// Plays a sample off screen for hours of virtual time and plots memory.
struct SoakCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "soak",
    abstract: "Play a sample for an hour of virtual time, and check its memory.",
    discussion: """
      The triggers fire in turn, one every two seconds. Fails if memory grows by more than 1 % after the first \
      minute, or if more files are open at the end.
      """)

  @Argument(help: "The sample's name.", completion: .samples)
  var sample = "Stress"

  @Option(help: "Virtual time in seconds.")
  var duration = 3600.0

  @Option(help: "Frames per second of virtual time.")
  var fps = 60.0

  @Option(name: [.short, .long], help: "The PNG file for the plot of memory over time.")
  var output = "soak.png"

  func validate() throws {
    guard (120...1e7).contains(duration), (1...240).contains(fps) else {
      throw ValidationError("A run needs 120 to 10000000 seconds and 1 to 240 frames per second.")
    }
  }

  func run() throws {
    try runCommand {
      let kind = try SampleCatalogue.sample(named: sample)
      try requireWritable(output)
      try requireFonts()
      var progress = ProgressBar(total: Int(duration / max(2, duration / 720)))
      let result = SoakRun.run(kind, duration: duration, framesPerSecond: fps) { reading in
        progress.step("\(Int(reading.time)) s, \(reading.memory) KiB, \(reading.files) files")
      }
      progress.finish()
      try writePNG(BenchPlot.draw(result.panels), to: output)
      try StandardOutput.print(
        "\(Int(duration)) s of \(kind.name): \(Int(result.before)) KiB after the first minute, "
          + "\(Int(result.after)) KiB at the end (\(BenchTable.number(result.growth * 100)) %), "
          + "\(result.readings.last?.files ?? 0) open files. Wrote \(output).")
      if let problem = result.problem {
        throw CommandFailure(status: .checkFailed, message: problem)
      }
    }
  }
}
