// SwipeBackSample.swift
// A navigation controller: pages are pushed and popped, and a drag from the left edge goes back.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A navigation controller with coloured pages.
final class SwipeBackSample: Sample {
  static let name = "SwipeBack"
  static let title = "Push, pop, swipe back"
  static let summary =
    "Push a few pages, then drag from the left edge of the page: the transition follows the pointer, "
    + "and goes on or back when it is released, by its velocity."
  static let essence = """
    navigation.pushViewController(
      page, animated: true)
    // the drag from the edge:
    let percent =
      UIPercentDrivenInteractiveTransition()
    percent.update(x / width)
    velocity > 0
      ? percent.finish()
      : percent.cancel()
    """

  static let duration: TimeInterval = 0.35
  private static let colors: [UInt32] = [0x33516B, 0x5B4A73, 0x3F6153, 0x73553F]

  var onCompletion: (SampleReport) -> Void = { _ in }
  let navigation = UINavigationController()

  init() { navigation.viewControllers = [makePage(1)] }

  var triggers: [Trigger] {
    [
      Trigger(name: "push", title: "Push", duration: Self.duration) { [self] in push() },
      Trigger(name: "pop", title: "Pop", duration: Self.duration) { [self] in pop() },
    ]
  }

  func makeView() -> UIView {
    let bar = navigation.navigationBar
    bar.barTintColor = Theme.panel
    bar.tintColor = Theme.accent
    bar.titleTextAttributes = [.foregroundColor: Theme.text]
    navigation.view.layer.cornerRadius = 10
    return SwipeBackStage(navigation.view)
  }

  private func makePage(_ number: Int) -> UIViewController {
    let page = UIViewController()
    page.title = "Page \(number)"
    let view = SwipeBackPage(
      "\(number)", color: UIColor(hex: Self.colors[number % Self.colors.count]))
    page.view = view
    return page
  }

  func push() {
    let start = SampleTime.now
    navigation.pushViewController(
      makePage(navigation.viewControllers.count + 1), animated: true)
    reportEnd("Push", since: start)
  }

  func pop() {
    let start = SampleTime.now
    navigation.popViewController(animated: true)
    reportEnd("Pop", since: start)
  }

  private func reportEnd(_ name: String, since start: TimeInterval) {
    let coordinator = navigation.transitionCoordinator
    coordinator?.animate(alongsideTransition: nil) { [weak self] context in
      self?.report(name, finished: !context.isCancelled, since: start)
    }
  }
}

/// A page: its number in the middle.
private final class SwipeBackPage: UIView {
  private let label: UILabel

  init(_ text: String, color: UIColor) {
    label = UILabel(text, font: Theme.headline, color: .white, alignment: .center)
    super.init(frame: .zero)
    backgroundColor = color
    addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() { label.frame = bounds.inset(by: safeAreaInsets) }
}

/// The layout: the controller's view in the middle.
private final class SwipeBackStage: UIView {
  private let page: UIView

  init(_ page: UIView) {
    self.page = page
    super.init(frame: .zero)
    addSubview(page)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let size = CGSize(
      width: max(0, min(bounds.width - 32, 420)), height: max(0, min(bounds.height - 64, 320)))
    page.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: ((bounds.height - 40 - size.height) / 2).rounded(), width: size.width,
      height: size.height)
  }
}
