// DeferredRelease.swift
// Releases sublayers iteratively, so deallocating a deep tree cannot overflow the stack.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The sublayers of deallocated layers that are still to be released, of one thread.
private final class DeferredRelease {
  // Used by the main thread only, by ``current``.
  nonisolated(unsafe) private static let main = DeferredRelease()

  static var current: DeferredRelease {
    if MainThread.isCurrent { return main }
    let key = "DeferredRelease"
    if let known = Thread.current.threadDictionary[key] as? DeferredRelease { return known }
    let new = DeferredRelease()
    Thread.current.threadDictionary[key] = new
    return new
  }

  private var pending: [CALayer] = []
  private var isReleasing = false

  func add(_ layers: [CALayer]) { pending += layers }

  /// Releases the pending layers, including those that are added meanwhile.
  func releaseAll() {
    if isReleasing { return }
    isReleasing = true
    // Each is released when the next is taken, outside of any access to the list.
    while let layer = pending.popLast() { _ = layer }
    pending = []
    isReleasing = false
  }
}

extension CALayer {
  /// The last step of a layer's deinitialiser: sublayers that have sublayers are released after this
  /// layer rather than within its deinitialiser.
  func releaseSublayersIteratively() {
    if childList.isEmpty && maskLayer == nil { return }
    let release = DeferredRelease.current
    // The call below returns first: a list on the call stack would retain the layers.
    if moveSublayers(to: release) { release.releaseAll() }
  }

  private func moveSublayers(to release: DeferredRelease) -> Bool {
    let layers = (maskLayer.map { [$0] } ?? []) + children.reversed()
    guard layers.contains(where: { !$0.childList.isEmpty || $0.maskLayer != nil }) else {
      return false
    }
    (childList, maskLayer) = (SiblingList(), nil)
    release.add(layers)
    return true
  }
}
