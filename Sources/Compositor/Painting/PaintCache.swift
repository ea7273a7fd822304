// PaintCache.swift
// Stage: draw list. The painter's cache of each layer: the layer's items in the list, and the
// graphics state in which it was painted.
//
// SPDX-License-Identifier: MIT

/// The cache of one layer. There is one for each, so it has what most layers need.
struct PaintCacheEntry {
  /// Where the state is in which a layer was painted.
  enum StatePlace: UInt8 {
    /// The layer was not visible.
    case none
    /// The layer's only item has it.
    case item
    /// In ``PaintCache/states``.
    case stored
    /// The layer is plain and has no item: to paint it again costs no more than to compare.
    case unknown
  }

  /// The rebuild of the list in which the layer has its items.
  var build: Int32 = -1
  /// The items of the layer and everything beneath it.
  var first: Int32 = 0, end: Int32 = 0
  /// The layer to repaint when this one changes: itself, or the outermost layer above that is composed
  /// from what lies beneath it.
  var repaintRoot: Int32 = -1
  /// The index of the sublayers' state in ``PaintCache/childStates``; -1 for none.
  var childState: Int32 = -1
  /// The index in ``PaintCache/states``; -1 for a layer that never had a state there.
  var stateIndex: Int32 = -1
  var statePlace = StatePlace.none
  /// Orders siblings.
  var zPosition = 0.0
  var extent = PixelRect.empty

  var items: Range<Int> { Int(first)..<Int(end) }
}

/// The cache of all layers, by slot.
struct PaintCache {
  private var entries: [PaintCacheEntry] = []
  /// The states in which layers were painted that are more than an item.
  private var states: [PaintState] = []
  /// The states of sublayers, one for each layer that has some.
  private var childStates: [PaintState] = []
  private(set) var build: Int32 = 0
  /// Counts frames, so that marks of earlier frames need not be cleared.
  private var frame: UInt32 = 0
  /// The frame in which a layer, or one beneath it, last changed.
  private var pathFrames: [UInt32] = []
  /// Twice the frame in which a layer was last a repaint root, plus one once it is repainted.
  private var repaintRootFrames: [UInt32] = []
  /// The frame in which the order of a layer's sublayers was last checked.
  private var orderFrames: [UInt32] = []
  /// The repaint root of the layers that are being painted; -1 where each is its own.
  var repaintRoot: Int32 = -1

  subscript(slot: Int32) -> PaintCacheEntry {
    // Not lent: unoptimised code reads a lent member once more after it was given back.
    @inline(__always) get { entries[Int(slot)] }
    _modify { yield &entries[Int(slot)] }
  }

  /// Forgets all states before every layer is painted.
  mutating func rebuild(count: Int) {
    build += 1
    repaintRoot = -1
    states.removeAll(keepingCapacity: true)
    childStates.removeAll(keepingCapacity: true)
    let new = count - entries.count
    guard new > 0 else { return }
    entries.append(contentsOf: repeatElement(PaintCacheEntry(), count: new))
    pathFrames.append(contentsOf: repeatElement(0, count: new))
    repaintRootFrames.append(contentsOf: repeatElement(0, count: new))
    orderFrames.append(contentsOf: repeatElement(0, count: new))
  }

  mutating func beginFrame() {
    frame += 1
    repaintRoot = -1
    // Half of the range, as marks of repaint roots are doubled: after a year of frames they are cleared after all.
    if frame >= UInt32.max / 2 {
      frame = 1
      for index in entries.indices {
        (pathFrames[index], repaintRootFrames[index], orderFrames[index]) = (0, 0, 0)
      }
    }
  }

  /// Notes where a layer was painted, and in which state.
  ///
  /// - Parameters:
  ///   - state: Nil for a layer that is not visible.
  ///   - isPlain: Whether the layer is at most one item, which has its state.
  mutating func set(
    _ slot: Int32, items: Range<Int>, repaintRoot: Int32, zPosition: Double, state: PaintState?,
    isPlain: Bool, extent: PixelRect
  ) {
    var entry = entries[Int(slot)]
    if entry.build != build { entry.stateIndex = -1 }
    entry.build = build
    (entry.first, entry.end) = (Int32(items.lowerBound), Int32(items.upperBound))
    (entry.repaintRoot, entry.zPosition, entry.extent) = (repaintRoot, zPosition, extent)
    if let state {
      if isPlain {
        entry.statePlace = items.count == 1 ? .item : .unknown
      } else {
        entry.statePlace = .stored
        if entry.stateIndex >= 0 {
          states[Int(entry.stateIndex)] = state
        } else {
          entry.stateIndex = Int32(states.count)
          states.append(state)
        }
      }
    } else {
      entry.statePlace = .none
    }
    entries[Int(slot)] = entry
  }

