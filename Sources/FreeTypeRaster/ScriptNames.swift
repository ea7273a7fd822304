// ScriptNames.swift
// Stage: display. The words in the names of font files for the scripts that they are made for.
//
// SPDX-License-Identifier: MIT

internal import CHarfBuzz

enum ScriptNames {
  /// The word for a character's script, such as "arabic". Nil for scripts that most faces have.
  static func fileName(of scalar: Unicode.Scalar) -> String? {
    HarfBuzzFont.script(of: scalar).flatMap { names[$0.rawValue] }
  }

  private static let names: [UInt32: String] = [
    HB_SCRIPT_ARABIC.rawValue: "arabic", HB_SCRIPT_ARMENIAN.rawValue: "armenian",
    HB_SCRIPT_BENGALI.rawValue: "bengali", HB_SCRIPT_BOPOMOFO.rawValue: "cjk",
    HB_SCRIPT_DEVANAGARI.rawValue: "devanagari", HB_SCRIPT_ETHIOPIC.rawValue: "ethiopic",
    HB_SCRIPT_GEORGIAN.rawValue: "georgian", HB_SCRIPT_GUJARATI.rawValue: "gujarati",
    HB_SCRIPT_GURMUKHI.rawValue: "gurmukhi", HB_SCRIPT_HAN.rawValue: "cjk",
    HB_SCRIPT_HANGUL.rawValue: "cjk", HB_SCRIPT_HEBREW.rawValue: "hebrew",
    HB_SCRIPT_HIRAGANA.rawValue: "cjk", HB_SCRIPT_KANNADA.rawValue: "kannada",
    HB_SCRIPT_KATAKANA.rawValue: "cjk", HB_SCRIPT_KHMER.rawValue: "khmer",
    HB_SCRIPT_LAO.rawValue: "lao", HB_SCRIPT_MALAYALAM.rawValue: "malayalam",
    HB_SCRIPT_MYANMAR.rawValue: "myanmar", HB_SCRIPT_ORIYA.rawValue: "oriya",
    HB_SCRIPT_SINHALA.rawValue: "sinhala", HB_SCRIPT_TAMIL.rawValue: "tamil",
    HB_SCRIPT_TELUGU.rawValue: "telugu", HB_SCRIPT_THAI.rawValue: "thai",
    HB_SCRIPT_TIBETAN.rawValue: "tibetan",
  ]
}
