// DeferredRelease.swift
// The end of layer trees: what a layer leaves behind goes one after the other, so that a tree of any
// depth goes without a deep call stack.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The layers of one thread that lost their superlayer as it went, and may go now.
private final class DeferredRelease {
  // The main thread's alone, by ``current``.
  nonisolated(unsafe) private static let main = DeferredRelease()

  static var current: DeferredRelease {
    if MainThread.isCurrent { return main }
    let key = "DeferredRelease"
    if let known = Thread.current.threadDictionary[key] as? DeferredRelease { return known }
    let new = DeferredRelease()
    Thread.current.threadDictionary[key] = new
    return new
  }

  private var waiting: [CALayer] = []
  private var isAtWork = false

  func add(_ layers: [CALayer]) { waiting += layers }

  /// Lets the layers go. One that goes meanwhile puts what it leaves behind to the others.
  func empty() {
    if isAtWork { return }
    isAtWork = true
    // Each goes when the next is taken, outside of any change of the list.
    while let layer = waiting.popLast() { _ = layer }
    waiting = []
    isAtWork = false
  }
}

extension CALayer {
  /// What a layer does last: where its sublayers have sublayers in turn, they go after it and not
  /// within it.
  func letGoOfTree() {
    if childList.isEmpty && maskLayer == nil { return }
    let remains = DeferredRelease.current
    // Nobody else may hold a layer when its turn comes, not even a list on the call stack.
    if leaveTree(to: remains) { remains.empty() }
  }

  private func leaveTree(to remains: DeferredRelease) -> Bool {
    let layers = (maskLayer.map { [$0] } ?? []) + children.reversed()
    guard layers.contains(where: { !$0.childList.isEmpty || $0.maskLayer != nil }) else {
      return false
    }
    (childList, maskLayer) = (SiblingList(), nil)
    remains.add(layers)
    return true
  }
}
