// UIGraphics.swift
// The stack of current drawing contexts, one per thread.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// One stack per thread, as drawing happens on several.
private final class ContextStack {
  var contexts: [CGContext] = []
  /// The image contexts that were begun and not ended.
  var images: [(context: CGContext, isOpaque: Bool)] = []

  /// The thread-specific slot of the stack, released with the thread.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let code = pthread_key_create(&key) { stack in
      if let stack { Unmanaged<ContextStack>.fromOpaque(stack).release() }
    }
    trap(unless: code == 0, "no room for a drawing stack per thread: error \(code)")
    return key
  }()

  static var current: ContextStack {
    // Foundation's thread dictionary would take longer than most drawing.
    if let known = pthread_getspecific(key) {
      return Unmanaged<ContextStack>.fromOpaque(known).takeUnretainedValue()
    }
    let stack = ContextStack()
    pthread_setspecific(key, Unmanaged.passRetained(stack).toOpaque())
    return stack
  }
}

/// Returns the current context; nil outside of drawing code.
public func UIGraphicsGetCurrentContext() -> CGContext? { ContextStack.current.contexts.last }

/// Makes a context the current one, until it is popped.
public func UIGraphicsPushContext(_ context: CGContext) {
  ContextStack.current.contexts.append(context)
}

/// Restores the previous context, if any.
public func UIGraphicsPopContext() { _ = ContextStack.current.contexts.popLast() }

/// Makes a context the current one while code draws into it.
///
/// Afterwards the current context is that of before, even if the code began contexts or images and did not end them.
func withCurrentContext(_ context: CGContext, _ draw: () -> Void) {
  let stack = ContextStack.current
  let (contexts, images) = (stack.contexts.count, stack.images.count)
  stack.contexts.append(context)
  draw()
  stack.contexts.removeLast(max(0, stack.contexts.count - contexts))
  stack.images.removeLast(max(0, stack.images.count - images))
}

// MARK: - Images

/// Begins an image with one pixel per point; see ``UIGraphicsBeginImageContextWithOptions(_:_:_:)``.
public func UIGraphicsBeginImageContext(_ size: CGSize) {
  UIGraphicsBeginImageContextWithOptions(size, false, 1)
}

/// Begins an image and makes its context the current one, until ``UIGraphicsEndImageContext()``.
///
/// - Parameters:
///   - size: In points.
///   - opaque: Whether the image has a black background.
///   - scale: Pixels per point; 0 for the screen's.
/// - Precondition: Every number is finite and none negative.
public func UIGraphicsBeginImageContextWithOptions(
  _ size: CGSize, _ opaque: Bool, _ scale: CGFloat
) {
  trap(
    unless: size.width >= 0 && size.height >= 0 && size.width.isFinite && size.height.isFinite
      && scale >= 0 && scale.isFinite,
    "an image needs a finite size and scale, not \(size) at \(scale)")
  let context = CGContext(size: size)
  context.scale = scale == 0 ? UITraitCollection.scaleOfScreen : scale
  ContextStack.current.images.append((context, opaque))
  UIGraphicsPushContext(context)
}

/// Returns the image begun last, as drawn so far; nil without one, or without pixels.
public func UIGraphicsGetImageFromCurrentImageContext() -> UIImage? {
  guard let image = ContextStack.current.images.last,
    image.context === ContextStack.current.contexts.last
  else { return nil }
  return UIImage(image.context.drawing, scale: image.context.scale, isOpaque: image.isOpaque)
}

/// Ends the image begun last, and restores the previous context.
public func UIGraphicsEndImageContext() {
  let stack = ContextStack.current
  guard let image = stack.images.popLast() else { return }
  stack.contexts.removeAll { $0 === image.context }
}

/// Fills a rectangle with the current context's fill colour.
public func UIRectFill(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.fill(rect) }

/// Fills a rectangle with the current context's fill colour and a blend mode.
public func UIRectFillUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: 1) { UIRectFill(rect) }
}

/// Draws a border of one point inside a rectangle with the current context's fill colour and a blend mode.
public func UIRectFrameUsingBlendMode(_ rect: CGRect, _ blendMode: CGBlendMode) {
  UIGraphicsGetCurrentContext()?.blending(blendMode, alpha: 1) { UIRectFrame(rect) }
}

/// Draws a border of one point inside a rectangle with the current context's fill colour.
public func UIRectFrame(_ rect: CGRect) {
  guard let context = UIGraphicsGetCurrentContext() else { return }
  context.fill(CGRect(x: rect.minX, y: rect.minY, width: rect.width, height: 1))
  context.fill(CGRect(x: rect.minX, y: rect.maxY - 1, width: rect.width, height: 1))
  context.fill(CGRect(x: rect.minX, y: rect.minY + 1, width: 1, height: rect.height - 2))
  context.fill(CGRect(x: rect.maxX - 1, y: rect.minY + 1, width: 1, height: rect.height - 2))
}

/// Clips the current context to a rectangle.
public func UIRectClip(_ rect: CGRect) { UIGraphicsGetCurrentContext()?.clip(to: rect) }

extension CGContext {
  /// Draws with a blend mode, and with an alpha on top of the current one.
  func blending(_ mode: CGBlendMode, alpha: CGFloat, _ draw: () -> Void) {
    saveGState()
    setBlendMode(mode)
    multiplyAlpha(by: alpha)
    draw()
    restoreGState()
  }
}
