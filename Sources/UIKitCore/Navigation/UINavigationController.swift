// UINavigationController.swift
// A stack of controllers of which the last one is shown: the stack and the views. UINavigationController+Transitions.swift
// changes from one controller to another.
//
// This folder: navigation and tab bar controllers, with their bars and items.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A controller of a stack of controllers, the last of which is shown with a bar.
///
///     let navigation = UINavigationController(rootViewController: list)
///     window.rootViewController = navigation
///     list.navigationController?.pushViewController(detail, animated: true)
///
/// The view of the shown controller extends below a translucent bar, and its safe area begins below the bar; see
/// ``UIViewController/edgesForExtendedLayout``. A drag from the left edge goes back. Where the controller's view runs
/// from right to left, pages come from the left and a drag from the right edge goes back; the bar has a direction of its
/// own.
@preconcurrency @MainActor
open class UINavigationController: UIViewController {
  /// The direction of a change of the stack.
  public enum Operation: Int, Sendable {
    /// None.
    case none
    /// A controller is added, or shown in place of the others.
    case push
    /// Controllers are removed.
    case pop
  }

  /// The duration of hiding and showing the bar, in seconds.
  public nonisolated static let hideShowBarDuration: CGFloat = 0.2

  private let bar: UINavigationBar
  final let content = UIView()
  final var stack: [UIViewController] = []
  /// The transition in progress.
  final var transition: ControllerTransition?
  final var barIsHidden = false
  /// The change of the bar's items that belongs to the transition.
  final var barChangeInProgress: UINavigationBar.Change?
  /// Drives the next transition.
  final var nextInteractor: UIPercentDrivenInteractiveTransition?
  private var popGesture: NavigationPopGesture?
  private var didShowFirst = false

  // MARK: Creating

  /// Creates a controller with an empty stack. The archive names are ignored.
  public override init(nibName: String?, bundle: Bundle?) {
    bar = UINavigationBar()
    super.init(nibName: nibName, bundle: bundle)
  }

  /// Creates a controller with a first controller on the stack.
  public init(rootViewController: UIViewController) {
    bar = UINavigationBar()
    super.init(nibName: nil, bundle: nil)
    setViewControllers([rootViewController], animated: false)
  }

  /// Creates a controller with an empty stack.
  public required init?(coder: NSCoder) {
    bar = UINavigationBar()
    super.init(coder: coder)
  }

  // MARK: Stack

  /// The delegate. Default nil.
  open weak var delegate: (any UINavigationControllerDelegate)?

