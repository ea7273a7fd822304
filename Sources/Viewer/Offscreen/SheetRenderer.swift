// SheetRenderer.swift
// A sheet of views as one picture, without a screen: for pictures that the program makes of its results.
//
// SPDX-License-Identifier: MIT

import UIKit

@MainActor enum SheetRenderer {
  /// Returns what views show at once, at one pixel per point.
  ///
  /// - Parameters:
  ///   - fill: Puts views onto the sheet, which is as large as the picture.
  static func draw(size: CGSize, background: UIColor, _ fill: (UIView) -> Void) -> CGImage {
    let host = OffscreenHost(size: size, scale: 1)
    let window = UIWindow(frame: CGRect(origin: .zero, size: size))
    let root = UIViewController()
    let sheet = UIView(frame: window.bounds)
    sheet.backgroundColor = background
    fill(sheet)
    root.view = sheet
    window.rootViewController = root
    host.attach(window)
    window.makeKeyAndVisible()
    host.advance(to: 0)
    defer { window.isHidden = true }
    return host.image()
  }
}
