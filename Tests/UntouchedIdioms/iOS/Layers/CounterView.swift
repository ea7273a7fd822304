// CounterView.swift
// A number that counts to its new value: a property of a layer that animates and is drawn.
//
// SPDX-License-Identifier: MIT

import UIKit

class CounterLayer: CALayer {

  @NSManaged var number: CGFloat

  override init() {
    super.init()
  }

  override init(layer: Any) {
    super.init(layer: layer)
    if let layer = layer as? CounterLayer {
      number = layer.number
    }
  }

  required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
  }

  override class func needsDisplay(forKey key: String) -> Bool {
    if key == #keyPath(CounterLayer.number) {
      return true
    }
    return super.needsDisplay(forKey: key)
  }

  override func action(forKey event: String) -> CAAction? {
    if event == #keyPath(CounterLayer.number) {
      let animation = CABasicAnimation(keyPath: event)
      animation.fromValue = presentation()?.number ?? number
      animation.timingFunction = CAMediaTimingFunction(name: .easeOut)
      animation.duration = 1
      return animation
    }
    return super.action(forKey: event)
  }
}

class CounterView: UIView, Playable {

  private(set) var shown: [String] = []

  override public class var layerClass: Swift.AnyClass {
    return CounterLayer.self
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    isOpaque = false
    backgroundColor = UIColor.clear
    contentMode = .redraw
    layer.contentsScale = UIScreen.main.scale
  }

  required init?(coder: NSCoder) {
    super.init(coder: coder)
  }

  func play() {
    // swift-format-ignore: NeverForceUnwrap
    let counter = layer as! CounterLayer
    counter.number = counter.number > 500 ? 0 : 1000
  }

  override func draw(_ layer: CALayer, in ctx: CGContext) {
    guard let counter = layer as? CounterLayer else { return }
    UIGraphicsPushContext(ctx)
    defer { UIGraphicsPopContext() }
    let text = NSString(format: "%.0f", Double(counter.number))
    shown.append(text as String)
    let style = NSMutableParagraphStyle()
    style.alignment = .center
    let attributes: [NSAttributedString.Key: Any] = [
      .font: UIFont.systemFont(ofSize: 48, weight: UIFont.Weight.bold),
      .foregroundColor: UIColor.darkGray, .paragraphStyle: style,
    ]
    let height = text.size(withAttributes: attributes).height
    text.draw(
      in: CGRect(x: 0, y: (bounds.height - height) / 2, width: bounds.width, height: height),
      withAttributes: attributes)
  }

  override func draw(_ rect: CGRect) {
    // An empty drawRect: makes UIKit ask the layer's delegate.
  }
}
