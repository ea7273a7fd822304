// ControlSizeTests.swift
// Controls and views of any size, from zero up: laid out, painted, used, and animated to zero.
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
  @MainActor @Suite struct ControlSizeTests {
    // MARK: Segmented control

    @Test func selectingSegmentBeforeLayout() {
      let control = UISegmentedControl()
      control.insertSegment(withTitle: "a", at: 0, animated: false)
      control.insertSegment(withTitle: "b", at: 1, animated: false)
      control.selectedSegmentIndex = 0
      #expect(marker(of: control) == .zero)
      control.frame = CGRect(x: 0, y: 0, width: 100, height: 32)
      control.layoutIfNeeded()
      #expect(marker(of: control) == CGRect(x: 2, y: 2, width: 46, height: 28))
    }

    /// The background of the selected segment keeps its gap while there is space, then is centred with
    /// zero size.
    @Test(arguments: [
      (CGSize(width: 10, height: 4), CGRect(x: 2, y: 2, width: 6, height: 0)),
      (CGSize(width: 10, height: 3), CGRect(x: 2, y: 1.5, width: 6, height: 0)),
      (CGSize(width: 3, height: 10), CGRect(x: 1.5, y: 2, width: 0, height: 6)),
      (CGSize(width: 10, height: 0), CGRect(x: 2, y: 0, width: 6, height: 0)),
      (CGSize(width: 10, height: 5), CGRect(x: 2, y: 2, width: 6, height: 1)),
    ])
    func aSegmentedControlSmallerThanItsGaps(size: CGSize, expected: CGRect) {
      let control = UISegmentedControl(items: ["a"])
      control.selectedSegmentIndex = 0
      control.frame.size = size
      control.layoutIfNeeded()
      #expect(marker(of: control) == expected)
    }

    private func marker(of control: UISegmentedControl) -> CGRect? { control.subviews.first?.frame }

    // MARK: All controls

    private static func views() -> [UIView] {
      let segments = UISegmentedControl(items: ["one", "two", "three"])
      segments.selectedSegmentIndex = 1
      let slider = UISlider()
      slider.value = 0.3
      let toggle = UISwitch()
      toggle.isOn = true
      let progress = UIProgressView(progressViewStyle: .default)
      progress.progress = 0.4
      let wheel = UIActivityIndicatorView(style: .large)
      wheel.startAnimating()
      let field = UITextField()
      field.text = "text"
      field.borderStyle = .roundedRect
      field.clearButtonMode = .always
      let label = UILabel()
      label.text = "some words\nin two lines"
      label.numberOfLines = 0
      let button = UIButton(type: .system)
      button.setTitle("title", for: .normal)
      button.contentEdgeInsets = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
      let scroll = UIScrollView()
      scroll.contentSize = CGSize(width: 200, height: 200)
      scroll.addSubview(UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200)))
      let stack = UIStackView(arrangedSubviews: [UILabel(), UISegmentedControl(items: ["a", "b"])])
      stack.spacing = 8
      stack.isLayoutMarginsRelativeArrangement = true
      stack.layoutMargins = UIEdgeInsets(top: 8, left: 8, bottom: 8, right: 8)
      let bordered = UIView()
      bordered.layer.borderWidth = 3
      bordered.layer.cornerRadius = 5
      bordered.backgroundColor = .red
      return [
        segments, slider, toggle, progress, wheel, field, label, button, scroll, stack, bordered,
        UIImageView(), UIControl(),
      ]
    }

    private static let lengths: [CGFloat] = [0, 0.4, 1, 2, 3, 4, 7, 30, 100]

    @Test func controlsAtSmallSizes() {
      for view in Self.views() {
        let scene = ViewScene(view)
        var time = 0.0
        for width in Self.lengths {
          for height in Self.lengths {
            view.frame = CGRect(x: 0, y: 0, width: width, height: height)
            // With the keyboard focus ring.
            scene.window.moveFocus()
            time += 1.0 / 60
            scene.host.advance(to: time)
            expectFinite(view)
          }
        }
        // Used at zero size.
        view.frame.size = .zero
        scene.host.send(.pointerDown(.zero, button: 1, clicks: 1))
        scene.host.send(.pointerMoved(CGPoint(x: 1, y: 1)))
        scene.host.send(.pointerUp(CGPoint(x: 1, y: 1), button: 1))
        for key in [Key.left, .right, .space] {
          scene.host.send(.keyDown(key, modifiers: [], isRepeat: false))
          scene.host.send(.keyUp(key, modifiers: []))
        }
        time += 1
        scene.host.advance(to: time)
        expectFinite(view)
        _ = view.resignFirstResponder()
      }
    }

    /// Lengths whose squares, sums and products with others are not finite.
    private static let hugeLengths: [CGFloat] = [
      1e150, 1e154, 1e155, 1e200, 1e300, 8.9e307, .greatestFiniteMagnitude,
    ]

    /// A finite frame stops no program: what the layout inside of it cannot represent is limited.
    @Test func controlsAtHugeSizes() {
      for view in Self.views() {
        let scene = ViewScene(view)
        var time = 0.0
        for length in Self.hugeLengths {
          for size in [
            CGSize(width: length, height: length), CGSize(width: length, height: 20),
            CGSize(width: 20, height: length),
          ] {
            for origin in [CGPoint.zero, CGPoint(x: -length, y: length)] {
              view.frame = CGRect(origin: origin, size: size)
              view.bounds.origin = origin
              scene.window.moveFocus()
              time += 1.0 / 60
              scene.host.advance(to: time)
              expectFinite(view)
              _ = view.sizeThatFits(size)
              _ = view.intrinsicContentSize
              (view as? UIScrollView)?.contentSize = size
              (view as? UIStackView)?.spacing = length
            }
          }
        }
        UIView.animate(withDuration: 0.1) {
          view.frame = CGRect(x: 0, y: 0, width: 50, height: 50)
          view.layoutIfNeeded()
        }
        scene.host.advance(to: time + 0.05)
        scene.host.advance(to: time + 1)
        expectFinite(view)
      }
    }

    @Test func controlsAnimateToZeroSize() {
      for view in Self.views() {
        let scene = ViewScene(view)
        view.frame = CGRect(x: 0, y: 0, width: 80, height: 30)
        scene.host.advance(to: 0.1)
        UIView.animate(withDuration: 0.5) {
          view.frame.size.height = 0
          view.layoutIfNeeded()
        }
        scene.host.advance(to: 0.4)
        UIView.animate(
          withDuration: 0.5, delay: 0, usingSpringWithDamping: 0.2, initialSpringVelocity: 3
        ) {
          view.frame.size = .zero
          view.layoutIfNeeded()
        }
        scene.host.advance(to: 2)
        expectFinite(view)
      }
    }

    @Test func controlsAsHiddenStackRows() {
      for view in Self.views() {
        let stack = UIStackView(arrangedSubviews: [UILabel(), view])
        stack.axis = .vertical
        stack.distribution = .fillEqually
        let scene = ViewScene(stack)
        stack.frame = CGRect(x: 0, y: 0, width: 80, height: 60)
        scene.host.advance(to: 0.1)
        UIView.animate(withDuration: 0.2) {
          view.isHidden = true
          stack.layoutIfNeeded()
        }
        scene.host.advance(to: 0.5)
        stack.frame.size = .zero
        view.isHidden = false
        scene.host.advance(to: 0.6)
        expectFinite(stack)
      }
    }

    /// Rendering into a context, where a border may be wider than its layer.
    @Test func controlsRenderInContextAtSmallSizes() {
      let scene = ViewScene()
      for view in Self.views() {
        scene.window.addSubview(view)
        for length in Self.lengths {
          view.frame = CGRect(x: 0, y: 0, width: length, height: length)
          view.layoutIfNeeded()
          let image = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image {
            view.layer.render(in: $0.cgContext)
            $0.stroke(CGRect(x: 3, y: 3, width: length, height: length))
          }
          #expect(image.cgImage?.width == 20)
        }
        view.removeFromSuperview()
      }
    }

    @Test(arguments: [4, 6, 9] as [CGFloat])
    func borderWiderThanViewRendersInContext(width: CGFloat) throws {
      let scene = ViewScene()
      scene.view.frame = CGRect(x: 0, y: 0, width: 5, height: 8)
      scene.view.layer.borderWidth = width
      scene.view.layer.borderColor = UIColor(red: 1, green: 0, blue: 0, alpha: 1).cgColor
      let image = UIGraphicsImageRenderer(size: CGSize(width: 10, height: 10)).image {
        scene.view.layer.render(in: $0.cgContext)
      }
      let pixels = try #require(image.cgImage)
      func color(_ x: Int, _ y: Int) -> [UInt8] {
        Array(pixels.pixels[(y * pixels.width + x) * 4..<(y * pixels.width + x) * 4 + 4])
      }
      #expect(color(2, 4) == [255, 0, 0, 255] && color(4, 7) == [255, 0, 0, 255])
      #expect(color(6, 4)[3] == 0)
    }

    private func expectFinite(_ view: UIView) {
      for part in [view] + view.subviews {
        #expect(
          part.frame.isFinite, "\(type(of: view)) of \(view.bounds.size): \(type(of: part))")
      }
    }
  }
}
