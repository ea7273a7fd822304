// ListClasses.swift
// Creates the cells and views of registered classes, by the initialisers that subclasses override; see MethodTable.swift.
//
// SPDX-License-Identifier: MIT

internal import CUIKitCoreMethods
import CoreGraphics
import Foundation
import QuartzCore

/// Creates views of classes that are known only at run time.
@MainActor
enum ListClasses {
  /// Returns a view created by its `init(frame:)`.
  static func make<View: UIView>(_ type: View.Type, frame: CGRect) -> View {
    MethodSlot.own(
      construct_with_frame(
        MethodSlot.viewInitFrame.method(in: type), frame.minX, frame.minY, frame.width,
        frame.height,
        MethodSlot.pointer(to: type)))
  }

  /// Returns a cell created by its `init(style:reuseIdentifier:)`.
  static func makeCell(
    _ type: UITableViewCell.Type, _ identifier: String?,
    style: UITableViewCell.CellStyle = .default
  ) -> UITableViewCell {
    let words = words(of: identifier)
    return MethodSlot.own(
      construct_with_style(
        MethodSlot.cellInit.method(in: type), unsafeBitCast(style, to: UInt8.self), words.0,
        words.1,
        MethodSlot.pointer(to: type)))
  }

  /// Returns a view created by its `init(reuseIdentifier:)`.
  static func makeHeader(
    _ type: UITableViewHeaderFooterView.Type, _ identifier: String
  ) -> UITableViewHeaderFooterView {
    let words = words(of: identifier)
    return MethodSlot.own(
      construct_with_string(
        MethodSlot.headerInit.method(in: type), words.0, words.1, MethodSlot.pointer(to: type)))
  }

  /// The two words of an optional string, owned by the callee that takes them.
  private static func words(of text: String?) -> (UInt64, UInt64) {
    let owned = UnsafeMutablePointer<String?>.allocate(capacity: 1)
    owned.initialize(to: text)
    // Not deinitialised: the initialiser releases the text.
    defer { owned.deallocate() }
    return owned.withMemoryRebound(to: (UInt64, UInt64).self, capacity: 1) { $0.pointee }
  }
}
