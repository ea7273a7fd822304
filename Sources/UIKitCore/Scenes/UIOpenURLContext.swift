// UIOpenURLContext.swift
// A URL that a scene is opened with.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A URL that a scene is opened with: a file that was dropped onto its window.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
  /// The URL.
  public let url: URL

  /// Creates a context.
  package init(url: URL) { self.url = url }
}
