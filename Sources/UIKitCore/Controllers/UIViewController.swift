// UIViewController.swift
// The owner of a tree of views, told of its life.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Makes a view when it is first asked for, and manages it.
@preconcurrency @MainActor
open class UIViewController: UIResponder {
  private enum Appearance { case gone, appearing, visible, disappearing }

  private var loadedView: UIView?
  private var appearance = Appearance.gone
  private weak var storedParent: UIViewController?
  private var storedChildren: [UIViewController] = []

  /// Creates a controller; names of archives have no meaning here.
  public init(nibName: String?, bundle: Bundle?) { super.init() }

  /// Creates a controller.
  public convenience override init() { self.init(nibName: nil, bundle: nil) }

  /// Creates a controller.
  public required init?(coder: NSCoder) { super.init() }

  /// What the controller shows, for whoever shows titles; nil unless set.
  open var title: String?

  // MARK: View

  /// The view; made when first asked for.
  open var view: UIView! {
    get {
      loadViewIfNeeded()
      return loadedView
    }
    set {
      loadedView?.owningController = nil
      loadedView = newValue
      newValue?.owningController = self
    }
  }

  /// The view, if it was made already.
  open var viewIfLoaded: UIView? { loadedView }

  /// Whether the view was made.
  open var isViewLoaded: Bool { loadedView != nil }

  /// Makes the view, if it was not made yet.
  open func loadViewIfNeeded() {
    guard loadedView == nil else { return }
    loadView()
    precondition(loadedView != nil, "loadView() of \(type(of: self)) has to set a view")
    viewDidLoad()
  }

  /// Sets ``view``; an empty one as large as the screen unless overridden.
  open func loadView() {
    let view = UIView(frame: UIScreen.main.bounds)
    view.backgroundColor = .systemBackground
    self.view = view
  }

  /// The view was made.
  open func viewDidLoad() {}
  /// The view is about to be on the screen.
  open func viewWillAppear(_ animated: Bool) {}
  /// The view is on the screen.
  open func viewDidAppear(_ animated: Bool) {}
  /// The view is about to leave the screen.
  open func viewWillDisappear(_ animated: Bool) {}
  /// The view has left the screen.
  open func viewDidDisappear(_ animated: Bool) {}
  /// The view is about to place its subviews.
  open func viewWillLayoutSubviews() {}
  /// The view has placed its subviews.
  open func viewDidLayoutSubviews() {}

  /// Whether a transition tells the controller of its appearance, in its own time.
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

  // MARK: Presenting

  /// How much of the window the view covers when it is presented; all of it unless set.
  open var modalPresentationStyle = UIModalPresentationStyle.automatic

  /// How the view comes and goes when it is presented; from below unless set.
  open var modalTransitionStyle = UIModalTransitionStyle.coverVertical

  /// Who gives the animations of coming and going; nil, for the system's, unless set.
  open weak var transitioningDelegate: (any UIViewControllerTransitioningDelegate)?

  /// The presentation of another controller, while there is one.
  final var presentation: ModalPresentation?

  /// The controller that this one presented.
  open var presentedViewController: UIViewController? { presentation?.presented }

  /// The controller that presented this one.
  public internal(set) final weak var presentingViewController: UIViewController?

  /// Whether the view is on its way onto the screen, presented.
  open var isBeingPresented: Bool { isInTransition && appearance == .appearing }

  /// Whether the view is on its way off the screen, where it was presented.
  open var isBeingDismissed: Bool { isInTransition && appearance == .disappearing }

  /// Shows another controller's view over the window.
  ///
  /// Nothing happens when the view is in no window, or another is presented already.
  open func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard presentation == nil, let window = viewIfLoaded?.window else { return }
    let new = ModalPresentation(of: viewControllerToPresent, by: self, in: window)
    presentation = new
    new.begin(animated: flag, completion)
  }

  /// Takes away what this controller presented, or without that, this controller, if it was presented.
  open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) {
    if let presentation {
      presentation.end(animated: flag, completion)
    } else {
      presentingViewController?.dismiss(animated: flag, completion: completion)
    }
  }

  // MARK: On a phone

  /// Kept for code that overrides it, and never called.
  open func didReceiveMemoryWarning() {}

  /// Kept for code that overrides it: there is no bar at the top.
  open var preferredStatusBarStyle: UIStatusBarStyle { .default }

  /// Kept for code that overrides it: there is no bar at the top.
  open var prefersStatusBarHidden: Bool { true }

  /// Kept for code that calls it.
  open func setNeedsStatusBarAppearanceUpdate() {}

  /// Kept for code that overrides it: windows are not turned.
  open var supportedInterfaceOrientations: UIInterfaceOrientationMask { .all }

  /// Kept for code that overrides it: windows are not turned.
  open var shouldAutorotate: Bool { false }

  // MARK: Appearance

  /// How the view looks, light or dark, whatever is around it; as around it unless set.
  open var overrideUserInterfaceStyle = UIUserInterfaceStyle.unspecified {
    willSet {
      guard newValue != overrideUserInterfaceStyle else { return }
      UITraitCollection.noteDifference()
      traitsBefore = traitCollection
    }
    didSet {
      guard let old = traitsBefore else { return }
      traitsBefore = nil
      loadedView?.appearanceMayDiffer(from: old)
    }
  }

  private var traitsBefore: UITraitCollection?

  /// The surroundings of the view; those of the parent or the screen before it is made.
  open var traitCollection: UITraitCollection {
    loadedView?.traitCollection ?? storedParent?.traitCollection ?? .ofScreen
  }

  /// The surroundings are others.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: Chain

  /// The view's superview, or the window, or the parent.
  open override var next: UIResponder? { loadedView?.storedSuperview ?? storedParent }

  // MARK: Children

  /// The controller that this one is part of.
  open var parent: UIViewController? { storedParent }

  /// The controllers that are part of this one.
  open var children: [UIViewController] { storedChildren }

  /// Adds a controller; its view is added by hand.
  open func addChild(_ child: UIViewController) {
    precondition(child !== self, "a controller cannot be its own child")
    child.removeFromParent()
    child.willMove(toParent: self)
    storedChildren.append(child)
    child.storedParent = self
  }

  /// Removes the controller from its parent; its view is removed by hand.
  open func removeFromParent() {
    guard let parent = storedParent else { return }
    parent.storedChildren.removeAll { $0 === self }
    storedParent = nil
    didMove(toParent: nil)
  }

  /// The controller will move; to nil when it is removed.
  open func willMove(toParent parent: UIViewController?) {}
  /// The controller has moved.
  open func didMove(toParent parent: UIViewController?) {}
}

extension UIViewController: UITraitEnvironment {}
