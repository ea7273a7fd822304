// AccessibilityTests.swift
// The descriptions of views and controls for users without sight, and the user's preferences.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct AccessibilityTests {
    /// Every property is kept, and views have the identifier as their layer's name.
    @Test func propertiesAreKept() {
      let view = UIView()
      #expect(!view.isAccessibilityElement && view.accessibilityLabel == nil)
      #expect(view.accessibilityTraits == .none && view.accessibilityUserInputLabels == [])
      view.isAccessibilityElement = true
      view.accessibilityLabel = "Speed"
      view.accessibilityHint = "Swipe"
      view.accessibilityValue = "3"
      view.accessibilityTraits = [.adjustable, .updatesFrequently]
      view.accessibilityLanguage = "en-GB"
      view.accessibilityIdentifier = "speed"
      view.accessibilityFrame = CGRect(x: 1, y: 2, width: 4, height: 6)
      view.accessibilityElements = [UIView(), UILabel()]
      view.accessibilityElementsHidden = true
      view.accessibilityViewIsModal = true
      view.shouldGroupAccessibilityChildren = true
      #expect(view.isAccessibilityElement && view.accessibilityLabel == "Speed")
      #expect(view.accessibilityHint == "Swipe" && view.accessibilityValue == "3")
      #expect(view.accessibilityTraits == [.adjustable, .updatesFrequently])
      #expect(view.accessibilityLanguage == "en-GB")
      #expect(view.accessibilityIdentifier == "speed" && view.layer.name == "speed")
      #expect(view.accessibilityActivationPoint == CGPoint(x: 3, y: 5))
      #expect(view.accessibilityUserInputLabels == ["Speed"])
      view.accessibilityActivationPoint = CGPoint(x: 9, y: 9)
      #expect(view.accessibilityActivationPoint == CGPoint(x: 9, y: 9))
      #expect(view.accessibilityElements?.count == 2 && view.accessibilityElementsHidden)
      #expect(view.accessibilityViewIsModal && view.shouldGroupAccessibilityChildren)
      #expect(!view.accessibilityActivate() && !view.accessibilityPerformEscape())
    }

    /// Tab stays inside of a modal view, and returns to the others when it is hidden.
    @Test func focusStaysInAModalView() {
      let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
      let (outside, first, second) = (UIButton(), UIButton(), UIButton())
      let (panel, inner) = (UIView(), UIView())
      root.addSubview(outside)
      root.addSubview(panel)
      panel.addSubview(inner)
      [first, second].forEach(inner.addSubview)
      panel.accessibilityViewIsModal = true
      let scene = ViewScene(root)
      func next() -> UIView? {
        scene.window.moveFocus()
        return [outside, first, second].first(where: \.isFirstResponder)
      }
      #expect([next(), next(), next()] == [first, second, first])
      panel.isHidden = true
      #expect([next(), next()] == [outside, outside])
    }

    /// A control that gets the focus is scrolled to, in every scroll view around it.
    @Test func focusScrolls() {
      let outer = UIScrollView()
      let inner = UIScrollView(frame: CGRect(x: 0, y: 400, width: 100, height: 100))
      (outer.contentSize, inner.contentSize) = (
        CGSize(width: 100, height: 500), CGSize(width: 100, height: 900)
      )
      let buttons = [20.0, 700].map { UIButton(frame: CGRect(x: 0, y: $0, width: 80, height: 30)) }
      outer.addSubview(buttons[0])
      outer.addSubview(inner)
      inner.addSubview(buttons[1])
      let scene = ViewScene(outer)
      outer.frame = scene.window.bounds
      scene.window.moveFocus()
      #expect(outer.contentOffset.y == 0)
      scene.window.moveFocus()
      #expect(inner.contentOffset.y == 630 && outer.contentOffset.y == 400)
      scene.window.moveFocus(backwards: true)
      #expect(outer.contentOffset.y == 20)
    }

    /// What UIKit's own views are without a word of the program.
    @Test func controlsDescribeThemselves() {
      let label = UILabel()
      label.text = "Total"
      let button = UIButton()
      button.setTitle("Pay", for: .normal)
      button.isEnabled = false
      let toggle = UISwitch()
      toggle.isOn = true
      let slider = UISlider()
      (slider.minimumValue, slider.maximumValue, slider.value) = (2, 6, 3)
      let progress = UIProgressView()
      progress.progress = 0.375
      let field = UITextField()
      field.placeholder = "Name"
      let secret = UITextField()
      (secret.isSecureTextEntry, secret.text) = (true, "four")
      let cell = UITableViewCell(style: .subtitle, reuseIdentifier: nil)
      cell.textLabel?.text = "Row"
      cell.detailTextLabel?.text = "More"
      let table: [(view: UIView, label: String?, value: String?, traits: UIAccessibilityTraits)] = [
        (label, "Total", nil, .staticText), (button, "Pay", nil, [.button, .notEnabled]),
        (toggle, nil, "1", [.button, .toggleButton]), (slider, nil, "25%", .adjustable),
        (progress, nil, "38%", .updatesFrequently), (field, nil, "Name", []),
        (secret, nil, "••••", []), (cell, "Row, More", nil, []),
      ]
      for row in table {
        #expect(row.view.isAccessibilityElement, "\(row.view)")
        #expect(row.view.accessibilityLabel == row.label, "\(row.view)")
        #expect(row.view.accessibilityValue == row.value, "\(row.view)")
        #expect(row.view.accessibilityTraits == row.traits, "\(row.view)")
      }
      #expect(!UIImageView().isAccessibilityElement)
      #expect(!UITableViewCell(style: .default, reuseIdentifier: nil).isAccessibilityElement)
      let segments = UISegmentedControl(items: ["A", "B"])
      segments.selectedSegmentIndex = 1
      let traits = segments.subviews.compactMap { ($0 as? UILabel)?.accessibilityTraits }
      #expect(traits == [.button, [.button, .selected]])
      // A program's own word comes before the view's.
      label.accessibilityLabel = "Sum"
      #expect(label.accessibilityLabel == "Sum")
    }

    @Test func framesAreThoseOfTheScreen() {
      let scene = ViewScene()
      let inner = UIView(frame: CGRect(x: 2, y: 3, width: 4, height: 5))
      scene.view.addSubview(inner)
      #expect(inner.accessibilityFrame == CGRect(x: 12, y: 13, width: 4, height: 5))
      let element = UIAccessibilityElement(accessibilityContainer: scene.view)
      element.accessibilityFrameInContainerSpace = CGRect(x: 1, y: 1, width: 2, height: 2)
      #expect(element.accessibilityFrame == CGRect(x: 11, y: 11, width: 2, height: 2))
      #expect(element.isAccessibilityElement && element.accessibilityContainer === scene.view)
    }

    /// Classes may answer by themselves, as on iOS.
    @Test func propertiesAreOverridden() {
      final class Gauge: UIView {
        override var accessibilityValue: String? {
          get { "half" }
          set {}
        }
        override func accessibilityActivate() -> Bool { true }
      }
      let gauge = Gauge()
      gauge.accessibilityValue = "full"
      #expect(gauge.accessibilityValue == "half" && gauge.accessibilityActivate())
    }

    @Test func wishesArePosted() {
      var posts: [Notification.Name] = []
      let names = [
        UIAccessibility.reduceMotionStatusDidChangeNotification,
        UIAccessibility.darkerSystemColorsStatusDidChangeNotification,
      ]
      let observers = names.map { name in
        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
          MainActor.assumeIsolated { posts.append(name) }
        }
      }
      defer { observers.forEach(NotificationCenter.default.removeObserver) }
      for value in [true, true, false] {
        UIAccessibility.setWishes(lessMotion: value, contrast: value)
      }
      #expect(posts == names + names)
    }

    /// A host with windows reads them once, when they are asked for, and reports changes.
    @Test func wishesAreReadWhenTheyAreAskedFor() throws {
      let (services, wishes) = (Platform.services, UIAccessibility.wishes)
      defer { (Platform.services, UIAccessibility.wishes) = (services, wishes) }
      let host = WishingServices()
      (Platform.services, UIAccessibility.wishes) = (host, nil)
      #expect(host.reads == 0)
      #expect(UIAccessibility.isReduceMotionEnabled && !UIAccessibility.isDarkerSystemColorsEnabled)
      #expect(host.reads == 1)
      let didChange = try #require(host.didChange)
      didChange(UserWishes(contrast: true))
      #expect(!UIAccessibility.isReduceMotionEnabled && UIAccessibility.isDarkerSystemColorsEnabled)
      #expect(host.reads == 1)
    }

    /// A picture that is drawn off screen does not depend on the desktop. A window that opens later does.
    @Test func hostsWithoutAUserAreAskedAgain() {
      #expect(Platform.services.followWishes { _ in } == nil)
      let (services, wishes) = (Platform.services, UIAccessibility.wishes)
      defer { (Platform.services, UIAccessibility.wishes) = (services, wishes) }
      UIAccessibility.wishes = nil
      #expect(!UIAccessibility.isReduceMotionEnabled)
      Platform.services = WishingServices()
      #expect(UIAccessibility.isReduceMotionEnabled)
    }
  }
}

/// A host whose user wants less motion.
@MainActor private final class WishingServices: PlatformServices {
  var clipboard: String?
  var reads = 0
  var didChange: (@MainActor (UserWishes) -> Void)?

  func followWishes(didChange: @escaping @MainActor (UserWishes) -> Void) -> UserWishes? {
    reads += 1
    self.didChange = didChange
    return UserWishes(lessMotion: true)
  }
}
