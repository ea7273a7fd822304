// RingView.swift
// A view with a delegate, whose optional members it calls, as it is written for iOS.
//
// SPDX-License-Identifier: MIT

import UIKit

@objc protocol RingViewDelegate: class {
  func ringViewDidChange(_ view: RingView)
  @objc optional func ringView(_ view: RingView, didReach progress: CGFloat) -> Bool
  @objc optional func ringViewDidReset(_ view: RingView)
  @objc optional var ringTitle: String { get }
}

@objc
protocol Resettable {
  @objc func reset()
}

@IBDesignable
class RingView: UIView {
  @IBOutlet weak var delegate: RingViewDelegate?
  @IBInspectable var lineWidth: CGFloat = 4 {
    didSet { setNeedsDisplay() }
  }

  override class var layerClass: AnyClass { return RingLayer.self }

  // swift-format-ignore: NeverForceUnwrap
  var ring: RingLayer { return layer as! RingLayer }
  var title = ""
  var layouts = 0
  var hides = 0

  @objc dynamic var progress: CGFloat {
    get { return ring.progress }
    set {
      ring.progress = newValue
      delegate?.ringViewDidChange(self)
      if let stop = delegate?.ringView?(self, didReach: newValue), stop {
        reset()
      }
      title = delegate?.ringTitle ?? "none"
    }
  }

  var announcesReset: Bool { return delegate?.ringViewDidReset != nil }
}

extension RingView {
  override func layoutSubviews() {
    super.layoutSubviews()
    layouts += 1
  }

  override var isHidden: Bool {
    didSet { hides += oldValue == isHidden ? 0 : 1 }
  }

  override open var intrinsicContentSize: CGSize {
    return CGSize(width: 20, height: 30)
  }
}

#if os(iOS)
  extension RingView {
    override func sizeThatFits(_ size: CGSize) -> CGSize {
      return CGSize(width: size.width, height: 40)
    }
  }
#endif

extension RingView: Resettable {
  func reset() {
    ring.progress = 0
    delegate?.ringViewDidReset?(self)
  }
}

class LoudRingView: RingView {
  override func describe() -> String { return super.describe() + "!" }
}

extension RingView {
  @objc func describe() -> String { return "ring" }
}
