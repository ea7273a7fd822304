// ImageDrawingTests.swift
// Drawing into images, and images of views.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ImageDrawingTests {
    private func pixel(_ image: UIImage?, _ x: Int, _ y: Int) -> [UInt8]? {
      guard let image = image?.cgImage, x < image.width, y < image.height else { return nil }
      let at = (y * image.width + x) * 4
      return Array(image.pixels[at..<at + 4])
    }

    @Test func imageRendererDrawsImages() {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let format = UIGraphicsImageRendererFormat.default()
      #expect(format.scale == UIScreen.main.scale && !format.opaque)
      format.scale = 2
      let bounds = CGRect(x: 10, y: 10, width: 20, height: 10)
      let image = UIGraphicsImageRenderer(bounds: bounds, format: format).image { context in
        #expect(UIGraphicsGetCurrentContext() === context.cgContext)
        #expect(context.format.bounds == bounds)
        UIColor.red.setFill()
        context.fill(CGRect(x: 10, y: 10, width: 10, height: 10))
        #expect(pixel(context.currentImage, 0, 0) == [255, 0, 0, 255])
      }
      #expect(UIGraphicsGetCurrentContext() == nil)
      #expect(image.size == bounds.size && image.scale == 2 && image.cgImage?.width == 40)
      #expect(pixel(image, 19, 19) == [255, 0, 0, 255] && pixel(image, 20, 0) == [0, 0, 0, 0])
    }

    /// A border of one pixel around another colour keeps its width.
    @Test func stretchableImagesKeepTheirEdges() {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      func draw(_ size: CGSize, _ body: () -> Void) -> UIImage {
        UIGraphicsImageRenderer(size: size, format: format).image { _ in body() }
      }
      let framed = draw(CGSize(width: 4, height: 4)) {
        UIColor.red.setFill()
        UIRectFill(CGRect(x: 0, y: 0, width: 4, height: 4))
        UIColor.blue.setFill()
        UIRectFill(CGRect(x: 1, y: 1, width: 2, height: 2))
      }
      let caps = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
      let stretchable = framed.resizableImage(withCapInsets: caps)
      let drawn = draw(CGSize(width: 12, height: 8)) {
        stretchable.draw(in: CGRect(x: 0, y: 0, width: 12, height: 8))
      }
      for x in 0..<12 { #expect(pixel(drawn, x, 0) == [255, 0, 0, 255], "\(x)") }
      for y in 0..<8 { #expect(pixel(drawn, 11, y) == [255, 0, 0, 255], "\(y)") }
      // Between the middles of the outermost pixels that stretch, there is only their colour.
      for x in 4...7 {
        for y in 3...4 { #expect(pixel(drawn, x, y) == [0, 0, 255, 255], "\(x) \(y)") }
      }
      // No larger than its edges: nothing else is left.
      let small = draw(CGSize(width: 2, height: 2)) {
        stretchable.draw(in: CGRect(x: 0, y: 0, width: 2, height: 2))
      }
      #expect(pixel(small, 0, 0) == [255, 0, 0, 255] && pixel(small, 1, 1) == [255, 0, 0, 255])
    }

    /// The nine parts are one shape: between them, nothing of the background shines through.
    @Test func stretchableImagesHaveNoSeams() {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let plain = UIGraphicsImageRenderer(size: CGSize(width: 4, height: 4), format: format).image {
        UIColor.red.setFill()
        $0.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
      }
      let caps = UIEdgeInsets(top: 1, left: 1, bottom: 1, right: 1)
      let drawn = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20), format: format).image
      {
        $0.cgContext.rotate(by: 0.1)
        plain.resizableImage(withCapInsets: caps).draw(
          in: CGRect(x: 3.3, y: 0.6, width: 14.4, height: 14.2))
      }
      for x in 5..<15 {
        for y in 4..<14 { #expect(pixel(drawn, x, y) == [255, 0, 0, 255], "\(x) \(y)") }
      }
    }

    @Test func screenIsRestoredWithTheLastWindowOffScreen() {
      let (scale, bounds) = (UIScreen.main.scale, UIScreen.main.bounds)
      defer {
        MediaClock.useReal()
        CallbackQueue.driver = .mainQueue
      }
      var first: OffscreenHost? = OffscreenHost(
        size: CGSize(width: 10, height: 10), scale: 0.25)
      var second: OffscreenHost? = OffscreenHost(size: CGSize(width: 20, height: 20), scale: 2)
      #expect(UIScreen.main.scale == 2 && UIScreen.main.bounds.width == 20)
      _ = first.take()
      #expect(UIScreen.main.scale == 2)
      _ = second.take()
      #expect(UIScreen.main.scale == scale && UIScreen.main.bounds == bounds)
    }

    @Test func beginImageContextDrawsImages() {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      #expect(UIGraphicsGetImageFromCurrentImageContext() == nil)
      UIGraphicsEndImageContext()
      UIGraphicsBeginImageContextWithOptions(CGSize(width: 4.5, height: 4), true, 1)
      UIColor.blue.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 2, height: 4))
      UIGraphicsBeginImageContext(CGSize(width: 1, height: 1))
      UIColor.green.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 1, height: 1))
      let inner = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      inner?.draw(at: CGPoint(x: 3, y: 3))
      let image = UIGraphicsGetImageFromCurrentImageContext()
      UIGraphicsEndImageContext()
      #expect(UIGraphicsGetCurrentContext() == nil)
      #expect(pixel(image, 1, 3) == [0, 0, 255, 255] && pixel(image, 2, 0) == [0, 0, 0, 255])
      #expect(pixel(image, 3, 3) == pixel(inner, 0, 0) && image?.cgImage?.width == 5)
      #expect(
        image?.pngData().flatMap { UIImage(data: $0) }?.cgImage?.pixels == image?.cgImage?.pixels)
    }

    @Test func zeroSizeImagesAreEmpty() {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      #expect(UIGraphicsImageRenderer(size: .zero).image { _ in }.cgImage == nil)
      #expect(
        UIGraphicsImageRenderer(size: CGSize(width: 1e9, height: 1)).image { _ in }.cgImage == nil)
      #expect(UIGraphicsImageRenderer(size: .zero).pngData { _ in }.isEmpty)
    }

    @Test func nonFiniteSizesTrap() async {
      await #expect(processExitsWith: .failure) {
        UIGraphicsBeginImageContextWithOptions(CGSize(width: Double.nan, height: 1), false, 1)
      }
      await #expect(processExitsWith: .failure) {
        _ = UIGraphicsImageRenderer(size: CGSize(width: Double.infinity, height: 1))
      }
    }

    /// A renderer of another scale than the screen's draws the view at its own: edges stay sharp.
    @Test func drawHierarchyDrawsAtTheContextsScale() {
      let view = UIView(frame: CGRect(x: 30, y: 30, width: 20, height: 20))
      let line = UIView(frame: CGRect(x: 10, y: 0, width: 0.25, height: 20))
      line.backgroundColor = .red
      view.addSubview(line)
      let scene = ViewScene(view)
      let format = UIGraphicsImageRendererFormat()
      format.scale = UIScreen.main.scale * 4
      let image = UIGraphicsImageRenderer(size: view.bounds.size, format: format).image { _ in
        view.drawHierarchy(in: view.bounds, afterScreenUpdates: true)
      }
      let x = Int(format.scale) * 10
      #expect(pixel(image, x, 8) == [255, 0, 0, 255] && pixel(image, x - 1, 8) == [0, 0, 0, 0])
      #expect(pixel(image, x + Int(UIScreen.main.scale), 8) == [0, 0, 0, 0])
      withExtendedLifetime(scene) {}
    }

    /// semantics 15: masks, shadows and clips are part of a view's image.
    @Test func drawHierarchyDrawsViews() throws {
      let view = UIView(frame: CGRect(x: 30, y: 30, width: 20, height: 20))
      view.backgroundColor = .red
      let mask = CALayer()
      mask.frame = CGRect(x: 0, y: 0, width: 10, height: 20)
      mask.backgroundColor = .black
      view.layer.mask = mask
      let scene = ViewScene(view)
      let copy = try #require(view.snapshotView(afterScreenUpdates: true))
      #expect(copy.frame == CGRect(x: 0, y: 0, width: 20, height: 20))
      view.backgroundColor = .blue
      let before = UIGraphicsImageRenderer(size: view.bounds.size).image { _ in
        #expect(view.drawHierarchy(in: view.bounds, afterScreenUpdates: false))
      }
      let after = UIGraphicsImageRenderer(size: view.bounds.size).image { _ in
        #expect(view.drawHierarchy(in: view.bounds, afterScreenUpdates: true))
      }
      let copied = UIGraphicsImageRenderer(size: view.bounds.size).image { _ in
        #expect(copy.drawHierarchy(in: view.bounds, afterScreenUpdates: false))
      }
      let scale = Int(UIScreen.main.scale)
      for (image, color) in [
        (before, UIColor.red), (after, .blue), (copied, .red),
      ] {
        let expected: [UInt8] = color == .red ? [255, 0, 0, 255] : [0, 0, 255, 255]
        #expect(pixel(image, 5 * scale, 5 * scale) == expected)
        #expect(pixel(image, 15 * scale, 5 * scale) == [0, 0, 0, 0])
      }
      #expect(!view.drawHierarchy(in: view.bounds, afterScreenUpdates: false))
      withExtendedLifetime(scene) {}
    }
  }
}

@Suite struct ImageThreadTests {
  /// 34: neither data, files nor names need the main thread.
  @Test func imagesAreReadOnOtherThreads() async throws {
    let image = UIGraphicsImageRenderer(size: CGSize(width: 3, height: 2)).image { _ in
      UIColor.red.setFill()
      UIRectFill(CGRect(x: 0, y: 0, width: 3, height: 2))
    }
    let data = try #require(image.pngData())
    let path = NSTemporaryDirectory() + "lamella-\(UUID().uuidString).png"
    try data.write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let widths = await Task.detached {
      [
        UIImage(data: data)?.cgImage?.width, UIImage(contentsOfFile: path)?.cgImage?.width,
        UIImage(named: "no such image")?.cgImage?.width,
      ]
    }.value
    #expect(widths == [image.cgImage?.width, image.cgImage?.width, nil])
  }
}
