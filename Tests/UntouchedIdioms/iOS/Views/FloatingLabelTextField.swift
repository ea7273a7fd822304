// FloatingLabelTextField.swift
// A text field whose placeholder moves up, and becomes its title, when editing begins.
//
// SPDX-License-Identifier: MIT

import UIKit

open class FloatingLabelTextField: UITextField {

  let titleLabel = UILabel()
  let underline = UIView()

  @IBInspectable open var activeColor: UIColor = UIColor(red: 0.1, green: 0.45, blue: 0.9, alpha: 1)
  @IBInspectable open var inactiveColor: UIColor = .lightGray

  private let inset = CGPoint(x: 0, y: 8)

  var isFloating = false

  /// Creates an empty field.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    commonInit()
  }

  /// Creates an empty field from an archive.
  public required init?(coder aDecoder: NSCoder) {
    super.init(coder: aDecoder)
    commonInit()
  }

  private func commonInit() {
    borderStyle = .none
    titleLabel.font = UIFont.systemFont(ofSize: 17)
    titleLabel.textColor = inactiveColor
    addSubview(titleLabel)
    underline.backgroundColor = inactiveColor
    addSubview(underline)
    addTarget(self, action: #selector(editingDidBegin), for: .editingDidBegin)
    addTarget(self, action: #selector(editingDidEnd), for: .editingDidEnd)
  }

  override open var placeholder: String? {
    didSet {
      titleLabel.text = placeholder
      titleLabel.sizeToFit()
      setNeedsDisplay()
    }
  }

  open override func drawPlaceholder(in rect: CGRect) {
    // The title is the placeholder.
  }

  open override func textRect(forBounds bounds: CGRect) -> CGRect {
    return bounds.insetBy(dx: inset.x, dy: inset.y).offsetBy(dx: 0, dy: inset.y)
  }

  open override func editingRect(forBounds bounds: CGRect) -> CGRect {
    return textRect(forBounds: bounds)
  }

  open override func layoutSubviews() {
    super.layoutSubviews()
    guard titleLabel.layer.animationKeys() == nil else { return }
    if !isFloating {
      titleLabel.layer.anchorPoint = CGPoint(x: 0, y: 0.5)
      titleLabel.center = CGPoint(x: 0, y: bounds.midY + inset.y)
    }
    underline.frame = CGRect(x: 0, y: bounds.height - 1, width: bounds.width, height: 1)
  }

  @objc private func editingDidBegin() {
    isFloating = true
    animateViews(
      color: activeColor, center: CGPoint(x: 0, y: 8),
      transform: CGAffineTransform(scaleX: 0.65, y: 0.65))
  }

  @objc private func editingDidEnd() {
    if let text = text, !text.isEmpty {
      UIView.animate(withDuration: 0.3) {
        self.underline.backgroundColor = self.inactiveColor
        self.titleLabel.textColor = self.inactiveColor
      }
      return
    }
    isFloating = false
    animateViews(
      color: inactiveColor, center: CGPoint(x: 0, y: bounds.midY + inset.y), transform: .identity)
  }

  private func animateViews(color: UIColor, center: CGPoint, transform: CGAffineTransform) {
    UIView.animate(
      withDuration: 0.35, delay: 0.0, usingSpringWithDamping: 0.8, initialSpringVelocity: 1.0,
      options: .beginFromCurrentState,
      animations: { () -> Void in
        self.titleLabel.center = center
        self.titleLabel.transform = transform
        self.underline.backgroundColor = color
        self.underline.transform = CGAffineTransform(
          scaleX: 1, y: color == self.activeColor ? 2 : 1)
      }
    ) { _ in
      self.titleLabel.textColor = color
    }
  }
}

class FloatingLabelViewController: UIViewController, UITextFieldDelegate {

  let name = FloatingLabelTextField()
  let city = FloatingLabelTextField()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    for (index, field) in [name, city].enumerated() {
      field.frame = CGRect(
        x: 30, y: 120 + CGFloat(index) * 70, width: view.bounds.width - 60, height: 50)
      field.autoresizingMask = [.flexibleWidth, .flexibleBottomMargin]
      field.delegate = self
      field.returnKeyType = index == 0 ? .next : .done
      view.addSubview(field)
    }
    name.placeholder = "Name"
    city.placeholder = "City"
    let tap = UITapGestureRecognizer(target: view, action: #selector(UIView.endEditing(_:)))
    tap.cancelsTouchesInView = false
    view.addGestureRecognizer(tap)
  }

  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    if textField === name {
      city.becomeFirstResponder()
    } else {
      textField.resignFirstResponder()
    }
    return true
  }
}
