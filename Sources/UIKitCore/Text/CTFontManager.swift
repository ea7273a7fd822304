// CTFontManager.swift
// Fonts from files of the program's own.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import Typesetting

/// How far a font is registered. A program on Linux registers fonts for itself, whatever it asks for.
public enum CTFontManagerScope: UInt32, Sendable {
  /// Not given.
  case none = 0
  /// For the program, until it ends.
  case process = 1
  /// For the user, until they are removed.
  case persistent = 2
  /// For the user, until the session ends.
  case session = 3
}

/// An error of Core Foundation's.
public typealias CFError = NSError

/// The domain of errors of ``CTFontManagerRegisterFontsForURL(_:_:_:)``; their codes are Apple's.
public var kCTFontManagerErrorDomain: CFString {
  "com.apple.CoreText.CTFontManagerErrorDomain" as NSString
}

/// Adds the fonts of a file to those that `UIFont(name:size:)` finds.
///
/// - Parameters:
///   - fontURL: A file in the format TrueType or OpenType, or a collection of them.
///   - scope: Every scope means ``CTFontManagerScope/process``.
///   - error: Gets the reason where the result is false: code 101 for a file that does not exist, 102 for one that cannot
///     be read, 103 for one that is no font, 105 for one that was added before.
/// - Returns: Whether the fonts were added.
@discardableResult
public func CTFontManagerRegisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  changeFonts(fontURL, error) { path throws(FontRegistrationError) in
    try Fonts.provider.register(fileAt: path)
  }
}

/// Removes the fonts of a file that was added with ``CTFontManagerRegisterFontsForURL(_:_:_:)``. Text that has them keeps
/// them.
///
/// - Parameters:
///   - fontURL: The file.
///   - scope: Every scope means ``CTFontManagerScope/process``.
///   - error: Gets the reason where the result is false: code 201 for a file that was not added.
/// - Returns: Whether the fonts were removed.
@discardableResult
public func CTFontManagerUnregisterFontsForURL(
  _ fontURL: CFURL, _ scope: CTFontManagerScope,
  _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?
) -> Bool {
  changeFonts(fontURL, error) { path throws(FontRegistrationError) in
    try Fonts.provider.unregister(fileAt: path)
  }
}

private func changeFonts(
  _ url: CFURL, _ error: UnsafeMutablePointer<Unmanaged<CFError>?>?,
  _ change: (String) throws(FontRegistrationError) -> Void
) -> Bool {
  do throws(FontRegistrationError) {
    guard url.isFileURL, let path = url.standardizingPath?.path else { throw .fileMissing }
    try change(path)
    // What is cached of text is of other fonts.
    Fonts.provider = Fonts.provider
    return true
  } catch let reason {
    let words =
      switch reason {
      case .fileMissing: "There is no such file."
      case .notAllowed: "The file cannot be read."
      case .notAFont: "The file is no font with letters."
      case .alreadyRegistered: "The file was registered before."
      case .notRegistered: "The file was not registered."
      }
    error?.pointee = Unmanaged.passRetained(
      NSError(
        domain: kCTFontManagerErrorDomain as String, code: reason.rawValue,
        userInfo: [
          NSLocalizedDescriptionKey: "\(url.path ?? url.absoluteString): \(words)"
        ]))
    return false
  }
}
