// TutorialSteps.swift
// The code of the tutorials, a step each.
//
// SPDX-License-Identifier: MIT

import UIKit

enum MoveStep1 {
  final class App: UIResponder, UIApplicationDelegate {
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 400, height: 240))

    func application(
      _ application: UIApplication,
      didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
      window.rootViewController = CardController()
      window.makeKeyAndVisible()
      return true
    }
  }

  final class CardController: UIViewController {
  }
}

enum MoveStep2 {
  final class CardController: UIViewController {
    let card = UIView(frame: CGRect(x: 40, y: 80, width: 80, height: 80))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      card.backgroundColor = .systemOrange
      card.layer.cornerRadius = 16
      view.addSubview(card)
    }
  }
}

enum MoveStep3 {
  final class CardController: UIViewController {
    let card = UIView(frame: CGRect(x: 40, y: 80, width: 80, height: 80))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      card.backgroundColor = .systemOrange
      card.layer.cornerRadius = 16
      view.addSubview(card)
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      UIView.animate(withDuration: 1) { [card] in
        card.center.x = 320
        card.transform = CGAffineTransform(rotationAngle: .pi / 2)
        card.backgroundColor = .systemIndigo
      }
    }
  }
}

enum MoveStep4 {
  final class CardController: UIViewController {
    let card = UIView(frame: CGRect(x: 40, y: 80, width: 80, height: 80))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      card.backgroundColor = .systemOrange
      card.layer.cornerRadius = 16
      view.addSubview(card)
      let tap = UITapGestureRecognizer()
      tap.addHandler { [weak self] _ in self?.move() }
      card.addGestureRecognizer(tap)
    }

    func move() {
      let isLeft = card.center.x < 200
      UIView.animate(
        withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
        options: .allowUserInteraction
      ) { [card] in
        card.center.x = isLeft ? 320 : 80
        card.transform = isLeft ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
        card.backgroundColor = isLeft ? .systemIndigo : .systemOrange
      }
    }
  }
}

enum DrawStep1 {
  final class RingLayer: CALayer {
    @Animatable var progress: CGFloat = 0
  }
}

enum DrawStep {
  final class RingLayer: CALayer {
    @Animatable var progress: CGFloat = 0
  }

  final class RingView: UIView {
    override class var layerClass: AnyClass { RingLayer.self }

    var progress: CGFloat {
      get { (layer as? RingLayer)?.progress ?? 0 }
      set { (layer as? RingLayer)?.progress = newValue }
    }

    override func draw(_ layer: CALayer, in context: CGContext) {
      guard let progress = (layer as? RingLayer)?.progress else { return }
      context.setStrokeColor(UIColor.systemTeal.cgColor)
      context.setLineWidth(16)
      context.setLineCap(.round)
      context.addArc(
        center: CGPoint(x: layer.bounds.midX, y: layer.bounds.midY),
        radius: layer.bounds.width / 2 - 8, startAngle: -.pi / 2,
        endAngle: (2 * progress - 0.5) * .pi, clockwise: false)
      context.strokePath()
    }
  }

  final class RingController: UIViewController {
    let ring = RingView(frame: CGRect(x: 130, y: 20, width: 140, height: 140))
    let marker = UIView(frame: CGRect(x: 30, y: 200, width: 20, height: 20))

    override func viewDidLoad() {
      super.viewDidLoad()
      view.backgroundColor = .systemBackground
      ring.isOpaque = false
      marker.backgroundColor = .systemPink
      marker.layer.cornerRadius = 10
      view.addSubview(ring)
      view.addSubview(marker)
    }

    override func viewDidAppear(_ animated: Bool) {
      super.viewDidAppear(animated)
      UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { [ring, marker] in
        ring.progress = 1
        marker.center.x = 360
      }
    }
  }
}
