// PresentationControllerTests.swift
// Presentation controllers of a program, sheets with their heights and drags, and alerts.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// A presentation controller as programs write it: a shade, and a place in the lower half.
private final class HalfPresentation: UIPresentationController {
  var log: [String] = []
  let shade = UIView()
  override var frameOfPresentedViewInContainerView: CGRect {
    guard let bounds = containerView?.bounds else { return .zero }
    return CGRect(x: 0, y: bounds.midY, width: bounds.width, height: bounds.height / 2)
  }
  override func presentationTransitionWillBegin() {
    log.append("begins \(presentedViewController.transitionCoordinator != nil)")
    shade.alpha = 0
    containerView?.insertSubview(shade, at: 0)
    presentedViewController.transitionCoordinator?.animate { _ in self.shade.alpha = 1 }
  }
  override func presentationTransitionDidEnd(_ completed: Bool) { log.append("ended \(completed)") }
  override func dismissalTransitionWillBegin() {
    log.append("dismisses")
    presentedViewController.transitionCoordinator?.animate { _ in self.shade.alpha = 0 }
  }
  override func dismissalTransitionDidEnd(_ completed: Bool) {
    log.append("dismissed \(completed)")
  }
  override func containerViewWillLayoutSubviews() {
    log.append("layout")
    presentedView?.frame = frameOfPresentedViewInContainerView
  }
  override func containerViewDidLayoutSubviews() { log.append("laid out") }
}

@MainActor private final class HalfDelegate: UIViewControllerTransitioningDelegate {
  var made: HalfPresentation?
  var sources: [UIViewController?] = []
  func presentationController(
    forPresented presented: UIViewController, presenting: UIViewController?,
    source: UIViewController
  ) -> UIPresentationController? {
    sources = [presenting, source]
    let new = HalfPresentation(presentedViewController: presented, presenting: presenting)
    made = new
    return new
  }
}

/// Notes what the user does to a sheet.
@MainActor private final class SheetNotes: UISheetPresentationControllerDelegate {
  var log: [String] = []
  var allows = true
  func presentationControllerShouldDismiss(_ presentationController: UIPresentationController)
    -> Bool
  { allows }
  func presentationControllerWillDismiss(_ presentationController: UIPresentationController) {
    log.append("will")
  }
  func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
    log.append("did")
  }
  func presentationControllerDidAttemptToDismiss(
    _ presentationController: UIPresentationController
  ) { log.append("attempt") }
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {
    log.append(sheetPresentationController.selectedDetentIdentifier == .large ? "large" : "other")
  }
}

extension LiveViews {
  @MainActor @Suite struct PresentationControllerTests {
    private func stage(
      width: CGFloat = 300, height: CGFloat = 410
    ) -> (ViewScene, UIViewController, UIViewController) {
      let scene = ViewScene(size: CGSize(width: width, height: height))
      let (below, above) = (UIViewController(), UIViewController())
      scene.window.rootViewController = below
      scene.host.advance(to: 0.1)
      return (scene, below, above)
    }

    // MARK: Custom presentations

    @Test func programsPresentationIsCalledAndSetsTheFrame() throws {
      let (scene, below, above) = stage()
      let delegate = HalfDelegate()
      above.modalPresentationStyle = .custom
      above.transitioningDelegate = delegate
      below.present(above, animated: true)
      let made = try #require(delegate.made)
      #expect(delegate.sources == [below, below] && above.presentationController === made)
      #expect(made.presentingViewController === below && made.containerView != nil)
      #expect(made.log == ["begins true"])
      scene.host.advance(to: 0.3)
      let opacity = scene.shown("opacity", made.shade.layer)
      #expect(opacity > 0.1 && opacity < 0.9)
      scene.host.advance(to: 1)
      let half = CGRect(x: 0, y: 205, width: 300, height: 205)
      #expect(above.view.frame == half && above.view.superview === made.containerView)
      #expect(made.log.contains("ended true") && made.log.contains("layout"))
      #expect(made.log.firstIndex(of: "layout").map { made.log[$0 + 1] } == "laid out")
      scene.window.deliver(
        InputEvent(time: 1, kind: .resized(CGSize(width: 200, height: 100), scale: 1)))
      #expect(above.view.frame == CGRect(x: 0, y: 50, width: 200, height: 50))
      made.log = []
      above.dismiss(animated: true)
      #expect(made.log.first == "dismisses")
      scene.host.advance(to: 2)
      #expect(made.log.last == "dismissed true" && made.containerView == nil)
      #expect(above.view.window == nil && made.shade.window == nil)
    }

