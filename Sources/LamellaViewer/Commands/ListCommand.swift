// ListCommand.swift
// `lamella list`: the samples and their triggers, as text or as JSON.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// Lists the samples with their triggers.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the samples and their triggers.")

  @Flag(help: "Print JSON.")
  var json = false

  func run() throws {
    try runCommand {
      let samples = SampleCatalogue.all.map(SampleEntry.init)
      try StandardOutput.print(
        json ? SampleEntry.json(samples) : samples.map(\.text).joined(separator: "\n"))
    }
  }
}

/// One sample in the list.
struct SampleEntry: Codable, Hashable {
  struct TriggerEntry: Codable, Hashable {
    var name: String
    var title: String
    /// In seconds.
    var duration: Double
  }

  var name: String
  var title: String
  var summary: String
  var triggers: [TriggerEntry]

  @MainActor init(_ sample: any Sample.Type) {
    name = sample.name
    title = sample.title
    summary = sample.summary
    triggers = sample.init().triggers.map {
      TriggerEntry(name: $0.name, title: $0.title, duration: $0.duration)
    }
  }

  /// Name, the title in the window, summary, and a line for each trigger.
  var text: String {
    let lines = triggers.map { trigger in
      let padding = String(repeating: " ", count: max(1, 14 - trigger.name.count))
      return "    \(trigger.name)\(padding)\(trigger.title)"
    }
    let heading = title == name ? name : "\(name) (\(title))"
    return ([heading, "  " + summary] + lines).joined(separator: "\n")
  }

  private struct Document: Codable {
    var schema = 1
    var version = Viewer.version
    var samples: [SampleEntry]
  }

  static func json(_ samples: [SampleEntry]) -> String { JSONText.of(Document(samples: samples)) }
}
