// SkewArgument.swift
// The option of the most that custom properties may be behind built-in ones.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation

/// A limit of skew: a time, or the device pixels that the fastest layer moves in it.
enum SkewArgument: ExpressibleByArgument, Hashable {
  /// In seconds.
  case time(TimeInterval)
  case distance(Double)

  init?(argument: String) {
    if argument.hasSuffix("px") {
      guard let pixels = plainNumber(argument.dropLast(2)), pixels <= Self.mostPixels else {
        return nil
      }
      self = .distance(pixels)
    } else {
      guard let time = SecondsArgument(argument: argument) else { return nil }
      self = .time(time.seconds)
    }
  }

  /// More than any screen has.
  private static let mostPixels = 16384.0
}