    @Test func presentationWithoutAnimationEndsAtOnce() {
      let (scene, below, above) = stage()
      defer { withExtendedLifetime(scene) {} }
      let delegate = HalfDelegate()
      above.modalPresentationStyle = .custom
      above.transitioningDelegate = delegate
      below.present(above, animated: false)
      #expect(
        delegate.made?.log.first == "begins false"
          && delegate.made?.log.contains("ended true") == true)
      below.dismiss(animated: false)
      #expect(delegate.made?.log.suffix(2) == ["dismisses", "dismissed true"])
    }

    @Test func subclassMayPutViewsAroundThePresentedOne() {
      final class Framed: UIPresentationController {
        let frame = UIView()
        override var presentedView: UIView? { frame }
        override func presentationTransitionWillBegin() {
          frame.addSubview(presentedViewController.view)
        }
      }
      final class Delegate: UIViewControllerTransitioningDelegate {
        func presentationController(
          forPresented presented: UIViewController, presenting: UIViewController?,
          source: UIViewController
        ) -> UIPresentationController? {
          Framed(presentedViewController: presented, presenting: presenting)
        }
      }
      let (scene, below, above) = stage()
      let delegate = Delegate()
      above.modalPresentationStyle = .custom
      above.transitioningDelegate = delegate
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      let framed = above.presentationController as? Framed
      #expect(above.view.superview === framed?.frame)
      #expect(framed?.frame.superview === framed?.containerView)
      above.dismiss(animated: true)
      scene.host.advance(to: 2)
      #expect(above.view.window == nil && below.presentedViewController == nil)
    }

    @Test func presentationsInTheWayAreIgnored() {
      let (scene, below, above) = stage()
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      above.dismiss(animated: true)
      let late = UIViewController()
      below.present(late, animated: true)
      scene.host.advance(to: 2)
      #expect(below.presentedViewController == nil && late.viewIfLoaded?.window == nil)
      UIViewController().present(late, animated: true)
      #expect(late.presentingViewController == nil)
      below.present(late, animated: true)
      #expect(below.presentedViewController === late)
    }

    // MARK: Sheets

    @Test func sheetLiesAtTheLowerEdgeOfANarrowWindow() {
      let (scene, below, above) = stage()
      let sheet = above.sheetPresentationController
      #expect(sheet != nil && above.presentationController === sheet)
      sheet?.detents = [.medium(), .large()]
      below.present(above, animated: true)
      scene.host.advance(to: 0.3)
      #expect(scene.shown("transform.translation.y", sheet?.presentedView?.layer) > 5)
      scene.host.advance(to: 1)
      #expect(sheet?.presentedView?.frame == CGRect(x: 0, y: 210, width: 300, height: 200))
      #expect(above.view.frame.size == CGSize(width: 300, height: 200))
      #expect(below.view.window != nil)
      sheet?.animateChanges { sheet?.selectedDetentIdentifier = .large }
      scene.host.advance(to: 1.05)
      let y = scene.shown("position.y", sheet?.presentedView?.layer)
      #expect(y < 310 && y > 210)
      scene.host.advance(to: 2)
      #expect(sheet?.presentedView?.frame == CGRect(x: 0, y: 10, width: 300, height: 400))
    }

    @Test(arguments: [
      (UIModalPresentationStyle.pageSheet, CGRect(x: 148, y: 44, width: 704, height: 612)),
      (.formSheet, CGRect(x: 230, y: 44, width: 540, height: 612)),
      (.fullScreen, CGRect(x: 0, y: 0, width: 1000, height: 700)),
      (.overFullScreen, CGRect(x: 0, y: 0, width: 1000, height: 700)),
    ])
    func stylesHavePlacesInAWideWindow(style: UIModalPresentationStyle, frame: CGRect) {
      let (scene, below, above) = stage(width: 1000, height: 700)
      above.modalPresentationStyle = style
      below.present(above, animated: false)
      scene.host.advance(to: 0.2)
      let presented = above.presentationController?.presentedView
      #expect(presented?.frame == frame && above.view.bounds.size == frame.size)
      #expect((below.view.window == nil) == (style == .fullScreen))
    }

