// DataProgram.swift
// Random strings, paths, image files, font files and command lines.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import FreeTypeRaster
import LamellaViewer
import PNGFiles
import Typesetting
import UIKit

/// Random calls that take data from outside the program.
@MainActor final class DataProgram: FuzzProgram {
  private let stage: FuzzStage
  private var random: FuzzRandom { stage.random }

  init(_ stage: FuzzStage) { self.stage = stage }

  func step() {
    switch random.integer(0...29) {
    case 0...7: measureText()
    case 8...13: walkPath()
    case 14...19: readImage()
    case 20...23: parseCommand()
    case 24...26: computeTransforms()
    case 27: readFont()
    default: readVisualFormat()
    }
  }

  func end() {}

  // MARK: Text

  private func measureText() {
    let text = random.attributedText()
    stage.log("text \(text.string.debugDescription)")
    let limit = CGSize(width: random.number(-9...90), height: random.number(0...90))
    let options = NSStringDrawingOptions.usesLineFragmentOrigin
    let bounds = text.boundingRect(with: limit, options: options, context: nil)
    stage.expect(
      !bounds.width.isNaN && !bounds.height.isNaN && bounds.width >= 0 && bounds.height >= 0,
      "\(text.string.debugDescription) has the bounds \(bounds)")
    let label = UILabel()
    label.attributedText = text
    label.numberOfLines = random.integer(0...3)
    _ = label.sizeThatFits(limit)
    if random.chance(0.2) {
      label.frame = CGRect(x: 0, y: 0, width: random.plain(0...60), height: random.plain(0...40))
      _ = UIGraphicsImageRenderer(size: CGSize(width: 40, height: 20)).image {
        label.layer.render(in: $0.cgContext)
        text.draw(in: random.rect())
      }
    }
  }

  // MARK: Paths

  private func walkPath() {
    let path = random.path()
    stage.log("path \(path)")
    let box = path.boundingBox
    _ = path.contains(random.point(), using: random.chance(0.5) ? .evenOdd : .winding)
    var transform = random.affine()
    _ = path.copy(using: &transform)
    _ = path.mutableCopy()
    let bezier = UIBezierPath(cgPath: path)
    bezier.lineWidth = random.number(0...9)
    bezier.append(UIBezierPath(rect: random.rect()))
    bezier.apply(transform)
    _ = bezier.bounds
    let tolerance = max(abs(box.minX), abs(box.maxX), 1) * 1e-6
    path.applyWithBlock { element in
      guard element.pointee.type == .moveToPoint || element.pointee.type == .addLineToPoint else {
        return
      }
      let point = element.pointee.points[0]
      guard point.x.isFinite, box.width.isFinite, box.minX.isFinite else { return }
      stage.expect(
        point.x >= box.minX - tolerance && point.x <= box.maxX + tolerance,
        "the point \(point) is outside of its path's box \(box)")
    }
    if random.chance(0.3) {
      let context = CGContext(size: CGSize(width: 20, height: 20))
      context.setLineWidth(bezier.lineWidth)
      context.addPath(path)
      random.chance(0.5) ? context.strokePath() : context.fillPath()
    }
  }

  // MARK: Files

  private func readImage() {
    let image = random.image()
    guard var bytes = try? PNGFile.encode(image) else {
      return stage.expect(false, "an image of \(image.width) x \(image.height) cannot be encoded")
    }
    if let again = try? PNGFile.decode(bytes, name: "fuzz") {
      stage.expect(again.pixels == image.pixels, "a picture is not read as it was written")
    } else {
      stage.expect(false, "a picture cannot be read")
    }
    damage(&bytes, random)
    stage.log("picture of \(bytes.count) bytes")
    _ = UIImage(data: Data(bytes))?.size
    readOtherFormats(image)
  }

  /// Damaged files of the formats beside PNG.
  private func readOtherFormats(_ image: CGImage) {
    let aside = random.aside()
    let jpeg = UIImage(cgImage: image).jpegData(compressionQuality: aside.plain(0...1))
    for var bytes in [[UInt8](jpeg ?? Data()), Self.gif] {
      stage.expect(UIImage(data: Data(bytes)) != nil, "a JPEG or GIF cannot be read")
      damage(&bytes, aside)
      _ = UIImage(data: Data(bytes))?.size
    }
  }

  /// Two pictures of 2 x 2 pixels and four colours, played for ever.
  private static let gif: [UInt8] = {
    let header: [UInt8] = [2, 0, 2, 0, 0x91, 0, 0]
    let colors: [UInt8] = [255, 0, 0, 0, 255, 0, 0, 0, 255, 9, 9, 9]
    let loop: [UInt8] = [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 0, 0, 0]
    // Codes of three bits: clear, 0, 1, clear, 2, 3, end.
    let picture: [UInt8] =
      [0x21, 0xF9, 4, 8, 5, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0] + [2, 3, 0x44, 0xA8, 0x15, 0]
    return Array("GIF89a".utf8) + header + colors + loop + picture + picture + [0x3B]
  }()

  /// Flips, inserts, removes and repeats bytes.
  private func damage(_ bytes: inout [UInt8], _ random: FuzzRandom) {
    for _ in 0..<random.integer(1...6) where !bytes.isEmpty {
      let place = random.integer(0...bytes.count - 1)
      switch random.integer(0...4) {
      case 0: bytes[place] ^= UInt8(1 << random.integer(0...7))
      case 1: bytes[place] = UInt8(random.integer(0...255))
      case 2: bytes.insert(UInt8(random.integer(0...255)), at: place)
      case 3: bytes.removeSubrange(place..<min(bytes.count, place + random.integer(1...8)))
      default: bytes.append(contentsOf: bytes[place...].prefix(16))
      }
    }
  }

