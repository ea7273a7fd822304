// ForeignCodeTests.swift
// Views as code written for iOS uses them: semantics 20. Each test begins with the number of its rule.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct ForeignCodeTests {
    /// 14: in a block and outside.
    @Test func layersTakeColoursByKey() throws {
      let scene = ViewScene()
      let layer = scene.view.layer
      layer.setValue(UIColor.red, forKeyPath: "backgroundColor")
      #expect(layer.backgroundColor == UIColor.red.cgColor)
      CATransaction.flush()
      UIView.animate(withDuration: 1) {
        layer.setValue(UIColor.blue, forKeyPath: "backgroundColor")
      }
      #expect(layer.backgroundColor == UIColor.blue.cgColor)
      #expect(layer.animationKeys() == ["backgroundColor"])
      let shape = CAShapeLayer()
      shape.setValue(UIColor.green, forKey: "strokeColor")
      #expect(shape.strokeColor == UIColor.green.cgColor)
      let change = CABasicAnimation(keyPath: "backgroundColor")
      (change.fromValue, change.toValue) = (UIColor.black, UIColor.white)
      (change.duration, change.speed, change.timeOffset) = (1, 0, 0.5)
      layer.removeAllAnimations()
      layer.add(change, forKey: nil)
      CATransaction.flush()
      let seen = try #require(layer.presentation()?.backgroundColor)
      #expect(isClose(Double(seen.components?.first ?? 0), 0.5, within: 1e-3))
    }

    /// 21: null_resettable properties take nil.
    @Test func labelsResetFontAndColour() {
      let label = UILabel()
      label.text = "text"
      let size = label.intrinsicContentSize
      label.font = .systemFont(ofSize: 40)
      label.textColor = .red
      #expect(label.intrinsicContentSize != size)
      (label.font, label.textColor, label.text) = (nil, nil, nil)
      #expect(label.font == .systemFont(ofSize: UIFont.labelFontSize))
      #expect(label.textColor == .label)
      label.text = "text"
      label.sizeToFit()
      #expect(label.intrinsicContentSize == size)

      let view = UIView()
      let tint = view.tintColor
      view.tintColor = .red
      view.tintColor = nil
      #expect(view.tintColor == tint)
      let field = UITextField()
      (field.text, field.font, field.textColor) = ("text", nil, nil)
      field.sizeToFit()
      let button = UIButton(type: .system)
      button.setTitleColor(nil, for: .normal)
      button.setTitle(nil, for: .normal)
      let toggle = UISwitch()
      toggle.onTintColor = nil
      toggle.sizeToFit()
    }

    /// 22
    @Test func buttonsMeasureAsOnIOS() {
      #expect(UIButton(type: .system).intrinsicContentSize == CGSize(width: 30, height: 34))
      let button = UIButton(type: .system)
      button.setTitle("Title", for: .normal)
      let title = button.intrinsicContentSize
      let image = UIImage(
        cgImage: CGImage(
          width: 16, height: 8, premultipliedRGBA: [UInt8](repeating: 255, count: 16 * 8 * 4)))
      button.setImage(image, for: .normal)
      #expect(button.intrinsicContentSize == CGSize(width: title.width + 16, height: title.height))
      button.frame = CGRect(origin: .zero, size: button.intrinsicContentSize)
      button.layoutIfNeeded()
      #expect(button.imageView?.frame.maxX == button.titleLabel?.frame.minX)

      let icon = UIButton(type: .custom)
      icon.setImage(image, for: .normal)
      #expect(icon.intrinsicContentSize == CGSize(width: 16, height: 8))

      let shaded = UIButton(type: .system)
      shaded.setTitleShadowColor(.red, for: .normal)
      #expect(shaded.titleShadowColor(for: .normal) == .red)
      #expect(shaded.currentTitleShadowColor == .red)
      shaded.setTitle("Title", for: .normal)
      #expect(shaded.titleLabel?.shadowColor == .red)
    }

    /// 23
    @Test func fieldsDrawTheirPlaceholder() {
      final class Field: UITextField {
        var rects: [CGRect] = []
        override func drawPlaceholder(in rect: CGRect) { rects.append(rect) }
      }
      let scene = ViewScene()
      func ink(_ field: UITextField) -> Int {
        field.placeholder = "WWWW"
        field.frame = CGRect(x: 0, y: 40, width: 90, height: 30)
        scene.window.addSubview(field)
        scene.host.advance(to: MediaClock.now + 0.1)
        defer { field.removeFromSuperview() }
        let image = scene.host.image()
        return Set(stride(from: 0, to: image.pixels.count, by: 4).map { image.pixels[$0] }).count
      }
      let plain = ink(UITextField())
      let field = Field()
      let own = ink(field)
      #expect(
        field.rects == [
          CGRect(origin: .zero, size: field.placeholderRect(forBounds: field.bounds).size)
        ])
      #expect(plain > own, "nothing else draws it")
    }

    /// 34
    @Test nonisolated func imagesAreReadOnAnyThread() async throws {
      let png = try #require(await MainActor.run { Self.redImage.pngData() })
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("\(UUID().uuidString).png")
      try png.write(to: file)
      defer { try? FileManager.default.removeItem(at: file) }
      let sizes = await Task.detached {
        [
          UIImage(data: png)?.size, UIImage(contentsOfFile: file.path)?.size,
          UIImage(named: "no such image", in: nil, compatibleWith: nil)?.size,
        ]
      }.value
      #expect(sizes == [CGSize(width: 4, height: 2), CGSize(width: 4, height: 2), nil])
    }

    private static var redImage: UIImage {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      return UIGraphicsImageRenderer(size: CGSize(width: 4, height: 2), format: format).image {
        UIColor.red.setFill()
        $0.fill(CGRect(x: 0, y: 0, width: 4, height: 2))
      }
    }

    /// 29
    @Test func contentsAreFlippedInWindows() {
      let scene = ViewScene()
      let layer = CALayer()
      #expect(!layer.contentsAreFlipped())
      scene.view.layer.addSublayer(layer)
      #expect(scene.window.layer.contentsAreFlipped() && layer.contentsAreFlipped())
      layer.isGeometryFlipped = true
      #expect(!layer.contentsAreFlipped())
    }
  }
}
