// FuzzRandom.swift
// Random arguments for public calls: usual values, and those at the ends of their ranges.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// Arguments drawn from a seed. Equal seeds give equal arguments.
///
/// Every number is finite: what is not is refused by the documentation of the calls.
final class FuzzRandom {
  /// SplitMix64. Source: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators", 2014.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var z = state
      z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
      z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
      return z ^ (z >> 31)
    }
  }

  private var generator: Generator
  /// Differs at each choice that is made aside.
  private var asides: UInt64 = 0
  /// The fraction of numbers that are unusual, 0...1.
  var strangeness = 0.08

  init(seed: UInt64) { generator = Generator(state: seed) }

  private static let strange: [Double] = [
    0, -0.0, .leastNonzeroMagnitude, -1e-300, 1e-9, -1e-7, 1 / 3, 65_535, 65_536, 2_147_483_648,
    -4_294_967_297,
    1e15,
    9.3e18, -1e19, 1e30, 3.5e38, -1e39, 1e100, 1e154, -1e155, 1e200, 8.9e307, -8.9e307,
    .greatestFiniteMagnitude, -.greatestFiniteMagnitude,
  ]

  func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &generator) < share }
  func integer(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }
  func pick<Element>(_ list: [Element]) -> Element? { list.randomElement(using: &generator) }
  func shuffled<Element>(_ list: [Element]) -> [Element] { list.shuffled(using: &generator) }
  /// A number in a range, without exception.
  func plain(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &generator) }

  /// A number that is usually in a range.
  func number(_ range: ClosedRange<Double>) -> Double {
    chance(strangeness) ? pick(Self.strange) ?? 0 : plain(range)
  }

  /// A usual number, seldom replaced by an unusual one. The choice leaves the numbers that follow as they are, so
  /// that a seed makes the same calls as before.
  private func straying(_ usual: Double) -> Double {
    let aside = self.aside()
    return aside.chance(strangeness) ? aside.pick(Self.strange) ?? usual : usual
  }

  /// Other arguments, which leave those that follow as they are.
  func aside() -> FuzzRandom {
    asides &+= 0x5851_F42D_4C95_7F2D
    return FuzzRandom(seed: generator.state ^ asides)
  }

  /// A single that is usually in a range.
  func float(_ range: ClosedRange<Double>) -> Float {
    let limit = Double(Float.greatestFiniteMagnitude)
    return Float(min(max(number(range), -limit), limit))
  }

  func point() -> CGPoint { CGPoint(x: number(-20...90), y: number(-20...70)) }
  func unitPoint() -> CGPoint { CGPoint(x: number(0...1), y: number(0...1)) }
  func size() -> CGSize { CGSize(width: number(0...60), height: number(0...40)) }
  func rect() -> CGRect { CGRect(origin: point(), size: size()) }
  func insets() -> UIEdgeInsets {
    UIEdgeInsets(
      top: number(-5...9), left: number(-5...9), bottom: number(-5...9), right: number(-5...9))
  }

  func color() -> UIColor {
    UIColor(
      red: number(0...1), green: number(0...1), blue: number(0...1),
      alpha: chance(0.5) ? 1 : number(0...1))
  }

  func affine() -> CGAffineTransform {
    switch integer(0...4) {
    case 0: return .identity
    case 1: return CGAffineTransform(rotationAngle: number(-4...4))
    case 2: return CGAffineTransform(scaleX: number(-2...2), y: number(-2...2))
    case 3: return CGAffineTransform(translationX: number(-30...30), y: number(-30...30))
    default:
      return CGAffineTransform(
        a: number(-2...2), b: number(-2...2), c: number(-2...2), d: number(-2...2),
        tx: number(-9...9), ty: number(-9...9))
    }
  }

  /// A transform of finite numbers.
  func transform() -> CATransform3D {
    let transform = product()
    // A product of finite numbers may be infinite.
    return transform.isFinite ? transform : CATransform3DIdentity
  }

  private func product() -> CATransform3D {
    switch integer(0...5) {
    case 0: return CATransform3DIdentity
    case 1:
      return CATransform3DMakeRotation(plain(-4...4), plain(-1...1), plain(-1...1), plain(-1...1))
    case 2: return CATransform3DMakeScale(number(-2...2), number(-2...2), number(-2...2))
    case 3: return CATransform3DMakeAffineTransform(affine())
    case 4:
      var perspective = CATransform3DIdentity
      perspective.m34 = chance(0.1) ? number(-1...1) : -1 / plain(100...900)
      return CATransform3DTranslate(
        perspective, plain(-20...20), plain(-20...20), plain(-400...400))
    default:
      return CATransform3DMakeTranslation(number(-30...30), number(-30...30), number(-30...30))
    }
  }

  func path() -> CGPath {
    switch integer(0...4) {
    case 0: return CGPath(rect: rect(), transform: nil)
    case 1: return CGPath(ellipseIn: rect(), transform: nil)
    case 2: return UIBezierPath(roundedRect: rect(), cornerRadius: number(0...20)).cgPath
    default: break
    }
    let path = CGMutablePath()
    if chance(0.9) { path.move(to: point()) }
    for _ in 0..<integer(0...8) where !path.isEmpty {
      switch integer(0...5) {
      case 0: path.addLine(to: point())
      case 1: path.addQuadCurve(to: point(), control: point())
      case 2: path.addCurve(to: point(), control1: point(), control2: point())
      case 3: path.closeSubpath()
      case 4:
        path.addArc(
          center: point(), radius: abs(number(0...30)), startAngle: plain(-7...7),
          endAngle: plain(-7...7), clockwise: chance(0.5))
      default: path.move(to: point())
      }
    }
    return path
  }

  func image() -> CGImage {
    let (width, height) = (integer(1...9), integer(1...9))
    let bytes = (0..<width * height * 4).map { $0 % 4 == 3 ? 255 : UInt8(integer(0...255)) }
    return CGImage(width: width, height: height, premultipliedRGBA: bytes)
  }

  private static let words = [
    "", "a", "label", "two\nlines", "é", "e\u{301}", "日本語", "שלום", "مرحبا 123", "👩‍👩‍👧", "\u{202E}abc",
    "\u{0}", "\u{FFFC}", "\u{200B}", "tab\tstop", "a very long line of text that has to be broken",
    "\r\n", "𝔘𝔫𝔦", "…", "\u{2028}",
  ]

  func text() -> String {
    (0..<integer(1...3)).map { _ in pick(Self.words) ?? "" }.joined(
      separator: chance(0.7) ? " " : "")
  }

  func font() -> UIFont {
    let size = chance(0.1) ? min(max(number(0...40), -1e6), 1e6) : plain(5...24)
    return chance(0.5) ? .systemFont(ofSize: size) : .boldSystemFont(ofSize: size)
  }

  /// A text of one run. Foundation on Linux ends the program where two runs have attributes of equal number and
  /// different keys.
  func attributedText() -> NSAttributedString {
    NSAttributedString(string: text(), attributes: attributes())
  }

  private func attributes() -> [NSAttributedString.Key: Any] {
    var result: [NSAttributedString.Key: Any] = [:]
    for _ in 0..<integer(0...4) {
      switch integer(0...5) {
      case 0: result[.font] = font()
      case 1: result[.foregroundColor] = color()
      case 2: result[.kern] = straying(plain(-3...9))
      case 3: result[.baselineOffset] = straying(plain(-9...9))
      case 4: result[.underlineStyle] = integer(0...9)
      default:
        let style = NSMutableParagraphStyle()
        style.lineSpacing = straying(plain(0...9))
        style.firstLineHeadIndent = straying(plain(0...20))
        style.headIndent = straying(0)
        style.tailIndent = straying(0)
        style.lineHeightMultiple = straying(0)
        style.alignment = pick([.left, .center, .right, .justified, .natural]) ?? .left
        style.lineBreakMode =
          pick([.byWordWrapping, .byCharWrapping, .byTruncatingTail]) ?? .byClipping
        result[.paragraphStyle] = style
      }
    }
    return result
  }
}
