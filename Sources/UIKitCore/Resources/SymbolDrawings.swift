// SymbolDrawings.swift
// The symbols that are drawn here: our own drawings, under the names that programs for iOS use.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Drawings in a square of 24 units, y down, in a language of letters and numbers.
///
/// `S` strokes and `F` fills what follows, `K` strokes and takes away. `M`, `L`, `C` and `Z` are a path's, `O` is a circle
/// (centre, radius), `A` an arc (centre, radius, degrees from and to), `R` a rectangle (origin, size, corner radius), and
/// `T` a star (centre, radius).
enum SymbolDrawings {
  static let all: [String: String] = {
    let cross = "M8.5 8.5L15.5 15.5M15.5 8.5L8.5 15.5"
    let check = "M7.5 12.5L11 16L16.5 8.5"
    let (plus, minus) = ("M12 7.5L12 16.5M7.5 12L16.5 12", "M7.5 12L16.5 12")
    let heart =
      "M12 20.5C4.5 15 3 11 3 8.3C3 5.3 5.2 3.5 7.6 3.5C9.5 3.5 11 4.5 12 6.3C13 4.5 14.5 3.5 16.4 3.5"
      + "C18.8 3.5 21 5.3 21 8.3C21 11 19.5 15 12 20.5Z"
    let person = "O12 8 4M4 20.5C4 15.5 8 14 12 14C16 14 20 15.5 20 20.5Z"
    let bell =
      "M5.5 17.5C7 15.5 7 13.5 7 10.5C7 7 9 5 12 5C15 5 17 7 17 10.5C17 13.5 17 15.5 18.5 17.5Z"
    let bookmark = "M7 3.5L17 3.5L17 20.5L12 16.5L7 20.5Z"
    let cloud = "M7 18.5C2.5 18.5 2.5 12 7 12C7 6.5 15.5 5.5 16.5 11C21.5 11 21.5 18.5 17 18.5Z"
    let bolt = "M13.5 2.5L5 13.5L11 13.5L10 21.5L19 9.5L13 9.5Z"
    let drop =
      "M12 3C8.5 8 6 11.5 6 15C6 18.5 8.7 21 12 21C15.3 21 18 18.5 18 15C18 11.5 15.5 8 12 3Z"
    let moon = "M19.5 14.5C12.5 17 7 10.5 9.5 4C3.5 6.5 3 16.5 10 20C14 21.8 18.5 19 19.5 14.5Z"
    let plane = "M21 3L3 10.5L10 14L13.5 21Z"
    let folder = "M3 6L9 6L11 8.5L21 8.5L21 19L3 19Z"
    let rays =
      "M12 2L12 4.5M12 19.5L12 22M2 12L4.5 12M19.5 12L22 12M5 5L6.7 6.7M17.3 17.3L19 19M19 5L17.3 6.7M5 19L6.7 17.3"
    let house = "M3 12L12 4L21 12M6 10L6 20L18 20L18 10"
    let (lock, shackle) = ("R6 11 12 9.5 2", "M8 11L8 8C8 2.7 16 2.7 16 8L16 11")
    return [
      "chevron.left": "SM15 4L7 12L15 20", "chevron.right": "SM9 4L17 12L9 20",
      "chevron.up": "SM4 15.5L12 7.5L20 15.5", "chevron.down": "SM4 8.5L12 16.5L20 8.5",
      "chevron.backward": "SM15 4L7 12L15 20", "chevron.forward": "SM9 4L17 12L9 20",
      "arrow.left": "SM20 12L4 12M11 5L4 12L11 19", "arrow.right": "SM4 12L20 12M13 5L20 12L13 19",
      "arrow.up": "SM12 20L12 4M5 11L12 4L19 11", "arrow.down": "SM12 4L12 20M5 13L12 20L19 13",
      "arrow.clockwise": "SA12 12 8 -20 270M12 0.5L16 4L12 7.5",
      "arrow.counterclockwise": "SA12 12 8 -90 200M12 0.5L8 4L12 7.5",
      "plus": "SM12 4L12 20M4 12L20 12", "minus": "SM4 12L20 12",
      "xmark": "SM5 5L19 19M19 5L5 19", "multiply": "SM5 5L19 19M19 5L5 19",
      "checkmark": "SM4 13L10 19L20 5",
      "map": "SM3 6.5L9 4L15 6.5L21 4L21 17.5L15 20L9 17.5L3 20ZM9 4L9 17.5M15 6.5L15 20",
      "map.fill": "FM3 6.5L9 4L15 6.5L21 4L21 17.5L15 20L9 17.5L3 20ZKM9 4L9 17.5M15 6.5L15 20",
      "circle": "SO12 12 9", "circle.fill": "FO12 12 10",
      "square": "SR4 4 16 16 3", "square.fill": "FR3 3 18 18 3.5",
      "plus.circle": "SO12 12 9.2" + plus, "plus.circle.fill": "FO12 12 10K" + plus,
      "minus.circle": "SO12 12 9.2" + minus, "minus.circle.fill": "FO12 12 10K" + minus,
      "xmark.circle": "SO12 12 9.2" + cross, "xmark.circle.fill": "FO12 12 10K" + cross,
      "checkmark.circle": "SO12 12 9.2" + check, "checkmark.circle.fill": "FO12 12 10K" + check,
      "info.circle": "SO12 12 9.2M12 11L12 17FO12 7.5 1.2",
      "questionmark.circle":
        "SO12 12 9.2M9 9.7C9 5.7 15 5.7 15 9.5C15 12 12 12 12 14.2FO12 17.3 1.1",
      "exclamationmark.circle": "SO12 12 9.2M12 7L12 13FO12 16.6 1.2",
      "exclamationmark.triangle": "SM12 3.5L21.5 20L2.5 20ZM12 10L12 14.5FO12 17.2 1.1",
      "heart": "S" + heart, "heart.fill": "F" + heart,
      "star": "ST12 12.6 9.5", "star.fill": "FT12 12.6 10.5",
      "play": "SM6.5 4L19.5 12L6.5 20Z", "play.fill": "FM6 3.5L20.5 12L6 20.5Z",
      "pause": "SR6 5 3.5 14 1R14.5 5 3.5 14 1", "pause.fill": "FR5 4 5 16 1.2R14 4 5 16 1.2",
      "stop": "SR5 5 14 14 2", "stop.fill": "FR4.5 4.5 15 15 2",
      "backward.fill": "FM2.5 12L12 6L12 18ZM12 12L21.5 6L21.5 18Z",
      "forward.fill": "FM21.5 12L12 6L12 18ZM12 12L2.5 6L2.5 18Z",
      "trash":
        "SM4 6L20 6M9 6L9.5 3.5L14.5 3.5L15 6M6 6L7 20.5L17 20.5L18 6M10 10L10.3 16.5M14 10L13.7 16.5",
      "magnifyingglass": "SO10 10 6.5M14.8 14.8L20.5 20.5",
      "gear": "SO12 12 6.5O12 12 2.5" + rays, "gearshape": "SO12 12 6.5O12 12 2.5" + rays,
      "ellipsis": "FO5 12 1.8O12 12 1.8O19 12 1.8",
      "ellipsis.circle": "SO12 12 9.2FO7.5 12 1.3O12 12 1.3O16.5 12 1.3",
      "line.3.horizontal": "SM4 6L20 6M4 12L20 12M4 18L20 18",
      "list.bullet": "SM9 6L20 6M9 12L20 12M9 18L20 18FO4.5 6 1.3O4.5 12 1.3O4.5 18 1.3",
      "square.grid.2x2":
        "SR4 4 6.5 6.5 1.2R13.5 4 6.5 6.5 1.2R4 13.5 6.5 6.5 1.2R13.5 13.5 6.5 6.5 1.2",
      "house": "S" + house,
      "house.fill": "FM2.5 12L12 3L21.5 12L18.5 12L18.5 20.5L5.5 20.5L5.5 12Z",
      "person": "S" + person, "person.fill": "F" + person,
      "envelope": "SR3 5.5 18 13 2M4 7L12 13L20 7",
      "bell": "S" + bell + "M10 20.5L14 20.5", "bell.fill": "F" + bell + "SM10 20.5L14 20.5",
      "bookmark": "S" + bookmark, "bookmark.fill": "F" + bookmark,
      "pencil": "SM4 20L5 15.5L16 4.5L19.5 8L8.5 19Z",
      "camera": "SR3 7 18 13 2O12 13.3 4M8 7L9.2 4.2L14.8 4.2L16 7",
      "photo": "SR3 5 18 14 2O8.5 10 1.5M4 18L10 13L13 15.5L17 11L20.5 14.5",
      "square.and.arrow.up":
        "SM8 9.5L5.5 9.5L5.5 21L18.5 21L18.5 9.5L16 9.5M12 15L12 3M8 7L12 3L16 7",
      "square.and.arrow.down":
        "SM8 9.5L5.5 9.5L5.5 21L18.5 21L18.5 9.5L16 9.5M12 3L12 15M8 11L12 15L16 11",
      "sun.max": "SO12 12 4.2" + rays, "sun.max.fill": "FO12 12 4.8S" + rays,
      "moon": "S" + moon, "moon.fill": "F" + moon, "cloud": "S" + cloud, "cloud.fill": "F" + cloud,
      "bolt": "S" + bolt, "bolt.fill": "F" + bolt, "drop": "S" + drop, "drop.fill": "F" + drop,
      "lock": "S" + lock + shackle, "lock.fill": "F" + lock + "S" + shackle,
      "eye": "SM2 12C6 5 18 5 22 12C18 19 6 19 2 12ZO12 12 3",
      "music.note": "SM9.2 18L9.2 5.5L19 3.5L19 16FO6.8 18 2.6O16.6 16 2.6",
      "paperplane": "S" + plane + "M21 3L10 14", "paperplane.fill": "F" + plane,
      "folder": "S" + folder, "folder.fill": "F" + folder,
      "doc": "SM6 3L14 3L18.5 7.5L18.5 21L6 21ZM14 3L14 7.5L18.5 7.5",
      "calendar": "SR4 5 16 15.5 2M4 10L20 10M8 3L8 6.5M16 3L16 6.5",
      "clock": "SO12 12 9M12 6L12 12L16 14.5",
    ]
  }()

