// WindowLooks.swift
// The colours and the remembered window, which all windows share: tests that change them put them back.
//
// SPDX-License-Identifier: MIT

@testable import LamellaViewer
@testable import Samples

/// What windows share, as it was when this was made.
@MainActor struct WindowLooks {
  let palette = Theme.palette
  private let remembered = MainViewController.remembered

  /// Closes a window, whose colours may have changed, and puts everything back.
  func close(_ stage: OffscreenStage) {
    stage.close()
    restore()
  }

  func restore() { (Theme.palette, MainViewController.remembered) = (palette, remembered) }
}
