// SDLError.swift
// Failed calls into SDL as errors: what the engine was doing, and SDL's reason.
//
// SPDX-License-Identifier: MIT

internal import CSDL2

/// A call into SDL that failed.
package struct SDLError: Error, Hashable, CustomStringConvertible {
  /// What the engine was doing, as the end of a sentence: "creating the window".
  package var action: String

  /// SDL's reason.
  package var reason: String

  /// Advice for the user. May be empty.
  package var advice: String

  package init(action: String, reason: String, advice: String = "") {
    self.action = action
    self.reason = reason
    self.advice = advice
  }

  /// Creates an error with SDL's message for the call that has just failed.
  init(_ action: String) {
    let reason = String(cString: SDL_GetError())
    self.init(action: action, reason: reason.isEmpty ? "no reason given" : reason)
  }

  package var description: String {
    "SDL failed while \(action): \(reason)" + (advice.isEmpty ? "" : ". \(advice)")
  }
}

/// Throws when a result is negative, which is how most of SDL reports failure.
func check(_ code: Int32, _ action: @autoclosure () -> String) throws(SDLError) {
  if code < 0 { throw SDLError(action()) }
}

/// Returns a call's pointer, or throws when it is nil.
func check<Pointer>(
  _ pointer: Pointer?, _ action: @autoclosure () -> String
) throws(SDLError) -> Pointer {
  guard let pointer else { throw SDLError(action()) }
  return pointer
}
