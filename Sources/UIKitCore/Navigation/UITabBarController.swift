// UITabBarController.swift
// Several controllers, one of which is shown with a bar at the bottom.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

/// Observes a tab bar controller and provides its transitions. Every method is optional.
@preconcurrency @MainActor
public protocol UITabBarControllerDelegate: AnyObject {
  /// Whether the button of a controller selects it. Default true.
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  /// The button of a controller was pressed.
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
  /// Returns the animation from one controller to another. Default nil, for none.
  func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  /// Returns what drives a transition by a gesture. Default nil, for none.
  func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UITabBarControllerDelegate {
  /// Returns true.
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool { true }
  /// Does nothing.
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {}
  /// Returns nil.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    animationControllerForTransitionFrom fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? { nil }
  /// Returns nil.
  public func tabBarController(
    _ tabBarController: UITabBarController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? { nil }
}

/// A controller of several controllers, the selected one of which is shown with a bar at the bottom.
///
/// Its view extends below a translucent bar, and its safe area ends above the bar; see
/// ``UIViewController/edgesForExtendedLayout``.
@preconcurrency @MainActor
open class UITabBarController: UIViewController, UITabBarDelegate {
  private let bar = UITabBar()
  private let content = UIView()
  private var controllers: [UIViewController] = []
  private var selection: Int?
  private var transition: ControllerTransition?

  /// The delegate. Default nil.
  open weak var delegate: (any UITabBarControllerDelegate)?

  /// The bar. Its items are those of the controllers.
  open var tabBar: UITabBar { bar }

  // MARK: Controllers

  /// The controllers. Setting them keeps the selected one, else selects the first.
  open var viewControllers: [UIViewController]? {
    get { controllers }
    set { setViewControllers(newValue, animated: false) }
  }

  /// Sets the controllers. They do not animate.
  open func setViewControllers(_ viewControllers: [UIViewController]?, animated: Bool) {
    let (new, old, selected) = (viewControllers ?? [], controllers, selectedViewController)
    transition?.completeTransition(true)
    for controller in old where !new.contains(where: { $0 === controller }) {
      controller.willMove(toParent: nil)
      controller.viewIfLoaded?.removeFromSuperview()
      controller.removeFromParent()
    }
    let added = new.filter { some in !old.contains { $0 === some } }
    for controller in added { addChild(controller) }
    controllers = new
    sortChildren(as: new)
    for controller in added { controller.didMove(toParent: self) }
    selection =
      selected.flatMap { some in new.firstIndex { $0 === some } } ?? (new.isEmpty ? nil : 0)
    itemsDidChange()
    showSelected()
  }

  final func itemsDidChange() {
    bar.items = controllers.compactMap(\.tabBarItem)
    bar.selectedItem = selectedViewController?.tabBarItem
  }

  /// The index of the selected controller; `NSNotFound` without controllers. Setting it does not call the
  /// delegate's `didSelect`; an index without a controller is ignored.
  open var selectedIndex: Int {
    get { selection ?? NSNotFound }
    set { select(newValue) }
  }

  /// The selected controller. Setting it selects one of ``viewControllers``.
  ///
  /// - Precondition: The new controller is one of them.
  open var selectedViewController: UIViewController? {
    get { selection.map { controllers[$0] } }
    set {
      guard let newValue else { return }
      guard let index = controllers.firstIndex(where: { $0 === newValue }) else {
        trap(
          "-[UITabBarController setSelectedViewController:] only a view controller in the tab bar "
            + "controller's list of view controllers can be selected")
      }
      select(index)
    }
  }

  /// Selects the controller of a button.
  open func tabBar(_ tabBar: UITabBar, didSelect item: UITabBarItem) {
    guard let index = controllers.firstIndex(where: { $0.tabBarItem === item }) else { return }
    let controller = controllers[index]
    guard delegate?.tabBarController(self, shouldSelect: controller) ?? true else { return }
    // As on iOS, a second press goes to the first controller of a navigation controller.
    if index == selection {
      (controller as? UINavigationController)?.popToRootViewController(animated: true)
    }
    select(index)
    delegate?.tabBarController(self, didSelect: controller)
  }

  // MARK: Selection

  private func select(_ index: Int) {
    guard controllers.indices.contains(index), index != selection else { return }
    transition?.completeTransition(!(transition?.transitionWasCancelled ?? false))
    let old = selectedViewController
    selection = index
    let new = controllers[index]
    bar.selectedItem = new.tabBarItem
    guard let old, isViewLoaded, view.window != nil, isShown else {
      showSelected()
      return
    }
    run(from: old, to: new)
  }

  private func run(from old: UIViewController, to new: UIViewController) {
    let animator =
      UIView.areAnimationsEnabled
      ? delegate?.tabBarController(self, animationControllerForTransitionFrom: old, to: new) : nil
    let interactor = animator.flatMap {
      delegate?.tabBarController(self, interactionControllerFor: $0)
    }
    let animated = animator != nil
    layOutContents()
    let transition = ControllerTransition(
      .tab, in: content,
      from: ControllerTransition.Side(
        controller: old, view: old.view, initialFrame: old.view.frame),
      to: ControllerTransition.Side(
        controller: new, view: new.view, finalFrame: contentFrame(for: new)),
      animator: animator ?? NavigationAnimator(isPush: true), interactor: interactor)
    self.transition = transition
    for controller in [old, new] { controller.isInTransition = true }
    transition.completion = { [weak self] didComplete in
      guard let self else { return }
      if currentTransition === self.transition { currentTransition = nil }
      self.transition = nil
      if !didComplete {
        selection = controllers.firstIndex { $0 === old }
        bar.selectedItem = old.tabBarItem
      }
      showSelected()
      let (gone, shown) = didComplete ? (old, new) : (new, old)
      if !didComplete {
        gone.willDisappear(animated: animated)
        shown.willAppear(animated: animated)
      }
      gone.didDisappear(animated: animated)
      shown.didAppear(animated: animated)
      for controller in [old, new] { controller.isInTransition = false }
    }
    if animated {
      transition.prepare()
      currentTransition = transition
    }
    old.willDisappear(animated: animated)
    new.willAppear(animated: animated)
    guard animated else {
      transition.completeTransition(true, notifiesAnimator: false)
      return
    }
    transition.start()
  }

  // MARK: View

  /// Makes a view with the bar.
  open override func loadView() {
    let container = ContainerView(frame: UIScreen.main.bounds)
    container.layOut = { [weak self] in self?.layOutContents() }
    content.clipsToBounds = true
    container.addSubview(content)
    container.addSubview(bar)
    bar.delegate = self
    bar.extentDidChange = { [weak self] in self?.layOutContents() }
    view = container
    showSelected()
  }

  /// The frame of a controller's view while it is shown, in the content's coordinates.
  private func contentFrame(for controller: UIViewController) -> CGRect {
    let isBelow = controller.extends(below: .bottom, isTranslucent: bar.isTranslucent)
    let bottom = bar.isHidden || isBelow ? 0 : UITabBar.height
    return CGRect(
      x: 0, y: 0, width: content.bounds.width, height: max(0, content.bounds.height - bottom))
  }

  private func layOutContents() {
    guard let view = viewIfLoaded else { return }
    content.frame = view.bounds
    bar.frame = CGRect(
      x: 0, y: view.bounds.height - UITabBar.height, width: view.bounds.width,
      height: UITabBar.height)
    let insets = UIEdgeInsets(
      top: 0, left: 0, bottom: bar.isHidden ? 0 : UITabBar.height, right: 0)
    // A view that moves out of the bar's way has no insets meanwhile.
    if bar.isHidden { content.setAdditionalSafeArea(insets) }
    if transition == nil, let selected = selectedViewController {
      selected.viewIfLoaded?.frame = contentFrame(for: selected)
    }
    content.setAdditionalSafeArea(insets)
  }

  override func childExtentDidChange() { layOutContents() }

  /// Shows the selected controller's view without a transition.
  private func showSelected() {
    guard isViewLoaded else { return }
    layOutContents()
    let selected = selectedViewController
    for controller in controllers where controller !== selected {
      controller.viewIfLoaded?.removeFromSuperview()
    }
    if let selected, let view = selected.view {
      view.frame = contentFrame(for: selected)
      if view.superview !== content { content.addSubview(view) }
    }
  }

  override var childrenOnScreen: [UIViewController] { selectedViewController.map { [$0] } ?? [] }
}