  /// Draws a symbol in a square of a side, in points.
  ///
  /// - Parameter lineWidth: In units of the drawing.
  static func draw(_ drawing: String, side: CGFloat, lineWidth: CGFloat, in context: CGContext) {
    var scanner = Drawing(drawing)
    context.scaleBy(x: side / 24, y: side / 24)
    context.setLineWidth(lineWidth)
    context.setLineCap(.round)
    context.setLineJoin(.round)
    while let (mode, path) = scanner.next() {
      context.setBlendMode(mode == "K" ? .clear : .normal)
      context.addPath(path)
      if mode == "F" { context.fillPath() } else { context.strokePath() }
    }
    context.setBlendMode(.normal)
  }

  /// Reads a drawing part by part.
  private struct Drawing {
    private var rest: Substring
    init(_ text: String) { rest = Substring(text) }

    mutating func next() -> (mode: Character, path: CGPath)? {
      guard let mode = rest.popFirst() else { return nil }
      let path = CGMutablePath()
      while let letter = rest.first, !"SFK".contains(letter) {
        rest.removeFirst()
        add(letter, to: path)
      }
      return (mode, path)
    }

    private mutating func number() -> CGFloat {
      let text = rest.prefix { $0.isNumber || "-. ".contains($0) }
        .drop { $0 == " " }.prefix { $0 != " " }
      rest = rest[text.endIndex...]
      return Double(text).map { CGFloat($0) } ?? 0
    }

