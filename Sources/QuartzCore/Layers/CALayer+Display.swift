// CALayer+Display.swift
// Layout and contents: what is asked for, by whom it is answered, and when (semantics 13).
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

extension CALayer {
  /// Called by the default body of a delegate's method, so that the layer knows that nobody answered.
  package func noteUnanswered() { wasAnswered = false }

  /// Whether somebody answers. What is asked meanwhile, as by a delegate that lays out while it
  /// displays, is a question of its own.
  func isAnswered(_ ask: () -> Void) -> Bool {
    let outer = wasAnswered
    defer { wasAnswered = outer }
    wasAnswered = true
    ask()
    return wasAnswered
  }

  // MARK: Display

  func markNeedsDisplay() {
    guard presentedModel == nil else { return }
    needsDisplayFlag = true
    if let context {
      CATransaction.ensureOpen()
      if !isListedForDisplay { context.needsDisplay(self) }
    }
  }

  /// Asks for the model to be drawn where an animation left contents behind; what it draws replaces
  /// them without an action.
  func markNeedsQuietDisplay() {
    displaysQuietly = true
    setNeedsDisplay()
  }

  /// The commit's display. While an animation draws the layer, whoever asks gets what the animation
  /// shows; the model's look, drawn here, would show between the frames.
  ///
  /// - Parameter isDrawnByFrames: False for an animation that begins with this commit: the frame that
  ///   follows draws its first instant.
  func displayForCommit(isDrawnByFrames: Bool) {
    guard slot >= 0, animatesDisplay else {
      displayIfNeeded()
      return
    }
    needsDisplayFlag = false
    if isDrawnByFrames { displayPresentation() }
  }

  func displayByDrawing() {
    needsDisplayFlag = false
    defer { displaysQuietly = false }
    if let delegate, isAnswered({ delegate.display(self) }) { return }
    let size = values.bounds.size
    let drawing = CGContext(size: size)
    drawing.translateBy(x: -values.bounds.minX, y: -values.bounds.minY)
    delegate?.layerWillDraw(self)
    // Where nobody draws, contents that were set by hand stay.
    guard isAnswered({ draw(in: drawing) }) else { return }
    show(drawing.isEmpty ? nil : drawing.drawing)
  }

