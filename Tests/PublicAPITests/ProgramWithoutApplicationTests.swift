// ProgramWithoutApplicationTests.swift
// Fonts and images in a program that never calls UIApplicationMain, as every test of a user's program.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

// Each test has a process of its own, in which no other test has installed a host.
@Suite struct ProgramWithoutApplicationTests {
  @Test func textIsMeasuredWithTheSystemsFonts() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let font: [NSAttributedString.Key: Any] = [.font: UIFont.systemFont(ofSize: 17)]
      let (thin, wide) = (("iiiii" as NSString), ("WWWWW" as NSString))
      let ratio = thin.size(withAttributes: font).width / wide.size(withAttributes: font).width
      if !(ratio > 0 && ratio < 0.6) { fatalError("i is as wide as W") }
      let label = UILabel()
      label.text = "Label"
      if label.intrinsicContentSize.width == 0 { fatalError("a label has no width") }
    }
  }

  @Test func imagesAreDrawnWrittenAndRead() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let renderer = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 10))
      let image = renderer.image { context in
        UIColor.red.setFill()
        context.fill(CGRect(x: 0, y: 0, width: 20, height: 10))
      }
      if image.size != CGSize(width: 20, height: 10) { fatalError("\(image.size)") }
      guard let data = image.pngData(), let read = UIImage(data: data) else { fatalError("no PNG") }
      if read.cgImage?.width != image.cgImage?.width { fatalError("\(read.size)") }
    }
  }

  @Test func viewsWithoutAWindowAreDrawn() async {
    await #expect(processExitsWith: .success) { @MainActor in
      let view = UIView(frame: CGRect(x: 0, y: 0, width: 20, height: 10))
      view.backgroundColor = .red
      let label = UILabel(frame: view.bounds)
      label.text = "W"
      view.addSubview(label)
      let bounds = view.bounds
      for way in 0..<2 {
        let image = UIGraphicsImageRenderer(bounds: bounds).image { context in
          if way == 0 {
            view.layer.render(in: context.cgContext)
          } else {
            _ = view.drawHierarchy(in: bounds, afterScreenUpdates: true)
          }
        }
        guard let pixels = image.cgImage?.dataProvider?.data else { fatalError("no pixels") }
        let bytes = [UInt8](Data(referencing: pixels))
        if Array(bytes.suffix(4)) != [255, 0, 0, 255] { fatalError("not red: \(bytes.suffix(4))") }
        let isDark = stride(from: 0, to: bytes.count, by: 4).contains { bytes[$0] < 128 }
        if !isDark { fatalError("no letter") }
      }
    }
  }
}