  /// Whether a layer was painted in a state before. A layer that is not visible has none: nil.
  func wasPainted(_ slot: Int32, in state: PaintState?, _ builder: borrowing DrawListBuilder)
    -> Bool
  {
    let entry = entries[Int(slot)]
    guard let state else { return entry.statePlace == .none }
    switch entry.statePlace {
    case .item: return builder.hasItem(Int(entry.first), in: state)
    case .stored: return states[Int(entry.stateIndex)] == state
    case .none, .unknown: return false
    }
  }

  /// Whether the layer was painted into the list that is being changed.
  func isPainted(_ slot: Int32) -> Bool {
    slot >= 0 && Int(slot) < entries.count && entries[Int(slot)].build == build
  }

  /// Marks a layer and all above it as lying on the path to a change.
  mutating func markPath(from slot: Int32, parent: (Int32) -> Int32) {
    var current = slot
    while current >= 0, pathFrames[Int(current)] != frame {
      pathFrames[Int(current)] = frame
      current = parent(current)
    }
  }

  func isOnPath(_ slot: Int32) -> Bool { pathFrames[Int(slot)] == frame }

  /// Makes a layer a repaint root of this frame.
  mutating func markRepaintRoot(_ slot: Int32) {
    if repaintRootFrames[Int(slot)] != 2 * frame + 1 { repaintRootFrames[Int(slot)] = 2 * frame }
  }

  /// Whether the layer is a repaint root of this frame that is still pending.
  func isPendingRepaintRoot(_ slot: Int32) -> Bool { repaintRootFrames[Int(slot)] == 2 * frame }

  /// The item of a layer that changed alone, as a pending repaint root, and that was plain; nil for other layers.
  @inline(__always)
  func plainItem(of slot: Int32) -> Int32? {
    guard isPainted(slot), isPendingRepaintRoot(slot) else { return nil }
    return entries.withUnsafeBufferPointer {
      let entry = $0.baseAddress.unsafelyUnwrapped + Int(slot)
      return entry.pointee.statePlace == .item && entry.pointee.repaintRoot == slot
        ? entry.pointee.first : nil
    }
  }

  /// Notes that a plain layer's item was overwritten.
  @inline(__always)
  mutating func finishPlainLayer(_ slot: Int32, extent: PixelRect) {
    entries[Int(slot)].extent = extent
    finishRepaintRoot(slot)
  }

  /// Marks a repaint root as repainted.
  mutating func finishRepaintRoot(_ slot: Int32) { repaintRootFrames[Int(slot)] = 2 * frame + 1 }

  /// Whether the layer is a repaint root of this frame, pending or not.
  func isRepaintRoot(_ slot: Int32) -> Bool { repaintRootFrames[Int(slot)] >> 1 == frame }

  /// Notes that the order of a layer's sublayers is being checked; returns whether this is the first time
  /// in this frame.
  mutating func beginOrderCheck(of slot: Int32) -> Bool {
    defer { orderFrames[Int(slot)] = frame }
    return orderFrames[Int(slot)] != frame
  }

  /// The layer to repaint when one that is being painted changes.
  func repaintRoot(of slot: Int32) -> Int32 { repaintRoot < 0 ? slot : repaintRoot }

  /// The state in which a layer's sublayers were painted; nil where it had none.
  func childState(of slot: Int32) -> PaintState? {
    let index = entries[Int(slot)].childState
    return index < 0 ? nil : childStates[Int(index)]
  }

  /// Stores the state of a layer's sublayers.
  mutating func setChildState(_ slot: Int32, _ state: PaintState) {
    let index = entries[Int(slot)].childState
    if index >= 0 {
      childStates[Int(index)] = state
    } else {
      entries[Int(slot)].childState = Int32(childStates.count)
      childStates.append(state)
    }
  }

  /// Traps if the cache contradicts itself; compiled out of release builds.
  func checkInvariants() {
    assert(
      entries.count == pathFrames.count && entries.count == repaintRootFrames.count,
      "\(entries.count) entries, \(pathFrames.count) paths and \(repaintRootFrames.count) roots")
    assert(
      entries.allSatisfy {
        $0.build != build
          || ($0.first <= $0.end && $0.childState < childStates.count
            && $0.stateIndex < states.count && $0.repaintRoot < entries.count)
      },
      "a layer painted in build \(build) has items, a state or a root that do not exist")
  }
}