  /// A font of the system, for its damaged copies.
  private static let font: [UInt8] = {
    let directories = ["/usr/share/fonts"]
    for directory in directories {
      let files = FileManager.default.enumerator(atPath: directory)
      while let name = files?.nextObject() as? String {
        guard name.hasSuffix(".ttf"),
          let data = FileManager.default.contents(atPath: "\(directory)/\(name)"),
          data.count < 1 << 20
        else { continue }
        return [UInt8](data)
      }
    }
    return []
  }()

  private func readFont() {
    var bytes = Self.font
    damage(&bytes, random)
    // Most tables are in the first kilobytes.
    for _ in 0..<random.integer(0...20) where bytes.count > 2048 {
      bytes[random.integer(0...2047)] = UInt8(random.integer(0...255))
    }
    // It has no name that another program could take, or lead elsewhere.
    guard let file = try? FileHandle.unnamed(), writeAll(bytes, to: file.fileDescriptor) == nil
    else { return }
    defer { withExtendedLifetime(file) {} }
    stage.log("font of \(bytes.count) bytes")
    guard
      let fonts = try? SystemFontProvider(
        environment: ["LAMELLA_FONT": "/proc/self/fd/\(file.fileDescriptor)"], directories: [])
    else { return }
    let face = fonts.face(for: FontDescription())
    _ = fonts.familyName(of: face)
    _ = fonts.postScriptName(of: face)
    _ = fonts.glyphTable(of: face)
    let metrics = fonts.metrics(of: face, size: 20)
    stage.expect(
      metrics.ascender.isFinite && metrics.descender.isFinite && metrics.leading.isFinite,
      "a damaged font has the metrics \(metrics)")
    for glyph in fonts.shape("fi AV e\u{301} \u{645}\u{631}", face: face, size: 20) {
      stage.expect(glyph.advance.isFinite, "a glyph of a damaged font has no width")
      _ = fonts.outline(of: glyph.glyph, in: glyph.face)
      _ = fonts.picture(of: glyph.glyph, in: glyph.face, size: 20, textColor: .black)
    }
  }

  // MARK: Command lines

  private static let words = [
    "view", "list", "snapshot", "bench", "record", "trace", "check", "doctor", "fuzz", "soak",
    "Pop",
    "Stress", "--json", "--at", "0.5", "-1", "nan", "1e999", "--size", "320x200", "0x0", "-o", "-",
    "x.png", "--scale", "2", "--trigger", "all", "--help", "--version", "--nonsense", "", "--",
    "-x",
    "--work", "movers", "--n", "10,20", "--fps", "60", "--to", "9999999999999999999", "🙂",
    "--speed", "100",
  ]

  private func parseCommand() {
    let arguments = (0..<random.integer(0...6)).compactMap { _ in random.pick(Self.words) }
    stage.log("lamella \(arguments)")
    do {
      _ = try Viewer.parseAsRoot(arguments)
    } catch {
      let status = Viewer.exitCode(for: error).rawValue
      stage.expect(
        [.success, .usage, .noSuchSample].map(\ExitStatus.rawValue).contains(status),
        "\(arguments) ends with \(status)")
      stage.expect(!Viewer.fullMessage(for: error).isEmpty, "\(arguments) fails without a message")
    }
  }

  // MARK: Geometry

  private func computeTransforms() {
    let (a, b) = (random.transform(), random.transform())
    stage.log("transforms")
    let product = CATransform3DConcat(a, b)
    _ = CATransform3DInvert(product)
    _ = CATransform3DIsAffine(product)
    _ = CATransform3DGetAffineTransform(a)
    let (c, d) = (random.affine(), random.affine())
    _ = c.concatenating(d).inverted()
    let rect = random.rect()
    _ = rect.applying(c)
    // Foundation on Linux ends the program where the intersection of an infinite rectangle is taken.
    let (union, other, inset) = (
      rect.union(random.rect()), random.rect(), random.number(-9...9)
    )
    if union.isFinite { _ = union.intersection(other).insetBy(dx: inset, dy: 1) }
    _ = rect.integral
    let color = random.color()
    _ = color.withAlphaComponent(random.number(0...1))
    var hue: CGFloat = 0
    _ = color.getHue(&hue, saturation: nil, brightness: nil, alpha: nil)
    stage.expect(!hue.isNaN, "\(color) has no hue")
    let curve = CAMediaTimingFunction(
      controlPoints: random.float(0...1), random.float(-2...3), random.float(0...1),
      random.float(-2...3))
    _ = curve.description
  }

  private func readVisualFormat() {
    let (outer, inner) = (UIView(), UIView())
    outer.addSubview(inner)
    let formats = ["H:|-[v]-|", "V:|[v(>=20@250)]", "H:[v(40)]-8-|", "|-(<=9)-[v]", "V:|-a-[v]"]
    let format = random.pick(formats) ?? "[v]"
    stage.log(format)
    let made = NSLayoutConstraint.constraints(
      withVisualFormat: format, options: [], metrics: ["a": random.number(0...9)],
      views: ["v": inner])
    NSLayoutConstraint.activate(made)
    outer.layoutIfNeeded()
    stage.expect(!made.isEmpty, "\(format) makes no constraint")
  }
}
