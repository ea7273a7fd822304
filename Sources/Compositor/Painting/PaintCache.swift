// PaintCache.swift
// Stage: draw list. What the painter remembers of each layer from frame to frame: where its items
// stand, and where it was painted.
//
// SPDX-License-Identifier: MIT

/// What is remembered of one layer.
struct PaintCacheEntry {
  /// The list, counted by those painted anew, in which the layer has its items.
  var build: Int32 = -1
  /// The items of the layer and everything beneath it.
  var first: Int32 = 0, end: Int32 = 0
  /// The layer to paint again when this one changes: itself, or the outermost one around it whose
  /// look is put together from what is beneath it.
  var anchor: Int32 = -1
  /// Where in ``PaintCache/insides`` the place of the sublayers stands; -1 for none.
  var inside: Int32 = -1
  /// Orders siblings.
  var zPosition = 0.0
  /// Nil when it was not to be seen.
  var place: PaintState?
  var extent = PixelRect.empty

  var items: Range<Int> { Int(first)..<Int(end) }

  /// Remembers everything but the place of the sublayers.
  mutating func set(
    build: Int32, items: Range<Int>, anchor: Int32, zPosition: Double, place: PaintState?,
    extent: PixelRect
  ) {
    self.build = build
    (first, end) = (Int32(items.lowerBound), Int32(items.upperBound))
    self.anchor = anchor
    self.zPosition = zPosition
    self.place = place
    self.extent = extent
  }
}

/// What is remembered of all layers, by slot.
struct PaintCache {
  var marks: [PaintCacheEntry] = []
  /// The places of sublayers, one for each layer that has some.
  var insides: [PaintState] = []
  private(set) var build: Int32 = 0
  /// Counts frames, so that nothing has to be unmarked.
  private var frame = 0
  /// The frame in which a layer or one beneath it was touched, and that in which it is an anchor, twice,
  /// plus one when it is done.
  private var onPath: [Int] = [], anchors: [Int] = []
  /// The layer whose look is being put together; -1 outside of one.
  var anchor: Int32 = -1

  subscript(slot: Int32) -> PaintCacheEntry {
    // Not lent: unoptimised code reads a lent member once more after it was given back.
    @inline(__always) get { marks[Int(slot)] }
    _modify { yield &marks[Int(slot)] }
  }

  /// Forgets every place, as all layers are going to be painted.
  mutating func rebuild(count: Int) {
    build += 1
    anchor = -1
    insides.removeAll(keepingCapacity: true)
    let new = count - marks.count
    guard new > 0 else { return }
    marks.append(contentsOf: repeatElement(PaintCacheEntry(), count: new))
    onPath.append(contentsOf: repeatElement(-1, count: new))
    anchors.append(contentsOf: repeatElement(-1, count: new))
  }

  mutating func beginFrame() {
    frame += 1
    anchor = -1
  }

  /// Whether the layer was painted with the list that is being changed.
  func isPainted(_ slot: Int32) -> Bool {
    slot >= 0 && Int(slot) < marks.count && marks[Int(slot)].build == build
  }

  /// Marks a layer and all above it as being on the way to a change.
  mutating func markPath(from slot: Int32, parent: (Int32) -> Int32) {
    var current = slot
    while current >= 0, onPath[Int(current)] != frame {
      onPath[Int(current)] = frame
      current = parent(current)
    }
  }

  func isOnPath(_ slot: Int32) -> Bool { onPath[Int(slot)] == frame }

  /// Marks a layer as one to begin with in this frame.
  mutating func markAnchor(_ slot: Int32) {
    if anchors[Int(slot)] != 2 * frame + 1 { anchors[Int(slot)] = 2 * frame }
  }

  /// Whether a layer is one to begin with that nobody began with yet.
  func isAnchor(_ slot: Int32) -> Bool { anchors[Int(slot)] == 2 * frame }

  /// Says that a layer was begun with.
  mutating func unmarkAnchor(_ slot: Int32) { anchors[Int(slot)] = 2 * frame + 1 }

  /// Whether a layer is one to begin with in this frame, done or not.
  func wasAnchor(_ slot: Int32) -> Bool { anchors[Int(slot)] >> 1 == frame }

  /// The layer to paint again when one that is being painted changes.
  func anchor(of slot: Int32) -> Int32 { anchor < 0 ? slot : anchor }

  /// Remembers the place of a layer's sublayers.
  mutating func setInside(_ slot: Int32, _ place: PaintState) {
    let index = marks[Int(slot)].inside
    if index >= 0 {
      insides[Int(index)] = place
    } else {
      marks[Int(slot)].inside = Int32(insides.count)
      insides.append(place)
    }
  }
}
