// StressSample.swift
// Many layers, each with its own animations.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// N layers; a slider sets N.
final class StressSample: Sample {
  static let name = "Stress"
  static let title = "Stress"
  static let summary =
    "N layers, each with animations of its own; the slider sets N. Watch the Frames dock: more "
    + "layers make bars higher, and only a render bar above the line is late."
  static let essence = """
    for (layer, place) in
      zip(layers, places.shuffled())
    {
      let move = CABasicAnimation(
        keyPath: "position")
      move.fromValue = layer.position
      move.duration = 1.5
      layer.position = place
      layer.add(move, forKey: "move")
    }
    """

  static let counts: ClosedRange<Int> = 50...5000
  static let moveDuration: TimeInterval = 1.5
  static let waveDuration: TimeInterval = 0.8
  static let waveDelay: TimeInterval = 1

  var onCompletion: (SampleReport) -> Void = { _ in }

  let field = UIView()
  let slider = UISlider()
  let caption = UILabel("", font: Theme.numbers, alignment: .right)
  private(set) var layers: [CALayer] = []
  /// The layer at each place of the grid.
  private var order: [Int] = []
  /// Seeded, so that every run is the same.
  private var random = StressRandom(state: 0x5EEC + UInt64(SampleSeed.value))

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "shuffle", title: "Shuffle", duration: Self.moveDuration) { [self] in
        shuffle()
      },
      Trigger(name: "wave", title: "Wave", duration: Self.waveDelay + Self.waveDuration) {
        [self] in wave()
      },
      Trigger(name: "three", title: "Three at once", duration: Self.moveDuration) { [self] in
        changeThree()
      },
      Trigger(name: "more", title: "Twice N", duration: 0) { [self] in set(layers.count * 2) },
      Trigger(name: "fewer", title: "Half N", duration: 0) { [self] in set(layers.count / 2) },
    ]
  }

  func makeView() -> UIView {
    slider.minimumValue = Float(log2(Double(Self.counts.lowerBound)))
    slider.maximumValue = Float(log2(Double(Self.counts.upperBound)))
    slider.minimumTrackTintColor = Theme.accent
    slider.addAction(
      UIAction { [weak self] _ in
        guard let self else { return }
        set(Int(exp2(Double(slider.value)).rounded()))
      }, for: .valueChanged)
    set(400)
    return StressStage(self)
  }

  /// Changes the number of layers.
  func set(_ count: Int) {
    let count = min(max(count, Self.counts.lowerBound), Self.counts.upperBound)
    guard count != layers.count else { return }
    while layers.count > count { layers.removeLast().removeFromSuperlayer() }
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    while layers.count < count {
      let layer = CALayer()
      layer.backgroundColor = color(of: layers.count)
      layers.append(layer)
      field.layer.addSublayer(layer)
    }
    CATransaction.commit()
    order = Array(0..<count)
    place()
    caption.show("\(count) layers")
    slider.value = Float(log2(Double(count)))
  }

  /// Hues in 97 steps; the prime number prevents columns of one colour.
  private func color(of number: Int) -> CGColor {
    let hue = Double(number % 97) / 97 * 2 * .pi
    let lane = { (shift: Double) in CGFloat(0.62 + 0.3 * cos(hue + shift * 2 * .pi / 3)) }
    return UIColor(red: lane(0), green: lane(2), blue: lane(1), alpha: 1).cgColor
  }

  /// The grid for the field's size: number of columns, and the distance between places.
  private var grid: (columns: Int, pitch: CGFloat) {
    let size = field.bounds.size
    guard size.width > 0, size.height > 0, !layers.isEmpty else { return (1, 0) }
    var pitch = (size.width * size.height / CGFloat(layers.count)).squareRoot()
    // Rounding may need one row more than fits.
    while true {
      let columns = max(1, Int(size.width / pitch))
      let rows = (layers.count + columns - 1) / columns
      if CGFloat(rows) * pitch <= size.height { return (columns, pitch) }
      pitch *= 0.98
    }
  }

  private func centre(of place: Int, _ grid: (columns: Int, pitch: CGFloat)) -> CGPoint {
    let width = grid.pitch * CGFloat(grid.columns)
    return CGPoint(
      x: (field.bounds.width - width) / 2 + grid.pitch * (CGFloat(place % grid.columns) + 0.5),
      y: grid.pitch * (CGFloat(place / grid.columns) + 0.5))
  }

  /// Sets every layer's position without animation.
  fileprivate func place() {
    let grid = grid
    let side = max(1, grid.pitch * 0.72)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    for (place, number) in order.enumerated() {
      let layer = layers[number]
      layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
      layer.cornerRadius = side / 4
      layer.position = centre(of: place, grid)
    }
    CATransaction.commit()
  }

  // MARK: Animations

  private func shuffle() {
    let end = completionCounter(reporting: "Shuffle", of: layers.count)
    move(end)
  }

  private func move(_ end: CompletionCounter) {
    let old = layers.map { $0.presentation()?.position ?? $0.position }
    order.shuffle(using: &random)
    place()
    for (layer, start) in zip(layers, old) {
      add("position", from: start, to: layer.position, to: layer, end)
    }
  }

  private func changeThree() {
    let end = completionCounter(reporting: "Three at once", of: 3 * layers.count)
    move(end)
    for layer in layers {
      add("transform.rotation.z", from: 0, to: 2 * CGFloat.pi, to: layer, end)
      let fade = CAKeyframeAnimation(keyPath: "opacity")
      fade.values = [1, 0.25, 1]
      fade.duration = Self.moveDuration
      fade.delegate = end
      layer.add(fade, forKey: "opacity")
    }
  }

  private func add(
    _ keyPath: String, from: Any?, to: Any?, to layer: CALayer, _ end: CompletionCounter
  ) {
    let animation = CABasicAnimation(keyPath: keyPath)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = Self.moveDuration
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation.delegate = end
    layer.add(animation, forKey: keyPath)
  }

  /// The layers swell in sequence, from left to right.
  private func wave() {
    let end = completionCounter(reporting: "Wave", of: layers.count)
    let columns = layers.map(\.position.x)
    let (first, last) = (columns.min() ?? 0, columns.max() ?? 0)
    let now = field.layer.convertTime(CACurrentMediaTime(), from: nil)
    for layer in layers {
      let part = (layer.position.x - first) / max(1, last - first)
      let swell = CAKeyframeAnimation(keyPath: "transform.scale")
      swell.values = [1, 1.7, 0.6, 1]
      swell.duration = Self.waveDuration
      swell.beginTime = now + Self.waveDelay * Double(part)
      swell.delegate = end
      layer.add(swell, forKey: "swell")
    }
  }
}

/// A small random number generator with a seed.
private struct StressRandom: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    // SplitMix64, by Sebastiano Vigna; public domain.
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

/// The layout: the field of layers, and below it the slider with its number.
private final class StressStage: UIView {
  private let sample: StressSample

  init(_ sample: StressSample) {
    self.sample = sample
    super.init(frame: .zero)
    [sample.field, sample.slider, sample.caption].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    // The window's hint is at the bottom.
    let row = bounds.height - 76
    sample.field.frame = CGRect(x: 24, y: 20, width: bounds.width - 48, height: row - 32)
    sample.slider.frame = CGRect(x: 24, y: row, width: bounds.width - 48 - 128, height: 32)
    sample.caption.frame = CGRect(x: bounds.width - 24 - 120, y: row + 8, width: 120, height: 16)
    sample.place()
  }
}
