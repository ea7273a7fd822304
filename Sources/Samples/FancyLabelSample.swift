// FancyLabelSample.swift
// A label whose text animates when it is set inside an animation block, and only then.
// After "Hacking UIView animation blocks for fun and profit" by Nick Lockwood.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A label that pushes its old text out when its text changes inside an animation block.
///
/// The label sets its text on the layer under a custom key. The layer then searches for an action, and the
/// label returns a transition with the timing of a stock property's animation.
final class FancyLabel: UILabel {
  /// The transition of a change.
  var transitionType = CATransitionType.push

  override var text: String? {
    didSet { change("text", to: text, from: "attributedText") }
  }

  override var attributedText: NSAttributedString? {
    didSet { change("attributedText", to: attributedText, from: "text") }
  }

  /// Sets one key, and clears the other, which no longer is what the label shows: setting it to its old value
  /// would be no change.
  private func change(_ key: String, to value: Any?, from other: String) {
    if layer.value(forKey: other) != nil {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.setValue(nil, forKey: other)
      CATransaction.commit()
    }
    layer.setValue(value, forKey: key)
  }

  override func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    // A view returns an animation inside a block, and NSNull outside.
    guard event == "text" || event == "attributedText",
      let action = super.action(for: layer, forKey: "backgroundColor") as? CAAnimation
    else { return super.action(for: layer, forKey: event) }

    let transition = CATransition()
    transition.type = transitionType
    transition.subtype = .fromTop

    transition.beginTime = action.beginTime
    transition.duration = action.duration
    transition.speed = action.speed
    transition.timeOffset = action.timeOffset
    transition.repeatCount = action.repeatCount
    transition.repeatDuration = action.repeatDuration
    transition.autoreverses = action.autoreverses
    transition.fillMode = action.fillMode

    transition.timingFunction = action.timingFunction
    // Without it the block's completion would not wait for the transition.
    transition.delegate = action.delegate
    return transition
  }
}

/// A text field, a label that takes the field's text, and switches for the transition.
final class FancyLabelSample: Sample {
  static let name = "FancyLabel"
  static let title = "FancyLabel"
  static let summary =
    "Type, press Return: inside a UIView block the label pushes its old text out, "
    + "for the block's duration. Outside a block nothing moves."
  static let essence = """
    override var text: String? {
      didSet {
        layer.setValue(
          text, forKey: "text")
      }
    }
    // action(for:forKey: "text"):
    // ask super for "backgroundColor",
    // copy its timing and delegate
    // into a CATransition
    """

  /// Texts to use when the field contains the label's text.
  static let phrases = ["Hello, Linux", "Layers in motion", "One time per frame"]

  var onCompletion: (SampleReport) -> Void = { _ in }

  let label = FancyLabel()
  let field = UITextField()
  let crossFade = ToggleButton("Cross-fade")
  let outside = ToggleButton("Outside a block")
  let delay = ToggleButton("Delay 1 s")
  let attributed = ToggleButton("Attributed")
  let completion = UILabel("Press Return in the field.", font: Theme.numbers, color: Theme.dimText)

