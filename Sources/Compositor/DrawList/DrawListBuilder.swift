// DrawListBuilder.swift
// Stage: draw list. Writes items anew or over a part of the list before, fits groups to what is in
// them, and notes in which pixels the picture differs. Knows no layer.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Writes one draw list after another.
///
/// Most frames move layers and add none, so their items are written where those of the frame before
/// stand. When they do not fit there, ``hasFailed`` says so, and the list has to be written anew.
struct DrawListBuilder {
  private(set) var list = DrawList(size: PixelSize(width: 0, height: 0))
  /// Where the next item goes.
  private(set) var cursor = 0
  /// The first item that must stay; nil while the list is written anew.
  private var limit: Int?
  /// Whether what was to be written over a part of the list did not fit.
  private(set) var hasFailed = false
  /// The device pixels that items touch since the innermost open group began.
  var extent = PixelRect.empty
  /// In a group with a shadow, and in one that is drawn in pixels of its own, any change can change
  /// every pixel that the group reaches.
  private var openSpreadingGroups = 0
  private var didChangeInSpreadingGroup = false
  /// Multiplied into the red, green and blue of what is added; nil leaves them alone.
  var tint: SIMD3<Double>?
  /// The list before, when one is written anew.
  private var previous: [DrawItem] = []

  /// Whether items are written over those of the frame before.
  var isInPlace: Bool { limit != nil }

  // MARK: Lists

  /// Begins the next list, which is like the last one until something is written.
  mutating func begin() {
    list.serial += 1
    list.damage.reset()
    hasFailed = false
  }

  /// Begins to write every item anew.
  mutating func rebuild(size: PixelSize, background: CGColor) {
    if size != list.size || background != list.background { list.damage.addEverything() }
    list.size = size
    list.background = background
    hasFailed = false
    limit = nil
    (openSpreadingGroups, didChangeInSpreadingGroup) = (0, false)
    cursor = 0
    extent = .empty
    swap(&previous, &list.items)
    list.items.removeAll(keepingCapacity: true)
  }

  /// Ends a list that was written anew: what differs from the one before is between the items that
  /// both begin with and those that both end with.
  mutating func endAnew() {
    if !list.damage.isEverything {
      let (before, now) = (previous.count, list.items.count)
      let shorter = min(before, now)
      var first = 0
      while first < shorter, previous[first] == list.items[first] { first += 1 }
      var tail = 0
      while tail < shorter - first, previous[before - 1 - tail] == list.items[now - 1 - tail] {
        tail += 1
      }
      for index in first..<before - tail { list.damage.add(previous[index].reach) }
      for index in first..<now - tail { list.damage.add(list.items[index].reach) }
    }
    // Its memory is kept for the next one, unless it is much: long lists are seldom written anew.
    previous.removeAll(keepingCapacity: previous.count < 1024)
    endList()
  }

  /// Says that the target lost what it showed.
  mutating func damageEverything() { list.damage.addEverything() }

  /// Ends a list.
  mutating func endList() { list.damage.cut(to: PixelRect(list.size)) }

  /// Begins to write over some items.
  mutating func begin(over items: Range<Int>) {
    cursor = items.lowerBound
    limit = items.upperBound
    extent = .empty
  }

  /// Says that what is painted does not fit where it was.
  mutating func fail() { hasFailed = true }

  /// Ends writing over items.
  mutating func endOver() {
    if cursor != limit { hasFailed = true }
  }

  /// Leaves items as they are.
  mutating func skip(_ items: Range<Int>, extent skipped: PixelRect) {
    if cursor != items.lowerBound { hasFailed = true }
    cursor = items.upperBound
    extent = extent.union(skipped)
  }

  // MARK: Items

  /// Adds a primitive unless it lies outside of what can be seen.
  mutating func add(_ primitive: Primitive, _ place: PaintState, bounds: CGRect) {
    let touched = place.touched(by: bounds)
    if touched.isEmpty && !isInPlace { return }
    extent = extent.union(touched)
    put(
      DrawItem(
        tint.map { primitive.tinted($0) } ?? primitive, transform: place.transform,
        opacity: place.opacity, scissor: place.scissor,
        reach: touched))
  }

  /// A group that has begun.
  struct OpenGroup {
    fileprivate var group: Group
    fileprivate var start: Int
    /// What was touched before it began.
    fileprivate var outside: PixelRect
  }

  /// Begins an offscreen group; nil when there is no place for it.
  mutating func begin(_ group: Group) -> OpenGroup? {
    guard let start = advance() else { return nil }
    if group.spreadsDamage { openSpreadingGroups += 1 }
    defer { extent = .empty }
    return OpenGroup(group: group, start: start, outside: extent)
  }

