// ThemeTests.swift
// The contrast of both palettes, the desktop's preference, and the choice of frames.
//
// SPDX-License-Identifier: MIT

import Compositor
import Foundation
import TestSupport
import Testing
import UIKit

@testable import Viewer

@Suite(.serialized) @MainActor struct ThemeTests {
  /// The contrast of two colours by the formula of WCAG, from 1 to 21.
  private func contrast(_ a: UIColor, _ b: UIColor) -> Double {
    func luminance(_ color: UIColor) -> Double {
      let bytes = color.bytes
      let linear = (0..<3).map { lane -> Double in
        let value = Double(bytes[lane]) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    }
    let (first, second) = (luminance(a), luminance(b))
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)
  }

  @Test func textAndShapesAreReadableInBothThemes() {
    for palette in [Palette.dark, .light] {
      for panel in [palette.panel, palette.stage] {
        let texts = [
          palette.text, palette.dimText, palette.accent, palette.hitch, palette.codeKeyword,
          palette.codeString, palette.codeNumber,
        ]
        for color in texts { #expect(contrast(color, panel) >= 4.5, "\(color.bytes)") }
        for color in palette.stages { #expect(contrast(color, panel) >= 3, "\(color.bytes)") }
      }
      #expect(contrast(palette.text, palette.control) >= 7)
      #expect(palette.stages.count == FrameStage.allCases.count)
    }
  }

  @Test(
    arguments: [
      ("(<<uint32 1>>,)", false), ("(<<uint32 2>>,)", true), ("(<uint32 2>,)", true),
      ("(<<uint32 0>>,)", nil), ("", nil), ("Error: no such name", nil),
    ] as [(String, Bool?)])
  func preferenceIsReadFromThePortalsAnswer(answer: String, isLight: Bool?) {
    #expect(DesktopAppearance.preference(answer) == isLight)
  }

  /// Without a session bus no program is started.
  @Test func desktopIsAskedWhereThereIsOne() throws {
    let folder = try TemporaryDirectory()
    let program = folder.url.appendingPathComponent("gdbus")
    try "#!/bin/sh\necho '(<<uint32 2>>,)'\n".write(
      to: program, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let path = folder.url.path
    #expect(DesktopAppearance.prefersLight(environment: ["PATH": path]) == nil)
    #expect(
      DesktopAppearance.prefersLight(
        environment: ["PATH": path, "DBUS_SESSION_BUS_ADDRESS": "unix:path=/none"]) == true)
  }

  // MARK: Chosen frames

  /// Frames of 1/60 s, with some that missed a refresh.
  private func history(late: Set<Int>) -> FrameHistory {
    var history = FrameHistory()
    var display = 10.0
    for index in 1...30 {
      display += (late.contains(index) ? 2 : 1) / 60.0
      var record = FrameRecord()
      (record.index, record.display, record.time) = (index, display, display)
      record.isAnimating = true
      history.append(record)
    }
    return history
  }

  @Test func figuresAreThoseOfTheChosenFrames() {
    let history = history(late: [5, 20, 21])
    #expect(history.figures.missed == 3)
    #expect(history.figures(of: 1...10).missed == 1)
    #expect(history.figures(of: 5...5).missed == 1, "the interval that ends with the frame")
    #expect(history.figures(of: 6...19).missed == 0)
    #expect(history.figures(of: 20...30).missed == 2)
    #expect(history.figures(of: 100...110).frames <= 1)
  }

  @Test func worstFramesComeFirst() {
    let history = history(late: [5, 20, 21])
    let worst = history.worst(20).map { history[$0].index }
    #expect(worst.count == 20 && Array(worst.prefix(3)) == [5, 20, 21])
    #expect(history.worst(2, of: 1...10).map { history[$0].index } == [5, 2])
  }
}
