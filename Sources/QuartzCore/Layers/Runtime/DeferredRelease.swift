// DeferredRelease.swift
// Releases the children of layers, views and controllers iteratively, so deallocating a deep tree cannot overflow the
// stack.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The children of deallocated objects that are still to be released, of one thread.
package final class DeferredRelease {
  // Used by the main thread only, by ``current``.
  nonisolated(unsafe) private static let main = DeferredRelease()

  /// Takes the children out of an object that is being deinitialised, for ``releaseAll()``.
  ///
  /// A function of its own: a list on the deinitialiser's part of the call stack would retain them.
  package static func take<Element>(_ children: inout SiblingList<Element>) {
    if children.isEmpty { return }
    current.pending += children.takeAll().reversed() as [AnyObject]
  }

  /// Takes the children out of an object that is being deinitialised, for ``releaseAll()``.
  package static func take(_ children: inout [some AnyObject]) {
    if children.isEmpty { return }
    current.pending += children.reversed() as [AnyObject]
    children = []
  }

  /// Takes a child out of an object that is being deinitialised, for ``releaseAll()``.
  package static func take(_ child: inout (some AnyObject)?) {
    guard let taken = child else { return }
    current.pending.append(taken)
    child = nil
  }

  /// Releases what was taken, and what its own deinitialisers take meanwhile. Within one of these it does nothing:
  /// the outermost call goes on once the deinitialiser has ended.
  package static func releaseAll() { current.releaseAll() }

  fileprivate static var current: DeferredRelease {
    if MainThread.isCurrent { return main }
    let key = "DeferredRelease"
    if let known = Thread.current.threadDictionary[key] as? DeferredRelease { return known }
    let new = DeferredRelease()
    Thread.current.threadDictionary[key] = new
    return new
  }

  fileprivate var pending: [AnyObject] = []
  private var isReleasing = false

  fileprivate func releaseAll() {
    if isReleasing || pending.isEmpty { return }
    isReleasing = true
    // Each is released when the next is taken, outside of any access to the list.
    while let object = pending.popLast() { _ = object }
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
    release.pending += layers as [AnyObject]
    return true
  }
}
