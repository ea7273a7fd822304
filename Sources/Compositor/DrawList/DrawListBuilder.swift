// DrawListBuilder.swift
// Stage: draw list. Rebuilds a list, or overwrites a part of the one before; fits groups to their
// content, and collects the pixels in which the picture differs. Has no access to layers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore

/// Builds one draw list after another.
///
/// Most frames move layers and add none, so their items overwrite those of the frame before. When they
/// do not fit there, ``hasFailed`` is true, and the list has to be rebuilt.
struct DrawListBuilder {
  /// The outcome of adding an item.
  private enum State {
    /// It is appended.
    case rebuilding
    /// It overwrites the item at the cursor; the items from `end` on must stay.
    case overwriting(end: Int)
    /// It is dropped, as what was painted did not fit the items of the frame before.
    case failed
  }

  private(set) var list = DrawList(size: PixelSize(width: 0, height: 0))
  private var state = State.rebuilding
  /// The index of the next item.
  private(set) var cursor = 0
  /// The device pixels that items touch since the innermost open group began.
  var extent = PixelRect.empty
  /// Open groups with ``Group/spreadsDamage``: a change in one can change every pixel of it.
  private var openSpreadingGroups = 0
  private var didChangeInSpreadingGroup = false
  /// Multiplied into the red, green and blue of what is added; nil leaves them alone.
  var tint: SIMD3<Double>?
  /// The slot of the layer that is painted, for reports of what it paints apart.
  var owner: Int32 = -1
  /// The owners of groups and backdrops by their items' indices. Nil, the default, notes none.
  var owners: [Int: Int32]?
  /// The items of the list before, while one is rebuilt.
  private var previous: [DrawItem] = []

  /// Whether items overwrite those of the frame before.
  var isOverwriting: Bool {
    switch state {
    case .rebuilding: false
    case .overwriting, .failed: true
    }
  }

  /// Whether what was painted did not fit the items of the frame before.
  var hasFailed: Bool {
    if case .failed = state { true } else { false }
  }

  // MARK: Lists

  /// Begins the next list, which equals the last one until an item is added.
  mutating func begin() {
    list.serial += 1
    list.damage.reset(for: list.size)
    state = .rebuilding
  }

  /// Begins to rebuild the list.
  ///
  /// - Parameter layers: The number of layers, most of which have one item.
  mutating func rebuild(size: PixelSize, background: CGColor, layers: Int = 0) {
    if size != list.size || background != list.background { list.damage.addEverything() }
    list.size = size
    list.background = background
    state = .rebuilding
    (openSpreadingGroups, didChangeInSpreadingGroup) = (0, false)
    cursor = 0
    extent = .empty
    list.needsPixels = false
    swap(&previous, &list.items)
    list.items.removeAll(keepingCapacity: true)
    list.items.makeRoom(for: previous.isEmpty ? layers : previous.count)
  }

  /// Ends a list that was rebuilt. It differs from the one before between the items that both begin
  /// with and those that both end with.
  mutating func endRebuild() {
    if !list.damage.isEverything {
      list.damage.add(changesFrom: previous, to: list.items)
    }
    // The memory is kept for the next rebuild, unless it is large: long lists are seldom rebuilt.
    previous.removeAll(keepingCapacity: previous.count < 1024)
    endList()
    checkInvariants()
  }

  /// Damages every pixel, as the target lost its content.
  mutating func damageEverything() { list.damage.addEverything() }

  /// Ends a list.
  mutating func endList() { list.endDamage() }

  /// Begins to overwrite some items.
  mutating func overwrite(_ items: Range<Int>) {
    cursor = items.lowerBound
    state = .overwriting(end: items.upperBound)
    extent = .empty
  }

  /// Gives up overwriting, as what is painted does not fit.
  mutating func fail() { state = .failed }

  /// Ends overwriting items.
  mutating func endOverwrite() {
    if case .overwriting(let end) = state, cursor != end { fail() }
  }

  /// Leaves items as they are.
  mutating func skip(_ items: Range<Int>, extent skipped: PixelRect) {
    if cursor != items.lowerBound { fail() }
    cursor = items.upperBound
    extent = extent.union(skipped)
  }

  // MARK: Items

  /// Adds a primitive unless it lies outside of the visible pixels.
  mutating func add(_ primitive: Primitive, _ state: PaintState, bounds: CGRect) {
    let touched = state.touched(by: bounds)
    if touched.isEmpty && !isOverwriting { return }
    extent = extent.union(touched)
    if owners != nil, case .backdrop = primitive { owners?[cursor] = owner }
    if let tint {
      put(primitive.tinted(tint), state, reach: touched)
    } else {
      put(primitive, state, reach: touched)
    }
  }

