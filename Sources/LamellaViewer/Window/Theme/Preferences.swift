// Preferences.swift
// The look and the motion of the window: the command line's, else the desktop's.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import UIKit

/// The theme of the window, as the command line names it.
enum ThemeArgument: String, CaseIterable, ExpressibleByArgument {
  /// The desktop's; dark without one.
  case auto
  case dark, light
}

/// Less motion, or high contrast, as the command line names it.
enum PreferenceArgument: String, CaseIterable, ExpressibleByArgument {
  /// As the desktop's settings.
  case auto
  case on, off
}

/// The look and the motion of the window.
@MainActor struct Preferences {
  var theme = ThemeArgument.auto
  var reducedMotion = PreferenceArgument.auto
  var contrast = PreferenceArgument.auto
  var desktop = DesktopSettings()

  private var isLight: Bool {
    theme == .auto ? desktop.prefersLight == true : theme == .light
  }

  var palette: Palette {
    switch (isLight, wantsContrast) {
    case (false, false): .dark
    case (true, false): .light
    case (false, true): .darkContrast
    case (true, true): .lightContrast
    }
  }

  var wantsLessMotion: Bool {
    reducedMotion == .auto ? desktop.wantsLessMotion : reducedMotion == .on
  }

  private var wantsContrast: Bool {
    contrast == .auto ? desktop.wantsContrast : contrast == .on
  }

  /// The sentence on a still stage.
  var hint: String {
    wantsLessMotion
      ? Wording.lessMotion(isAsked: !desktop.wantsLessMotion) : Wording.nothingMoves
  }

  /// Makes the settings those of the program, which samples read.
  func apply() {
    Theme.palette = palette
    UIAccessibility.setWishes(lessMotion: wantsLessMotion, contrast: wantsContrast)
  }
}
