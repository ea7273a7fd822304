// BenchSubjects.swift
// What `lamella bench` measures: works, or samples.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// The works or the samples of a measurement.
@MainActor enum BenchSubjects {
  case works([BenchWork])
  /// Each once.
  case samples([any Sample.Type])

  /// Finds what has the names: works, and samples by their names or titles, ignoring case. Without names, all works.
  ///
  /// - Throws: For an unknown name, and for works and samples together.
  init(named names: [String]) throws(CommandFailure) {
    var (works, samples): ([BenchWork], [any Sample.Type]) = ([], [])
    for name in names {
      if let work = Self.work(named: name) {
        works.append(work)
        continue
      }
      let sample: any Sample.Type
      do { sample = try SampleCatalogue.sample(named: name) } catch { throw Self.unknown(name) }
      if !samples.contains(where: { $0 == sample }) { samples.append(sample) }
    }
    if let work = works.first, let sample = samples.first {
      throw CommandFailure(
        status: .usage,
        message:
          "\(work.rawValue) is a work, which is compared with a floor in C, and \(sample.name) a sample, which "
          + "is played in a window. Their figures are not the same: measure them one after the other."
      )
    }
    self = samples.isEmpty ? .works(works.isEmpty ? BenchWork.allCases : works) : .samples(samples)
  }

  /// The work with a name, ignoring case; nil for other names.
  nonisolated static func work(named name: String) -> BenchWork? {
    BenchWork(rawValue: name.lowercased())
  }

  /// The names of all works and samples.
  static var names: [String] {
    BenchWork.allCases.map(\.rawValue) + SampleCatalogue.all.map { $0.name }
  }

  private static func unknown(_ name: String) -> CommandFailure {
    let guess = nearestName(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    let works = BenchWork.allCases.map(\.rawValue).joined(separator: ", ")
    return CommandFailure(
      status: .noSuchSample,
      message:
        "There is no work and no sample \"\(name)\".\(guess) Works are \(works); `lamella list` shows the "
        + "samples.")
  }
}

extension CompletionKind {
  /// The names of all works and samples, which a shell offers for an argument.
  static var worksAndSamples: CompletionKind {
    .custom { _, _, _ in
      // `main` parses arguments on the main thread.
      MainActor.assumeIsolated { BenchSubjects.names }
    }
  }
}