  /// Ends a group; an empty one is left out.
  ///
  /// The group becomes no larger than what was painted into it, so that a small layer that fades
  /// costs a small picture.
  ///
  /// - Parameter map: From a mapped group's pixels to the device's.
  mutating func end(
    _ open: OpenGroup, opacity: Double, scissor: PixelRect, map: PlaneTransform = .identity
  ) {
    let (group, start, outside) = (open.group, open.start, open.outside)
    if group.spreadsDamage { openSpreadingGroups -= 1 }
    // A mask that draws nothing still hides everything, so its group stays.
    if cursor == start + 1, !group.blend.clearsOutside, !isInPlace {
      list.items.removeLast()
      cursor = start
      extent = outside
      return
    }
    guard let last = advance() else {
      // What was in the group before is gone; its place is not forgotten.
      list.damage.add(list.items[start].reach)
      return
    }
    var fitted = group
    fitted.bounds = group.bounds.intersection(extent)
    var reach = fitted.bounds
    if group.isMapped {
      let box = map.bounds(of: fitted.bounds.cgRect)?.insetBy(dx: -1, dy: -1)
      reach = box.map { PixelRect(covering: $0).intersection(scissor) } ?? scissor
      if fitted.bounds.isEmpty { reach = .empty }
    } else if let shadow = group.shadow {
      reach = shadow.reach(around: fitted.bounds).intersection(scissor)
    } else if group.blend.clearsOutside {
      // Outside of the mask everything painted so far becomes transparent.
      reach = outside.union(reach)
    }
    extent = outside.union(group.spreadsDamage ? reach : fitted.bounds)
    let item = DrawItem(
      .beginGroup(fitted), transform: map, opacity: opacity, scissor: scissor, reach: reach)
    if isInPlace {
      noteChange(of: list.items[start], to: item)
      // Where another item stood the group now ends; the list is going to be written anew.
      if list.items[last].primitive != .endGroup { list.damage.add(list.items[last].reach) }
    }
    list.items[start] = item
    list.items[last] = DrawItem(
      .endGroup, transform: .identity, opacity: opacity, scissor: scissor, reach: reach)
    guard group.spreadsDamage else { return }
    for index in start..<last { list.items[index].reach = reach }
  }

  private mutating func noteChange(of old: DrawItem, to item: DrawItem) {
    let isOther = !item.drawsAs(old)
    if openSpreadingGroups > 0 {
      if isOther {
        didChangeInSpreadingGroup = true
        list.damage.add(old.reach)
      }
      return
    }
    if isOther || (item.spreadsDamage && didChangeInSpreadingGroup) {
      list.damage.add(old.reach)
      list.damage.add(item.reach)
    }
    didChangeInSpreadingGroup = false
  }

  /// Takes the next place; nil when there is none.
  private mutating func advance() -> Int? {
    if hasFailed { return nil }
    if let limit {
      if cursor >= limit {
        hasFailed = true
        return nil
      }
    } else {
      list.items.append(.nothing)
    }
    cursor += 1
    return cursor - 1
  }

  private mutating func put(_ item: DrawItem) {
    if limit == nil {
      list.items.append(item)
      cursor += 1
      return
    }
    guard let index = advance() else { return }
    if openSpreadingGroups > 0 {
      // What the items of such a group reach is known when it ends. What stood here may not have
      // been one of them.
      if !item.drawsAs(list.items[index]) {
        didChangeInSpreadingGroup = true
        list.damage.add(list.items[index].reach)
      }
      list.items[index] = item
    } else if list.items[index] != item {
      list.damage.add(list.items[index].reach)
      list.damage.add(item.reach)
      list.items[index] = item
    }
  }
}

extension DrawItem {
  fileprivate static let nothing = DrawItem(
    .endGroup, transform: .identity, opacity: 0, scissor: .empty)

  /// Whether a change of anything in the group that begins may change all of it.
  fileprivate var spreadsDamage: Bool {
    if case .beginGroup(let group) = primitive { group.spreadsDamage } else { false }
  }

  /// Whether the item does what another did, though it may reach other pixels: how large a group is
  /// cannot be seen.
  fileprivate func drawsAs(_ other: DrawItem) -> Bool {
    guard transform == other.transform, opacity == other.opacity, scissor == other.scissor else {
      return false
    }
    if case .beginGroup(let a) = primitive, case .beginGroup(let b) = other.primitive {
      return a.blend == b.blend && a.shadow == b.shadow && a.isMapped == b.isMapped
    }
    return primitive == other.primitive
  }
}
