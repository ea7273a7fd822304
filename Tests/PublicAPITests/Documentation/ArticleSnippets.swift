// ArticleSnippets.swift
// The code of README and of the articles, except How to.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

/// Getting started, and README.
enum GettingStarted {
  final class App: UIResponder, UIApplicationDelegate {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 800, height: 480))

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      let card = UIView(frame: CGRect(x: 40, y: 160, width: 160, height: 160))
      card.backgroundColor = .systemOrange
      window.rootViewController = UIViewController()
      window.rootViewController?.view.addSubview(card)
      window.makeKeyAndVisible()
      UIView.animate(withDuration: 1, delay: 0, options: [.repeat, .autoreverse]) {
        card.center.x += 560
        card.transform = CGAffineTransform(rotationAngle: .pi / 2)
      }
      return true
    }
  }

  final class MeterLayer: CALayer {
    @Animatable var percent: CGFloat = 0
  }

  final class Meter: UIView {
    override class var layerClass: AnyClass { MeterLayer.self }

    override func draw(_ layer: CALayer, in context: CGContext) {
      guard let percent = (layer as? MeterLayer)?.percent else { return }
      context.fill(CGRect(x: 0, y: 0, width: bounds.width * percent / 100, height: bounds.height))
    }
  }

  @MainActor static func animate(_ meter: Meter) {
    UIView.animate(withDuration: 2) { (meter.layer as? MeterLayer)?.percent = 100 }
  }

  @MainActor static func test(_ view: UIView) {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    window.isHidden = false
    window.addSubview(view)
    CATransaction.flush()
    UIView.animate(withDuration: 0.3) { view.alpha = 0 }
    CATransaction.flush()  // begins now: the model is 0, the presentation 1
    RunLoop.main.run(until: Date(timeIntervalSinceNow: 0.4))  // the presentation is 0 as well
  }
}

/// The page of the module UIKit.
enum ModulePage {
  final class App: UIResponder, UIApplicationDelegate {
    let window = UIWindow(frame: UIScreen.main.bounds)

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window.rootViewController = UIViewController()
      window.makeKeyAndVisible()
      return true
    }
  }
}

/// Time spaces.
enum TimeSpaces {
  static func pause(_ layer: CALayer) {
    let now = layer.convertTime(CACurrentMediaTime(), from: nil)
    layer.speed = 0
    layer.timeOffset = now
  }

  static func resume(_ layer: CALayer) {
    let paused = layer.timeOffset
    layer.speed = 1
    layer.timeOffset = 0
    layer.beginTime = 0
    layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
  }
}

/// Animation contexts.
enum AnimationContexts {
  final class PopContext: UIAnimationContext {
    private var saved: [(layer: CALayer, key: String, old: Any)] = []

    override func action(for view: UIView, layer: CALayer, forKey key: String) -> (any CAAction)? {
      if let old = layer.value(forKey: key) { saved.append((layer, key, old)) }
      return nil  // No animation yet: the new value is not known.
    }

    override func didEndBlock() {
      for (layer, key, old) in saved {
        guard let new = layer.value(forKey: key) else { continue }
        let pop = CAKeyframeAnimation(keyPath: key)
        pop.values = [old, new, old]
        pop.keyTimes = [0, 0.35, 1]
        pop.duration = 0.7
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        layer.setValue(old, forKey: key)
        CATransaction.commit()
        layer.add(pop, forKey: key)
      }
    }
  }

  @MainActor static func pop(_ view: UIView) {
    PopContext().perform { view.transform = CGAffineTransform(scaleX: 1.2, y: 1.2) }
  }

  final class BorderView: UIView {
    override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
      guard event == "borderColor", let context = UIAnimationContext.current else {
        return super.action(for: layer, forKey: event)
      }
      let animation = CABasicAnimation(keyPath: event)
      animation.fromValue = layer.borderColor
      return context.adopt(animation, for: layer) ? animation : NSNull()
    }
  }
}