    private mutating func point() -> CGPoint {
      let x = number()
      return CGPoint(x: x, y: number())
    }

    private mutating func add(_ letter: Character, to path: CGMutablePath) {
      switch letter {
      case "M": path.move(to: point())
      case "L": path.addLine(to: point())
      case "C":
        let (first, second) = (point(), point())
        path.addCurve(to: point(), control1: first, control2: second)
      case "Z": path.closeSubpath()
      case "O":
        let (centre, radius) = (point(), number())
        path.addEllipse(
          in: CGRect(
            x: centre.x - radius, y: centre.y - radius, width: 2 * radius, height: 2 * radius))
      case "A":
        let (centre, radius, from) = (point(), number(), number() * .pi / 180)
        path.move(to: CGPoint(x: centre.x + radius * cos(from), y: centre.y + radius * sin(from)))
        path.addArc(
          center: centre, radius: radius, startAngle: from, endAngle: number() * .pi / 180,
          clockwise: false)
      case "R":
        let (origin, size, radius) = (point(), point(), number())
        path.addRoundedRect(
          in: CGRect(x: origin.x, y: origin.y, width: size.x, height: size.y), cornerWidth: radius,
          cornerHeight: radius)
      case "T":
        let (centre, radius) = (point(), number())
        for corner in 0..<10 {
          let (angle, length) = (
            CGFloat(corner) * .pi / 5 - .pi / 2, corner % 2 == 0 ? radius : radius * 0.45
          )
          let place = CGPoint(x: centre.x + length * cos(angle), y: centre.y + length * sin(angle))
          if corner == 0 { path.move(to: place) } else { path.addLine(to: place) }
        }
        path.closeSubpath()
      default: break
      }
    }
  }
}
