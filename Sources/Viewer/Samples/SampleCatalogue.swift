// SampleCatalogue.swift
// The samples, in the order in which they are listed; the one place that names them all.
//
// SPDX-License-Identifier: MIT

import UIKit

@MainActor enum SampleCatalogue {
  static let all: [any Sample.Type] = [
    FancyLabelSample.self, PopSample.self, LoadingIndicatorSample.self,
    CornerRadiusSample.self,
    ImplicitCompletionSample.self,
    InspectionSample.self,
    BlockDelegateSample.self,
    BackingLayerSample.self,
    ActionSearchSample.self,
    BorderColorSample.self,
    ImageFramesSample.self,
    CrossFadeSample.self,
    KeyframesSample.self,
    ClockFaceSample.self,
    CircularProgressSample.self,
    PropertyAnimatorSample.self,
    QuizSample.self,
    SpringsSample.self,
    EasingSample.self,
    TransitionsSample.self,
    Card3DSample.self,
    ParticlesSample.self,
    StressSample.self,
  ]

  /// Returns the place of a sample in ``all``, case ignored.
  ///
  /// - Throws: A failure that names the nearest one.
  static func index(named name: String) throws(CommandFailure) -> Int {
    let names = all.map { $0.name }
    if let index = names.firstIndex(where: { $0.lowercased() == name.lowercased() }) {
      return index
    }
    throw unknown("sample", name, among: names, list: "`lamella list` shows all of them.")
  }

  /// Returns the trigger of a name, case ignored.
  ///
  /// - Throws: A failure that names the nearest one.
  static func trigger(named name: String, of sample: any Sample) throws(CommandFailure) -> Trigger {
    let triggers = sample.triggers
    if let found = triggers.first(where: { $0.name.lowercased() == name.lowercased() }) {
      return found
    }
    let names = triggers.map { $0.name }
    throw unknown(
      "trigger", name, among: names,
      list: "\(type(of: sample).name) has \(names.joined(separator: ", ")).")
  }

  private static func unknown(
    _ kind: String, _ name: String, among names: [String], list: String
  ) -> CommandFailure {
    let guess = nearestName(to: name, among: names).map { " Did you mean \"\($0)\"?" } ?? ""
    return CommandFailure(
      status: .noSuchSample, message: "There is no \(kind) \"\(name)\".\(guess) \(list)")
  }
}
