// RunFile.swift
// The frames of a run, read from what `lamella trace` wrote.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import UIKit

/// The frames of a recorded run.
struct RunFile {
  /// What was recorded: "Pop all, SDL x11 · gl"; empty where the file has no names.
  var title = ""
  /// The sample and the trigger: "Pop all"; empty where the file has no names.
  var motion = ""
  /// With what the figures need: display and animation times, periods, skew and stages.
  var records: [FrameRecord] = []

  /// The most frames that a file may have: an hour at 240 Hz.
  private static let mostFrames = 864_000

  // MARK: JSON

  /// Reads the format `json`.
  init(_ json: LinedJSON) throws(LinedJSON.Failure) {
    if try json.member("traceEvents") != nil {
      throw LinedJSON.Failure(
        line: json.line,
        reason: "a trace for Perfetto cannot be compared; write one with --format json or csv")
    }
    try FileSchema.check(json)
    title = try ["sample", "trigger", "driver"].map { key throws(LinedJSON.Failure) in
      try json.needed(key).text
    }.joined(separator: " ").escapingControls(keepingLines: false)
    motion = try ["sample", "trigger"].map { key throws(LinedJSON.Failure) in
      try json.needed(key).text
    }.joined(separator: " ").escapingControls(keepingLines: false)
    let frames = try json.needed("frames").list
    guard frames.count <= Self.mostFrames else {
      throw LinedJSON.Failure(line: json.line, reason: "there are too many frames")
    }
    for frame in frames {
      append(
        try FrameRow(line: frame.line) { name throws(LinedJSON.Failure) in
          try frame.needed(name).optionalNumber
        })
    }
    try requireFrames(line: json.line)
  }

  // MARK: CSV

  /// Reads the format `csv`.
  init(csv text: String) throws(LinedJSON.Failure) {
    // With a carriage return before it, a line's end is one character.
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    let names = (lines.first ?? "").split(separator: ",", omittingEmptySubsequences: false)
      .map(String.init)
    guard names.first == "frame" else {
      throw LinedJSON.Failure(
        line: 1, reason: "this is neither a trace, a check's result nor a picture")
    }
    var places: [String: Int] = [:]
    for (place, name) in names.enumerated() { places[name] = place }
    for (index, line) in lines.enumerated().dropFirst() where !line.isEmpty {
      let fields = line.split(separator: ",", omittingEmptySubsequences: false)
      guard fields.count == names.count, records.count < Self.mostFrames else {
        throw LinedJSON.Failure(
          line: index + 1,
          reason: "the header has \(names.count) columns, this line \(fields.count)"
        )
      }
      append(
        try FrameRow(line: index + 1) { name throws(LinedJSON.Failure) in
          guard let place = places[name] else {
            throw LinedJSON.Failure(line: 1, reason: "the column \(name) is missing")
          }
          guard fields[place] != "NA" else { return nil }
          guard let number = Double(fields[place]), number.isFinite else {
            throw LinedJSON.Failure(
              line: index + 1, reason: "\(fields[place]) is not a number, in the column \(name)")
          }
          return number
        })
    }
    try requireFrames(line: 1)
  }

  /// Fails without frames, whose figures would all be 0.
  private func requireFrames(line: Int) throws(LinedJSON.Failure) {
    guard records.isEmpty else { return }
    throw LinedJSON.Failure(line: line, reason: "this trace has no frames to compare")
  }

  // MARK: Records

  /// Adds a frame. It counts if the file has a number of refreshes for it: then something moved in the frame before.
  private mutating func append(_ row: FrameRow) {
    var record = FrameRecord()
    record.index = row.frame
    record.display = row.display
    record.time = row.time
    record.skew = row.skew
    for (stage, duration) in zip(FrameStage.allCases, row.stages) { record[stage] = duration }
    if let last = records.last, row.held > 0, row.display > last.display {
      records[records.count - 1].isAnimating = true
      // The period that gives the file's number of refreshes, and its hitch.
      let length = row.display - last.display
      record.period = row.missed > 0 ? row.hitch / Double(row.missed) : length / Double(row.held)
    }
    records.append(record)
  }

  /// Whether frames were shown in a range of seconds since the start of the run.
  func hasFrames(in range: ClosedRange<TimeInterval>) -> Bool {
    records.contains { range.contains($0.display) }
  }

  /// The figures of the frames that were shown in a range of seconds since the start of the run.
  func figures(_ range: ClosedRange<TimeInterval>?) -> RunFigures {
    guard let range else { return RunFigures(records[...]) }
    let first = records.firstIndex { $0.display >= range.lowerBound } ?? records.count
    let end = records[first...].firstIndex { $0.display > range.upperBound } ?? records.count
    // The interval that ends with the first of them is part of the range.
    return RunFigures(records[max(0, first - 1)..<end])
  }
}

/// The figures of a run that another can be compared with.
struct RunFigures {
  var frames: FrameFigures
  /// The longest time by which custom properties were behind, in seconds.
  var skew: TimeInterval
  /// The most device pixels by which they were. Nil where that is unknown in a frame.
  var skewDistance: Double? = 0
  /// The median and the 95th percentile of a frame's work without waiting, in seconds; nil without frames.
  var work: (p50: TimeInterval, p95: TimeInterval)?

  /// Without the work of each frame.
  init(_ frames: FrameFigures, skew: TimeInterval) { (self.frames, self.skew) = (frames, skew) }

  init(_ records: ArraySlice<FrameRecord>) {
    frames = FrameFigures(records)
    skew = records.map(\.skew).max() ?? 0
    let distances = records.compactMap(\.skewDistance)
    skewDistance = distances.count == records.count ? distances.max() ?? 0 : nil
    let sorted = records.map(\.work).sorted()
    if !sorted.isEmpty {
      work = (nearestRank(50, ofSorted: sorted), nearestRank(95, ofSorted: sorted))
    }
  }
}

/// A frame as a file has it. Times are seconds.
private struct FrameRow {
  var frame = 0
  var display = 0.0
  var time = 0.0
  var skew = 0.0
  var stages: [Double] = []
  /// 0 for a frame that does not count.
  var held = 0
  var missed = 0
  var hitch = 0.0

  /// - Parameters:
  ///   - line: The frame's line in the file.
  ///   - value: The number in a column; nil for none.
  init(
    line: Int, _ value: (String) throws(LinedJSON.Failure) -> Double?
  ) throws(LinedJSON.Failure) {
    func seconds(_ name: String) throws(LinedJSON.Failure) -> Double {
      guard let number = try value(name) else {
        throw LinedJSON.Failure(line: line, reason: "\(name) has no value")
      }
      return number / 1000
    }
    func count(_ name: String) throws(LinedJSON.Failure) -> Int {
      let number = try value(name) ?? 0
      guard let count = Int(exactly: number), (0...1_000_000_000).contains(count) else {
        throw LinedJSON.Failure(line: line, reason: "\(name) is not a count: \(number)")
      }
      return count
    }
    frame = try count("frame")
    (display, time) = (try seconds("display_ms"), try seconds("anim_time_ms"))
    skew = try seconds("skew_ms")
    stages = try FrameStage.allCases.map { stage throws(LinedJSON.Failure) in
      try seconds(stage == .present ? "present_wait" : "\(stage)")
    }
    (held, missed) = (try count("held"), try count("missed"))
    hitch = held > 0 ? try seconds("hitch_ms") : 0
  }
}
