// InterfaceUse.swift
// Each symbol of interface.tsv in a place where the compiler checks it.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The symbols of Apple's interface that compile here.
@MainActor struct InterfaceUse {
  /// The symbols as in `interface.tsv`.
  private(set) var symbols: Set<String> = []
  /// Key paths without a value.
  private(set) var missingKeyPaths: [String] = []

  init() {
    allCoreGraphics()
    allLayers()
    allAnimations()
    keyPaths()
    allViews()
    allControllers()
    allClasses()
    foundation()
    olderNames()
    overrides()
  }

  /// Notes a symbol.
  ///
  /// - Parameter members: The symbol in each of its classes. Compiling them is the check.
  mutating func use(_ symbol: String, _ members: Any...) {
    symbols.insert(symbol)
  }

  private mutating func overrides() {
    use("override init(frame:)", OverridingView.self)
    use("override func awakeFromNib()", OverridingView.self)
    use("override func didMoveToWindow()", OverridingView.self)
    use("override func draw(_:)", OverridingView.self)
    use("override func gestureRecognizerShouldBegin(_:)", OverridingView.self)
    use("override func layoutSubviews()", OverridingView.self)
    use("override func point(inside:with:)", OverridingView.self)
    use("override func prepareForInterfaceBuilder()", OverridingView.self)
    use("override func touchesBegan(_:with:)", OverridingView.self)
    use("override func touchesEnded(_:with:)", OverridingView.self)
    use("override var bounds", OverridingView.self)
    use("override var intrinsicContentSize", OverridingView.self)
    use("override var font", OverridingLabel.self)
    use("override var text", OverridingLabel.self)
    use("override func draw(in:)", OverridingLayer.self)
    use("override init()", OverridingLayer.self)
    use("override init(layer:)", OverridingLayer.self)
    use("override func viewDidAppear(_:)", OverridingController.self)
    use("override func viewDidLoad()", OverridingController.self)
    use("override init(nibName:bundle:)", OverridingController.self)
  }

  private mutating func keyPaths() {
    let layer = CAShapeLayer()
    layer.path = CGPath(rect: .zero, transform: nil)
    layer.strokeColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    layer.backgroundColor = layer.strokeColor
    for keyPath in [
      "backgroundColor", "borderColor", "borderWidth", "cornerRadius", "fillColor", "lineWidth",
      "opacity", "path", "position", "shadowColor", "shadowOffset", "shadowOpacity",
      "shadowRadius", "strokeColor", "strokeEnd", "strokeStart", "transform",
      "transform.rotation", "transform.rotation.x", "transform.rotation.y",
      "transform.rotation.z", "transform.scale", "transform.scale.x", "transform.scale.y",
      "transform.translation", "transform.translation.x", "transform.translation.y", "zPosition",
    ] {
      symbols.insert("key path \"\(keyPath)\"")
      if layer.value(forKeyPath: keyPath) == nil { missingKeyPaths.append(keyPath) }
    }
  }
}

private final class OverridingView: UIView {
  override init(frame: CGRect) { super.init(frame: frame) }
  required init?(coder: NSCoder) { nil }
  override var bounds: CGRect { didSet {} }
  override var intrinsicContentSize: CGSize { .zero }
  override func awakeFromNib() {}
  override func prepareForInterfaceBuilder() {}
  override func didMoveToWindow() {}
  override func layoutSubviews() {}
  override func draw(_ rect: CGRect) {}
  override func point(inside point: CGPoint, with event: UIEvent?) -> Bool { true }
  override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {}
  override func gestureRecognizerShouldBegin(_ recognizer: UIGestureRecognizer) -> Bool { true }
}

private final class OverridingLabel: UILabel {
  override var font: UIFont! { didSet {} }
  override var text: String? { didSet {} }
}

private final class OverridingLayer: CALayer {
  override init() { super.init() }
  override init(layer: Any) { super.init(layer: layer) }
  required init?(coder: NSCoder) { nil }
  override func draw(in context: CGContext) {}
}

private final class OverridingController: UIViewController {
  override init(nibName: String?, bundle: Bundle?) { super.init(nibName: nibName, bundle: bundle) }
  required init?(coder: NSCoder) { nil }
  override func viewDidLoad() {}
  override func viewDidAppear(_ animated: Bool) {}
}
