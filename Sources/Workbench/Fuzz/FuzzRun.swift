// FuzzRun.swift
// Seeds after seeds of random calls. A seed that fails is not shortened: FuzzCommand prints the command that
// repeats it.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// The parts of the public interface that random calls are made of.
enum FuzzSubject: String, CaseIterable {
  case layers, views, data

  @MainActor var program: any FuzzProgram.Type {
    switch self {
    case .layers: LayerProgram.self
    case .views: ViewProgram.self
    case .data: DataProgram.self
    }
  }

  /// The subject of a seed when seeds take turns.
  init(seed: UInt64) { self = Self.allCases[Int(seed % UInt64(Self.allCases.count))] }
}

/// Runs the calls of seeds.
@MainActor enum FuzzRun {
  /// Makes the calls of one seed. Returns the violated laws.
  static func run(
    seed: UInt64, subject: FuzzSubject? = nil, operations: Int, prints: Bool = false
  ) -> [String] {
    // Reports of unusual values are expected, and would hide the result.
    Diagnostics.collecting {
      let stage = FuzzStage(seed: seed, prints: prints)
      run(subject ?? FuzzSubject(seed: seed), on: stage, operations: operations)
      stage.end()
      return stage.violations
    }.result
  }

  /// A separate function, so that nothing it makes is alive when the stage checks for leaks.
  private static func run(_ subject: FuzzSubject, on stage: FuzzStage, operations: Int) {
    let program = subject.program.init(stage)
    for _ in 0..<operations { program.step() }
    program.end()
  }
}
