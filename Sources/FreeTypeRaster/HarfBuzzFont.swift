// HarfBuzzFont.swift
// Stage: display. Shapes text of one face, script and direction with HarfBuzz, in ems. FreeTypeCoverage rasterises
// the glyphs.
//
// SPDX-License-Identifier: MIT

internal import CHarfBuzz
import Foundation
import Typesetting

/// A face as HarfBuzz uses it: ligatures, kerning, joined letters and placed marks.
///
/// Used under ``FreeTypeLibrary/lock``.
final class HarfBuzzFont {
  /// A shaped glyph. Lengths are ems, y down.
  struct Glyph: Hashable {
    var index: UInt32
    /// The offset in the text of the first character that the glyph belongs to, in UTF-16 units.
    var cluster: Int
    /// The glyph's own advance.
    var advance: Double
    /// What the text around it adds to its advance.
    var kerning: Double
    var offset: SIMD2<Double>
  }

  private let face: OpaquePointer
  private let font: OpaquePointer
  private let buffer: OpaquePointer
  private let unitsPerEm: Double

  /// What is switched off in shaping. Ligatures that a script needs are always formed.
  static func features(ligatures: Bool, kerning: Bool) -> [hb_feature_t] {
    ((ligatures ? [] : ["liga", "clig"]) + (kerning ? [] : ["kern"])).map {
      hb_feature_t(tag: tag($0), value: 0, start: 0, end: .max)
    }
  }

  /// Opens a file. A face without tables that HarfBuzz understands shapes each character by itself.
  init(path: String, index: Int, unitsPerEm: Double) {
    let blob = hb_blob_create_from_file(path)
    face = hb_face_create(blob, UInt32(clamping: index))
    hb_blob_destroy(blob)
    font = hb_font_create(face)
    hb_ot_font_set_funcs(font)
    let scale = Int32(min(max(unitsPerEm, 1), 0x7FFF))
    hb_font_set_scale(font, scale, scale)
    buffer = hb_buffer_create()
    self.unitsPerEm = Double(scale)
  }

  deinit {
    hb_buffer_destroy(buffer)
    hb_font_destroy(font)
    hb_face_destroy(face)
  }

  /// A four-letter name as a number.
  static func tag(_ name: String) -> hb_tag_t {
    name.utf8.prefix(4).reduce(0) { $0 << 8 | hb_tag_t($1) }
  }

  // MARK: Shaping

  /// Appends the glyphs of a part of a text, in visual order from the left.
  ///
  /// - Parameters:
  ///   - range: The part. The text around it decides how its ends are joined.
  ///   - features: What is switched off; see ``features(ligatures:kerning:)``.
  func shape(
    _ units: UnsafeBufferPointer<UInt16>, range: Range<Int>, script: hb_script_t,
    isRightToLeft: Bool, features: [hb_feature_t] = [], into result: inout [Glyph]
  ) {
    guard let base = units.baseAddress, let length = Int32(exactly: units.count),
      range.lowerBound >= 0, range.upperBound <= units.count
    else { return }
    hb_buffer_clear_contents(buffer)
    hb_buffer_set_content_type(buffer, HB_BUFFER_CONTENT_TYPE_UNICODE)
    hb_buffer_add_utf16(buffer, base, length, UInt32(range.lowerBound), Int32(range.count))
    hb_buffer_set_direction(buffer, isRightToLeft ? HB_DIRECTION_RTL : HB_DIRECTION_LTR)
    hb_buffer_set_script(buffer, script)
    hb_buffer_set_flags(buffer, HB_BUFFER_FLAG_REMOVE_DEFAULT_IGNORABLES)
    hb_shape(font, buffer, features, UInt32(features.count))
    var count: UInt32 = 0
    guard let infos = hb_buffer_get_glyph_infos(buffer, &count),
      let positions = hb_buffer_get_glyph_positions(buffer, &count)
    else { return }
    result.reserveCapacity(result.count + Int(count))
    for index in 0..<Int(count) {
      let (info, position) = (infos[index], positions[index])
      let own = hb_font_get_glyph_h_advance(font, info.codepoint)
      result.append(
        Glyph(
          index: info.codepoint, cluster: Int(info.cluster), advance: Double(own) / unitsPerEm,
          // In a malformed font the difference may be beyond 32 bits.
          kerning: (Double(position.x_advance) - Double(own)) / unitsPerEm,
          offset: SIMD2(Double(position.x_offset), -Double(position.y_offset)) / unitsPerEm))
    }
  }

