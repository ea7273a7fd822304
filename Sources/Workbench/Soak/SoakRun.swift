// SoakRun.swift
// A sample played for hours of virtual time, with the memory and the open files of the process. In a window
// SoakApplication plays it.
//
// SPDX-License-Identifier: MIT

import Foundation
import LamellaViewer
import UIKit

/// The state of the process at one time.
struct SoakReading: Hashable {
  /// Time of the run's clock, in seconds.
  var time: TimeInterval
  /// Resident memory, in KiB.
  var memory: Int
  /// Open files.
  var files: Int

  static func now(at time: TimeInterval) -> SoakReading {
    let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    return SoakReading(time: time, memory: ProcessMeter.memory().resident, files: files?.count ?? 0)
  }
}

/// The readings of a run, and what they show about leaks.
struct SoakResult {
  /// The time that caches have to fill, in seconds.
  static let warmUp: TimeInterval = 60
  /// The tolerated growth of memory after the warm-up, as a fraction.
  static let tolerance = 0.01

  var readings: [SoakReading]

  /// Mean memory in a window of readings, in KiB. Single readings vary by the allocator's caches.
  private func mean(_ part: ArraySlice<SoakReading>) -> Double {
    part.isEmpty ? 0 : Double(part.reduce(0) { $0 + $1.memory }) / Double(part.count)
  }

  private var warm: ArraySlice<SoakReading> { readings.drop { $0.time < Self.warmUp } }

  /// Memory right after the warm-up: the mean of the first tenth of the readings, in KiB.
  var before: Double { mean(warm.prefix(max(1, warm.count / 10))) }

  /// Memory at the end: the mean of the last tenth of the readings, in KiB.
  var after: Double { mean(warm.suffix(max(1, warm.count / 10))) }

  /// The growth of memory after the warm-up, as a fraction.
  var growth: Double { before > 0 ? after / before - 1 : 0 }

  /// The growth of the number of open files after the warm-up.
  var openedFiles: Int { (warm.last?.files ?? 0) - (warm.first?.files ?? 0) }

  /// What grew; nil if nothing did.
  var problem: String? {
    if growth > Self.tolerance {
      return
        "Memory grew by \(TextTable.number(growth * 100)) %, from \(Int(before)) to \(Int(after)) KiB."
    }
    return openedFiles > 0 ? "\(openedFiles) more files are open at the end." : nil
  }
}

/// Plays a sample off screen on the virtual clock, and takes readings.
@MainActor enum SoakRun {
  /// Fires the sample's triggers in turn, one every two seconds.
  ///
  /// - Parameters:
  ///   - duration: Virtual seconds.
  ///   - progress: Called at each reading.
  static func run(
    _ kind: any Sample.Type, duration: TimeInterval, framesPerSecond: Double,
    progress: (SoakReading) -> Void
  ) -> SoakResult {
    let stage = OffscreenStage(
      alone: kind, size: CGSize(width: 360, height: 210), framesPerSecond: framesPerSecond)
    defer { stage.close() }
    stage.host.keepsRecords = false
    let triggers = stage.sample.triggers
    var readings: [SoakReading] = []
    // The array itself would otherwise grow while memory is read.
    readings.reserveCapacity(Int(duration) + 2)
    var time = 0.0
    let step = max(2, duration / 720)
    while time < duration {
      let end = min(duration, time + step)
      while time < end {
        if let trigger = triggers.isEmpty ? nil : triggers[Int(time / 2) % triggers.count] {
          stage.run(trigger)
        }
        time = min(end, time + 2)
        stage.host.advance(to: time)
      }
      let reading = SoakReading.now(at: time)
      readings.append(reading)
      progress(reading)
    }
    return SoakResult(readings: readings)
  }
}
