// ImageFormatTests.swift
// Animated images, orientations, tints, JPEG files and image sources.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import ImageIO
import PNGFiles
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ImageFormatTests {
    /// A GIF of 2 x 1 pixels: red for a tenth of a second, then green for three tenths.
    private static let gif = Data(
      Array("GIF89a".utf8) + [2, 0, 1, 0, 0x81, 0, 0] + [255, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0, 0]
        + [0x21, 0xFF, 11] + Array("NETSCAPE2.0".utf8) + [3, 1, 7, 0, 0]
        + [0x21, 0xF9, 4, 0, 10, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x04, 0x0A, 0]
        + [0x21, 0xF9, 4, 0, 30, 0, 0, 0, 0x2C, 0, 0, 0, 0, 2, 0, 1, 0, 0, 2, 2, 0x4C, 0x0A, 0]
        + [0x3B])

    private func pixels(_ image: UIImage?) -> [UInt8]? { image?.cgImage?.pixels }

    private let red: [UInt8] = [255, 0, 0, 255]
    private let green: [UInt8] = [0, 255, 0, 255]
    private let blue: [UInt8] = [0, 0, 255, 255]

    /// Programs decode and encode pictures on other threads, while the main thread waits for them.
    @Test func otherThreadsDecodeAndEncodeWhileTheMainThreadWaits() throws {
      let (gif, done) = (Self.gif, DispatchSemaphore(value: 0))
      let sizes = Locked<[CGSize?]>([])
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "lamella-\(UUID().uuidString).gif")
      try gif.write(to: folder)
      defer { try? FileManager.default.removeItem(at: folder) }
      DispatchQueue.global().async {
        let image = UIImage(data: gif)
        let copies = [
          image, image?.pngData().flatMap { UIImage(data: $0) },
          image?.jpegData(compressionQuality: 1).flatMap { UIImage(data: $0) },
          UIImage(contentsOfFile: folder.path), UIImage(named: "none"),
        ]
        let source = CGImageSourceCreateWithData(NSData(data: gif), nil)
        sizes.withLock { $0 = copies.map { $0?.size } + [nil] }
        if source.map(CGImageSourceGetCount) == 2 { done.signal() }
      }
      #expect(done.wait(timeout: .now() + 60) == .success)
      let size = CGSize(width: 2, height: 1)
      #expect(sizes.withLock { $0 } == [size, size, size, size, nil, nil])
    }

    @Test func animatedFilesAreAnimatedImages() throws {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let image = try #require(UIImage(data: Self.gif, scale: 2))
      #expect(image.size == CGSize(width: 1, height: 0.5) && image.duration == 0.4)
      // Three tenths are three images of a tenth.
      #expect(
        image.images?.map { pixels($0) } == [red + red] + Array(repeating: green + green, count: 3))
      #expect(pixels(image) == red + red)
      let still = try #require(image.pngData().flatMap { UIImage(data: $0) })
      #expect(still.images == nil && still.duration == 0)
      #expect(UIImage(data: Self.gif.dropFirst(9)) == nil && UIImage(data: Data()) == nil)
    }

    @Test func imageViewsPlayAnimatedImages() throws {
      let view = UIImageView()
      let scene = ViewScene(view)
      func color(at time: Double) -> [UInt8] {
        scene.host.advance(to: time)
        let image = scene.host.image()
        return Array(image.pixels[(20 * image.width + 20) * 4..<(20 * image.width + 20) * 4 + 3])
      }
      view.image = UIImage(data: Self.gif)
      #expect(view.isAnimating)
      scene.host.advance(to: 0.001)
      #expect(color(at: 0.05) == [255, 0, 0])
      #expect(color(at: 0.25) == [0, 255, 0])
      #expect(color(at: 0.45) == [255, 0, 0], "the second round")
      view.stopAnimating()
      #expect(!view.isAnimating && color(at: 0.65) == [255, 0, 0])
      view.startAnimating()
      #expect(view.isAnimating)
      view.image = UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: blue))
      #expect(!view.isAnimating && color(at: 0.9) == [0, 0, 255])
    }

    @Test func animatedImagesOfImages() throws {
      let images = [red, green, blue].map {
        UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: $0))
      }
      let image = try #require(UIImage.animatedImage(with: images, duration: 0))
      #expect(image.images == images && image.duration == 0.1)
      #expect(UIImage.animatedImage(with: images, duration: 2)?.duration == 2)
      #expect(UIImage.animatedImage(with: [], duration: 1) == nil)
      #expect(UIImage.animatedImageNamed("there is none", duration: 1) == nil)
      #expect(image != images[0] && images[0].images == nil)
    }

    /// An image of two by three pixels, numbered by their red.
    private var numbered: CGImage {
      CGImage(
        width: 2, height: 3, premultipliedRGBA: (0..<6).flatMap { [UInt8($0), 0, 0, 255] })
    }

    @Test(arguments: [
      (UIImage.Orientation.up, [0, 1, 2, 3, 4, 5]), (.upMirrored, [1, 0, 3, 2, 5, 4]),
      (.down, [5, 4, 3, 2, 1, 0]), (.downMirrored, [4, 5, 2, 3, 0, 1]),
      (.right, [4, 2, 0, 5, 3, 1]), (.left, [1, 3, 5, 0, 2, 4]),
      (.leftMirrored, [0, 2, 4, 1, 3, 5]), (.rightMirrored, [5, 3, 1, 4, 2, 0]),
    ]) func orientationsTurnWhatIsShown(_ orientation: UIImage.Orientation, _ shown: [UInt8]) throws
    {
      let image = UIImage(cgImage: numbered, scale: 1, orientation: orientation)
      let isTurned = [.left, .right, .leftMirrored, .rightMirrored].contains(orientation)
      #expect(image.size == (isTurned ? CGSize(width: 3, height: 2) : CGSize(width: 2, height: 3)))
      #expect(image.imageOrientation == orientation && image.cgImage?.width == 2)
      let pixels = try #require(UIImageView(image: image).layer.contents as? CGImage).pixels
      #expect(stride(from: 0, to: 24, by: 4).map { pixels[$0] } == shown)
      // Flipped: each row from its end.
      let flipped = image.withHorizontallyFlippedOrientation()
      let other = try #require(UIImageView(image: flipped).layer.contents as? CGImage).pixels
      let width = Int(image.size.width)
      let mirrored = (0..<6).map { shown[$0 / width * width + width - 1 - $0 % width] }
      #expect(stride(from: 0, to: 24, by: 4).map { other[$0] } == mirrored)
      #expect(flipped.withHorizontallyFlippedOrientation() == image)
    }

    @Test func orientationsOfCamerasAreDrawnUpright() throws {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      // The left half is red, the right half blue.
      let halves = CGImage(
        width: 16, height: 8,
        premultipliedRGBA: (0..<128).flatMap { $0 % 16 < 8 ? red : blue })
      var jpeg = try #require(UIImage(cgImage: halves).jpegData(compressionQuality: 1))
      let exif: [UInt8] =
        [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM".utf8) + [0, 42, 0, 0, 0, 8, 0, 1]
        + [1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
      jpeg.insert(contentsOf: exif, at: 2)
      let image = try #require(UIImage(data: jpeg))
      #expect(image.imageOrientation == .right && image.size == CGSize(width: 8, height: 16))
      let renderer = UIGraphicsImageRenderer(size: image.size)
      let drawn = try #require(renderer.image { _ in image.draw(at: .zero) }.cgImage)
      // Turned clockwise, what was on the left is at the top.
      let scale = drawn.width / 8
      func channel(_ y: Int, _ index: Int) -> UInt8 {
        drawn.pixels[(y * scale * drawn.width + 4 * scale) * 4 + index]
      }
      #expect(
        channel(3, 0) > 240 && channel(3, 2) < 15 && channel(12, 0) < 15 && channel(12, 2) > 240)
      // A PNG of it has no orientation, and is upright as well.
      #expect(image.pngData().flatMap { UIImage(data: $0) }?.size == image.size)
    }

    @Test func tintsAndFurtherProperties() throws {
      let shape = UIImage(cgImage: CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 128]))
      #expect(pixels(shape.withTintColor(.red)) == [128, 0, 0, 128])
      let tinted = shape.withTintColor(.red, renderingMode: .alwaysOriginal)
      #expect(tinted.renderingMode == .alwaysOriginal)
      let insets = UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4)
      let tiled = shape.resizableImage(withCapInsets: insets, resizingMode: .tile)
      #expect(tiled.resizingMode == .tile && tiled.capInsets == insets && tiled != shape)
      #expect(shape.resizableImage(withCapInsets: insets).resizingMode == .stretch)
      #expect(shape.imageFlippedForRightToLeftLayoutDirection().flipsForRightToLeftLayoutDirection)
      #expect(UIImage().jpegData(compressionQuality: 1) == nil)
    }

    // MARK: Image sources

    @Test func imageSourcesReadPicturesAndTimes() throws {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let source = try #require(CGImageSourceCreateWithData(Self.gif as NSData, nil))
      #expect(CGImageSourceGetCount(source) == 2)
      #expect(CGImageSourceGetType(source) == "com.compuserve.gif" as NSString)
      #expect(CGImageSourceCreateImageAtIndex(source, 1, nil)?.pixels == green + green)
      for index in [-1, 2] {
        #expect(CGImageSourceCreateImageAtIndex(source, index, nil) == nil)
        #expect(CGImageSourceCopyPropertiesAtIndex(source, index, nil) == nil)
      }
      let properties = try #require(
        CGImageSourceCopyPropertiesAtIndex(source, 1, nil) as? [String: Any])
      let times = try #require(
        properties[kCGImagePropertyGIFDictionary as String] as? [String: Any])
      #expect(times[kCGImagePropertyGIFUnclampedDelayTime as String] as? Double == 0.3)
      #expect(times[kCGImagePropertyGIFDelayTime as String] as? Double == 0.3)
      #expect(properties[kCGImagePropertyPixelWidth as String] as? Int == 2)
      let file = try #require(CGImageSourceCopyProperties(source, nil) as? [String: Any])
      let loops = file[kCGImagePropertyGIFDictionary as String] as? [String: Any]
      #expect(loops?[kCGImagePropertyGIFLoopCount as String] as? Int == 7)
      let broken = try #require(CGImageSourceCreateWithData(Data([1, 2]) as NSData, nil))
      #expect(CGImageSourceGetCount(broken) == 0 && CGImageSourceGetType(broken) == nil)
      #expect(CGImageSourceGetStatus(broken) == .statusInvalidData)
      #expect(CGImageSourceCreateWithURL(URL(fileURLWithPath: "/none") as NSURL, nil) == nil)
    }

    /// A picture of red and green, then one of blue in the place of the green.
    private func animatedPNG() throws -> Data {
      var animation = AnimatedPNG(framesPerSecond: 100, plays: 7)
      for (pixels, width) in [(red + green, 2), (red + blue, 2)] {
        try animation.append(CGImage(width: width, height: 1, premultipliedRGBA: pixels))
      }
      var file = animation.file
      // The second picture is shown for half a second. The sums of its control are not checked.
      let control = try #require(file.lastRange(of: Array("fcTL".utf8)))
      (file[control.upperBound + 20], file[control.upperBound + 21]) = (0, 50)
      return Data(file)
    }

    /// Animated PNGs are animations as GIFs are, with the keys of their own.
    @Test func animatedPNGsHavePicturesAndTimes() throws {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let data = try animatedPNG()
      let source = try #require(CGImageSourceCreateWithData(data as NSData, nil))
      #expect(CGImageSourceGetCount(source) == 2)
      #expect(CGImageSourceGetType(source) == "public.png" as NSString)
      #expect(CGImageSourceGetStatus(source) == .statusComplete)
      let pictures = (0..<2).map { CGImageSourceCreateImageAtIndex(source, $0, nil)?.pixels }
      #expect(pictures == [red + green, red + blue])
      let times = (0..<2).map { index -> [Double?] in
        let all = CGImageSourceCopyPropertiesAtIndex(source, index, nil) as? [String: Any]
        let own = all?[kCGImagePropertyPNGDictionary as String] as? [String: Any]
        return [kCGImagePropertyAPNGDelayTime, kCGImagePropertyAPNGUnclampedDelayTime]
          .map { own?[$0 as String] as? Double }
      }
      #expect(times == [[0.1, 0.01], [0.5, 0.5]])
      let file = try #require(CGImageSourceCopyProperties(source, nil) as? [String: Any])
      let loops = file[kCGImagePropertyPNGDictionary as String] as? [String: Any]
      #expect(loops?[kCGImagePropertyAPNGLoopCount as String] as? Int == 7)
      let image = try #require(UIImage(data: data))
      #expect(image.images?.count == 6 && abs(image.duration - 0.6) < 1e-9)
      #expect(pixels(image) == red + green && pixels(image.images?.last) == red + blue)
      // What was cut off is there as far as it goes.
      let part = try #require(CGImageSourceCreateWithData(Data(data.dropLast(30)) as NSData, nil))
      #expect(CGImageSourceGetCount(part) == 1)
      #expect(CGImageSourceGetStatus(part) == .statusUnexpectedEOF)
      #expect(UIImage(data: data.dropLast(30))?.images == nil)
    }
  }
}
