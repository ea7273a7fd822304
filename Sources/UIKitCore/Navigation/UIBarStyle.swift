// UIBarStyle.swift
// The look of a bar: as the traits, or dark.
//
// SPDX-License-Identifier: MIT

/// The look of a bar.
public enum UIBarStyle: Int, Sendable {
  /// Light or dark, as the traits are.
  case `default`
  /// Dark, with white text.
  case black
  /// The same as `black`. Deprecated by Apple.
  case blackTranslucent
}