  /// Makes a drawing the contents; nil shows nothing.
  ///
  /// - Parameter isOther: Whether it is known to show something else than the contents, so that they
  ///   need not be compared.
  package func show(_ drawing: Drawing?, isOther: Bool = false) {
    // A subclass may watch its contents; the stock layer does without `Any`.
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

  /// Draws the contents for the frame's time: a presentation copy with the animated values draws, and
  /// what it drew becomes the model's contents without an action.
  func displayPresentation() {
    guard let copy = presentation() else { return }
    copy.display()
    guard copy.values.contents != values.contents else { return }
    values.contents = copy.values.contents
    context?.mark(self, .values)
  }

  // MARK: Layout

  func markNeedsLayout() {
    guard presentedModel == nil, !isLayingOut else { return }
    needsLayoutFlag = true
    if let extras { extras.layoutManager?.invalidateLayout(of: self) }
    if context != nil {
      CATransaction.ensureOpen()
      listForLayout()
    }
  }

  /// Has every superlayer know that somebody beneath needs layout, as far as they do not know yet.
  func listForLayout() {
    var layer = self
    while !layer.isListedForLayout, let parent = layer.parent {
      layer.isListedForLayout = true
      parent.layoutBelow.append(layer)
      layer = parent
    }
  }

  func boundsDidChange(from size: CGSize) {
    guard presentedModel == nil else { return }
    if size != values.bounds.size {
      if needsDisplayOnBoundsChange { setNeedsDisplay() }
      resizeSublayers(withOldSize: size)
    }
    setNeedsLayout()
    parent?.markNeedsLayout()
  }

  func layOutTree() {
    var top = self
    while let parent = top.parent, parent.needsLayoutFlag { top = parent }
    top.layOutDownwards()
  }

  /// Lays out where it is needed, downwards; a layer that keeps asking is asked no more than a
  /// hundred times in a row.
  func layOutDownwards() {
    var walk = LayoutWalk(depth: 0)
    layOutOwn()
    layOutBeneath(&walk)
    // What lies too deep for the call stack has its turn from here.
    var index = 0
    while index < walk.postponed.count {
      let layer = walk.postponed[index]
      index += 1
      if layer.context === context { layer.layOutBeneath(&walk) }
    }
  }

  /// How deep a layout is, and whose sublayers wait, as they lie deeper than the call stack is used.
  private struct LayoutWalk {
    static let deepest = 200
    var depth: Int
    var postponed: [CALayer] = []
  }

  private func layOutOwn() {
    var rounds = 0
    while needsLayoutFlag && rounds < 100 {
      rounds += 1
      needsLayoutFlag = false
      isLayingOut = true
      layoutSublayers()
      isLayingOut = false
      runAction(forKey: "onLayout")
    }
  }

  private func layOutBeneath(_ walk: inout LayoutWalk) {
    if context == nil ? childList.isEmpty && maskLayer == nil : layoutBelow.isEmpty { return }
    if walk.depth == LayoutWalk.deepest {
      walk.postponed.append(self)
      return
    }
    walk.depth += 1
    defer { walk.depth -= 1 }
    if context != nil {
      layOutListed(&walk)
      return
    }
    for child in children where child.parent === self && child.context == nil {
      child.layOutOwn()
      child.layOutBeneath(&walk)
    }
    if let maskLayer {
      maskLayer.layOutOwn()
      maskLayer.layOutBeneath(&walk)
    }
  }

  /// Lays out the live layers beneath of whom it is known that they need it, each once and in the order
  /// of the tree. Those that come to need it when their turn is over wait for the next time.
  private func layOutListed(_ walk: inout LayoutWalk) {
    // Layout may ask for this very layer's layout again; the outermost call alone shortens the list.
    let isOutermost = !isLayingOutBelow
    isLayingOutBelow = true
    sortLayoutBelow()
    var index = 0
    while index < layoutBelow.count {
      let child = layoutBelow[index]
      index += 1
      guard child.isListedForLayout, child.parent === self else { continue }
      let count = layoutBelow.count
      layOut(listed: child, &walk)
      if layoutBelow.count > count {
        // Others were listed meanwhile, perhaps some whose turn is still to come.
        layOutListed(after: child, &walk)
        break
      }
    }
    guard isOutermost else { return }
    isLayingOutBelow = false
    // Each is kept once: what is taken over is unlisted until all are.
    var kept: [CALayer] = []
    for child in layoutBelow where child.isListedForLayout && child.parent === self {
      child.isListedForLayout = false
      kept.append(child)
    }
    for child in kept { child.isListedForLayout = true }
    layoutBelow.removeAll(keepingCapacity: true)
    layoutBelow += kept
  }

  private func layOut(listed child: CALayer, _ walk: inout LayoutWalk) {
    child.layOutOwn()
    // Its own layout may have taken it elsewhere, where it is listed anew.
    guard child.parent === self else { return }
    child.isListedForLayout = false
    child.layOutBeneath(&walk)
  }

  private func layOutListed(after child: CALayer, _ walk: inout LayoutWalk) {
    let first = child.parent === self ? childList.index(of: child).map { $0 + 1 } : 0
    for other in children[(first ?? childList.count)...]
    where other.isListedForLayout && other.parent === self {
      layOut(listed: other, &walk)
    }
    if let maskLayer, maskLayer !== child, maskLayer.isListedForLayout {
      layOut(listed: maskLayer, &walk)
    }
  }

  /// Brings what needs layout into the order of the tree, a mask last.
  private func sortLayoutBelow() {
    if layoutBelow.count < 2 { return }
    let places = layoutBelow.map { child in
      child.isListedForLayout && child.parent === self && child !== maskLayer
        ? childList.index(of: child) ?? .max : .max
    }
    if zip(places, places.dropFirst()).allSatisfy({ $0 <= $1 }) { return }
    layoutBelow = zip(places, layoutBelow).sorted { $0.0 < $1.0 }.map(\.1)
  }
}
