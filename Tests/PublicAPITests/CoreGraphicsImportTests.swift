// CoreGraphicsImportTests.swift
// `import CoreGraphics` alone brings Foundation.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Testing

@Suite struct CoreGraphicsImportTests {
  @Test func foundationComesWithCoreGraphics() {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 1, height: 2))
    let date = Date(timeIntervalSince1970: 0)
    #expect(path.boundingBox.height == 2 && date.timeIntervalSince1970 == 0)
  }
}
