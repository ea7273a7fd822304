// WindowSizeTests.swift
// What controllers are told of a window's new size, and what code for phones reads of its device.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct WindowSizeTests {
    private final class Sized: UIViewController {
      var log: [String] = []
      override func viewWillTransition(
        to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
      ) {
        super.viewWillTransition(to: size, with: coordinator)
        log.append("will \(Int(view.bounds.width)) to \(Int(size.width))")
        coordinator.animate { _ in
          self.log.append("alongside \(Int(self.view.bounds.width))")
        } completion: { _ in
          self.log.append("done \(coordinator.isAnimated)")
        }
      }
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
        log.append("traits \(previousTraitCollection?.displayScale ?? 0)")
      }
    }

    private func resize(_ window: UIWindow, to width: CGFloat, scale: CGFloat = 1) {
      window.deliver(
        InputEvent(time: 0, kind: .resized(CGSize(width: width, height: 80), scale: scale)))
    }

    @Test func controllersAreNotifiedBeforeAndAfterANewSize() {
      let scene = ViewScene()
      let (root, filling, fixed, above) = (Sized(), Sized(), Sized(), Sized())
      scene.window.rootViewController = root
      root.addChild(filling)
      filling.view.frame = root.view.bounds
      filling.view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      root.view.addSubview(filling.view)
      root.addChild(fixed)
      fixed.view.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      root.view.addSubview(fixed.view)
      scene.host.advance(to: 0.1)
      root.present(above, animated: false)
      resize(scene.window, to: 70)
      let expected = ["will 100 to 70", "alongside 70", "done false"]
      #expect(root.log == expected && filling.log == expected && above.log == expected)
      #expect(fixed.log == [])
      resize(scene.window, to: 70)
      #expect(root.log == expected)
    }

    @Test func aWiderWindowHasOtherSizeClasses() {
      final class Page: UIViewController {
        var log: [String] = []
        override func willTransition(
          to newCollection: UITraitCollection,
          with coordinator: any UIViewControllerTransitionCoordinator
        ) {
          super.willTransition(to: newCollection, with: coordinator)
          log.append("will \(newCollection.horizontalSizeClass)")
          coordinator.animate { _ in
            self.log.append("alongside \(self.traitCollection.horizontalSizeClass)")
          }
        }
        override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
          log.append("from \(previousTraitCollection?.horizontalSizeClass ?? .unspecified)")
        }
      }
      let scene = ViewScene()
      let (root, child) = (Page(), Page())
      scene.window.rootViewController = root
      root.addChild(child)
      root.view.addSubview(child.view)
      #expect(root.traitCollection.horizontalSizeClass == .compact)
      #expect(root.traitCollection.verticalSizeClass == .compact)
      resize(scene.window, to: 639)
      #expect(root.log == [])
      resize(scene.window, to: 640)
      let expected = ["will regular", "from compact", "alongside regular"]
      #expect(root.log == expected && child.log == expected)
      #expect(child.view.traitCollection.horizontalSizeClass == .regular)
      #expect(UIScreen.main.traitCollection.verticalSizeClass == .regular)
      // A view outside of windows has the screen's.
      #expect(UIView().traitCollection.horizontalSizeClass == .regular)
    }

    @Test func traitsAreMadeOfSizeClasses() {
      let (narrow, low) = (
        UITraitCollection(horizontalSizeClass: .compact),
        UITraitCollection(verticalSizeClass: .compact)
      )
      let both = UITraitCollection(traitsFrom: [
        UITraitCollection(horizontalSizeClass: .regular), narrow, low,
      ])
      #expect(both.horizontalSizeClass == .compact && both.verticalSizeClass == .compact)
      #expect(both.containsTraits(in: narrow) && !narrow.containsTraits(in: low))
      #expect(narrow != low && narrow == UITraitCollection(horizontalSizeClass: .compact))
      #expect(narrow.verticalSizeClass == .unspecified)
    }

    @Test func anotherScaleIsAChangeOfTraits() {
      let scene = ViewScene()
      let root = Sized()
      scene.window.rootViewController = root
      defer { UIScreen.main.scale = 1 }
      resize(scene.window, to: 100, scale: 2)
      #expect(root.log.first == "traits 1.0" && root.traitCollection.displayScale == 2)
    }

    @Test func preferredContentSizeIsReportedToTheParent() {
      final class Parent: UIViewController {
        var sizes: [CGSize] = []
        override func preferredContentSizeDidChange(
          forChildContentContainer container: any UIContentContainer
        ) { sizes.append(container.preferredContentSize) }
      }
      let (parent, child) = (Parent(), UIViewController())
      parent.addChild(child)
      child.preferredContentSize = CGSize(width: 3, height: 4)
      child.preferredContentSize = CGSize(width: 3, height: 4)
      #expect(parent.sizes == [CGSize(width: 3, height: 4)])
    }

    // MARK: Devices

    @Test func deviceHasNoOrientation() {
      let device = UIDevice.current
      #expect(device.orientation == .unknown && !device.orientation.isLandscape)
      #expect(!device.isGeneratingDeviceOrientationNotifications)
      device.beginGeneratingDeviceOrientationNotifications()
      device.beginGeneratingDeviceOrientationNotifications()
      device.endGeneratingDeviceOrientationNotifications()
      #expect(device.isGeneratingDeviceOrientationNotifications)
      device.endGeneratingDeviceOrientationNotifications()
      device.endGeneratingDeviceOrientationNotifications()
      #expect(!device.isGeneratingDeviceOrientationNotifications)
      #expect(UIDeviceOrientation.faceUp.isFlat && UIDeviceOrientation.landscapeLeft.rawValue == 3)
      // As in Apple's headers, the sides of the interface are opposite to those of the device.
      #expect(UIInterfaceOrientation.landscapeLeft.rawValue == 4)
      UIViewController.attemptRotationToDeviceOrientation()
    }

    @Test func thereIsNoStatusBar() {
      let application = UIApplication.shared
      #expect(application.isStatusBarHidden && application.statusBarFrame == .zero)
      application.isStatusBarHidden = false
      #expect(application.isStatusBarHidden && application.statusBarStyle == .default)
      let scene = ViewScene(size: CGSize(width: 30, height: 50))
      scene.window.makeKey()
      #expect(application.statusBarOrientation == .portrait)
      #expect(scene.window.windowScene?.statusBarManager?.statusBarFrame == .zero)
      let controller = UIViewController()
      #expect(controller.preferredStatusBarUpdateAnimation == .fade)
      #expect(controller.childForStatusBarStyle == nil && controller.childForStatusBarHidden == nil)
    }

    @Test func coordinateSpacesConvertLikeViews() {
      let scene = ViewScene()
      let spaces: [any UICoordinateSpace] = [
        UIScreen.main.coordinateSpace, UIScreen.main.fixedCoordinateSpace, scene.window,
      ]
      let (point, rect) = (CGPoint(x: 1, y: 2), CGRect(x: 1, y: 2, width: 3, height: 4))
      for space in spaces {
        #expect(scene.view.convert(point, to: space) == CGPoint(x: 11, y: 12))
        #expect(space.convert(point, from: scene.view) == CGPoint(x: 11, y: 12))
        #expect(space.convert(rect, to: scene.view) == CGRect(x: -9, y: -8, width: 3, height: 4))
        #expect(scene.view.convert(rect, from: space) == space.convert(rect, to: scene.view))
      }
      #expect(UIScreen.main.convert(point, to: UIScreen.main) == point)
    }

    @Test func feedbackDoesNothing() {
      let impact = UIImpactFeedbackGenerator(style: .medium)
      impact.prepare()
      impact.impactOccurred()
      impact.impactOccurred(intensity: 0.5)
      UISelectionFeedbackGenerator().selectionChanged()
      UINotificationFeedbackGenerator().notificationOccurred(.success)
    }

    @Test func prioritiesAreComparedAndAdded() {
      #expect(UILayoutPriority.required - 1 == UILayoutPriority(999))
      #expect(UILayoutPriority.defaultLow < .defaultHigh)
      var priority = UILayoutPriority.defaultLow + 1
      priority += 2
      #expect(priority - .defaultLow == 3)
    }
  }
}
