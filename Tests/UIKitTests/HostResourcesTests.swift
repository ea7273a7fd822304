// HostResourcesTests.swift
// Services of every host: images are decoded off screen as in a window.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct HostResourcesTests {
    /// A PNG of one pixel.
    private let png =
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    @Test func offscreenHostLoadsImages() throws {
      let scene = ViewScene()
      defer { withExtendedLifetime(scene) {} }
      let data = try #require(Data(base64Encoded: png))
      #expect(UIImage(data: data)?.size == CGSize(width: 1, height: 1))
      #expect(UIImage(data: data.dropFirst(20)) == nil)
      #expect(UIImage(data: Data()) == nil)
    }
  }
}
