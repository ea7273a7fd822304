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
  ///
  /// SDL keeps the message of the last call that gave one, however old: see ``SDLReason``.
  init(_ action: String) {
    self.init(action: action, reason: SDLReason.current ?? "no reason given")
  }

  package var description: String {
    "SDL failed while \(action): \(reason)" + (advice.isEmpty ? "" : ". \(advice)")
  }
}

/// SDL's reason for a failure. It is of the call that has failed, not an older one, if it is cleared before that call and
/// read before any other.
enum SDLReason {
  /// Forgets the reasons of earlier calls.
  static func clear() { SDL_ClearError() }

  /// The reason since the last call of ``clear()`` on this thread; nil where SDL gave none.
  static var current: String? {
    let reason = String(cString: SDL_GetError())
    return reason.isEmpty ? nil : reason
  }
}

/// Makes a call, and throws when its result is negative, which is how most of SDL reports failure.
func check(
  _ call: @autoclosure () -> Int32, _ action: @autoclosure () -> String
) throws(SDLError) {
  SDLReason.clear()
  if call() < 0 { throw SDLError(action()) }
}

/// Makes a call and returns its pointer, or throws when it is nil.
func check<Pointer>(
  _ call: @autoclosure () -> Pointer?, _ action: @autoclosure () -> String
) throws(SDLError) -> Pointer {
  SDLReason.clear()
  guard let pointer = call() else { throw SDLError(action()) }
  return pointer
}
