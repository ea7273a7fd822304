// AnimatedPNGReader.swift
// The pictures of an animated PNG, each as it is shown.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics

extension AnimatedPNG {
  /// A picture of an animation.
  package struct Frame {
    package var image: CGImage
    /// How long it is shown, in seconds.
    package var duration: Double
  }

  /// The pictures of a file.
  package struct Animation {
    package var frames: [Frame]
    /// How often they are played; 0 is for ever.
    package var plays: Int
    /// Whether the file has its end. ``frames`` are those before it was cut off.
    package var isWhole: Bool
  }

  /// The most memory of all pictures of a file.
  private static let mostBytes = 1 << 30

  /// Decodes all pictures of a file, each with what earlier ones left on the canvas; nil for a file with one still
  /// picture. Of a file that was cut off the pictures that are whole.
  ///
  /// - Parameter name: The file's name in errors.
  package static func decode(_ bytes: [UInt8], name: String) throws(PNGError) -> Animation? {
    let chunks = PNGChunk.all(in: bytes)
    guard let animation = chunks.first(where: { $0.name == "acTL" }) else { return nil }
    let (width, height) = try PNGFile.size(bytes, name)
    let isWhole = chunks.last?.name == "IEND"
    let count = chunks.count { $0.name == "fcTL" }
    if let reason = fault(of: chunks, statedIn: isWhole ? animation : nil, bytes) {
      throw .broken(path: name, reason: reason)
    }
    guard count <= mostBytes / (width * height * 4) else {
      throw .broken(path: name, reason: "its \(count) pictures need more than 1 GiB")
    }
    var canvas = PNGCanvas(width: width, height: height)
    let shared = chunks.prefix { $0.name != "IDAT" }.filter { isShared($0.name) }
      .flatMap { PNGChunk.encode($0.name, bytes[$0.data]) }
    var frames: [Frame] = []
    var control: PNGFrameControl?
    var data: [UInt8] = []
    func broken(_ reason: String) -> PNGError { .broken(path: name, reason: reason) }
    func finish() throws(PNGError) {
      guard let done = control else { return }
      control = nil
      guard !data.isEmpty else { throw broken("picture \(frames.count + 1) has no data") }
      let file =
        bytes[..<16] + PNGChunk.bigEndian(UInt32(done.width))
        + PNGChunk.bigEndian(UInt32(done.height)) + bytes[24..<29]
      let image = try PNGFile.decode(
        file + PNGChunk.bigEndian(PNGFile.crc32(Array(file[12...]))) + shared
          + PNGChunk.encode("IDAT", data) + PNGChunk.encode("IEND", []), name: name)
      data = []
      frames.append(Frame(image: canvas.draw(image, done), duration: done.duration))
    }
    for chunk in chunks {
      switch chunk.name {
      case "fcTL":
        try finish()
        control = PNGFrameControl(bytes[chunk.data], canvas)
        if control == nil { throw broken("picture \(frames.count + 1) is not on the canvas") }
      // Without a control before it, the still picture is not part of the animation.
      case "IDAT" where control != nil: data += bytes[chunk.data]
      case "fdAT" where control != nil: data += bytes[chunk.data].dropFirst(4)
      default: break
      }
    }
    do {
      try finish()
    } catch {
      // The last picture of a file that was cut off.
      if isWhole { throw error }
    }
    guard !frames.isEmpty else { throw broken("it is animated and has no pictures") }
    let plays = bytes[animation.data].dropFirst(4).prefix(4).reduce(0) { $0 << 8 | Int($1) }
    return Animation(frames: frames, plays: plays, isWhole: isWhole)
  }

  /// Whether a part before the pixels belongs to all pictures: colours, and how they are meant.
  private static func isShared(_ name: String) -> Bool {
    ["PLTE", "tRNS", "gAMA", "iCCP", "sRGB"].contains(name)
  }

  /// What is missing in the parts of a file: their number and their order are stated.
  private static func fault(
    of chunks: [PNGChunk], statedIn animation: PNGChunk?, _ bytes: [UInt8]
  ) -> String? {
    if let animation {
      let count = chunks.count { $0.name == "fcTL" }
      let stated = bytes[animation.data].prefix(4).reduce(0) { $0 << 8 | Int($1) }
      guard stated == count else { return "it states \(stated) pictures and has \(count)" }
    }
    for (number, chunk) in chunks.filter({ ["fcTL", "fdAT"].contains($0.name) }).enumerated()
    where !bytes[chunk.data].starts(with: PNGChunk.bigEndian(UInt32(number))) {
      return "part \(number) of its animation is missing"
    }
    return nil
  }
}

/// Where a picture is drawn, for how long, and what becomes of it.
private struct PNGFrameControl {
  var width, height, left, top: Int
  /// In seconds.
  var duration: Double
  /// 0 keeps the picture, 1 clears its place, 2 restores what was there.
  var disposal: UInt8
  /// Whether the picture is blended with the canvas instead of replacing it.
  var isBlended: Bool

  /// Reads a control's data; nil when it is too short or reaches beyond the canvas.
  init?(_ slice: ArraySlice<UInt8>, _ canvas: PNGCanvas) {
    let data = Array(slice)
    guard data.count >= 26 else { return nil }
    func number(_ at: Int, _ count: Int) -> Int {
      data[at..<at + count].reduce(0) { $0 << 8 | Int($1) }
    }
    (width, height, left, top) = (number(4, 4), number(8, 4), number(12, 4), number(16, 4))
    let divisor = number(22, 2)
    duration = Double(number(20, 2)) / Double(divisor == 0 ? 100 : divisor)
    (disposal, isBlended) = (data[24], data[25] == 1)
    guard width > 0, height > 0, left + width <= canvas.width, top + height <= canvas.height else {
      return nil
    }
  }
}

/// The picture on which the pictures of an animation are drawn.
private struct PNGCanvas {
  let width: Int, height: Int
  private var pixels: [UInt8]

  init(width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    pixels = [UInt8](repeating: 0, count: width * height * 4)
  }

  /// Draws a picture, returns what is shown, and makes the canvas ready for the next one.
  mutating func draw(_ image: CGImage, _ control: PNGFrameControl) -> CGImage {
    let before = control.disposal == 2 ? pixels : []
    for row in 0..<control.height {
      for column in 0..<control.width {
        let from = (row * control.width + column) * 4
        let to = ((control.top + row) * width + control.left + column) * 4
        let rest = control.isBlended ? 255 - Int(image.pixels[from + 3]) : 0
        for channel in 0..<4 {
          let beneath = rest == 0 ? 0 : (Int(pixels[to + channel]) * rest + 127) / 255
          pixels[to + channel] = UInt8(min(255, Int(image.pixels[from + channel]) + beneath))
        }
      }
    }
    let shown = CGImage(width: width, height: height, premultipliedRGBA: pixels)
    if control.disposal == 2 { pixels = before }
    if control.disposal == 1 {
      for row in control.top..<control.top + control.height {
        let start = (row * width + control.left) * 4
        for byte in start..<start + control.width * 4 { pixels[byte] = 0 }
      }
    }
    return shown
  }
}
