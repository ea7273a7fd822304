// PaintCache.swift
// Stage: draw list. The painter's cache of each layer: the layer's items in the list, and the
// graphics state in which it was painted.
//
// SPDX-License-Identifier: MIT

/// The cache of one layer.
struct PaintCacheEntry {
  /// The rebuild of the list in which the layer has its items.
  var build: Int32 = -1
  /// The items of the layer and everything beneath it.
  var first: Int32 = 0, end: Int32 = 0
  /// The layer to repaint when this one changes: itself, or the outermost layer above that is composed
  /// from what lies beneath it.
  var repaintRoot: Int32 = -1
  /// The index of the sublayers' state in ``PaintCache/childStates``; -1 for none.
  var childState: Int32 = -1
  /// Orders siblings.
  var zPosition = 0.0
  /// Nil when the layer was not visible.
  var state: PaintState?
  var extent = PixelRect.empty

  var items: Range<Int> { Int(first)..<Int(end) }

  /// Sets everything but the sublayers' state.
  mutating func set(
    build: Int32, items: Range<Int>, repaintRoot: Int32, zPosition: Double, state: PaintState?,
    extent: PixelRect
  ) {
    self.build = build
    (first, end) = (Int32(items.lowerBound), Int32(items.upperBound))
    self.repaintRoot = repaintRoot
    self.zPosition = zPosition
    self.state = state
    self.extent = extent
  }
}

/// The cache of all layers, by slot.
struct PaintCache {
  private var entries: [PaintCacheEntry] = []
  /// The states of sublayers, one for each layer that has some.
  private var childStates: [PaintState] = []
  private(set) var build: Int32 = 0
  /// Counts frames, so that marks of earlier frames need not be cleared.
  private var frame = 0
  /// The frame in which a layer, or one beneath it, last changed.
  private var pathFrames: [Int] = []
  /// Twice the frame in which a layer was last a repaint root, plus one once it is repainted.
  private var repaintRootFrames: [Int] = []
  /// The frame in which the order of a layer's sublayers was last checked.
  private var orderFrames: [Int] = []
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
    childStates.removeAll(keepingCapacity: true)
    let new = count - entries.count
    guard new > 0 else { return }
    entries.append(contentsOf: repeatElement(PaintCacheEntry(), count: new))
    pathFrames.append(contentsOf: repeatElement(-1, count: new))
    repaintRootFrames.append(contentsOf: repeatElement(-1, count: new))
    orderFrames.append(contentsOf: repeatElement(-1, count: new))
  }

  mutating func beginFrame() {
    frame += 1
    repaintRoot = -1
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
            && $0.repaintRoot < entries.count)
      },
      "a layer painted in build \(build) has items, a state or a root that do not exist")
  }
}
