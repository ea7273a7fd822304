// UIGraphics.swift
// The stack of contexts that drawing code means when it names none.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// One stack per thread: a context belongs to whoever draws just now.
private final class ContextStack {
  var contexts: [CGContext] = []

  /// The thread's slot for its stack, which goes with it.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { stack in
      if let stack { Unmanaged<ContextStack>.fromOpaque(stack).release() }
    }
    precondition(code == 0, "no room for a drawing stack per thread: error \(code)")
    return key
  }()

  static var current: ContextStack {
    // A dictionary of the thread's, as Foundation has it, takes longer than most drawing.
    if let known = pthread_getspecific(key) {
      return Unmanaged<ContextStack>.fromOpaque(known).takeUnretainedValue()
    }
    let stack = ContextStack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }
}

/// Returns the context that is drawn into, nil outside of `draw(_:)` and the like.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last }

/// Makes a context the current one, until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append(context)
}

/// Returns to the context before; without one, does nothing.
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

/// Fills a rectangle with the current context's fill colour.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

/// Draws a frame of one point inside a rectangle with the current context's fill colour.
public func UIRectFrame(_ rect: CGRect) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1))
  context.fill(CGRect(x: rect.minX, y: rect.maxY - 1, width: rect.width, height: 1))
  context.fill(CGRect(x: rect.minX, y: rect.minY + 1, width: 1, height: rect.height - 2))
  context.fill(CGRect(x: rect.maxX - 1, y: rect.minY + 1, width: 1, height: rect.height - 2))
}

/// Keeps further drawing in the current context inside a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }
