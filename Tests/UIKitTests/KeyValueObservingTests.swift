// KeyValueObservingTests.swift
// Key-value observation of views, layers and objects of the program's own.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKit

/// A plain object that notes what it is called with.
@MainActor private final class Watcher: NSObject, @MainActor NSKeyValueObserving {
  var lines: [String] = []

  func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    let prior = change?[.notificationIsPriorKey] == nil ? "" : " prior"
    func text(_ key: NSKeyValueChangeKey) -> String {
      guard let value = change?[key] else { return "-" }
      return (value as? CGPoint).map { "\(Int($0.x)),\(Int($0.y))" } ?? "\(value)"
    }
    lines.append("\(keyPath ?? "nil") \(text(.oldKey)) \(text(.newKey))\(prior)")
  }
}

/// A controller that observes as code written for iOS does.
@MainActor private final class Follower: UIViewController {
  static var context = 0
  let scroller = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
  var sizes: [CGSize] = []
  var others = 0

  override func viewDidLoad() {
    super.viewDidLoad()
    scroller.addObserver(
      self, forKeyPath: "contentSize", options: [.new, .old], context: &Self.context)
  }

  override func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
    context: UnsafeMutableRawPointer?
  ) {
    guard context == &Self.context, object as? UIScrollView === scroller else {
      others += 1
      return super.observeValue(
        forKeyPath: keyPath, of: object, change: change, context: context)
    }
    if let size = change?[.newKey] as? CGSize { sizes.append(size) }
    #expect((change?[.oldKey] as? NSValue)?.cgSizeValue != sizes.last)
  }
}

/// An object of a program's own, which reports its change.
private final class Model: NSObject {
  var count = 0 { didSet { didChangeValue(for: \.count) } }
  var name: String? { didSet { didChangeValue(forKey: "name") } }
}

@MainActor @Suite struct KeyValueObservingTests {
  @Test func geometryIsObserved() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    var lines: [String] = []
    let observations = [
      view.observe(\.frame, options: [.old, .new]) { view, change in
        lines.append("frame \(change.oldValue?.width ?? -1) \(change.newValue?.width ?? -1)")
        #expect(view.frame == change.newValue && !change.isPrior && change.kind == .setting)
      },
      view.observe(\.bounds) { _, change in
        lines.append("bounds")
        #expect(change.oldValue == nil && change.newValue == nil)
      },
      view.observe(\.center, options: .new) { _, change in
        lines.append("center \(change.newValue?.x ?? -1)")
      },
      view.layer.observe(\.position) { layer, _ in lines.append("position \(layer.position.x)") },
    ]
    // Once each, in the order of the observations, though position and bounds are set one after the other.
    view.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
    #expect(lines == ["frame 10.0 20.0", "bounds", "center 15.0", "position 15.0"])
    lines = []
    view.frame = view.frame
    view.alpha = 0.5
    #expect(lines == [])
    view.center.x = 40
    #expect(lines == ["frame 20.0 20.0", "center 40.0", "position 40.0"])
    lines = []
    for observation in observations { observation.invalidate() }
    view.frame = .zero
    #expect(lines == [])
  }

  @Test func eachPropertyOfTheKindIsObserved() {
    var seen: [String] = []
    var kept: [NSKeyValueObservation] = []
    func watch<Object: NSObject, Value: Equatable>(
      _ name: String, _ object: Object, _ path: KeyPath<Object, Value>, _ change: (Object) -> Void
    ) {
      kept.append(
        object.observe(path, options: [.new, .old]) { object, change in
          seen.append(name)
          #expect(object[keyPath: path] == change.newValue && change.oldValue != change.newValue)
        })
      change(object)
      #expect(seen.last == name && seen.count == kept.count, "\(name)")
    }
    watch("alpha", UIView(), \.alpha) { $0.alpha = 0.5 }
    watch("isHidden", UIView(), \.isHidden) { $0.isHidden = true }
    watch("transform", UIView(), \.transform) { $0.transform = CGAffineTransform(scaleX: 2, y: 2) }
    watch("backgroundColor", UIView(), \.backgroundColor) { $0.backgroundColor = .red }
    watch("layer.cornerRadius", UIView(), \.layer.cornerRadius) { $0.layer.cornerRadius = 3 }
    watch("tintColor", UIView(), \.tintColor) { $0.tintColor = .red }
    watch("subviews", UIView(), \.subviews) { $0.addSubview(UIView()) }
    watch("opacity", CALayer(), \.opacity) { $0.opacity = 0.5 }
    watch("speed", CALayer(), \.speed) { $0.speed = 2 }
    watch("strokeEnd", CAShapeLayer(), \.strokeEnd) { $0.strokeEnd = 0.5 }
    watch("sublayers", CALayer(), \.sublayers) { $0.addSublayer(CALayer()) }
    watch("mask", CALayer(), \.mask) { $0.mask = CALayer() }
    watch("contentOffset", UIScrollView(), \.contentOffset) { $0.contentOffset.y = 10 }
    watch("contentSize", UIScrollView(), \.contentSize) { $0.contentSize.width = 10 }
    watch("contentInset", UIScrollView(), \.contentInset) { $0.contentInset.top = 10 }
    watch("text", UILabel(), \.text) { $0.text = "a" }
    watch("attributedText", UILabel(), \.attributedText) {
      $0.attributedText = NSAttributedString(string: "b")
    }
    watch("textColor", UILabel(), \.textColor) { $0.textColor = .red }
    watch("field", UITextField(), \.text) { $0.text = "a" }
    watch("view", UITextView(), \.text) { $0.text = "a" }
    watch("isEnabled", UIButton(), \.isEnabled) { $0.isEnabled = false }
    watch("isSelected", UIButton(), \.isSelected) { $0.isSelected = true }
    watch("isHighlighted", UIButton(), \.isHighlighted) { $0.isHighlighted = true }
    watch("value", UISlider(), \.value) { $0.value = 0.5 }
    watch("isOn", UISwitch(), \.isOn) { $0.isOn = true }
    watch("progress", UIProgressView(), \.progress) { $0.progress = 0.5 }
    watch("image", UIImageView(), \.image) { $0.image = UIImage() }
    watch("count", Model(), \.count) { $0.count = 1 }
  }

  @Test func initialAndPriorCallsAreRequested() {
    let layer = CALayer()
    var lines: [String] = []
    let observation = layer.observe(\.cornerRadius, options: [.initial, .prior, .old, .new]) {
      let (old, new) = ($1.oldValue.map { "\($0)" } ?? "-", $1.newValue.map { "\($0)" } ?? "-")
      lines.append("\(old) \(new)\($1.isPrior ? " prior" : "")")
    }
    layer.cornerRadius = 4
    #expect(lines == ["- 0.0", "0.0 - prior", "0.0 4.0"])
    withExtendedLifetime(observation) {}
  }

  /// A handler that changes what it observes is called again, until the value stays.
  @Test func handlersMayChangeTheObject() {
    let view = UIView()
    var count = 0
    let observation = view.observe(\.alpha) { view, _ in
      count += 1
      view.alpha = max(view.alpha, 0.5)
    }
    view.alpha = 0.1
    #expect(count == 2 && view.alpha == 0.5)
    withExtendedLifetime(observation) {}
  }

  @Test func observersAreCalledByName() {
    let watcher = Watcher()
    let view = UIView()
    view.addObserver(watcher, forKeyPath: "center", options: [.new, .old, .initial], context: nil)
    view.addObserver(
      watcher, forKeyPath: "layer.position.x", options: [.new, .prior], context: nil)
    view.addObserver(watcher, forKeyPath: "isHidden", options: [.new], context: nil)
    view.addObserver(watcher, forKeyPath: "backgroundColor", options: [.old], context: nil)
    view.center = CGPoint(x: 3, y: 4)
    view.isHidden = true
    view.backgroundColor = .red
    #expect(
      watcher.lines == [
        "center - 0,0", "center 0,0 3,4", "layer.position.x - - prior", "layer.position.x - 3.0",
        "isHidden - 1", "backgroundColor <null> -",
      ])
    watcher.lines = []
    view.removeObserver(watcher, forKeyPath: "center")
    view.removeObserver(watcher, forKeyPath: "layer.position.x", context: nil)
    // Removed a second time: a line of log.
    view.removeObserver(watcher, forKeyPath: "center")
    view.center = .zero
    #expect(watcher.lines == [])
  }

  @Test func controllersObserveWithTheirContext() throws {
    let controller = Follower()
    controller.loadViewIfNeeded()
    controller.scroller.addObserver(controller, forKeyPath: "bounds", context: nil)
    controller.scroller.contentSize = CGSize(width: 5, height: 6)
    controller.scroller.contentSize = CGSize(width: 5, height: 7)
    #expect(controller.sizes.map(\.height) == [6, 7] && controller.others == 0)
    controller.scroller.contentOffset.y = 3
    #expect(controller.others == 1)
    controller.scroller.removeObserver(controller, forKeyPath: "contentSize", context: nil)
    controller.scroller.contentSize = .zero
    #expect(controller.sizes.count == 3, "one of another context stays")
    controller.scroller.removeObserver(
      controller, forKeyPath: "contentSize", context: &Follower.context)
    controller.scroller.contentSize.width = 1
    #expect(controller.sizes.count == 3)
  }

  /// Either may end first, without a removal.
  @Test func neitherObserverNorObjectIsRetained() {
    var watcher: Watcher? = Watcher()
    weak let gone = watcher
    let view = UIView()
    if let watcher { view.addObserver(watcher, forKeyPath: "alpha", context: nil) }
    watcher = nil
    view.alpha = 0.5
    #expect(gone == nil)

    let other = Watcher()
    var observed: UIView? = UIView()
    weak let end = observed
    observed?.addObserver(other, forKeyPath: "alpha", context: nil)
    let observation = observed?.observe(\.alpha) { _, _ in }
    observed = nil
    #expect(end == nil)
    observation?.invalidate()
  }

  @Test func ownObjectsAreObservedByName() {
    let watcher = Watcher()
    let model = Model()
    model.addObserver(watcher, forKeyPath: "name", options: [.new, .old], context: nil)
    model.name = "a"
    model.count = 3
    model.name = nil
    #expect(watcher.lines == ["name <null> a", "name a <null>"])
  }

  /// What has no method to be called is reported, and does nothing.
  @Test func objectsThatCannotObserveAreRefused() {
    let view = UIView()
    view.addObserver(NSObject(), forKeyPath: "alpha", options: .initial, context: nil)
    view.alpha = 0.5
    UIScreen.main.addObserver(view, forKeyPath: "bounds", context: nil)
    UIScreen.main.removeObserver(view, forKeyPath: "bounds")
  }

  @Test func gestureStateIsObserved() {
    let tap = UITapGestureRecognizer()
    var states: [UIGestureRecognizer.State] = []
    let observation = tap.observe(\.state, options: .new) { _, change in
      states.append(change.newValue ?? .possible)
    }
    tap.state = .failed
    #expect(states == [.failed])
    withExtendedLifetime(observation) {}
  }

  @Test func valuesOfViewsHaveTheirNames() {
    let field = UITextField()
    field.text = "a"
    #expect(field.value(forKey: "text") as? String == "a")
    #expect(field.value(forKey: "isHidden") as? Bool == false)
    #expect(field.value(forKey: "center") as? CGPoint == .zero)
    #expect(UIView().value(forKey: "text") == nil)
  }
}
