// ControlTests.swift
// Controls, autoresizing and layout, controllers, recognisers, without a pointer.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct ControlTests {
    @MainActor final class Listener {
      var heard: [String] = []
      func tapped(_ sender: UIButton) { heard.append(sender.currentTitle ?? "") }
      func changed() { heard.append("changed") }
    }

    /// Targets are method references without Objective-C, and actions as on iOS.
    @Test func controlsSendActionsToTargets() {
      let (button, toggle, listener) = (UIButton(type: .system), UISwitch(), Listener())
      button.setTitle("Go", for: .normal)
      button.setTitle("Off", for: .disabled)
      button.addTarget(listener, action: Listener.tapped(_:), for: .touchUpInside)
      toggle.addTarget(listener, action: Listener.changed, for: .valueChanged)
      button.sendActions(for: .touchUpInside)
      button.isEnabled = false
      #expect(button.state == .disabled && button.currentTitle == "Off")
      toggle.setOn(true, animated: false)
      toggle.sendActions(for: .valueChanged)
      button.removeTarget(listener, for: .allEvents)
      button.sendActions(for: .touchUpInside)
      #expect(toggle.isOn && listener.heard == ["Go", "changed"])
      var sender: Any?
      button.addAction(UIAction { sender = $0.sender }, for: .primaryActionTriggered)
      button.sendActions(for: .primaryActionTriggered)
      #expect(sender as? UIButton === button)
    }

    @Test func valuesAreClampedToRange() {
      let (slider, progress) = (UISlider(), UIProgressView(progressViewStyle: .default))
      slider.minimumValue = 10
      slider.maximumValue = 20
      slider.value = 99
      progress.setProgress(2, animated: false)
      #expect(slider.value == 20 && progress.progress == 1)
      let segments = UISegmentedControl(items: ["a", "b"])
      #expect(segments.selectedSegmentIndex == UISegmentedControl.noSegment)
      segments.selectedSegmentIndex = 1
      #expect(segments.titleForSegment(at: 1) == "b" && segments.numberOfSegments == 2)
    }

    /// semantics 13: fixed margins, flexible sizes.
    @Test func autoresizingFollowsSuperview() {
      let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let fills = UIView(frame: parent.bounds.insetBy(dx: 10, dy: 10))
      fills.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      let corner = UIView(frame: CGRect(x: 80, y: 80, width: 20, height: 20))
      corner.autoresizingMask = [.flexibleLeftMargin, .flexibleTopMargin]
      parent.addSubview(fills)
      parent.addSubview(corner)
      parent.frame.size = CGSize(width: 200, height: 150)
      #expect(fills.frame == CGRect(x: 10, y: 10, width: 180, height: 130))
      #expect(corner.frame == CGRect(x: 180, y: 130, width: 20, height: 20))
    }

    @Test func stackViewArrangesSubviews() {
      let views = (0..<3).map { _ in UIView() }
      let stack = UIStackView(arrangedSubviews: views)
      stack.frame = CGRect(x: 0, y: 0, width: 110, height: 20)
      stack.distribution = .fillEqually
      stack.spacing = 10
      stack.layoutIfNeeded()
      #expect(views.map(\.frame.minX) == [0, 40, 80] && views.allSatisfy { $0.frame.width == 30 })
    }

    /// semantics 15: hidden, disabled or transparent views are not hit.
    @Test func hitTestFindsViews() {
      let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      let child = square()
      parent.addSubview(child)
      let point = CGPoint(x: 15, y: 15)
      #expect(parent.hitTest(point, with: nil) === child)
      child.alpha = 0
      #expect(parent.hitTest(point, with: nil) === parent)
      child.alpha = 1
      child.isUserInteractionEnabled = false
      #expect(parent.hitTest(point, with: nil) === parent)
      #expect(child.convert(CGPoint.zero, to: parent) == CGPoint(x: 10, y: 10))
    }

    /// semantics 16.6: an animating view blocks touches unless its block allows them.
    @Test func animatingViewsBlockTouches() {
      let stage = Stage()
      let (deaf, listens) = (stage.add(square()), stage.add(square()))
      UIView.animate(withDuration: 1) { deaf.alpha = 0.5 }
      UIView.animate(withDuration: 1, delay: 0, options: .allowUserInteraction) {
        listens.alpha = 0.5
      }
      CATransaction.flush()
      #expect(listens.hitTest(CGPoint(x: 1, y: 1), with: nil) === listens)
      listens.removeFromSuperview()
      #expect(stage.window.hitTest(CGPoint(x: 15, y: 15), with: nil) === stage.window)
      #expect(deaf.isUserInteractionEnabled)
    }

    @Test func addedRecogniserBelongsToView() {
      let (view, listener) = (square(), Listener())
      let tap = UITapGestureRecognizer(target: listener, action: Listener.changed)
      tap.numberOfTapsRequired = 2
      let pan = UIPanGestureRecognizer()
      pan.require(toFail: tap)
      view.addGestureRecognizer(tap)
      view.addGestureRecognizer(pan)
      #expect(view.gestureRecognizers == [tap, pan] && tap.view === view && tap.state == .possible)
      view.removeGestureRecognizer(tap)
      #expect(view.gestureRecognizers == [pan] && tap.view == nil)
    }

    /// The life cycle callbacks of a root controller.
    @Test func controllerAppearanceCallbacks() {
      final class Controller: UIViewController {
        var log: [String] = []
        override func viewDidLoad() {
          super.viewDidLoad()
          view.backgroundColor = .white
          log.append("loaded")
        }
        override func viewDidAppear(_ animated: Bool) { log.append("appeared") }
        override func viewDidLayoutSubviews() { log.append("laid out") }
        override func viewDidDisappear(_ animated: Bool) { log.append("gone") }
      }
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 60, height: 40))
      let controller = Controller()
      window.rootViewController = controller
      window.makeKeyAndVisible()
      CATransaction.flush()
      #expect(window.isKeyWindow && controller.view.frame == window.bounds)
      #expect(controller.log.first == "loaded" && controller.log.contains("appeared"))
      #expect(controller.log.contains("laid out"))
      window.rootViewController = nil
      #expect(controller.log.last == "gone")
      window.isHidden = true
    }

    /// Text is measured, and drawn into the label's contents on display.
    @Test func labelSizeThatFits() {
      let label = UILabel()
      label.font = UIFont.systemFont(ofSize: 17)
      label.text = "one"
      let small = label.intrinsicContentSize
      label.text = "one two three"
      #expect(label.intrinsicContentSize.width > small.width && small.height > 0)
      label.numberOfLines = 0
      #expect(label.sizeThatFits(CGSize(width: small.width + 1, height: 0)).height > small.height)
      label.sizeToFit()
      let stage = Stage()
      stage.add(label)
      #expect(label.layer.contents != nil)
    }
  }
}
