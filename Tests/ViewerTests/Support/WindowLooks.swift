// WindowLooks.swift
// The colours and the remembered window, which all windows share: tests that change them put them back.
//
// SPDX-License-Identifier: MIT

@testable import Viewer

/// What windows share, as it was when this was made.
@MainActor struct WindowLooks {
  let palette = Theme.palette
  private let remembered = MainViewController.remembered

  func restore() { (Theme.palette, MainViewController.remembered) = (palette, remembered) }
}
