// SkewLane.swift
// A lane of the Skew dock: a marker of a built-in property above one of another kind, of the same progress.
//
// SPDX-License-Identifier: MIT

import Compositor
import QuartzCore
import UIKit

/// A layer that draws a marker at its progress.
final class SkewMarkerLayer: CALayer {
  /// 0...1, from the left end of the layer to the right one.
  @Animatable var progress: CGFloat = 0
}

/// A timer that is not in step with the screen, as programs have that do not use a display link.
struct SkewTimer: Hashable {
  /// Seconds from tick to tick.
  static let interval: TimeInterval = 1.0 / 60

  /// The seed of the phases; each run has another one.
  private var state: UInt32
  /// Media time of a tick, in 0..<interval.
  private(set) var phase: TimeInterval = 0

  /// - Parameter seed: Equal seeds give equal phases.
  init(seed: UInt32 = 1) { state = seed }

  /// Begins a run, with another phase.
  mutating func begin() {
    state = state &* 1_664_525 &+ 1_013_904_223
    phase = Double(state >> 8) / 16_777_216 * Self.interval
  }

  /// Media time of the last tick that is not after a time.
  func lastTick(before time: TimeInterval) -> TimeInterval {
    phase + ((time - phase) / Self.interval).rounded(.down) * Self.interval
  }
}

/// A lane, and what it drew.
final class SkewLane: UIView {
  /// How the lower marker moves.
  enum Kind: Int, CaseIterable {
    /// By a built-in property, like the upper one.
    case reference
    /// By a property of its own, in the same block.
    case animatable
    /// By a callback of each frame that reads the upper marker's place, which the next frame shows; or by a timer.
    case late

    var title: String {
      switch self {
      case .reference: "Two built-in"
      case .animatable: "@Animatable"
      case .late: "Late callback"
      }
    }
  }

  var title: String { timer == nil ? kind.title : "60 Hz timer" }

  /// The width of a marker, in points.
  static let markerWidth: CGFloat = 2
  /// The number of earlier frames whose markers are shown as ghosts.
  static let ghostCount = 8

  let kind: Kind
  /// The markers, apart from the ghosts, so that their pixels can be read.
  private let markers = UIView()
  private let upper = UIView()
  private let lower: UIView
  private let ghosts: [CALayer]
  /// What the lower marker drew, the oldest first: when, the time of its value, and the value.
  private var drawn: [(time: TimeInterval, valueTime: TimeInterval, progress: CGFloat)] = []
  /// The value that the last callback, or the last tick of the timer, read, and its time.
  private var read: (time: TimeInterval, progress: CGFloat)?
  /// Reads the upper marker's place in a late lane; nil for a callback of each frame. Takes effect with the next run.
  var timer: SkewTimer?
  /// The time of the first frame of the run. Nil before it.
  private var start: TimeInterval?
  /// The time of the value that the lower marker of a late lane has.
  private var valueTime: TimeInterval = 0
  private var target: CGFloat = 0
  /// The places of both markers in the last frames, the newest first.
  private var places: [(upper: CGFloat, lower: CGFloat)] = []

  init(_ kind: Kind) {
    self.kind = kind
    lower = kind == .reference ? UIView() : SkewMarker()
    ghosts = (0..<2 * Self.ghostCount).map { _ in CALayer() }
    super.init(frame: .zero)
    backgroundColor = Theme.control
    isUserInteractionEnabled = false
    clipsToBounds = true
    upper.backgroundColor = Theme.color(of: .render)
    for (index, ghost) in ghosts.enumerated() {
      ghost.backgroundColor = (index % 2 == 0 ? Theme.color(of: .render) : Theme.accent).cgColor
      ghost.opacity = 0.5 - Float(index / 2) * 0.05
      ghost.isHidden = true
      layer.addSublayer(ghost)
    }
    addSubview(markers)
    markers.addSubview(upper)
    markers.addSubview(lower)
    if let marker = lower as? SkewMarker {
      marker.didDraw = { [weak self] in self?.note($0) }
    } else {
      lower.backgroundColor = Theme.accent
    }
  }

  required init?(coder: NSCoder) { nil }

  /// The way of a marker, in points.
  private var way: CGFloat { max(0, bounds.width - Self.markerWidth) }

  // MARK: Progress

  /// Moves the markers, within the block that moves those of all lanes.
  func show(progress: CGFloat) {
    target = progress
    upper.center.x = Self.markerWidth / 2 + progress * way
    switch kind {
    case .reference: lower.center.x = upper.center.x
    case .animatable: (lower.layer as? SkewMarkerLayer)?.progress = progress
    case .late: break
    }
  }

  /// Begins a run. What is at rest is as it is now, however long ago it was drawn.
  func begin() {
    read = (MediaClock.presentationTime, presentedProgress)
    start = nil
    timer?.begin()
    guard let layer = lower.layer as? SkewMarkerLayer else { return }
    valueTime = MediaClock.presentationTime
    note(layer.progress)
  }

  /// Shows in a late lane what the callback of the frame before read, or the last tick before this frame.
  ///
  /// - Parameter frame: Media time of the begin of the frame.
  func step(beginningAt frame: TimeInterval) {
    guard kind == .late else { return }
    let start = start ?? MediaClock.presentationTime
    self.start = start
    if let tick = timer?.lastTick(before: frame), let last = read, tick > last.time {
      // Before its first frame the run has not begun, and markers are where they were.
      read = (
        tick, tick < start ? last.progress : MediaClock.withFrameTime(tick) { presentedProgress }
      )
    }
    if let read { setLate(read.progress, from: read.time) }
    if timer == nil { read = (MediaClock.presentationTime, presentedProgress) }
  }

