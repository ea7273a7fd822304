// CALayer+Display.swift
// Contents: marking layers to be redrawn, and drawing them through delegate or subclass.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CALayer {
  /// Called by the default bodies of a delegate's methods, which do not count as an implementation.
  package func noteUnimplemented() { layerState[.wasImplemented] = false }

  /// Returns whether the delegate implements the method that a closure calls. Calls may nest, as when a
  /// delegate lays out while it displays.
  func isImplemented(_ call: () -> Void) -> Bool {
    let outer = layerState[.wasImplemented]
    defer { layerState[.wasImplemented] = outer }
    layerState[.wasImplemented] = true
    call()
    return layerState[.wasImplemented]
  }

  // MARK: Display

  func markNeedsDisplay() {
    guard presentedModel == nil else { return }
    layerState[.needsDisplay] = true
    ensureTransaction()
    if let context {
      if !layerState[.isListedForDisplay] { context.needsDisplay(self) }
    }
  }

  /// Marks the model to be redrawn without an action, after an animation that drew the contents.
  func markNeedsDisplayWithoutAction() {
    layerState[.displaysWithoutAction] = true
    setNeedsDisplay()
  }

  /// Displays the layer for a commit. While an animation draws the layer, the animated values are drawn;
  /// the model's contents would be visible between two frames.
  ///
  /// - Parameter isDrawnByFrames: False for an animation that begins with this commit: the frame that
  ///   follows draws its first instant.
  func displayForCommit(isDrawnByFrames: Bool) {
    guard slot >= 0, animatesDisplay else {
      // The display after an animation shows the value without it.
      if layerState[.needsDisplay] { dropTracksOfEndedAnimations() }
      displayIfNeeded()
      return
    }
    layerState[.needsDisplay] = false
    if isDrawnByFrames { displayAnimatedValues() }
  }

  private func dropTracksOfEndedAnimations() {
    committedCustom.tracks.removeAll { track in
      !attachments.contains { animatedKeys(of: $0.animation).contains(track.key) }
    }
  }

  /// Makes the contents: by the delegate, else by drawing. While an animation draws the layer, a copy with the
  /// animated values draws, and its drawing becomes the model's contents.
  func displayByDrawing() {
    layerState[.needsDisplay] = false
    let isNested = layerState[.isMakingContents]
    layerState[.isMakingContents] = true
    defer {
      (layerState[.isMakingContents], layerState[.displaysWithoutAction]) = (isNested, false)
    }
    WorkLog.run("drawing of \(delegate.map { "\(type(of: $0))" } ?? "\(type(of: self))")") {
      makeContents()
    }
  }

  private func makeContents() {
    if let delegate, isImplemented({ delegate.display(self) }) { return }
    let artist = layerState[.displaysAnimatedValues] ? presentation() ?? self : self
    let bounds = artist.values.bounds
    let drawing = CGContext(size: bounds.size)
    drawing.scale = artist.values.contentsScale
    drawing.translateBy(x: -bounds.minX, y: -bounds.minY)
    delegate?.layerWillDraw(artist)
    // Without an implementation, contents that were set directly remain.
    // An override may draw and call the base too.
    let isDrawn = artist.isImplemented { artist.draw(in: drawing) }
    guard isDrawn || !drawing.isEmpty else { return }
    let recording = drawing.isEmpty ? nil : drawing.drawing
    // Canvases draw plain commands at every scale. Others are drawn in pixels, as on iOS.
    if let recording, !recording.isPlain, let image = recording.image(scale: drawing.scale) {
      contents = image
    } else {
      show(recording)
    }
  }

  /// Sets the contents to a drawing; nil clears them.
  ///
  /// - Parameter isOther: Whether the drawing is known to differ from the contents, so that they need
  ///   not be compared.
  package func show(_ drawing: Drawing?, isOther: Bool = false) {
    // A subclass may override `contents`; the stock layer avoids boxing in `Any`.
    guard type(of: self) == CALayer.self else {
      contents = drawing
      return
    }
    store(contents: drawing.map(LayerContents.drawing), isOther: isOther)
  }

  func store(contents new: LayerContents?, isOther: Bool = false) {
    guard isOther || values.contents != new else { return }
    willChange(.contents)
    values.contents = new
    didChange(.contents)
  }

  /// Displays the layer for the frame's time, with the animated values. What this changes on the layer searches no
  /// action.
  func displayAnimatedValues() {
    guard !layerState[.isDisplaying], slot >= 0, context != nil else { return }
    (layerState[.isDisplaying], layerState[.displaysAnimatedValues]) = (true, true)
    layerState[.displaysWithoutAction] = true
    defer {
      (layerState[.isDisplaying], layerState[.displaysAnimatedValues]) = (false, false)
      layerState[.displaysWithoutAction] = false
    }
    display()
  }

  /// Whether what is set on the layer now belongs to its own display: by an override of ``display()``, or for a frame
  /// of an animation. Such a change searches no action and requests no other display.
  var isChangedByDisplay: Bool {
    layerState[.isDisplaying]
      && (layerState[.displaysAnimatedValues] || !layerState[.isMakingContents])
  }
}