  /// Counts the changes, so that the completion of an interrupted one does not overwrite the text of the next.
  private var changes = 0

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "push", title: "Push", duration: 1) { [self] in setText() },
      Trigger(name: "fade", title: "Cross-fade", duration: 1) { [self] in setText(crossFade) },
      Trigger(name: "outside", title: "No block", duration: 0) { [self] in setText(outside) },
      Trigger(name: "delay", title: "After 1 s", duration: 2) { [self] in setText(delay) },
      Trigger(name: "attributed", title: "Attributed", duration: 1) { [self] in
        setText(attributed)
      },
    ]
  }

  var controls: [(name: String, view: UIView)] {
    [
      ("field", field), ("label", label), ("switch-fade", crossFade), ("switch-outside", outside),
      ("switch-delay", delay), ("switch-attributed", attributed),
    ]
  }

  func makeView() -> UIView {
    label.text = Self.phrases[0]
    label.font = UIFont.systemFont(ofSize: 44, weight: .semibold)
    label.textColor = Theme.text
    label.textAlignment = .center
    label.clipsToBounds = true

    field.text = Self.phrases[1]
    field.placeholder = "Type, then press Return"
    field.font = UIFont.systemFont(ofSize: 15)
    field.textColor = Theme.text
    field.backgroundColor = Theme.control
    field.borderStyle = .roundedRect
    field.layer.borderColor = Theme.controlPressed.cgColor
    field.delegate = self

    completion.textAlignment = .center
    return FancyLabelStage(self)
  }

  /// Acts like Return, with one switch on or none.
  private func setText(_ on: ToggleButton? = nil) {
    for toggle in [crossFade, outside, delay, attributed] { toggle.isSelected = toggle === on }
    if field.text == label.text {
      let place = Self.phrases.firstIndex { $0 == label.text } ?? 0
      field.text = Self.phrases[(place + 1) % Self.phrases.count]
    }
    field.resignFirstResponder()
    takeText()
  }

  /// Sets the label's text to the field's, as the switches specify.
  private func takeText() {
    let text = field.text ?? ""
    label.transitionType = crossFade.isSelected ? .fade : .push
    guard !outside.isSelected else {
      changes += 1
      change(to: text)
      completion.text = "Changed at once, outside a block."
      return
    }
    let start = SampleTime.now
    changes += 1
    let change = changes
    completion.text = "Running…"
    UIView.animate(withDuration: 1, delay: delay.isSelected ? 1 : 0, options: []) {
      self.change(to: text)
    } completion: { [weak self] finished in
      guard let self else { return }
      if change == changes {
        let elapsed = SampleTime.now - start
        completion.text = "Completed after \(Wording.seconds(elapsed)), finished \(finished)."
      }
      report("FancyLabel", finished: finished, since: start)
    }
  }

  private func change(to text: String) {
    if attributed.isSelected {
      label.attributedText = coloured(text)
    } else {
      label.text = text
    }
  }

  /// Colours every second word.
  private func coloured(_ text: String) -> NSAttributedString {
    let result = NSMutableAttributedString(
      string: text,
      attributes: [
        .font: UIFont.systemFont(ofSize: 44, weight: .semibold),
        .foregroundColor: Theme.text,
      ])
    var location = 0
    for (place, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
      let length = word.utf16.count
      if place % 2 == 1 {
        result.addAttribute(
          .foregroundColor, value: Theme.accent,
          range: NSRange(location: location, length: length))
      }
      location += length + 1
    }
    return result
  }
}

extension FancyLabelSample: UITextFieldDelegate {
  func textFieldShouldReturn(_ textField: UITextField) -> Bool {
    textField.resignFirstResponder()
    takeText()
    return false
  }
}

/// The layout: everything centred, in a column.
private final class FancyLabelStage: UIView {
  private let sample: FancyLabelSample
  private let switches: [ToggleButton]

  init(_ sample: FancyLabelSample) {
    self.sample = sample
    switches = [sample.crossFade, sample.outside, sample.delay, sample.attributed]
    super.init(frame: .zero)
    [sample.label, sample.field, sample.completion].forEach(addSubview)
    switches.forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let width = bounds.width
    let top = ((bounds.height - 224) / 2).rounded()
    sample.label.frame = CGRect(x: 32, y: top, width: width - 64, height: 72)
    sample.field.frame = CGRect(x: (width - 336) / 2, y: top + 96, width: 336, height: 36)
    let row = switches.reduce(CGFloat(8 * (switches.count - 1))) { $0 + $1.fittingWidth }
    layOutRow(switches, from: CGPoint(x: ((width - row) / 2).rounded(), y: top + 152))
    sample.completion.frame = CGRect(x: 32, y: top + 204, width: width - 64, height: 20)
  }
}
