// UIPasteboard.swift
// The system's clipboard.
//
// SPDX-License-Identifier: MIT

public import Foundation
import HostInterface

/// A pasteboard for sharing text within and between programs.
@preconcurrency @MainActor
public final class UIPasteboard: NSObject {
  /// The system's clipboard.
  public static let general = UIPasteboard()

  private override init() {}

  /// The clipboard's text. Setting nil empties it.
  public var string: String? {
    get { Platform.services.clipboard }
    set { Platform.services.clipboard = newValue ?? "" }
  }

  /// Whether the clipboard has text.
  public var hasStrings: Bool { !(string ?? "").isEmpty }
}
