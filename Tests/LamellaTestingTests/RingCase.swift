// RingCase.swift
// The example of the library's page for XCTest.
//
// SPDX-License-Identifier: MIT

import LamellaTesting
import UIKit
import XCTest

final class RingCase: XCTestCase {
  func testRing() throws {
    try MainActor.assumeIsolated {
      let ring = RingView(frame: CGRect(x: 0, y: 0, width: 80, height: 80))
      let scene = OffscreenScene(ring)
      UIView.animate(withDuration: 0.5) { ring.progress = 1 }
      try scene.finish()
      scene.close()
    }
  }

  @MainActor func testEmptyScene() async throws {
    let scene = OffscreenScene(size: CGSize(width: 80, height: 80))
    try scene.verifyNoHitch()
    scene.close()
  }
}
