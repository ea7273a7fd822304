// FontError.swift
// Stage: start. Why no text can be drawn, with advice.
//
// SPDX-License-Identifier: MIT

/// Why the system's fonts cannot be used.
package enum FontError: Error, Hashable, CustomStringConvertible {
  /// The file named by `LAMELLA_FONT` does not exist.
  case fileMissing(path: String)
  /// The file named by `LAMELLA_FONT` cannot be used by FreeType.
  case fileBroken(path: String, reason: String)
  /// No font directory contains a usable font.
  case noneInstalled(searched: [String])
  /// Directories of fonts could not be opened, as the system has no file to spare.
  case filesExhausted(reason: String)
  /// FreeType could not be initialised.
  case libraryFailed(reason: String)

  package var description: String {
    switch self {
    case .fileMissing(let path):
      "LAMELLA_FONT names \(path), which does not exist"
    case .fileBroken(let path, let reason):
      "LAMELLA_FONT names \(path), which cannot be used as a font: \(reason)"
    case .noneInstalled(let searched):
      """
      no font was found in \(searched.joined(separator: ", ")). Install one, for example \
      fonts-dejavu-core (apt), dejavu-sans-fonts (dnf, zypper: dejavu-fonts) or ttf-dejavu \
      (pacman), or let LAMELLA_FONT name a font file
      """
    case .filesExhausted(let reason):
      "the fonts cannot be read: \(reason). Raise the limit, for example with `ulimit -n 256`"
    case .libraryFailed(let reason):
      "FreeType failed while starting: \(reason)"
    }
  }
}
