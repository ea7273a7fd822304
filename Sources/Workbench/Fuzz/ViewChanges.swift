// ViewChanges.swift
// Random values for the properties of views and controls.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// One change of one property of a view, by number.
@MainActor enum ViewChanges {
  static let count = 29

  static func change(_ view: UIView, _ number: Int, _ random: FuzzRandom) {
    switch number {
    case 0: view.frame = random.rect()
    case 1: view.bounds = random.rect()
    case 2: view.center = random.point()
    case 3: view.transform = random.affine()
    case 4: view.transform3D = random.transform()
    case 5: view.alpha = random.number(0...1)
    case 6: view.isHidden = random.chance(0.3)
    case 7: view.backgroundColor = random.chance(0.2) ? nil : random.color()
    case 8: view.tintColor = random.chance(0.3) ? nil : random.color()
    case 9: view.clipsToBounds = random.chance(0.5)
    case 10:
      view.contentMode = random.pick([.redraw, .center, .scaleAspectFit, .topLeft]) ?? .redraw
    case 11: view.autoresizingMask = [.flexibleWidth, .flexibleTopMargin, .flexibleRightMargin]
    case 12: view.layoutMargins = random.insets()
    case 13: view.setNeedsLayout()
    case 14: view.setNeedsDisplay()
    case 15: view.tintAdjustmentMode = random.chance(0.5) ? .dimmed : .automatic
    case 16: view.overrideUserInterfaceStyle = random.pick([.dark, .light]) ?? .unspecified
    case 17: view.isUserInteractionEnabled = random.chance(0.8)
    case 18: view.addGestureRecognizer(gesture(random))
    case 19: view.gestureRecognizers?.last.map(view.removeGestureRecognizer)
    case 20: _ = random.chance(0.5) ? view.becomeFirstResponder() : view.resignFirstResponder()
    case 21:
      let size = random.size()
      // A transform may leave a view without a finite frame, which would be set with its size.
      if view.frame.origin.x.isFinite && view.frame.origin.y.isFinite { view.frame.size = size }
    case 22: view.sizeToFit()
    case 23: view.tag = random.integer(0...5)
    default: changeContent(of: view, random)
    }
  }

  private static func gesture(_ random: FuzzRandom) -> UIGestureRecognizer {
    switch random.integer(0...3) {
    case 0: UITapGestureRecognizer()
    case 1: UIPanGestureRecognizer()
    case 2: UILongPressGestureRecognizer()
    default: UISwipeGestureRecognizer()
    }
  }

  private static func changeContent(of view: UIView, _ random: FuzzRandom) {
    switch view {
    case let view as UILabel: change(view, random)
    case let view as UIButton: change(view, random)
    case let view as UIScrollView: change(view, random)
    case let view as UIStackView: change(view, random)
    case let view as UISegmentedControl: change(view, random)
    case let view as UITextField:
      view.text = random.text()
      view.placeholder = random.text()
      view.clearButtonMode = random.chance(0.5) ? .always : .never
    case let view as UISlider:
      view.maximumValue = random.float(0...10)
      view.minimumValue = random.float(-1...1)
      view.setValue(random.float(-1...9), animated: random.chance(0.5))
    case let view as UISwitch: view.setOn(random.chance(0.5), animated: random.chance(0.7))
    case let view as UIProgressView:
      view.setProgress(random.float(0...1), animated: random.chance(0.5))
    case let view as UIActivityIndicatorView:
      random.chance(0.6) ? view.startAnimating() : view.stopAnimating()
    case let view as UIImageView:
      view.image = UIImage(cgImage: random.image())
      view.animationImages = random.chance(0.2) ? [UIImage(cgImage: random.image())] : nil
      random.chance(0.3) ? view.startAnimating() : view.stopAnimating()
    case let view as UIVisualEffectView:
      view.effect = random.chance(0.5) ? nil : UIBlurEffect(style: .dark)
    default: view.layer.cornerRadius = random.number(0...20)
    }
  }

  private static func change(_ label: UILabel, _ random: FuzzRandom) {
    switch random.integer(0...6) {
    case 0, 1: label.text = random.text()
    case 2: label.attributedText = random.attributedText()
    case 3: label.font = random.font()
    case 4: label.numberOfLines = random.integer(0...4)
    case 5:
      label.lineBreakMode = random.pick([.byTruncatingMiddle, .byCharWrapping]) ?? .byClipping
    default: label.adjustsFontSizeToFitWidth = random.chance(0.5)
    }
  }

  private static func change(_ button: UIButton, _ random: FuzzRandom) {
    switch random.integer(0...4) {
    case 0, 1: button.setTitle(random.text(), for: random.pick([.normal, .highlighted]) ?? .normal)
    case 2: button.setImage(UIImage(cgImage: random.image()), for: .normal)
    case 3: button.isEnabled = random.chance(0.5)
    default: button.contentEdgeInsets = random.insets()
    }
  }

  private static func change(_ scroll: UIScrollView, _ random: FuzzRandom) {
    switch random.integer(0...5) {
    case 0, 1: scroll.contentSize = random.size()
    case 2: scroll.setContentOffset(random.point(), animated: random.chance(0.5))
    case 3: scroll.contentInset = random.insets()
    case 4: scroll.scrollRectToVisible(random.rect(), animated: random.chance(0.5))
    default: scroll.isPagingEnabled = random.chance(0.5)
    }
  }

  private static func change(_ stack: UIStackView, _ random: FuzzRandom) {
    switch random.integer(0...4) {
    case 0: stack.axis = random.chance(0.5) ? .horizontal : .vertical
    case 1: stack.spacing = random.number(-5...20)
    case 2:
      stack.distribution = random.pick([.fill, .fillEqually, .equalSpacing]) ?? .fillProportionally
    case 3: stack.alignment = random.pick([.fill, .center, .leading]) ?? .trailing
    default: stack.isLayoutMarginsRelativeArrangement = random.chance(0.5)
    }
  }

  private static func change(_ control: UISegmentedControl, _ random: FuzzRandom) {
    switch random.integer(0...3) {
    case 0:
      control.insertSegment(
        withTitle: random.text(), at: random.integer(0...9), animated: random.chance(0.5))
    case 1 where control.numberOfSegments > 0:
      control.removeSegment(
        at: random.integer(0...control.numberOfSegments - 1), animated: random.chance(0.5))
    case 2:
      control.selectedSegmentIndex = random.integer(-1...max(-1, control.numberOfSegments - 1))
    default: control.removeAllSegments()
    }
  }
}