    @Test func preferredSizeIsThatOfAFormInAWideWindow() {
      let (scene, below, above) = stage(width: 1000, height: 700)
      above.modalPresentationStyle = .formSheet
      above.preferredContentSize = CGSize(width: 400, height: 300)
      below.present(above, animated: false)
      scene.host.advance(to: 0.2)
      #expect(
        above.presentationController?.presentedView?.frame
          == CGRect(x: 300, y: 200, width: 400, height: 300))
      above.preferredContentSize = CGSize(width: 200, height: 100)
      scene.host.advance(to: 0.3)
      #expect(above.view.bounds.size == CGSize(width: 200, height: 100))
    }

    private func drag(_ scene: ViewScene, from start: CGFloat, to end: CGFloat, at time: Double) {
      let x: CGFloat = 150
      scene.host.send(.pointerDown(CGPoint(x: x, y: start), button: 1, clicks: 1))
      scene.host.advance(to: time + 0.1)
      for step in 1...10 {
        let y = start + (end - start) * CGFloat(step) / 10
        scene.host.send(.pointerMoved(CGPoint(x: x, y: y)))
        scene.host.advance(to: time + 0.1 + Double(step) * 0.05)
      }
      // At rest, so that the place alone decides.
      scene.host.advance(to: time + 1)
      scene.host.send(.pointerMoved(CGPoint(x: x, y: end)))
      scene.host.advance(to: time + 1.2)
      scene.host.send(.pointerUp(CGPoint(x: x, y: end), button: 1))
      scene.host.advance(to: time + 2)
    }

    @Test func dragMovesASheetFromHeightToHeightAndAway() {
      let (scene, below, above) = stage()
      let notes = SheetNotes()
      let sheet = above.sheetPresentationController
      sheet?.detents = [.medium(), .large()]
      sheet?.delegate = notes
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      drag(scene, from: 250, to: 90, at: 1)
      #expect(notes.log == ["large"] && sheet?.selectedDetentIdentifier == .large)
      #expect(sheet?.presentedView?.frame.minY == 10)
      drag(scene, from: 50, to: 380, at: 4)
      scene.host.advance(to: 7)
      #expect(notes.log == ["large", "will", "did"] && below.presentedViewController == nil)
    }

    @Test func sheetThatMayNotBeDismissedComesBack() {
      let (scene, below, above) = stage()
      let notes = SheetNotes()
      notes.allows = false
      above.sheetPresentationController?.delegate = notes
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      drag(scene, from: 50, to: 380, at: 1)
      #expect(notes.log == ["attempt"] && below.presentedViewController === above)
      #expect(above.presentationController?.presentedView?.transform == .identity)
      notes.allows = true
      above.isModalInPresentation = true
      drag(scene, from: 50, to: 380, at: 4)
      #expect(notes.log == ["attempt", "attempt"] && below.presentedViewController === above)
    }

    private func press(_ scene: ViewScene, _ x: CGFloat, _ y: CGFloat, at time: Double) {
      scene.host.send(.pointerDown(CGPoint(x: x, y: y), button: 1, clicks: 1))
      scene.host.send(.pointerUp(CGPoint(x: x, y: y), button: 1))
      scene.host.advance(to: time)
    }

    @Test func pressOfTheShadeDismisses() {
      let (scene, below, above) = stage()
      let notes = SheetNotes()
      above.sheetPresentationController?.detents = [.medium()]
      above.sheetPresentationController?.delegate = notes
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      press(scene, 150, 20, at: 2)
      #expect(notes.log == ["will", "did"] && below.presentedViewController == nil)
    }

    @Test func undimmedSheetPassesTouchesOn() {
      let (scene, below, above) = stage()
      let button = UIButton(frame: CGRect(x: 100, y: 0, width: 100, height: 40))
      var presses = 0
      button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
      below.view.addSubview(button)
      let sheet = above.sheetPresentationController
      sheet?.detents = [.medium(), .large()]
      sheet?.largestUndimmedDetentIdentifier = .medium
      below.present(above, animated: true)
      scene.host.advance(to: 1)
      press(scene, 150, 20, at: 1.5)
      #expect(presses == 1 && below.presentedViewController === above)
      sheet?.selectedDetentIdentifier = .large
      scene.host.advance(to: 2)
      press(scene, 150, 5, at: 3)
      #expect(presses == 1 && below.presentedViewController == nil)
    }

    @Test func customHeightsAreLimited() {
      let (scene, below, above) = stage()
      let sheet = above.sheetPresentationController
      @MainActor final class Own { var height: CGFloat? = 120 }
      let own = Own()
      sheet?.detents = [.custom(identifier: .init("own")) { _ in own.height }]
      below.present(above, animated: false)
      for (wish, shown) in [(120, 120), (1e9, 400), (-5, 0), (.nan, 400), (nil, 400)]
        as [(CGFloat?, CGFloat)]
      {
        own.height = wish
        sheet?.invalidateDetents()
        scene.host.advance(to: 0.2)
        #expect(sheet?.presentedView?.bounds.height == shown, "\(String(describing: wish))")
      }
      sheet?.detents = []
      scene.host.advance(to: 0.3)
      #expect(sheet?.presentedView?.bounds.height == 400)
    }

    // MARK: Alerts

    private func alert(
      _ style: UIAlertController.Style, _ log: @escaping @MainActor (String) -> Void
    ) -> UIAlertController {
      let alert = UIAlertController(title: "Title", message: "Text", preferredStyle: style)
      for (title, kind) in [
        ("Cancel", UIAlertAction.Style.cancel), ("Delete", .destructive),
      ] {
        alert.addAction(UIAlertAction(title: title, style: kind) { log($0.title ?? "") })
      }
      return alert
    }

    private func button(_ title: String, in alert: UIAlertController) -> UIView? {
      var found: UIView?
      var waiting: [UIView] = [alert.view]
      while let view = waiting.popLast() {
        if view is UIControl, view.accessibilityLabel == title { found = view }
        waiting += view.subviews
      }
      return found
    }

    @Test func choicesHaveTheTintOfTheWindow() throws {
      let (scene, below, _) = stage()
      scene.window.tintColor = .purple
      let alert = alert(.alert) { _ in }
      below.present(alert, animated: false)
      scene.host.advance(to: 1)
      func color(_ title: String) throws -> UIColor? {
        try #require(button(title, in: alert)).subviews.compactMap { $0 as? UILabel }.first?
          .textColor
      }
      let (cancel, delete) = (try color("Cancel"), try color("Delete"))
      #expect(cancel == .purple && delete == .systemRed)
    }

    @Test func alertIsDismissedByAChoiceBeforeItsHandlerRuns() throws {
      let (scene, below, _) = stage()
      var log: [String] = []
      let alert = alert(.alert) { log.append("\($0) \(below.presentedViewController == nil)") }
      below.present(alert, animated: true)
      scene.host.advance(to: 0.2)
      #expect(scene.shown("transform.scale.x", alert.view.layer) > 1)
      scene.host.advance(to: 1)
      #expect(alert.view.frame.width == 270 && alert.view.frame.midX == 150)
      #expect(abs(alert.view.frame.midY - 205) <= 1)
      let (cancel, delete) = try (
        #require(button("Cancel", in: alert)), #require(button("Delete", in: alert))
      )
      #expect(cancel.frame.minY == delete.frame.minY && cancel.frame.minX < delete.frame.minX)
      // Beside an alert a press has no effect.
      press(scene, 5, 5, at: 1.5)
      #expect(below.presentedViewController === alert)
      scene.host.press(delete)
      scene.host.advance(to: 3)
      #expect(log == ["Delete true"] && alert.view.window == nil)
    }

    @Test func actionSheetLiesAtTheLowerEdge() throws {
      let (scene, below, _) = stage()
      var log: [String] = []
      let sheet = alert(.actionSheet) { log.append($0) }
      below.present(sheet, animated: true)
      scene.host.advance(to: 1)
      #expect(sheet.view.frame.maxY == 402 && sheet.view.frame.width == 284)
      let (cancel, delete) = try (
        #require(button("Cancel", in: sheet)), #require(button("Delete", in: sheet))
      )
      #expect(cancel.superview !== delete.superview)
      press(scene, 150, 20, at: 2)
      #expect(log == ["Cancel"] && below.presentedViewController == nil)
    }

    @Test func keysMakeChoices() {
      let (scene, below, _) = stage()
      var log: [String] = []
      for (key, title) in [(Key.escape, "Cancel"), (.return, "Delete")] {
        let alert = alert(.alert) { log.append($0) }
        below.present(alert, animated: false)
        scene.host.send(.keyDown(key, modifiers: [], isRepeat: false))
        scene.host.advance(to: MediaClock.now + 1)
        #expect(log.last == title && below.presentedViewController == nil)
      }
    }

    @Test func returnInAFieldGoesOnAndInTheLastMakesTheChoice() {
      let (scene, below, _) = stage()
      var log: [String] = []
      let alert = alert(.alert) { log.append($0) }
      alert.addTextField()
      alert.addTextField()
      below.present(alert, animated: false)
      scene.host.advance(to: 1)
      func pressReturn() {
        scene.host.send(.keyDown(.return, modifiers: [], isRepeat: false))
        scene.host.advance(to: MediaClock.now + 1)
      }
      #expect(alert.textFields?.first?.isFirstResponder == true)
      pressReturn()
      #expect(alert.textFields?.last?.isFirstResponder == true && log == [])
      pressReturn()
      #expect(log == ["Delete"] && below.presentedViewController == nil)
    }

    @Test func textFieldsOfAnAlertHaveTheKeyboard() {
      let (scene, below, _) = stage()
      let alert = UIAlertController(title: "Name", message: nil, preferredStyle: .alert)
      #expect(alert.textFields == nil)
      alert.addTextField { $0.placeholder = "Name" }
      alert.addTextField()
      let action = UIAlertAction(title: "OK", style: .default)
      action.isEnabled = false
      alert.addAction(action)
      below.present(alert, animated: true)
      scene.host.advance(to: 1)
      #expect(alert.textFields?.first?.placeholder == "Name")
      #expect(alert.textFields?.first?.isFirstResponder == true)
      scene.host.send(.text("Ada"))
      scene.host.advance(to: 1.2)
      #expect(alert.textFields?.first?.text == "Ada")
      // A disabled choice cannot be made.
      if let ok = button("OK", in: alert) { scene.host.press(ok) }
      scene.host.advance(to: 2)
      #expect(below.presentedViewController === alert)
      action.isEnabled = true
      scene.host.advance(to: 2.2)
      if let ok = button("OK", in: alert) { scene.host.press(ok) }
      scene.host.advance(to: 3)
      #expect(below.presentedViewController == nil)
    }

    /// A message that is higher than the window scrolls, and its choices stay.
    @Test func longMessageLeavesTheChoices() throws {
      let (scene, below, _) = stage()
      let text = String(repeating: "Many words. ", count: 300)
      let alert = UIAlertController(title: "Title", message: text, preferredStyle: .alert)
      alert.addAction(UIAlertAction(title: "OK", style: .default))
      below.present(alert, animated: false)
      scene.host.advance(to: 0.3)
      #expect(alert.view.frame.height == 394)
      let ok = try #require(button("OK", in: alert))
      #expect(ok.convert(ok.bounds, to: nil).maxY == alert.view.frame.maxY)
    }

    @Test func mistakesEndWithWords() async {
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          let alert = UIAlertController(title: nil, message: nil, preferredStyle: .alert)
          alert.addAction(UIAlertAction(title: "a", style: .cancel))
          alert.addAction(UIAlertAction(title: "b", style: .cancel))
        }
      }
      await #expect(processExitsWith: .failure) {
        await MainActor.run {
          UIAlertController(title: nil, message: nil, preferredStyle: .actionSheet).addTextField()
        }
      }
    }
  }
}
