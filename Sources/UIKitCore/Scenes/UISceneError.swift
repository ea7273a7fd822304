// UISceneError.swift
// Why a request for a scene failed.
//
// SPDX-License-Identifier: MIT

/// An error of a request for a scene.
public struct UISceneError: Error, Hashable, Sendable {
  /// The kind of an error.
  public enum Code: Int, Sendable {
    /// The program's Info.plist does not support several scenes.
    case multipleScenesNotSupported
    /// The request cannot be met.
    case requestDenied
  }

  /// The kind of the error.
  public let code: Code

  /// Creates an error.
  public init(code: Code) { self.code = code }
}