  /// A group that has begun.
  struct OpenGroup {
    fileprivate var group: Group
    fileprivate var start: Int
    /// The extent before the group began.
    fileprivate var outerExtent: PixelRect
  }

  /// Whether an item was added in a state.
  func hasItem(_ index: Int, in state: PaintState) -> Bool {
    state.depth == nil
      && list.items.withUnsafeBufferPointer { items in
        let item = items.baseAddress.map { $0 + index }
        return item?.pointee.transform == state.transform && item?.pointee.opacity == state.opacity
          && item?.pointee.scissor == state.scissor
      }
  }

  /// Begins an offscreen group; nil when it does not fit.
  mutating func begin(_ group: Group) -> OpenGroup? {
    guard let start = advance() else { return nil }
    owners?[start] = owner
    if group.spreadsDamage { openSpreadingGroups += 1 }
    if group.needsPixels { list.needsPixels = true }
    defer { extent = .empty }
    return OpenGroup(group: group, start: start, outerExtent: extent)
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
    let (group, start, outer) = (open.group, open.start, open.outerExtent)
    if group.spreadsDamage { openSpreadingGroups -= 1 }
    // A mask that draws nothing still hides everything, so its group stays.
    if cursor == start + 1, !group.blend.clearsOutside, !isOverwriting {
      list.items.removeLast()
      cursor = start
      extent = outer
      return
    }
    guard let last = advance() else {
      // The group's former pixels are damaged, as its content is lost.
      list.damage.add(list.items[start].reach)
      return
    }
    var fitted = group
    fitted.bounds = group.bounds.intersection(extent)
    let reach = reach(of: group, fitted.bounds, map, outer: outer, scissor: scissor)
    extent = outer.union(group.spreadsDamage ? reach : fitted.bounds)
    let item = DrawItem(
      .beginGroup(fitted), transform: map, opacity: opacity, scissor: scissor, reach: reach)
    if isOverwriting {
      addDamage(from: list.items[start], to: item)
      // Another item's place is now the group's end; the list is going to be rebuilt.
      if list.items[last].primitive != .endGroup { list.damage.add(list.items[last].reach) }
    }
    list.items[start] = item
    list.items[last] = DrawItem(
      .endGroup, transform: .identity, opacity: opacity, scissor: scissor, reach: reach)
    guard group.spreadsDamage else { return }
    for index in start..<last { list.items[index].reach = reach }
  }

  /// The device pixels that a group can change.
  private func reach(
    of group: Group, _ bounds: PixelRect, _ map: PlaneTransform, outer: PixelRect,
    scissor: PixelRect
  ) -> PixelRect {
    if group.isMapped {
      if bounds.isEmpty { return .empty }
      let box = map.bounds(of: bounds.cgRect)?.insetBy(dx: -1, dy: -1)
      return box.map { PixelRect(covering: $0).intersection(scissor) } ?? scissor
    }
    if let shadow = group.shadow { return shadow.reach(around: bounds).intersection(scissor) }
    if !group.filters.isEmpty && !bounds.isEmpty {
      return bounds.outset(by: group.filters.reach).intersection(scissor)
    }
    // Outside of a mask everything painted so far becomes transparent.
    return group.blend.clearsOutside ? outer.union(bounds) : bounds
  }

  private mutating func addDamage(from old: DrawItem, to item: DrawItem) {
    let differs = !item.drawsAs(old)
    if openSpreadingGroups > 0 {
      if differs {
        didChangeInSpreadingGroup = true
        list.damage.add(old.reach)
      }
      return
    }
    if differs || (item.spreadsDamage && didChangeInSpreadingGroup) {
      list.damage.add(old.reach)
      list.damage.add(item.reach)
    }
    didChangeInSpreadingGroup = false
  }

  /// Returns the index of the next item; nil when there is none.
  private mutating func advance() -> Int? {
    switch state {
    case .rebuilding: list.items.append(.placeholder)
    case .overwriting(let end):
      if cursor >= end {
        fail()
        return nil
      }
    case .failed: return nil
    }
    cursor += 1
    return cursor - 1
  }

  private mutating func put(_ primitive: Primitive, _ paint: PaintState, reach: PixelRect) {
    if case .backdrop = primitive { list.needsPixels = true }
    if case .rebuilding = state {
      list.items.append(Self.item(primitive, paint, reach: reach))
      cursor += 1
      return
    }
    guard let index = advance() else { return }
    if openSpreadingGroups > 0 {
      // The reach of items in such a group is set when it ends. The former item may not have been in
      // one.
      let item = Self.item(primitive, paint, reach: reach)
      if !item.drawsAs(list.items[index]) {
        didChangeInSpreadingGroup = true
        list.damage.add(list.items[index].reach)
      }
      list.items[index] = item
      return
    }
    let before = list.items.withUnsafeMutableBufferPointer { items -> PixelRect? in
      items.baseAddress.flatMap { Self.overwrite($0 + index, primitive, paint, reach: reach) }
    }
    guard let before else { return }
    list.damage.add(before)
    list.damage.add(reach)
  }

