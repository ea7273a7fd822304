// SeedOption.swift
// The option of commands that play samples: the seed of their random numbers.
//
// SPDX-License-Identifier: MIT

package import ArgumentParser

/// The seed of a sample's random numbers.
package struct SeedOption: ParsableArguments, ProgramOptions {
  package init() {}

  @Option(
    help:
      "The seed of random numbers, which Particles and Stress have, from 0 to \(UInt32.max). Default: \(SampleSeed.usual)."
  )
  package var seed: UInt32?

  package var value: UInt32 { seed ?? SampleSeed.usual }

  @MainActor package func apply() { SampleSeed.value = value }
}
