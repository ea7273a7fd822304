// SeedOption.swift
// The option of commands that play samples: the seed of their random numbers.
//
// SPDX-License-Identifier: MIT

import ArgumentParser

/// The seed of a sample's random numbers.
struct SeedOption: ParsableArguments, ProgramOptions {
  @Option(
    help:
      "The seed of random numbers, which Particles and Stress have, from 0 to \(UInt32.max). Default: \(SampleSeed.usual)."
  )
  var seed: UInt32?

  var value: UInt32 { seed ?? SampleSeed.usual }

  @MainActor func apply() { SampleSeed.value = value }
}