  /// Overwrites an item that is a box without border in place: most of what moves. Returns the pixels that it touches;
  /// nil where the item is something else.
  @inline(__always)
  mutating func overwriteBox(
    _ index: Int, _ rect: CGRect, radius: Double, fill: CGColor, _ transform: PlaneTransform,
    opacity: Double, scissor: PixelRect
  ) -> PixelRect? {
    let radii = SIMD4(repeating: radius)
    let reach = transform.pixels(touchedBy: rect)?.intersection(scissor) ?? scissor
    var (former, changes) = (reach, false)
    let isBox = list.items.withUnsafeMutableBufferPointer { items in
      guard let item = items.baseAddress.map({ $0 + index }),
        case .box(let box) = item.pointee.primitive
      else { return false }
      former = item.pointee.reach
      changes = Self.move(item, transform, opacity, scissor, reach: reach)
      if !box.isPlain(rect, radii, fill) {
        item.pointee.primitive = .box(Box(rect: rect, radii: radii, fill: fill))
        changes = true
      }
      return true
    }
    guard isBox else { return nil }
    if changes {
      list.damage.add(former)
      list.damage.add(reach)
    }
    return reach
  }

  private static func item(
    _ primitive: Primitive, _ paint: PaintState, reach: PixelRect
  ) -> DrawItem {
    DrawItem(
      primitive, transform: paint.transform, opacity: paint.opacity, scissor: paint.scissor,
      reach: reach)
  }

  /// Overwrites an item in place, as it is too large to make another one of each that moves. Returns its former reach; nil
  /// if it is the same.
  private static func overwrite(
    _ item: UnsafeMutablePointer<DrawItem>, _ primitive: Primitive, _ paint: PaintState,
    reach: PixelRect
  ) -> PixelRect? {
    let former = item.pointee.reach
    // Most items that change move, and a primitive takes long to compare.
    if !move(item, paint.transform, paint.opacity, paint.scissor, reach: reach),
      item.pointee.primitive == primitive
    {
      return nil
    }
    item.pointee.primitive = primitive
    return former
  }

  /// Places an item; returns whether it was placed otherwise.
  @inline(__always)
  private static func move(
    _ item: UnsafeMutablePointer<DrawItem>, _ transform: PlaneTransform, _ opacity: Double,
    _ scissor: PixelRect, reach: PixelRect
  ) -> Bool {
    let isSame =
      item.pointee.transform == transform && item.pointee.opacity == opacity
      && item.pointee.reach == reach && item.pointee.scissor == scissor
    if isSame { return false }
    item.pointee.transform = transform
    item.pointee.opacity = opacity
    item.pointee.scissor = scissor
    item.pointee.reach = reach
    return true
  }

  /// Traps if the list contradicts itself; compiled out of release builds.
  private func checkInvariants() {
    assert(
      openSpreadingGroups == 0 && cursor == list.items.count,
      "\(openSpreadingGroups) groups are open at item \(cursor) of \(list.items.count)")
    assert(
      list.items.reduce(into: (depth: 0, isBalanced: true)) { result, item in
        switch item.primitive {
        case .beginGroup: result.depth += 1
        case .endGroup: result.depth -= 1
        default: break
        }
        if result.depth < 0 { result.isBalanced = false }
      } == (0, true), "the groups of a list do not begin and end in pairs")
  }
}

extension DrawItem {
  fileprivate static let placeholder = DrawItem(
    .endGroup, transform: .identity, opacity: 0, scissor: .empty)

  /// Whether the item begins a group in which any change can change all of it.
  fileprivate var spreadsDamage: Bool {
    if case .beginGroup(let group) = primitive { group.spreadsDamage } else { false }
  }

  /// Whether the item draws what another did, though it may reach other pixels: the size of a group is
  /// not visible.
  fileprivate func drawsAs(_ other: DrawItem) -> Bool {
    guard transform == other.transform, opacity == other.opacity, scissor == other.scissor else {
      return false
    }
    if case .beginGroup(let a) = primitive, case .beginGroup(let b) = other.primitive {
      return a.blend == b.blend && a.shadow == b.shadow && a.isMapped == b.isMapped
        && a.filters == b.filters
    }
    return primitive == other.primitive
  }
}
