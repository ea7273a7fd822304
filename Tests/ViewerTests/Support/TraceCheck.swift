// TraceCheck.swift
// What is wrong with a trace, by the public description of its format: Chrome's "Trace Event Format", and Perfetto's
// page about the part of it that it reads.
//
// SPDX-License-Identifier: MIT

import Foundation

/// A trace of events, as JSON.
struct TraceCheck {
  /// What a reader would warn about.
  private(set) var problems: [String] = []
  /// The events that have a time.
  private(set) var events: [[String: Any]] = []

  /// The fields that each phase needs besides its process and its time.
  private static let needed: [String: [String]] = [
    "X": ["tid", "name", "dur"], "i": ["tid", "name", "s"], "C": ["name", "args"],
    "b": ["cat", "id", "name"], "e": ["cat", "id", "name"], "M": ["name", "args"],
  ]

  init(_ data: Data) {
    guard let json = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
      let all = json["traceEvents"] as? [[String: Any]]
    else {
      problems.append("no object with an array of traceEvents")
      return
    }
    if let unit = json["displayTimeUnit"] as? String, unit != "ms", unit != "ns" {
      problems.append("displayTimeUnit is \(unit)")
    }
    for event in all { checkFields(of: event) }
    events = all.filter { $0["ph"] as? String != "M" }
    checkNames(all)
    checkNesting()
    checkPairs()
  }

  private mutating func checkFields(of event: [String: Any]) {
    guard let phase = event["ph"] as? String, let needed = Self.needed[phase] else {
      problems.append("an event of the phase \(event["ph"] ?? "none")")
      return
    }
    if !(event["pid"] is Int) { problems.append("\(phase) without a process") }
    for field in needed where event[field] == nil { problems.append("\(phase) without \(field)") }
    if phase != "M" {
      // Perfetto leaves out what is before 0.
      guard let time = Self.nanoseconds(event["ts"]) else {
        problems.append("\(phase) without a time")
        return
      }
      if time < 0 { problems.append("\(phase) at a negative time") }
    }
    if phase == "X", (Self.nanoseconds(event["dur"]) ?? 0) < 0 {
      problems.append("\(event["name"] ?? "") has a negative duration")
    }
    if phase == "i", !["g", "p", "t"].contains(event["s"] as? String ?? "") {
      problems.append("an instant of the scope \(event["s"] ?? "none")")
    }
    if phase == "C" {
      let values = event["args"] as? [String: Any] ?? [:]
      if values.isEmpty || values.values.contains(where: { !($0 is NSNumber) }) {
        problems.append("a counter with other values than numbers")
      }
    }
  }

  /// Every track with events has one name.
  private mutating func checkNames(_ all: [[String: Any]]) {
    let threads = all.filter { $0["name"] as? String == "thread_name" }.compactMap {
      $0["tid"] as? Int
    }
    let named = Set(threads)
    if named.count < threads.count { problems.append("a track with two names") }
    for track in Set(events.compactMap { $0["tid"] as? Int }).subtracting(named).sorted() {
      problems.append("track \(track) has no name")
    }
  }

  /// Complete slices of one track are within each other or apart.
  private mutating func checkNesting() {
    let slices = events.filter { $0["ph"] as? String == "X" }
    for (track, slices) in Dictionary(grouping: slices, by: { $0["tid"] as? Int ?? 0 }) {
      var open: [Int] = []
      let places = slices.map { event in
        let begin = Self.nanoseconds(event["ts"]) ?? 0
        return (begin: begin, end: begin + (Self.nanoseconds(event["dur"]) ?? 0))
      }
      // Of those that begin at one time, the longest is around the others.
      for slice in places.sorted(by: { ($0.begin, $1.end) < ($1.begin, $0.end) }) {
        while let end = open.last, end <= slice.begin { open.removeLast() }
        if let end = open.last, slice.end > end {
          problems.append("slices of track \(track) overlap at \(slice.begin) ns")
        }
        open.append(slice.end)
      }
    }
  }

  /// Each begin has its end, and no identifier is open twice.
  private mutating func checkPairs() {
    var open: [String: Int] = [:]
    var seen: Set<String> = []
    for event in events {
      let phase = event["ph"] as? String
      guard phase == "b" || phase == "e" else { continue }
      let key = ["pid", "cat", "id", "name"].map { "\(event[$0] ?? "")" }.joined(separator: " ")
      let time = Self.nanoseconds(event["ts"]) ?? 0
      if phase == "b" {
        if !seen.insert("\(event["cat"] ?? "") \(event["id"] ?? "")").inserted {
          problems.append("\(key) begins again")
        }
        open[key] = time
      } else if let begin = open.removeValue(forKey: key) {
        if time < begin { problems.append("\(key) ends before it begins") }
      } else {
        problems.append("\(key) ends without a begin")
      }
    }
    for key in open.keys.sorted() { problems.append("\(key) has no end") }
  }

  /// Microseconds of a trace in whole nanoseconds, as Perfetto keeps them; nil for what is no number.
  static func nanoseconds(_ value: Any?) -> Int? {
    (value as? NSNumber).map { Int(($0.doubleValue * 1000).rounded()) }
  }

  // MARK: Sums

  /// The durations of the slices of each name in a category, in seconds.
  func durations(_ category: String) -> [String: TimeInterval] {
    events.reduce(into: [:]) { sums, event in
      guard event["ph"] as? String == "X", event["cat"] as? String == category,
        let name = event["name"] as? String, let length = Self.nanoseconds(event["dur"])
      else { return }
      sums[name, default: 0] += Double(length) / 1e9
    }
  }

  /// The sum of an argument over the begins of a category.
  func sum(_ argument: String, _ category: String) -> Double {
    events.reduce(0) { sum, event in
      guard event["ph"] as? String == "b", event["cat"] as? String == category else { return sum }
      return sum + ((event["args"] as? [String: Any])?[argument] as? NSNumber ?? 0).doubleValue
    }
  }

  /// The sum of a counter, in its unit.
  func sum(ofCounter name: String) -> Double {
    events.reduce(0) { sum, event in
      guard event["ph"] as? String == "C", event["name"] as? String == name,
        let values = event["args"] as? [String: Any]
      else { return sum }
      return sum + values.values.reduce(0) { $0 + (($1 as? NSNumber)?.doubleValue ?? 0) }
    }
  }
}
