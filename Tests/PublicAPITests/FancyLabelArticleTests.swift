// FancyLabelArticleTests.swift
// The techniques of "Hacking UIView animation blocks for fun and profit" (N. Lockwood): a label that
// animates its text.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct FancyLabelArticleTests {
    /// The first step: contents cross-fade on every redraw, in a block or not.
    final class FadingLabel: UILabel {
      override func action(for layer: CALayer, forKey event: String) -> CAAction? {
        event == "contents" ? CATransition() : super.action(for: layer, forKey: event)
      }
    }

    /// The second: the text is a key of the layer, with a push transition.
    class PushingLabel: UILabel {
      override var text: String? {
        didSet { layer.setValue(text, forKey: "text") }
      }

      override var attributedText: NSAttributedString? {
        didSet { layer.setValue(attributedText, forKey: "attributedText") }
      }

      override func action(for layer: CALayer, forKey event: String) -> CAAction? {
        guard event == "text" || event == "attributedText" else {
          return super.action(for: layer, forKey: event)
        }
        return transition(like: super.action(for: layer, forKey: "backgroundColor"))
      }

      /// Returns a transition with the timing of a built-in key's action, if in a block.
      func transition(like action: CAAction?) -> CAAction? {
        if action is NSNull { return action }
        let push = CATransition()
        push.type = .push
        push.subtype = .fromTop
        return push
      }
    }

    /// The last: with the block's timing and delegate.
    final class FancyLabel: PushingLabel {
      override func transition(like action: CAAction?) -> CAAction? {
        guard let stock = action as? CAAnimation,
          let push = super.transition(like: action) as? CATransition
        else { return action }
        push.beginTime = stock.beginTime
        push.duration = stock.duration
        push.speed = stock.speed
        push.timeOffset = stock.timeOffset
        push.repeatCount = stock.repeatCount
        push.repeatDuration = stock.repeatDuration
        push.autoreverses = stock.autoreverses
        push.fillMode = stock.fillMode
        push.timingFunction = stock.timingFunction
        push.delegate = stock.delegate
        return push
      }
    }

    /// A field whose text the label shows on Return.
    final class Controller: UIViewController, UITextFieldDelegate {
      let label = FancyLabel()
      let field = UITextField()

      override func viewDidLoad() {
        super.viewDidLoad()
        label.frame = CGRect(x: 0, y: 0, width: 200, height: 40)
        field.frame = CGRect(x: 0, y: 50, width: 200, height: 40)
        field.delegate = self
        view.addSubview(label)
        view.addSubview(field)
      }

      func textFieldShouldReturn(_ textField: UITextField) -> Bool {
        textField.resignFirstResponder()
        return false
      }

      func textFieldDidEndEditing(_ textField: UITextField) {
        UIView.animate(withDuration: 1) { self.label.text = textField.text }
      }
    }

    private func show<Label: UILabel>(_ label: Label) -> (stage: Stage, label: Label) {
      let stage = Stage()
      label.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
      label.text = "before"
      stage.add(label)
      label.layer.removeAllAnimations()
      CATransaction.flush()
      return (stage, label)
    }

    /// semantics 16.1: a redraw requests the action of `contents`; UIKit itself has none.
    @Test func drawnContentsCrossFade() {
      let (stage, fading) = show(FadingLabel())
      let plain = stage.add(UILabel(frame: fading.frame))
      fading.text = "after"
      plain.text = "after"
      #expect(fading.layer.animationKeys() == nil)
      CATransaction.flush()
      #expect(fading.layer.animation(forKey: kCATransition) is CATransition)
      #expect(plain.layer.animationKeys() == nil)
    }

    /// semantics 18.4: the action of a built-in key reveals whether there is a block.
    @Test func textAnimatesOnlyInBlocks() throws {
      let (stage, label) = show(PushingLabel())
      label.text = "outside"
      CATransaction.flush()
      #expect(label.layer.animationKeys() == nil)
      UIView.animate(withDuration: 1) { label.text = "inside" }
      let push = try #require(label.layer.animation(forKey: kCATransition) as? CATransition)
      #expect(push.type == .push && push.subtype == .fromTop)
      // The article's surprise: the transition does not use the block's duration.
      CATransaction.flush()
      #expect(push.duration != 1 && push.delegate == nil)
      #expect(!stage.window.isHidden)
    }

    /// semantics 18.4: with the built-in action's timing and delegate the block waits for it.
    @Test func transitionCopiesBlockTiming() throws {
      let (stage, label) = show(FancyLabel())
      var results: [Bool] = []
      UIView.animate(
        withDuration: 1, delay: 0.5, options: [.curveEaseIn],
        animations: { label.attributedText = NSAttributedString(string: "after") },
        completion: { results.append($0) })
      let push = try #require(label.layer.animation(forKey: kCATransition) as? CATransition)
      #expect(push.duration == 1 && push.timingFunction == CAMediaTimingFunction(name: .easeIn))
      #expect(push.delegate != nil && results.isEmpty)
      stage.show(at: 1.4)
      #expect(label.layer.animationKeys() == [kCATransition] && results.isEmpty)
    }

    @Test func textKeyTriggersTransition() {
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 200, height: 100))
      let controller = Controller()
      window.rootViewController = controller
      window.makeKeyAndVisible()
      CATransaction.flush()
      #expect(controller.field.becomeFirstResponder())
      controller.field.insertText("typed")
      let takes = controller.field.delegate?.textFieldShouldReturn(controller.field)
      #expect(takes == false && !controller.field.isFirstResponder)
      #expect(controller.label.text == "typed")
      #expect(controller.label.layer.animation(forKey: kCATransition)?.duration == 1)
      window.isHidden = true
    }
  }
}
