// SDLReasonTests.swift
// The reasons that SDL gives for its failures, and words where it gives none.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Testing

@testable import SDLRenderer

/// Sets the message of a number of SDL's: 0 for "Out of memory".
@_silgen_name("SDL_Error") private func setReason(_ number: Int32) -> Int32

extension SDLTests {
  @Suite @MainActor struct SDLReasonTests {
    /// SDL keeps the message of an older call.
    @Test func olderReasonIsNotShown() throws {
      _ = setReason(0)
      #expect(SDLReason.current == "Out of memory")
      let failed = #expect(throws: SDLError.self) { try check(Int32(-1), "failing") }
      #expect(failed?.reason == "no reason given")
      _ = setReason(0)
      let none = #expect(throws: SDLError.self) { try check(OpaquePointer?.none, "failing") }
      #expect(none?.reason == "no reason given")
      let own = #expect(throws: SDLError.self) { try check(setReason(0), "failing") }
      #expect(own?.reason == "Out of memory")
    }

    @Test func adviceFitsTheDriver() {
      func problem(_ driver: String, _ reason: String?) -> String {
        WindowOpening.surfaceProblem(width: 8, height: 6, driver: driver, reason: reason)
      }
      #expect(
        problem("x11", "no format") == "SDL cannot draw 8 × 6 pixels on this screen (no format)")
      #expect(
        problem("wayland", nil) == "SDL cannot draw 8 × 6 pixels with its video driver wayland")
      #expect(WindowOpening.advice(driver: "x11").contains("30 bits"))
      #expect(!WindowOpening.advice(driver: "wayland").contains("bits"))
    }
  }
}
