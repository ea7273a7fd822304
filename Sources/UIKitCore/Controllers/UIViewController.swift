// UIViewController.swift
// The owner of a view tree, with its life cycle, presentation and children.
//
// This folder: view controllers and the protocols of their containers.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A controller that loads its view on first use, and manages it.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  enum Appearance { case gone, appearing, visible, disappearing }

  private var loadedView: UIView?
  final var appearance = Appearance.gone
  private weak var storedParent: UIViewController?
  private var storedChildren: [UIViewController] = []

  /// Creates a controller. The archive names are ignored.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  /// Creates a controller.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller.
  public required init?(coder: NSCoder) { super.init() }

  deinit {
    DeferredRelease.take(&storedChildren)
    DeferredRelease.releaseAll()
  }

  /// The controller's title, also of its items in bars. Default nil.
  open var title: String? {
    didSet {
      if storedNavigationItem != nil || navigationController != nil { navigationItem.title = title }
      if storedTabBarItem != nil || tabBarController != nil { tabBarItem.title = title }
    }
  }

  // MARK: Keys

  private var addedKeyCommands: [UIKeyCommand] = []

  /// The commands that were added. Default nil.
  open override var keyCommands: [UIKeyCommand]? {
    addedKeyCommands.isEmpty ? nil : addedKeyCommands
  }

  /// Adds a command of a key.
  open func addKeyCommand(_ keyCommand: UIKeyCommand) { addedKeyCommands.append(keyCommand) }

  /// Removes a command of a key.
  open func removeKeyCommand(_ keyCommand: UIKeyCommand) {
    addedKeyCommands.removeAll { $0 === keyCommand }
  }

  // MARK: View

  /// The view, loaded on first use.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView?.owningController = nil
      loadedView = newValue
      newValue?.owningController = self
      newValue?.setAdditionalSafeArea(additionalSafeAreaInsets)
    }
  }

  /// The view, if it is loaded.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether the view is loaded.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Loads the view, if it is not loaded.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    trap(unless: loadedView != nil, "loadView() of \(type(of: self)) must set a view")
    if updatesConstraints { loadedView?.setNeedsUpdateConstraints() }
    viewDidLoad()
  }

  /// Sets ``view``. Default a plain view as large as the screen, without a background.
  open func loadView() { view = UIView(frame: UIScreen.main.bounds) }

  /// The view was loaded.
  open func viewDidLoad() {}
  /// The view is about to appear on the screen.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view has appeared on the screen.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to leave the screen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view has left the screen.
  open func viewDidDisappear(_ animated: Bool) {}
  /// The view is about to lay out its subviews.
  open func viewWillLayoutSubviews() {}
  /// The view has laid out its subviews.
  open func viewDidLayoutSubviews() {}

  /// Updates the view's constraints before a layout. Overrides call super last.
  ///
  /// Called once for a class that overrides it, and after the view's `setNeedsUpdateConstraints()`.
  open func updateViewConstraints() { loadedView?.updateConstraints() }

  /// Whether the class overrides ``updateViewConstraints()``.
  private var updatesConstraints: Bool {
    MethodSlot.controllerUpdateConstraints.isOverridden(in: type(of: self))
  }

  /// Insets that the view's safe area has in addition to its superview's, in points. Default zero.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { loadedView?.setAdditionalSafeArea(additionalSafeAreaInsets) }
  }

  /// The safe area of the view has changed.
  open func viewSafeAreaInsetsDidChange() {}

  // MARK: Bars

  /// The edges at which the view extends below the bars of a navigation or tab bar controller. Default all.
  open var edgesForExtendedLayout = UIRectEdge.all {
    didSet { if edgesForExtendedLayout != oldValue { storedParent?.childExtentDidChange() } }
  }

  /// Whether the view extends below opaque bars, too, at ``edgesForExtendedLayout``. Default false.
  open var extendedLayoutIncludesOpaqueBars = false {
    didSet {
      if extendedLayoutIncludesOpaqueBars != oldValue { storedParent?.childExtentDidChange() }
    }
  }

  /// Whether the controller's scroll view, its view or the first subview of it, has the insets of bars above and below
  /// although its content does not scroll. Default true.
  @available(*, deprecated, message: "use UIScrollView.contentInsetAdjustmentBehavior")
  open var automaticallyAdjustsScrollViewInsets: Bool {
    get { adjustsScrollViews }
    set { adjustsScrollViews = newValue }
  }

  final var adjustsScrollViews = true

  /// Whether the view extends below a bar at an edge.
  final func extends(below edge: UIRectEdge, isTranslucent: Bool) -> Bool {
    edgesForExtendedLayout.contains(edge) && (isTranslucent || extendedLayoutIncludesOpaqueBars)
  }

  /// Lays out a child that extends below bars at other edges than before. Default nothing.
  func childExtentDidChange() {}

  /// Whether a transition reports the controller's appearance.
  final var isInTransition = false

  /// Whether a transition of the controller or of an ancestor reports its appearance.
  final var isReported: Bool {
    isInTransition || storedParent.map { $0.isReported || $0.reportsChildren } ?? false
  }

  /// Whether the controller alone reports the appearance of its children.
  var reportsChildren: Bool { !shouldAutomaticallyForwardAppearanceMethods }

  /// The children whose appearance follows this controller's. Default those whose views are in its view.
  var childrenOnScreen: [UIViewController] {
    guard let loadedView, shouldAutomaticallyForwardAppearanceMethods else { return [] }
    return storedChildren.filter { $0.viewIfLoaded?.isDescendant(of: loadedView) ?? false }
  }

  /// The callbacks of this controller and its children were called.
  func didForwardAppearance(isWill: Bool, animated: Bool) {}

  // MARK: Presentation

  /// The place of the view in the window when it is presented. Default automatic, which is a sheet.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic {
    didSet { if modalPresentationStyle != oldValue { preparedPresentation = nil } }
  }

  /// Whether the user may not dismiss the presented view by a drag or by a press beside it. Default false.
  open var isModalInPresentation = false

  /// Whether presentations of the style `currentContext` cover this controller. Default false. Stored, without effect:
  /// they cover the window.
  open var definesPresentationContext = false

  /// Whether a child gives its own transition style to a presentation. Default false. Stored, without effect.
  open var providesPresentationContextTransitionStyle = false

  /// The default transition of presentation and dismissal. Default slides from below.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical

  /// The provider of transition animations. Default nil, for the system's.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The presentation of another controller, if any.
  final var presentation: ModalPresentation?

  /// The controller that this one or an ancestor presents.
  open var presentedViewController: UIViewController? {
    presentation?.presented ?? storedParent?.presentedViewController
  }

  /// The controller that presented this one or an ancestor.
  open var presentingViewController: UIViewController? {
    ownPresenting ?? storedParent?.presentingViewController
  }

  final weak var ownPresenting: UIViewController?

  /// The look of this controller's presentation, or of the ancestor that is presented.
  ///
  /// Before the presentation it can be configured; for the style `custom`, the transitioning delegate makes another as the
  /// presentation begins.
  open var presentationController: UIPresentationController? {
    var current = self
    while current.ownPresenting == nil, let parent = current.storedParent { current = parent }
    if let active = current.ownPresenting?.presentation?.controller { return active }
    return current.makePreparedPresentation()
  }

  /// The look of the presentation as a sheet; nil with another style.
  open var sheetPresentationController: UISheetPresentationController? {
    presentationController as? UISheetPresentationController
  }

  /// Nil: presentations of the style `popover` are sheets.
  open var popoverPresentationController: UIPopoverPresentationController? { nil }

  private var preparedPresentation: UIPresentationController?

  private func makePreparedPresentation() -> UIPresentationController {
    if let preparedPresentation { return preparedPresentation }
    let new = makeSystemPresentationController(by: nil)
    preparedPresentation = new
    return new
  }

  /// Creates the presentation controller of the controller's style.
  func makeSystemPresentationController(
    by presenting: UIViewController?
  ) -> UIPresentationController {
    switch modalPresentationStyle {
    case .automatic, .pageSheet, .formSheet, .popover:
      UISheetPresentationController(presentedViewController: self, presenting: presenting)
    case .none, .fullScreen, .currentContext, .custom, .overFullScreen, .overCurrentContext:
      UIPresentationController(presentedViewController: self, presenting: presenting)
    }
  }

  /// Returns the presentation controller of a presentation that begins.
  final func makePresentationController(
    by presenting: UIViewController, source: UIViewController
  ) -> UIPresentationController {
    guard modalPresentationStyle == .custom,
      let own = transitioningDelegate?.presentationController(
        forPresented: self, presenting: presenting, source: source)
    else { return makePreparedPresentation() }
    return own
  }

  /// Whether the presentation of the view is in progress.
  open var isBeingPresented: Bool {
    isInTransition && ownPresenting != nil && appearance == .appearing
  }

  /// Whether the dismissal of the view is in progress.
  open var isBeingDismissed: Bool {
    isInTransition && ownPresenting != nil && appearance == .disappearing
  }

  /// Presents another controller's view over the window. The outermost parent is the presenting controller.
  ///
  /// Without a window, or during another presentation or its dismissal, it is reported and has no effect.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    trap(
      unless: viewControllerToPresent.storedParent == nil,
      "\(type(of: viewControllerToPresent)) cannot be presented, as it is a child of "
        + "\(viewControllerToPresent.storedParent.map { "\(type(of: $0))" } ?? "")")
    var root = self
    while let parent = root.storedParent { root = parent }
    guard root.presentation == nil, let window = root.viewIfLoaded?.window else {
      let reason =
        root.presentation.map { "already presents \(type(of: $0.presented))" }
        ?? "is not in a window"
      Diagnostics.reportOnce(
        "present \(type(of: viewControllerToPresent)) by \(type(of: root)), which \(reason)",
        "\(type(of: viewControllerToPresent)) is not presented: \(type(of: root)) \(reason)")
      return
    }
    trap(
      unless: !sequence(first: root, next: \.ownPresenting).contains {
        $0 === viewControllerToPresent
      },
      "\(type(of: viewControllerToPresent)) cannot be presented by itself, or by a controller that it "
        + "presents")
    let new = ModalPresentation(
      of: viewControllerToPresent, by: root, source: self, in: window)
    root.presentation = new
    new.begin(animated: flag, completion)
  }

  /// Dismisses the controller that this one or an ancestor presents, else this controller, if it was
  /// presented.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if let presentation {
      presentation.end(animated: flag, completion)
    } else if let storedParent {
      storedParent.dismiss(animated: flag, completion: completion)
    } else {
      ownPresenting?.dismiss(animated: flag, completion: completion)
    }
  }

  /// The transition in progress.
  final weak var currentTransition: ControllerTransition?

  /// The coordinator of the controller's or an ancestor's animated transition; nil without one.
  open var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    currentTransition ?? storedParent?.transitionCoordinator
  }

  /// Whether the controller is being added to its parent, while its view appears.
  open internal(set) var isMovingToParent = false

  /// Whether the controller is being removed from its parent, while its view disappears.
  open internal(set) var isMovingFromParent = false

  // MARK: Containers

  /// The controller's item in a navigation bar. Created on first use, with the controller's title.
  open var navigationItem: UINavigationItem {
    if let storedNavigationItem { return storedNavigationItem }
    let item = UINavigationItem(title: title ?? "")
    storedNavigationItem = item
    return item
  }

  final var storedNavigationItem: UINavigationItem?

  /// The controller's item in a tab bar. Created on first use, with the controller's title.
  open var tabBarItem: UITabBarItem! {
    get {
      if let storedTabBarItem { return storedTabBarItem }
      let item = UITabBarItem(title: title, image: nil, tag: 0)
      storedTabBarItem = item
      return item
    }
    set {
      storedTabBarItem = newValue
      tabBarController?.itemsDidChange()
    }
  }

  final var storedTabBarItem: UITabBarItem?

  /// Whether the tab bar is hidden while the controller is on top of a navigation controller. Default false.
  open var hidesBottomBarWhenPushed = false

  /// The items of the toolbar that a navigation controller shows with this controller. Default nil.
  open var toolbarItems: [UIBarButtonItem]? {
    didSet { navigationController?.toolbarItemsDidChange(of: self, animated: false) }
  }

  /// Sets the items of the toolbar; animated, they fade.
  open func setToolbarItems(_ toolbarItems: [UIBarButtonItem]?, animated: Bool) {
    UIView.performWithoutAnimation { self.toolbarItems = toolbarItems }
    if animated { navigationController?.toolbarItemsDidChange(of: self, animated: true) }
  }

  /// The nearest navigation controller among the ancestors.
  open var navigationController: UINavigationController? {
    ancestor(of: UINavigationController.self)
  }

  /// The nearest tab bar controller among the ancestors.
  open var tabBarController: UITabBarController? { ancestor(of: UITabBarController.self) }

  private func ancestor<Controller: UIViewController>(of type: Controller.Type) -> Controller? {
    var current = storedParent
    while let some = current {
      if let found = some as? Controller { return found }
      current = some.storedParent
    }
    return nil
  }

  /// Shows a controller in place of this one: pushes it on the navigation controller, or presents it.
  open func show(_ vc: UIViewController, sender: Any?) {
    if let navigationController {
      navigationController.show(vc, sender: sender)
    } else {
      present(vc, animated: UIView.areAnimationsEnabled)
    }
  }

  // MARK: Devices

  /// Never called.
  open func didReceiveMemoryWarning() {}

  /// For source compatibility: there is no status bar.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }

  /// For source compatibility: there is no status bar.
  open var prefersStatusBarHidden: Bool { true }

  /// Does nothing.
  open func setNeedsStatusBarAppearanceUpdate() {}

  /// For source compatibility: windows are not rotated.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

  /// For source compatibility: windows are not rotated.
  open var shouldAutorotate: Bool { false }

  /// For source compatibility: windows are not rotated.
  open var preferredInterfaceOrientationForPresentation: UIInterfaceOrientation { .portrait }

  /// The orientation of the window: landscape if it is wider than high.
  @available(*, deprecated, message: "use UIWindowScene.interfaceOrientation")
  open var interfaceOrientation: UIInterfaceOrientation {
    viewIfLoaded?.window?.windowScene?.interfaceOrientation
      ?? UIApplication.shared.statusBarOrientation
  }

  /// Does nothing.
  open class func attemptRotationToDeviceOrientation() {}

  /// Does nothing.
  open func setNeedsUpdateOfSupportedInterfaceOrientations() {}

  /// For source compatibility: there is no status bar.
  open var preferredStatusBarUpdateAnimation: UIStatusBarAnimation { .fade }

  /// For source compatibility: there is no status bar. Default nil.
  open var childForStatusBarStyle: UIViewController? { nil }

  /// For source compatibility: there is no status bar. Default nil.
  open var childForStatusBarHidden: UIViewController? { nil }

  /// For source compatibility: there is no status bar. Default false.
  open var modalPresentationCapturesStatusBarAppearance = false

  /// For source compatibility: there is no home indicator. Default false.
  open var prefersHomeIndicatorAutoHidden: Bool { false }

  /// For source compatibility: there is no home indicator. Default nil.
  open var childForHomeIndicatorAutoHidden: UIViewController? { nil }

  /// Does nothing.
  open func setNeedsUpdateOfHomeIndicatorAutoHidden() {}

  /// For source compatibility: a window's edges have no gestures of the system. Default none.
  open var preferredScreenEdgesDeferringSystemGestures: UIRectEdge { [] }

  /// Does nothing.
  open func setNeedsUpdateOfScreenEdgesDeferringSystemGestures() {}

  // MARK: Size

  /// The size that the view would like to have as content of a container, in points. Default zero, for none.
  ///
  /// A change is reported to the parent, and to the presentation.
  open var preferredContentSize = CGSize.zero {
    didSet {
      guard preferredContentSize != oldValue else { return }
      storedParent?.preferredContentSizeDidChange(forChildContentContainer: self)
      ownPresenting?.presentation?.controller.preferredContentSizeDidChange(
        forChildContentContainer: self)
    }
  }

  /// A child has another preferred size. Default nothing.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Never called: a child's constraints are part of the parent's layout.
  open func systemLayoutFittingSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Returns the size that a child's view has when this one's has a size. Default the same for a view that fills this
  /// one, else the view's present size.
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize {
    guard let child = (container as? UIViewController)?.viewIfLoaded else { return parentSize }
    return child.bounds.size == loadedView?.bounds.size ? parentSize : child.bounds.size
  }

  /// The view's size is about to change, as the user resizes the window. Overrides call super, which notifies the children
  /// and the presented controller whose size changes, too.
  ///
  /// - Parameters:
  ///   - size: The new size, in points.
  ///   - coordinator: Takes changes that are made along with the new layout. They are not animated.
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in storedChildren {
      guard let view = child.viewIfLoaded else { continue }
      let childSize = self.size(forChildContentContainer: child, withParentContainerSize: size)
      if childSize != view.bounds.size {
        child.viewWillTransition(to: childSize, with: coordinator)
      }
    }
    presentation?.controller.viewWillTransition(to: size, with: coordinator)
  }

  /// The size classes are about to change with the window's size. Overrides call super, which notifies the children and the
  /// presented controller.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    for child in storedChildren { child.willTransition(to: newCollection, with: coordinator) }
    presentation?.controller.willTransition(to: newCollection, with: coordinator)
  }

  // MARK: Appearance

  /// Light or dark for the view, regardless of the superview. Default unspecified, which inherits.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    willSet {
      guard newValue != overrideUserInterfaceStyle else { return }
      UITraitCollection.recordOverride()
      traitsBefore = traitCollection
    }
    didSet {
      guard let old = traitsBefore else { return }
      traitsBefore = nil
      loadedView?.appearanceMayDiffer(from: old)
    }
  }

  private var traitsBefore: UITraitCollection?

  /// The traits of the view; before it is loaded, those of the parent or the screen.
  open var traitCollection: UITraitCollection {
    loadedView?.traitCollection ?? storedParent?.traitCollection ?? .ofScreen
  }

  /// The traits have changed.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Responder chain

  /// The view's superview, or the window, or the parent.
  open override var next: UIResponder? { loadedView?.storedSuperview ?? storedParent }

  // MARK: Children

  /// The parent controller.
  open var parent: UIViewController? { storedParent }

  /// The child controllers.
  open var children: [UIViewController] { storedChildren }

  /// Adds a child controller. Its view is added separately.
  open func addChild(_ child: UIViewController) {
    // A controller without children is the parent of no other, so that building a chain is linear.
    trap(
      unless: child !== self
        && (child.storedChildren.isEmpty
          || !sequence(first: self, next: \.storedParent).contains { $0 === child }),
      "\(type(of: child)) cannot be a child of \(type(of: self)), which is itself or one of its "
        + "descendants")
    child.removeFromParent()
    child.willMove(toParent: self)
    storedChildren.append(child)
    child.storedParent = self
  }

  /// Changes the order of the children.
  final func sortChildren(as controllers: [UIViewController]) {
    let others = storedChildren.filter { child in !controllers.contains { $0 === child } }
    storedChildren = controllers.filter { $0.storedParent === self } + others
  }

  /// Whether the appearance callbacks of children follow those of this controller. Default true. Otherwise
  /// it calls ``beginAppearanceTransition(_:animated:)`` and ``endAppearanceTransition()`` itself.
  open var shouldAutomaticallyForwardAppearanceMethods: Bool { true }

  /// Reports to a child that its view will appear or disappear.
  open func beginAppearanceTransition(_ isAppearing: Bool, animated: Bool) {
    isInTransition = true
    appearsAnimated = animated
    isAppearing ? willAppear(animated: animated) : willDisappear(animated: animated)
  }

  /// Reports to a child that its view has appeared or disappeared.
  open func endAppearanceTransition() {
    if appearance == .appearing { didAppear(animated: appearsAnimated) }
    if appearance == .disappearing { didDisappear(animated: appearsAnimated) }
    isInTransition = false
  }

  private var appearsAnimated = false

  /// Replaces a child's view by another child's, with animations.
  ///
  /// - Parameters:
  ///   - fromViewController: The child whose view is removed afterwards.
  ///   - toViewController: The child whose view is added first.
  ///   - duration: Seconds.
  ///   - options: The options of the animation, or a transition of this controller's view.
  ///   - animations: Changes to animate, such as frames and opacities of the two views.
  ///   - completion: Called when the animation has stopped, with whether it finished.
  /// - Precondition: Both are children of this controller.
  open func transition(
    from fromViewController: UIViewController, to toViewController: UIViewController,
    duration: TimeInterval, options: UIView.AnimationOptions = [], animations: (() -> Void)?,
    completion: ((Bool) -> Void)? = nil
  ) {
    trap(
      unless: fromViewController.storedParent === self && toViewController.storedParent === self,
      "Children view controllers \(fromViewController) and \(toViewController) must have a common parent "
        + "view controller when calling transition(from:to:duration:options:animations:completion:)"
    )
    let forwards = shouldAutomaticallyForwardAppearanceMethods && isShown
    let animated = duration > 0
    if forwards {
      fromViewController.beginAppearanceTransition(false, animated: animated)
      toViewController.beginAppearanceTransition(true, animated: animated)
    }
    let container = fromViewController.viewIfLoaded?.superview ?? view
    let changes = {
      if let new = toViewController.view, new.superview !== container { container?.addSubview(new) }
    }
    let end = { (finished: Bool) in
      fromViewController.viewIfLoaded?.removeFromSuperview()
      if forwards {
        fromViewController.endAppearanceTransition()
        toViewController.endAppearanceTransition()
      }
      completion?(finished)
    }
    if options.rawValue >> 20 & 15 != 0, let container {
      UIView.transition(
        with: container, duration: duration, options: options,
        animations: {
          changes()
          fromViewController.viewIfLoaded?.removeFromSuperview()
          animations?()
        }, completion: end)
    } else {
      UIView.performWithoutAnimation(changes)
      UIView.animate(
        withDuration: duration, delay: 0, options: options, animations: animations ?? {},
        completion: end)
    }
  }

  /// Removes the controller from its parent. Its view is removed separately.
  open func removeFromParent() {
    guard let parent = storedParent else { return }
    parent.storedChildren.removeAll { $0 === self }
    storedParent = nil
    didMove(toParent: nil)
  }

  /// The parent is about to change; to nil on removal.
  open func willMove(toParent parent: UIViewController?) {}
  /// The parent has changed.
  open func didMove(toParent parent: UIViewController?) {}

  // MARK: Layout guides

  /// The strip above the safe area.
  @available(*, deprecated, message: "use view.safeAreaLayoutGuide.topAnchor")
  open var topLayoutGuide: any UILayoutSupport { strip(.topStrip, "topLayoutGuide") }

  /// The strip below the safe area.
  @available(*, deprecated, message: "use view.safeAreaLayoutGuide.bottomAnchor")
  open var bottomLayoutGuide: any UILayoutSupport {
    strip(.bottomStrip, "bottomLayoutGuide")
  }
}

extension UIViewController: UITraitEnvironment, UIContentContainer {}
