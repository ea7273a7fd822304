// BundledFonts.swift
// Stage: start. The fonts that a program's Info.plist lists, from its resources.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import Typesetting

/// The files that `UIAppFonts` of an Info.plist lists.
package enum BundledFonts {
  private static let key = "UIAppFonts"

  /// The fonts of the main bundle and of the targets' resources, registered once: before a font is looked up by its name.
  static let ofProgram: Void = register(in: ResourceFolders.folders(of: .main))

  /// Registers the files that the folders' lists name, and reports those that are no fonts.
  package static func register(in folders: [String]) {
    for folder in folders {
      for name in names(in: folder) {
        let url = URL(fileURLWithPath: folder).appendingPathComponent(name)
        var error: Unmanaged<CFError>?
        if CTFontManagerRegisterFontsForURL(url as CFURL, .process, &error) { continue }
        let reason = error?.takeRetainedValue()
        // Several folders may have copies of one list.
        if reason?.code == FontRegistrationError.alreadyRegistered.rawValue { continue }
        Diagnostics.reportOnce(
          "font \(url.path)", "\(key) of Info.plist: \(reason?.localizedDescription ?? url.path)")
      }
    }
  }

  /// The names that the lists in a folder have: `Info.plist`, and `Module-Info.plist` of Xcode's projects.
  private static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0 == "Info.plist" || $0.hasSuffix("-Info.plist") }.sorted().flatMap {
      let data = FileManager.default.contents(
        atPath: (folder as NSString).appendingPathComponent($0))
      let list = data.flatMap { try? PropertyListSerialization.propertyList(from: $0, format: nil) }
      return (list as? [String: Any])?[key] as? [String] ?? []
    }
  }
}
