// SheetRenderer.swift
// Views as a picture, off screen: contact sheets and plots.
//
// SPDX-License-Identifier: MIT

package import UIKit

@MainActor package enum SheetRenderer {
  /// Returns a picture of views at time 0, with one pixel per point.
  ///
  /// - Parameters:
  ///   - fill: Adds views to the sheet, which has the picture's size.
  package static func draw(size: CGSize, background: UIColor, _ fill: (UIView) -> Void) -> CGImage {
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