  /// The glyphs of one or two characters of a script.
  private func shape(
    _ scalars: [Unicode.Scalar], script: hb_script_t = HB_SCRIPT_LATIN
  ) -> [Glyph] {
    var result: [Glyph] = []
    let units = scalars.flatMap { Array(String($0).utf16) }
    units.withUnsafeBufferPointer {
      shape($0, range: 0..<units.count, script: script, isRightToLeft: false, into: &result)
    }
    return result
  }

  // MARK: Simple text

  /// The glyph of a character by itself, and its advance. Glyph 0 when there is no such glyph alone.
  func simple(_ scalar: Unicode.Scalar) -> (index: UInt32, advance: Double) {
    let glyphs = shape([scalar])
    guard glyphs.count == 1, glyphs[0].offset == .zero, glyphs[0].kerning == 0 else {
      return (0, 0)
    }
    return (glyphs[0].index, glyphs[0].advance)
  }

  /// The kerning between two characters. Infinite for two that do not become their own two glyphs, or that a
  /// third one may change.
  func kerning(_ left: Unicode.Scalar, _ right: Unicode.Scalar) -> Double {
    let (first, second) = (simple(left).index, simple(right).index)
    guard !neighbours.exceptions.contains(UInt64(first) << 32 | UInt64(second)) else {
      return .infinity
    }
    return pair(left, right, first, second)
  }

  private func pair(
    _ left: Unicode.Scalar, _ right: Unicode.Scalar, _ first: UInt32, _ second: UInt32
  ) -> Double {
    let glyphs = shape([left, right])
    guard glyphs.count == 2, glyphs[1].kerning == 0, glyphs.allSatisfy({ $0.offset == .zero }),
      glyphs[0].index == first, glyphs[1].index == second
    else { return .infinity }
    return glyphs[0].kerning
  }

  /// Whether the face has tables by which neighbours change each other.
  lazy var hasPairs: Bool =
    hb_ot_layout_has_substitution(face) != 0 || hb_ot_layout_has_positioning(face) != 0
    || hasTable("kern") || isContextual

  private func hasTable(_ name: String) -> Bool {
    let blob = hb_face_reference_table(face, Self.tag(name))
    defer { hb_blob_destroy(blob) }
    return hb_blob_get_length(blob) > 0
  }

  /// Whether glyphs of simple characters may depend on more than their neighbours in too many ways for a
  /// table.
  var isContextual: Bool { neighbours.isContextual }

  /// What is known of simple characters in threes.
  private struct Neighbours {
    var isContextual = false
    /// Pairs of glyphs, the first in the higher half, that a third glyph may change.
    var exceptions: Set<UInt64> = []
  }

  private lazy var neighbours: Neighbours = {
    guard hb_aat_layout_has_substitution(face) == 0, hb_aat_layout_has_positioning(face) == 0 else {
      return Neighbours(isContextual: true)
    }
    var simple: [UInt32: Unicode.Scalar] = [:]
    for value in 0x20..<UInt32(GlyphTable.end) {
      var glyph: hb_codepoint_t = 0
      guard let scalar = Unicode.Scalar(value), hb_font_get_nominal_glyph(font, value, &glyph) != 0
      else { continue }
      simple[glyph] = simple[glyph] ?? scalar
    }
    var result = Neighbours()
    for (table, features) in [
      ("GSUB", ["ccmp", "locl", "rlig", "liga", "clig", "calt", "rclt"]),
      ("GPOS", ["kern", "dist"]),
    ] {
      examine(Self.tag(table), features: features.map(Self.tag), simple: simple, &result)
    }
    return result
  }()

