// FontError.swift
// Stage: start. Why no text can be drawn, in words that say what to do.
//
// SPDX-License-Identifier: MIT

/// Why the system's fonts cannot be used.
package enum FontError: Error, Hashable, CustomStringConvertible {
  /// The file that `LAMELLA_FONT` names is not there.
  case fileMissing(path: String)
  /// The file is there, but FreeType cannot use it.
  case fileBroken(path: String, reason: String)
  /// None of the usual places holds a font that can be used.
  case noneInstalled(searched: [String])
  /// FreeType itself would not start.
  case libraryFailed(reason: String)

  package var description: String {
    switch self {
    case .fileMissing(let path):
      "LAMELLA_FONT names \(path), and there is no such file"
    case .fileBroken(let path, let reason):
      "LAMELLA_FONT names \(path), which cannot be used as a font: \(reason)"
    case .noneInstalled(let searched):
      """
      no font was found in \(searched.joined(separator: ", ")). Install one, for example \
      fonts-dejavu-core (apt), dejavu-sans-fonts (dnf, zypper: dejavu-fonts) or ttf-dejavu \
      (pacman), or let LAMELLA_FONT name a font file
      """
    case .libraryFailed(let reason):
      "FreeType failed while starting: \(reason)"
    }
  }
}
