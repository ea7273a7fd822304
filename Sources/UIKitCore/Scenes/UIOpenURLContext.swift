// UIOpenURLContext.swift
// A URL that a scene is opened with.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A URL that a scene is opened with. Declared for source compatibility: nothing on Linux sends one to a running program.
@preconcurrency @MainActor
public final class UIOpenURLContext: NSObject {
  /// The URL.
  public let url: URL

  /// Creates a context.
  package init(url: URL) { self.url = url }
}