  /// Ends a run: a late lane arrives.
  func finish() {
    guard kind == .late else { return }
    read = nil
    setLate(target, from: MediaClock.presentationTime)
  }

  private func setLate(_ progress: CGFloat, from time: TimeInterval) {
    valueTime = time
    guard let layer = lower.layer as? SkewMarkerLayer, layer.progress != progress else {
      // Nothing is drawn: the screen shows this value already.
      return note(progress)
    }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    layer.progress = progress
    CATransaction.commit()
  }

  private var presentedProgress: CGFloat {
    let x = upper.layer.presentation()?.position.x ?? upper.center.x
    return way > 0 ? (x - Self.markerWidth / 2) / way : 0
  }

  private func note(_ progress: CGFloat) {
    let now = MediaClock.presentationTime
    if drawn.count >= 64 { drawn.removeFirst(32) }
    drawn.append((now, kind == .late ? valueTime : now, progress))
  }

  // MARK: Witnesses

  /// The skew of a frame that was shown, by the values that were drawn in it.
  func skew(at time: TimeInterval) -> Skew {
    let (upperX, reference) = MediaClock.withFrameTime(time) {
      (presentedProgress * way, lower.layer.presentation()?.position.x)
    }
    var (lowerX, valueTime) = ((reference ?? 0) - Self.markerWidth / 2, time)
    if kind != .reference {
      let last = drawn.last { $0.time <= time + 1e-9 }
      lowerX = (last?.progress ?? target) * way
      valueTime = last?.valueTime ?? time
    }
    places.insert((upperX, lowerX), at: 0)
    if places.count > Self.ghostCount { places.removeLast() }
    let distance = Double(abs(upperX - lowerX))
    // Markers at rest have been where they are for longer than a frame.
    return Skew(time: distance < 1e-6 ? 0 : abs(time - valueTime), distance: distance)
  }

  /// The distance of the markers' left edges in the pixels of a frame, in points; nil where one is not found.
  func distanceInPixels(at time: TimeInterval) -> Double? {
    let scale = max(1, window?.screen.scale ?? 1)
    let format = UIGraphicsImageRendererFormat()
    format.scale = scale
    let image = MediaClock.withFrameTime(time) {
      UIGraphicsImageRenderer(bounds: markers.bounds, format: format).image { _ in
        _ = markers.drawHierarchy(in: markers.bounds, afterScreenUpdates: false)
      }
    }
    guard let picture = image.cgImage else { return nil }
    return Self.distance(in: picture).map { $0 / Double(scale) }
  }

  /// The distance of the left edges of what differs from the first pixel in the upper and the lower half of a
  /// picture, in pixels and parts of one.
  static func distance(in picture: CGImage) -> Double? {
    func pixel(_ x: Int, _ row: Int) -> SIMD4<Int> {
      let start = (row * picture.width + x) * 4
      return SIMD4((0..<4).map { Int(picture.pixels[start + $0]) })
    }
    func edge(row: Int) -> Double? {
      // A marker is at one end, or between them.
      let ends = [pixel(0, row), pixel(picture.width / 2, row), pixel(picture.width - 1, row)]
      let ground = ends[0] == ends[1] || ends[0] == ends[2] ? ends[0] : ends[1]
      guard let first = (0..<picture.width).first(where: { pixel($0, row) != ground }) else {
        return nil
      }
      // The pixel after the first one lies within the marker.
      let marker = pixel(min(first + 1, picture.width - 1), row) &- ground
      let (own, size) = (pixel(first, row) &- ground, (marker &* marker).wrappedSum())
      let share = size == 0 ? 1 : Double((own &* marker).wrappedSum()) / Double(size)
      return Double(first) + 1 - min(1, share)
    }
    guard let upper = edge(row: picture.height / 4), let lower = edge(row: picture.height * 3 / 4)
    else { return nil }
    return abs(upper - lower)
  }

  // MARK: Ghosts

  /// Shows or hides the markers of the last frames.
  func showGhosts(_ isOn: Bool) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (index, ghost) in ghosts.enumerated() {
      let age = index / 2
      ghost.isHidden = !isOn || age >= places.count
      guard !ghost.isHidden else { continue }
      let isUpper = index % 2 == 0
      ghost.frame = CGRect(
        x: isUpper ? places[age].upper : places[age].lower, y: isUpper ? 0 : bounds.height / 2,
        width: Self.markerWidth, height: bounds.height / 2)
    }
    CATransaction.commit()
  }

  override func layoutSubviews() {
    let half = bounds.height / 2
    markers.frame = bounds
    upper.bounds.size = CGSize(width: Self.markerWidth, height: half)
    upper.center.y = half / 2
    if kind == .reference {
      lower.bounds.size = upper.bounds.size
      lower.center.y = half * 1.5
    } else {
      lower.frame = CGRect(x: 0, y: half, width: bounds.width, height: half)
    }
    show(progress: target)
  }
}

/// Draws a marker at the progress of its layer.
private final class SkewMarker: UIView {
  /// Called with the progress that was drawn.
  var didDraw: (CGFloat) -> Void = { _ in }

  override class var layerClass: AnyClass { SkewMarkerLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    layer.needsDisplayOnBoundsChange = true
  }

  required init?(coder: NSCoder) { nil }

  override func draw(_ layer: CALayer, in context: CGContext) {
    // During an animation `layer` is a presentation copy with the value of the frame's time.
    guard let layer = layer as? SkewMarkerLayer else { return }
    context.setFillColor(Theme.accent.cgColor)
    context.fill(
      CGRect(
        x: layer.progress * (bounds.width - SkewLane.markerWidth), y: 0,
        width: SkewLane.markerWidth, height: bounds.height))
    didDraw(layer.progress)
  }
}
