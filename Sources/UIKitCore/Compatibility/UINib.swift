// UINib.swift
// Views from files of Interface Builder, which cannot be read on Linux.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// A file of Interface Builder. It cannot be read on Linux: code that mentions one compiles, and ends with words where the
/// views would be needed.
@preconcurrency @MainActor
open class UINib: NSObject {
  /// The key of an option.
  public struct OptionsKey: RawRepresentable, Hashable, Sendable {
    /// The key's name.
    public let rawValue: String
    /// Creates a key from its name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The objects that stand for placeholders of the file.
    public static let externalObjects = OptionsKey(rawValue: "UINibExternalObjects")
  }

  /// The file's name.
  final let name: String

  /// Creates the reference to a file.
  public init(nibName name: String, bundle bundleOrNil: Bundle?) { self.name = name }

  /// Ends the program: there are no such files on Linux.
  open func instantiate(
    withOwner ownerOrNil: Any?, options optionsOrNil: [OptionsKey: Any]? = nil
  ) -> [Any] {
    trap("the nib \"\(name)\" cannot be read on Linux: make its views in code")
  }

  /// Reports that the views of a list were registered by a file.
  final func reportRegistration(of identifier: String) {
    Diagnostics.reportOnce(
      "nib \(name) \(identifier)",
      "The nib \"\(name)\" for \"\(identifier)\" cannot be read on Linux: register a class")
  }
}

extension Bundle {
  /// Reports that the file cannot be read on Linux, and returns nil.
  @MainActor @discardableResult
  public func loadNibNamed(
    _ name: String, owner: Any?, options: [UINib.OptionsKey: Any]? = nil
  ) -> [Any]? {
    Diagnostics.reportOnce(
      "nib \(name)", "The nib \"\(name)\" cannot be read on Linux: make its views in code")
    return nil
  }
}
