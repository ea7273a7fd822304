// LoadingIndicatorArticleTests.swift
// The technique of "Custom Property UIView Block Animation" (codecentric): an indicator whose custom
// property is animated by UIView's blocks.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct LoadingIndicatorArticleTests {
    /// As in the article: an action made from a built-in one. `@Animatable` replaces `@NSManaged`.
    final class PercentLayer: CALayer {
      @Animatable var percent: CGFloat = 0

      override init() { super.init() }
      override init(layer: Any) {
        super.init(layer: layer)
        if let layer = layer as? PercentLayer { percent = layer.percent }
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }

      private static func isOwn(_ key: String) -> Bool { key == "percent" }

      override class func needsDisplay(forKey key: String) -> Bool {
        isOwn(key) || super.needsDisplay(forKey: key)
      }

      override func action(forKey event: String) -> CAAction? {
        guard Self.isOwn(event) else { return super.action(forKey: event) }
        guard let animation = super.action(forKey: "backgroundColor") as? CABasicAnimation else {
          setNeedsDisplay()
          return nil
        }
        animation.keyPath = event
        if let shown = presentation() { animation.fromValue = shown.percent }
        animation.toValue = nil
        return animation
      }
    }

    /// A bar and a number that show the presented value.
    final class Indicator: UIView {
      let bar = UIView()
      let label = UILabel()

      override class var layerClass: AnyClass { PercentLayer.self }

      override init(frame: CGRect) {
        super.init(frame: frame)
        addSubview(bar)
        addSubview(label)
      }
      required init?(coder: NSCoder) { super.init(coder: coder) }

      var percent: CGFloat {
        get { (layer as? PercentLayer)?.percent ?? 0 }
        set { (layer as? PercentLayer)?.percent = newValue }
      }

      override func display(_ layer: CALayer) {
        guard let shown = layer.presentation() as? PercentLayer else { return }
        bar.frame = CGRect(x: 0, y: 0, width: bounds.width * shown.percent / 100, height: 20)
        label.text = String(format: "%.0f", floor(shown.percent))
      }
    }

    private func show() -> (stage: Stage, indicator: Indicator) {
      let stage = Stage()
      let indicator = stage.add(Indicator(frame: CGRect(x: 0, y: 0, width: 200, height: 20)))
      indicator.percent = 0
      CATransaction.flush()
      return (stage, indicator)
    }

    /// semantics 13: outside of a block the new value shows with the next commit.
    @Test func customPropertyChangesAtOnceOutsideOfBlocks() {
      let (stage, indicator) = show()
      indicator.percent = 40
      #expect(indicator.layer.animationKeys() == nil)
      stage.show(at: 0)
      #expect(indicator.label.text == "40" && indicator.bar.frame.width == 80)
    }

    /// semantics 18.2: inside a block it has the same fraction as the block's other animations.
    @Test(arguments: [UIView.AnimationOptions.curveLinear, .curveEaseOut, .curveEaseInOut])
    func blockAnimatesCustomProperty(curve: UIView.AnimationOptions) throws {
      let (stage, indicator) = show()
      let marker = stage.add(square())
      marker.center.x = 0
      CATransaction.flush()
      UIView.animate(withDuration: 2, delay: 0, options: curve) {
        indicator.percent = 100
        marker.center.x = 200
      }
      let animation = try #require(
        indicator.layer.animation(forKey: "percent") as? CABasicAnimation)
      #expect(animation.duration == 2 && animation.toValue == nil && indicator.percent == 100)
      for time in [0.3, 1, 1.7] {
        stage.show(at: time)
        let percent = stage.shown(indicator.layer, "percent")
        #expect(isClose(percent * 2, stage.shown(marker.layer, "position.x")))
        #expect(percent > 0 && percent < 100)
      }
    }

    /// Autoreverse and spring: the block's options apply.
    @Test func blockOptionsApplyToCustomProperty() {
      let (stage, indicator) = show()
      UIView.animate(withDuration: 1, delay: 0, options: [.curveLinear, .autoreverse]) {
        indicator.percent = 100
      }
      stage.show(at: 1.75)
      #expect(isClose(stage.shown(indicator.layer, "percent"), 25))
      let (second, springy) = show()
      UIView.animate(
        withDuration: 1, delay: 0, usingSpringWithDamping: 0.3, initialSpringVelocity: 0,
        options: []
      ) { springy.percent = 100 }
      let values = (1..<20).map { step -> Double in
        second.show(at: Double(step) / 20)
        return second.shown(springy.layer, "percent")
      }
      #expect((values.max() ?? 0) > 105)
    }

    /// A running program draws the animation to its end, and completes.
    @Test(.timeLimit(.minutes(2))) func barDrawsAnimatedProgress() async {
      await #expect(processExitsWith: .success) { @MainActor in
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 50))
        window.isHidden = false
        let indicator = Indicator(frame: CGRect(x: 0, y: 0, width: 200, height: 20))
        window.addSubview(indicator)
        CATransaction.flush()
        let finished = await withCheckedContinuation { continuation in
          UIView.animate(withDuration: 0.1, animations: { indicator.percent = 100 }) {
            continuation.resume(returning: $0)
          }
        }
        CATransaction.flush()
        #expect(finished && (indicator.layer.presentation() as? PercentLayer)?.percent == 100)
        window.isHidden = true
      }
    }
  }
}
