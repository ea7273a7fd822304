// UIViewController.swift
// The owner of a view tree, with its life cycle, presentation and children.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A controller that loads its view on first use, and manages it.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  private enum Appearance { case gone, appearing, visible, disappearing }

  private var loadedView: UIView?
  private var appearance = Appearance.gone
  private weak var storedParent: UIViewController?
  private var storedChildren: [UIViewController] = []

  /// Creates a controller. The archive names are ignored.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  /// Creates a controller.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller.
  public required init?(coder: NSCoder) { super.init() }

  /// The controller's title. Default nil.
  open var title: String?

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

  /// Sets ``view``. Default an empty view as large as the screen.
  open func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.backgroundColor = .systemBackground
    self.view = view
  }

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
    MethodSlot.controllerUpdateConstraints.method(in: type(of: self))
      != MethodSlot.controllerUpdateConstraints.method(in: UIViewController.self)
  }

  /// Insets that the view's safe area has in addition to its superview's, in points. Default zero.
  open var additionalSafeAreaInsets = UIEdgeInsets.zero {
    didSet { loadedView?.setAdditionalSafeArea(additionalSafeAreaInsets) }
  }

  /// The safe area of the view has changed.
  open func viewSafeAreaInsetsDidChange() {}

  /// Whether a transition reports the controller's appearance.
  final var isInTransition = false

  final func appear() {
    guard !isInTransition else { return }
    willAppear(animated: false)
    didAppear(animated: false)
  }

  final func disappear() {
    guard !isInTransition else { return }
    willDisappear(animated: false)
    didDisappear(animated: false)
  }

  final func willAppear(animated: Bool) {
    guard appearance == .gone else { return }
    appearance = .appearing
    viewWillAppear(animated)
  }

  final func didAppear(animated: Bool) {
    guard appearance == .appearing else { return }
    appearance = .visible
    viewDidAppear(animated)
  }

  final func willDisappear(animated: Bool) {
    guard appearance == .visible else { return }
    appearance = .disappearing
    viewWillDisappear(animated)
  }

  final func didDisappear(animated: Bool) {
    guard appearance == .disappearing else { return }
    appearance = .gone
    viewDidDisappear(animated)
  }

  // MARK: Presentation

  /// The part of the window that the presented view covers. Default automatic, which is all of it.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic

  /// The default transition of presentation and dismissal. Default slides from below.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical

  /// The provider of transition animations. Default nil, for the system's.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The presentation of another controller, if any.
  final var presentation: ModalPresentation?

  /// The controller that this one presents.
  open var presentedViewController: UIViewController? { presentation?.presented }

  /// The controller that presented this one.
  public internal(set) final weak var presentingViewController: UIViewController?

  /// Whether the presentation of the view is in progress.
  open var isBeingPresented: Bool { isInTransition && appearance == .appearing }

  /// Whether the dismissal of the view is in progress.
  open var isBeingDismissed: Bool { isInTransition && appearance == .disappearing }

  /// Presents another controller's view over the window.
  ///
  /// No effect without a window, or during another presentation.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard presentation == nil, let window = viewIfLoaded?.window else { return }
    let new = ModalPresentation(of: viewControllerToPresent, by: self, in: window)
    presentation = new
    new.begin(animated: flag, completion)
  }

  /// Dismisses the controller that this one presents, else this controller, if it was presented.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if let presentation {
      presentation.end(animated: flag, completion)
    } else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
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
    trap(unless: child !== self, "a controller cannot be its own child")
    child.removeFromParent()
    child.willMove(toParent: self)
    storedChildren.append(child)
    child.storedParent = self
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
}

extension UIViewController: UITraitEnvironment {}

/// The style of a status bar. Accepted for source compatibility.
public enum UIStatusBarStyle: Int, Sendable {
  /// Follows the appearance.
  case `default` = 0
  /// White.
  case lightContent = 1
  /// Black.
  case darkContent = 3
}
