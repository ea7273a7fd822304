// DesktopScale.swift
// The desktop's pixels per point on X11, whose screens report none. Elsewhere they are those of SDLWindow.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Glibc

/// Pixels per point, as the desktop's settings have them: for GTK's programs `GDK_SCALE`, for Qt's `QT_SCALE_FACTOR`, for
/// all of them the dots per inch of the X resource `Xft.dpi`. The first one that is set holds.
package struct DesktopScale: Hashable, Sendable {
  /// Nil where nothing names one.
  package private(set) var scale: CGFloat?
  /// What is no scale among the settings, in a sentence. Nil if nothing is.
  package private(set) var problem: String?

  private static let scales: ClosedRange<Double> = 1...8
  /// The dots per inch of a scale of 1.
  private static let plainResolution = 96.0

  /// - Parameters:
  ///   - environment: The program's.
  ///   - resources: The text of the X resources, of lines such as `Xft.dpi: 144`. Used only if no variable is set.
  package init(environment: [String: String], resources: @autoclosure () -> String?) {
    for name in ["GDK_SCALE", "QT_SCALE_FACTOR"] {
      guard let value = environment[name], !value.isEmpty else { continue }
      if let number = Double(value), Self.scales.contains(number) {
        scale = CGFloat(number)
        return
      }
      problem = "\(name) is \"\(value)\", which is no scale from 1 to 8. It is ignored."
    }
    guard let value = resources().flatMap(Self.resolution) else { return }
    guard let dots = Double(value), dots > 0, dots <= Self.plainResolution * 8 else {
      problem = "The X resource Xft.dpi is \"\(value)\", which is no resolution. It is ignored."
      return
    }
    // Lines of a point would be of unequal widths at a scale of 1.04.
    scale = max(1, CGFloat((dots / Self.plainResolution * 4).rounded() / 4))
  }

  /// The value of `Xft.dpi`, of which the last one holds.
  private static func resolution(in resources: String) -> String? {
    resources.split(separator: "\n").last { $0.hasPrefix("Xft.dpi:") }
      .map { $0.dropFirst("Xft.dpi:".count).trimmingCharacters(in: .whitespaces) }
  }

  /// The scale for the display that SDL has opened.
  static func ofXServer(_ environment: [String: String]) -> DesktopScale {
    DesktopScale(environment: environment, resources: xResources())
  }

  /// The X server's resources, which a session's desktop sets. SDL loads Xlib at run time, so that its functions are
  /// looked up in the loaded library.
  private static func xResources() -> String? {
    typealias Open = @convention(c) (UnsafePointer<CChar>?) -> OpaquePointer?
    typealias Close = @convention(c) (OpaquePointer) -> Int32
    typealias Read = @convention(c) (OpaquePointer) -> UnsafePointer<CChar>?
    guard let library = dlopen("libX11.so.6", RTLD_NOLOAD | RTLD_LAZY),
      let open = dlsym(library, "XOpenDisplay"), let close = dlsym(library, "XCloseDisplay"),
      let read = dlsym(library, "XResourceManagerString"),
      let display = unsafeBitCast(open, to: Open.self)(nil)
    else { return nil }
    defer { _ = unsafeBitCast(close, to: Close.self)(display) }
    return unsafeBitCast(read, to: Read.self)(display).map { String(cString: $0) }
  }
}