  /// The controllers, from the first to the one that is shown.
  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }

  /// The last controller.
  open var topViewController: UIViewController? { stack.last }

  /// The controller that the last one presents, else the last one.
  open var visibleViewController: UIViewController? {
    presentedViewController ?? topViewController?.presentedViewController ?? topViewController
  }

  /// Adds a controller and shows it.
  ///
  /// - Precondition: It is not on the stack, and is no navigation controller.
  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    trap(
      unless: !stack.contains { $0 === viewController },
      "Pushing the same view controller instance more than once is not supported (\(viewController))"
    )
    trap(
      unless: !(viewController is UINavigationController),
      "Pushing a navigation controller is not supported")
    change(to: stack + [viewController], .push, animated: animated)
  }

  /// Removes the last controller and shows the one before.
  ///
  /// - Returns: The removed controller; nil with one controller or none, which does nothing.
  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    let removed = stack.last
    change(to: stack.dropLast(), .pop, animated: animated)
    return removed
  }

  /// Removes the controllers after another one and shows that one.
  ///
  /// - Returns: The removed controllers, in the order of the stack.
  /// - Precondition: The controller is on the stack.
  @discardableResult
  open func popToViewController(
    _ viewController: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    guard let index = stack.firstIndex(where: { $0 === viewController }) else {
      trap("Tried to pop to a view controller that doesn't exist: \(viewController)")
    }
    let removed = Array(stack[(index + 1)...])
    guard !removed.isEmpty else { return [] }
    change(to: Array(stack[...index]), .pop, animated: animated)
    return removed
  }

  /// Removes all controllers but the first and shows that one.
  ///
  /// - Returns: The removed controllers, in the order of the stack.
  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.first.flatMap { popToViewController($0, animated: animated) }
  }

  /// Replaces the stack. A new last controller that was on the stack is shown as by a pop, another one as
  /// by a push.
  ///
  /// - Precondition: No controller is on the stack twice.
  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    trap(
      unless: Set(viewControllers).count == viewControllers.count,
      "All view controllers in a navigation controller must be distinct (\(viewControllers))")
    let isPop = viewControllers.last.map { new in stack.contains { $0 === new } } ?? true
    change(to: viewControllers, isPop ? .pop : .push, animated: animated)
  }

  /// Pushes a controller.
  open override func show(_ vc: UIViewController, sender: Any?) {
    pushViewController(vc, animated: UIView.areAnimationsEnabled)
  }

  // MARK: Bar

  /// The bar. Its items are those of the controllers.
  open var navigationBar: UINavigationBar { bar }

  /// Whether the bar is hidden. Default false.
  open var isNavigationBarHidden: Bool {
    get { barIsHidden }
    set { setNavigationBarHidden(newValue, animated: false) }
  }

  /// Hides or shows the bar: within 0.2 s if animated, or together with a transition in progress.
  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != barIsHidden else { return }
    barIsHidden = hidden
    guard isViewLoaded else { return }
    let change = { self.layOutContents() }
    if animated, let transition {
      transition.animate(alongsideTransition: { _ in change() })
    } else if animated {
      bar.isHidden = false
      UIView.animate(
        withDuration: TimeInterval(Self.hideShowBarDuration), animations: change,
        completion: { [weak self] _ in self?.updateBarVisibility() })
    } else {
      change()
      updateBarVisibility()
    }
  }

  /// A bar that is out of the view is hidden, so that it is not drawn.
  final func updateBarVisibility() {
    bar.isHidden = barIsHidden
    shownToolbar?.isHidden = toolbarIsHidden
  }

  // MARK: Toolbar

  private var shownToolbar: UIToolbar?
  private var toolbarIsHidden = true

  /// The toolbar at the bottom, with the items of the shown controller. Made on first use.
  open var toolbar: UIToolbar! {
    if let shownToolbar { return shownToolbar }
    let new = UIToolbar()
    new.isHidden = toolbarIsHidden
    shownToolbar = new
    viewIfLoaded?.addSubview(new)
    return new
  }

  /// Whether the toolbar is hidden. Default true.
  open var isToolbarHidden: Bool {
    get { toolbarIsHidden }
    set { setToolbarHidden(newValue, animated: false) }
  }

  /// Hides or shows the toolbar: within 0.2 s if animated, or together with a transition in progress.
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) {
    guard hidden != toolbarIsHidden else { return }
    guard isViewLoaded else {
      toolbarIsHidden = hidden
      return
    }
    UIView.performWithoutAnimation {
      let bar = toolbar
      showToolbarItems(animated: false)
      // It comes from its place below the edge.
      layOutContents()
      bar?.layoutIfNeeded()
    }
    toolbarIsHidden = hidden
    if animated, let transition {
      _ = transition.animate(
        alongsideTransition: { _ in self.layOutContents() },
        completion: { _ in self.updateBarVisibility() })
      toolbar.isHidden = false
    } else if animated {
      toolbar.isHidden = false
      UIView.animate(
        withDuration: TimeInterval(Self.hideShowBarDuration), animations: layOutContents,
        completion: { [weak self] _ in self?.updateBarVisibility() })
    } else {
      layOutContents()
      updateBarVisibility()
    }
  }

  final func toolbarItemsDidChange(of controller: UIViewController, animated: Bool) {
    if controller === topViewController { showToolbarItems(animated: animated) }
  }

  /// Shows the items of the last controller.
  final func showToolbarItems(animated: Bool) {
    guard !toolbarIsHidden || shownToolbar != nil else { return }
    let (old, new) = (toolbar.items ?? [], topViewController?.toolbarItems ?? [])
    if !old.elementsEqual(new, by: ===) { toolbar.setItems(new, animated: animated) }
  }

  /// The height of the visible toolbar, in points.
  private var toolbarHeight: CGFloat { toolbarIsHidden ? 0 : UINavigationBar.height }

  /// The recogniser of drags from the left edge, which go back.
  ///
  /// Its delegate prevents it while the bar is hidden and for an item without a back button. A program may
  /// replace the delegate.
  open var interactivePopGestureRecognizer: UIGestureRecognizer? {
    loadViewIfNeeded()
    return popGesture?.recognizer
  }

  // MARK: View

  /// Makes a view with the bar.
  open override func loadView() {
    let container = ContainerView(frame: UIScreen.main.bounds)
    container.clipsToBounds = true
    container.layOut = { [weak self] in self?.layOutContents() }
    content.clipsToBounds = true
    container.addSubview(content)
    container.addSubview(bar)
    bar.extentDidChange = { [weak self] in self?.layOutContents() }
    bar.backPressed = { [weak self] in self?.popViewController(animated: true) }
    popGesture = NavigationPopGesture(self)
    container.directionDidChange = { [weak self] in self?.popGesture?.followDirection() }
    if let recognizer = popGesture?.recognizer { container.addGestureRecognizer(recognizer) }
    view = container
    if let shownToolbar { container.addSubview(shownToolbar) }
    showToolbarItems(animated: false)
    updateBarVisibility()
    showTop()
  }

  /// The frame of a controller's view while it is shown, in the content's coordinates.
  final func contentFrame(for controller: UIViewController) -> CGRect {
    let isBelow = controller.extends(below: .top, isTranslucent: bar.isTranslucent)
    let top = barIsHidden || isBelow ? 0 : UINavigationBar.height
    let isAbove = controller.extends(
      below: .bottom, isTranslucent: shownToolbar?.isTranslucent ?? true)
    let bottom = isAbove ? 0 : toolbarHeight
    return CGRect(
      x: 0, y: top, width: content.bounds.width,
      height: max(0, content.bounds.height - top - bottom))
  }

  final func layOutContents() {
    guard let view = viewIfLoaded else { return }
    content.frame = view.bounds
    bar.frame = CGRect(
      x: 0, y: barIsHidden ? -UINavigationBar.height : 0, width: view.bounds.width,
      height: UINavigationBar.height)
    let end = view.bounds.height - view.safeAreaInsets.bottom
    shownToolbar?.frame = CGRect(
      x: 0, y: toolbarIsHidden ? view.bounds.height : end - UINavigationBar.height,
      width: view.bounds.width, height: UINavigationBar.height)
    let insets = UIEdgeInsets(
      top: barIsHidden ? 0 : UINavigationBar.height, left: 0, bottom: toolbarHeight, right: 0)
    // A view that moves out of the bar's way has no insets meanwhile.
    if barIsHidden { content.setAdditionalSafeArea(insets) }
    // A transition moves the views meanwhile.
    if transition == nil, let top = topViewController {
      top.viewIfLoaded?.frame = contentFrame(for: top)
    }
    content.setAdditionalSafeArea(insets)
  }

  override func childExtentDidChange() { layOutContents() }

  /// Shows the last controller's view without a transition.
  final func showTop() {
    guard isViewLoaded else { return }
    layOutContents()
    showToolbarItems(animated: false)
    let top = topViewController
    for child in stack where child !== top { child.viewIfLoaded?.removeFromSuperview() }
    if let top, let view = top.view {
      view.frame = contentFrame(for: top)
      if view.superview !== content { content.addSubview(view) }
    }
  }

  // MARK: Appearance

  override var childrenOnScreen: [UIViewController] { topViewController.map { [$0] } ?? [] }

  override func didForwardAppearance(isWill: Bool, animated: Bool) {
    guard !didShowFirst, let top = topViewController else { return }
    if isWill {
      delegate?.navigationController(self, willShow: top, animated: animated)
    } else {
      didShowFirst = true
      delegate?.navigationController(self, didShow: top, animated: animated)
    }
  }
}
