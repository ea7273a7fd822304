// LoadingIndicatorSample.swift
// A custom layer property, animated by a UIView block like any other and never a frame late.
// After "Custom property UIView block animation" by Nikola Lajic.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A layer with a progress.
final class LoadingLayer: CALayer {
  /// 0...100. A change redraws, and animates inside an animation block.
  @Animatable var percent: CGFloat = 0
}

/// A bar and a number, both drawn from the layer's presentation value.
final class LoadingIndicator: UIView {
  let bar = UIView()
  let number = UILabel("0", font: .monospacedSystemFont(ofSize: 56, weight: .regular))
  let track = UIView()

  /// The value drawn last: 0...100, and beyond while a spring overshoots.
  private(set) var drawnPercent: CGFloat = 0

  override class var layerClass: AnyClass { LoadingLayer.self }

  override init(frame: CGRect) {
    super.init(frame: frame)
    track.backgroundColor = Theme.control
    bar.backgroundColor = Theme.accent
    number.textAlignment = .right
    [number, track, bar].forEach(addSubview)
    layer.setNeedsDisplay()
  }

  required init?(coder: NSCoder) { nil }

  /// 0...100; animatable.
  var percent: CGFloat {
    get { (layer as? LoadingLayer)?.percent ?? 0 }
    set { (layer as? LoadingLayer)?.percent = newValue }
  }

  override func display(_ layer: CALayer) {
    // The presentation layer has the value of the frame's time.
    guard let shown = (layer.presentation() ?? layer) as? LoadingLayer else { return }
    drawnPercent = shown.percent
    number.text = Wording.fixed(drawnPercent.rounded(.down), 0)
    placeBar()
  }

  private func placeBar() {
    bar.frame = track.frame
    bar.frame.size.width = max(0, track.frame.width * drawnPercent / 100)
  }

  override func layoutSubviews() {
    number.frame = CGRect(x: bounds.width - 200, y: 0, width: 200, height: 68)
    track.frame = CGRect(x: 0, y: 80, width: bounds.width, height: 24)
    placeBar()
  }
}

/// The indicator, and below it a marker whose `position.x` is animated by the same block.
final class LoadingIndicatorSample: Sample {
  static let name = "LoadingIndicator"
  static let title = "Loading indicator"
  static let summary =
    "percent is a property of a layer subclass; number and bar are drawn from its presentation "
    + "value. The marker below is a stock position.x in the same block: their edges "
    + "align in every frame that the main thread draws in time."
  static let essence = """
    class LoadingLayer: CALayer {
      @Animatable
      var percent: CGFloat = 0
    }
    UIView.animate(withDuration: 2) {
      indicator.percent = 100
      marker.center.x = end
    }
    """

  static let trackWidth: CGFloat = 400
  static let markerSize = CGSize(width: 40, height: 24)

  var onCompletion: (SampleReport) -> Void = { _ in }

  let indicator = LoadingIndicator()
  let marker = UIView()
  /// The marker's centre when its right edge is at the bar's left end.
  private(set) var markerStart = CGPoint.zero

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "ease-out", title: "Ease out", duration: 2) { [self] in
        start("Ease out") { changes, completion in
          UIView.animate(
            withDuration: 2, delay: 0, options: .curveEaseOut, animations: changes,
            completion: completion)
        }
      },
      Trigger(name: "autoreverse", title: "Ease out and back", duration: 2) { [self] in
        start("Ease out and back", endsEmpty: true) { changes, completion in
          UIView.animate(
            withDuration: 1, delay: 0, options: [.curveEaseOut, .autoreverse],
            animations: changes, completion: completion)
        }
      },
      Trigger(name: "spring", title: "Spring", duration: 2) { [self] in
        start("Spring") { changes, completion in
          UIView.animate(
            withDuration: 2, delay: 0, usingSpringWithDamping: 0.4, initialSpringVelocity: 0,
            options: [], animations: changes, completion: completion)
        }
      },
    ]
  }

  var drawnValues: [(name: String, value: Double)] {
    let x = marker.layer.presentation()?.position.x ?? marker.center.x
    return [
      ("percent", Double(indicator.drawnPercent)),
      ("marker", Double((x - markerStart.x) / Self.trackWidth * 100)),
    ]
  }

  func makeView() -> UIView {
    marker.backgroundColor = Theme.orange
    return LoadingIndicatorStage(self)
  }

  /// Sets bar and marker, inside the animation blocks.
  func show(percent: CGFloat) {
    indicator.percent = percent
    marker.center.x = markerStart.x + Self.trackWidth * percent / 100
  }

  fileprivate func place(markerStart: CGPoint) {
    self.markerStart = markerStart
    marker.bounds.size = Self.markerSize
    marker.center = markerStart
    show(percent: indicator.percent)
  }

  /// Empties the bar at once, then fills it in the block that `animate` opens.
  private func start(
    _ name: String, endsEmpty: Bool = false,
    _ animate: (@escaping () -> Void, @escaping (Bool) -> Void) -> Void
  ) {
    // Additive animations of an interrupted run would be added to the next run.
    indicator.layer.removeAllAnimations()
    marker.layer.removeAllAnimations()
    show(percent: 0)
    let start = SampleTime.now
    animate({ self.show(percent: 100) }) { [weak self] finished in
      // After reversing, the presentation is 0 while the model is 100; make them agree.
      if endsEmpty, finished { self?.show(percent: 0) }
      self?.report(name, finished: finished, since: start)
    }
  }
}

/// The layout: the marker's lane directly below the bar, so that their edges align.
private final class LoadingIndicatorStage: UIView {
  private let sample: LoadingIndicatorSample
  private let captions = [
    UILabel("percent, drawn", font: Theme.smallNumbers, color: Theme.dimText, alignment: .right),
    UILabel("position.x", font: Theme.smallNumbers, color: Theme.dimText, alignment: .right),
  ]

  init(_ sample: LoadingIndicatorSample) {
    self.sample = sample
    super.init(frame: .zero)
    addSubview(sample.indicator)
    addSubview(sample.marker)
    captions.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let width = LoadingIndicatorSample.trackWidth
    // Right of the centre: captions are at the left, and a spring overshoots by a quarter of the bar.
    let origin = CGPoint(
      x: ((bounds.width - width) / 2).rounded() + 28, y: ((bounds.height - 136) / 2).rounded())
    sample.indicator.frame = CGRect(x: origin.x, y: origin.y, width: width, height: 104)
    let size = LoadingIndicatorSample.markerSize
    sample.place(
      markerStart: CGPoint(x: origin.x - size.width / 2, y: origin.y + 108 + size.height / 2))
    for (place, caption) in captions.enumerated() {
      caption.frame = CGRect(
        x: origin.x - 156, y: origin.y + 84 + 28 * CGFloat(place), width: 104, height: 16)
    }
  }
}