  /// The most glyphs of a lookup that are tried in threes: with the text around it, and without.
  private static let mostTried = (context: 12, ligature: 6)

  /// Examines the lookups of some features that change simple characters.
  private func examine(
    _ table: hb_tag_t, features: [hb_tag_t], simple: [UInt32: Unicode.Scalar],
    _ result: inout Neighbours
  ) {
    let sets = (0..<4).compactMap { _ in hb_set_create() }
    defer { sets.forEach { hb_set_destroy($0) } }
    guard sets.count == 4 else { return result.isContextual = true }
    let scripts = ["latn", "DFLT", "dflt"].map(Self.tag)
    hb_ot_layout_collect_lookups(face, table, scripts + [0], nil, features + [0], sets[0])
    var lookup = hb_codepoint_t.max
    while hb_set_next(sets[0], &lookup) != 0, !result.isContextual {
      for set in sets.dropFirst() { hb_set_clear(set) }
      hb_ot_layout_lookup_collect_glyphs(face, table, lookup, sets[1], sets[2], sets[3], nil)
      let isFollowed = hb_set_is_empty(sets[3]) == 0
      let (before, input, after) = (
        Self.members(of: sets[1], in: simple), Self.members(of: sets[2], in: simple),
        Self.members(of: sets[3], in: simple)
      )
      if input.isEmpty { continue }
      let hasContext = !before.isEmpty || !after.isEmpty
      // Nothing simple can follow: accents of dotted letters, for example.
      if hasContext && isFollowed && after.isEmpty { continue }
      let all = Set(before + input + after)
      if all.count <= (hasContext ? Self.mostTried.context : Self.mostTried.ligature) {
        tryThrees(of: all.sorted(), simple, &result)
      } else if hasContext {
        result.isContextual = true
      }
    }
  }

  private static func members(
    of set: OpaquePointer, in simple: [UInt32: Unicode.Scalar]
  ) -> [UInt32] {
    simple.keys.filter { hb_set_has(set, $0) != 0 }
  }

  /// Finds the threes of glyphs that differ from their pairs.
  private func tryThrees(
    of glyphs: [UInt32], _ simple: [UInt32: Unicode.Scalar], _ result: inout Neighbours
  ) {
    let scalars = glyphs.compactMap { simple[$0] }
    let known = scalars.map(self.simple)
    let all = scalars.indices
    let pairs = all.map { left in
      all.map { pair(scalars[left], scalars[$0], known[left].index, known[$0].index) }
    }
    for a in all {
      for b in all where pairs[a][b] != .infinity {
        for c in all where pairs[b][c] != .infinity {
          let glyphs = shape([scalars[a], scalars[b], scalars[c]])
          let isSum =
            glyphs.count == 3 && glyphs.allSatisfy { $0.offset == .zero }
            && glyphs.map(\.index) == [a, b, c].map { known[$0].index }
            && glyphs.map(\.kerning) == [pairs[a][b], pairs[b][c], 0]
          if !isSum {
            result.exceptions.insert(UInt64(known[a].index) << 32 | UInt64(known[b].index))
          }
        }
      }
    }
  }

  // MARK: Scripts

  /// The script of a character. Nil for one of all scripts, and for marks.
  static func script(of scalar: Unicode.Scalar) -> hb_script_t? {
    // Most text is in one of these ranges.
    if scalar.value < 0x80 {
      return 0x41...0x5A ~= scalar.value || 0x61...0x7A ~= scalar.value ? HB_SCRIPT_LATIN : nil
    }
    let script = hb_unicode_script(hb_unicode_funcs_get_default(), scalar.value)
    switch script {
    case HB_SCRIPT_COMMON, HB_SCRIPT_INHERITED, HB_SCRIPT_UNKNOWN, HB_SCRIPT_INVALID: return nil
    default: return script
    }
  }
}
