// AppleFontName.swift
// Stage: start. The names of the fonts of Apple's systems, with the families that stand in for them.
//
// SPDX-License-Identifier: MIT

/// A name of a font of Apple's systems, such as "HelveticaNeue-BoldItalic", "Times New Roman" or "ArialMT".
///
/// Programs for iOS unwrap `UIFont(name:size:)` of these names by force, as the fonts are always there.
package struct AppleFontName: Hashable, Sendable {
  /// The kind of a typeface.
  enum Kind { case sansSerif, serif, monospaced }

  /// The families to take in its place, best first, in the spelling of ``key(_:)``.
  package var substitutes: [String]
  /// The weight: 100 thin, 400 regular, 700 bold, 900 black.
  package var weight = 400
  package var isItalic = false
  package var isMonospaced: Bool

  /// Reads a PostScript, full or family name, in any case of letters. Nil for a name of no font of Apple's.
  package init?(_ name: String) {
    var rest = Self.key(name)
    while true {
      if let kind = Self.kind(of: rest) {
        substitutes = Self.families(of: rest, kind)
        isMonospaced = kind == .monospaced
        return
      }
      guard
        let (word, style) = Self.endings.first(where: {
          rest.hasSuffix($0.word) && rest.count > $0.word.count
        })
      else { return nil }
      rest.removeLast(word.count)
      switch style {
      case .weight(let value): weight = value
      case .italic: isItalic = true
      case .none: break
      }
    }
  }

  /// The description of the nearest face.
  ///
  /// - Parameter isInstalled: Whether a family is installed, by its name in the spelling of ``key(_:)``.
  package func description(isInstalled: (String) -> Bool) -> FontDescription {
    FontDescription(
      family: substitutes.first(where: isInstalled), weight: weight, isItalic: isItalic,
      isMonospaced: isMonospaced)
  }

  /// A name's letters and digits in lower case.
  static func key(_ name: String) -> String {
    name.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }

  // MARK: Tables

  private enum Style { case weight(Int), italic, none }

  /// What follows a family's name, longer words first.
  private static let endings: [(word: String, style: Style)] = [
    ("extrablack", .weight(900)), ("ultralight", .weight(100)), ("extralight", .weight(200)),
    ("extrabold", .weight(800)), ("ultrabold", .weight(800)), ("condensed", .none),
    ("semibold", .weight(600)), ("demibold", .weight(600)), ("rounded", .none),
    ("display", .none), ("regular", .none), ("oblique", .italic), ("italic", .italic),
    ("compact", .none), ("medium", .weight(500)), ("heavy", .weight(800)), ("black", .weight(900)),
    ("light", .weight(300)), ("roman", .none), ("plain", .none), ("thin", .weight(200)),
    ("bold", .weight(700)), ("demi", .weight(600)), ("book", .none), ("text", .none),
    ("wide", .none), ("itc", .none), ("let", .none), ("ps", .none), ("mt", .none), ("tt", .none),
    ("w3", .weight(300)), ("w6", .weight(600)), ("w8", .weight(800)),
  ]

  private static let serif: Set<String> = [
    "academyengraved", "americantypewriter", "applemyungjo", "baskerville", "bigcaslon",
    "bodonisvtytwo", "bodonisvtytwoos", "bodonisvtytwosc", "charter", "cochin", "didot", "georgia",
    "grantha",
    "hiraginominchopron", "hiraminpro", "hiraminpron", "hoeflertext", "iowanoldstyle", "newyork",
    "palatino", "rockwell",
    "songti", "songtisc", "songtitc", "stixtwo", "superclarendon", "symbol", "times",
    "timesnewroman", "timesnewromanps",
  ]

  private static let monospaced: Set<String> = [
    "andalemono", "courier", "couriernew", "couriernewps", "menlo", "monaco", "ptmono", "sfmono",
    "sfuimono", "applesystemuifontmonospaced",
  ]

  private static let sansSerif: Set<String> = [
    "alnile", "applecoloremoji", "applesdgothicneo", "applesystemuifont", "applesymbols", "arial",
    "arialhebrew", "arialnarrow", "avenir", "avenirnext", "avenirnextcondensed",
    "bradleyhand", "chalkboard", "chalkboardse", "chalkduster", "comicsansms", "copperplate",
    "damascus", "dinalternate", "dincondensed", "euphemiaucas", "farah", "futura", "galvji",
    "geezapro", "geneva", "gillsans", "helvetica", "helveticaneue", "hirakakupro", "hirakakupron",
    "hiraginosans", "impact", "kailasa", "kefa", "khmersangammn", "kohinoorbangla",
    "kohinoordevanagari", "kohinoorgujarati", "kohinoortelugu", "laosangammn", "lucidagrande",
    "malayalamsangammn", "markerfelt", "mishafi", "muktamahee", "myanmarsangammn", "nadeem",
    "noteworthy",
    "optima", "papyrus", "partylet", "pingfanghk", "pingfangsc", "pingfangtc", "ptsans",
    "savoyelet", "sanfrancisco", "sf", "sfns", "sfpro", "sfui", "sinhalasangammn", "skia",
    "snellroundhand", "tahoma", "tamilsangammn", "thonburi", "trebuchet", "trebuchetms", "verdana",
    "zapfdingbats", "zapfino",
  ]

  private static func kind(of family: String) -> Kind? {
    if sansSerif.contains(family) { return .sansSerif }
    if monospaced.contains(family) { return .monospaced }
    return serif.contains(family) ? .serif : nil
  }

  /// Families of the same widths first, then those of the same kind. Empty for the system's own.
  private static func families(of family: String, _ kind: Kind) -> [String] {
    switch (family, kind) {
    case ("verdana", _), ("tahoma", _), ("lucidagrande", _), ("geneva", _): ["dejavusans"]
    case ("helvetica", _), ("helveticaneue", _), ("arial", _), ("arialnarrow", _):
      ["liberationsans", "arimo", "nimbussans", "freesans"]
    case (_, .sansSerif): []
    case ("menlo", _), ("monaco", _), ("sfmono", _), ("sfuimono", _): ["dejavusansmono"]
    case (_, .monospaced): ["liberationmono", "cousine", "nimbusmonops", "freemono"]
    case ("georgia", _), ("newyork", _): ["gelasio", "dejavuserif"] + serifs
    case (_, .serif): serifs
    }
  }

  private static let serifs = [
    "liberationserif", "tinos", "nimbusroman", "freeserif", "dejavuserif", "notoserif",
    "sourceserif4",
  ]
}
