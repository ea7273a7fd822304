// UIPresentationController.swift
// The looks of a presentation: the frame of the presented view, and the views around it.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// The look of a presentation: where the presented view is, and what is shown around it.
///
/// For the style `custom`, a controller's ``UIViewControllerTransitioningDelegate`` returns a subclass. It adds views to
/// ``containerView`` as the transition begins, and animates them alongside:
///
///     override func presentationTransitionWillBegin() {
///       guard let containerView else { return }
///       dimmingView.frame = containerView.bounds
///       dimmingView.alpha = 0
///       containerView.insertSubview(dimmingView, at: 0)
///       presentedViewController.transitionCoordinator?.animate { _ in self.dimmingView.alpha = 1 }
///     }
@preconcurrency @MainActor
open class UIPresentationController: NSObject {
  // Weak, as the controller keeps the presentation controller that it was asked for before it is presented.
  private weak var weakPresented: UIViewController?
  private weak var weakPresenting: UIViewController?

  /// Creates a presentation controller.
  ///
  /// - Parameters:
  ///   - presentedViewController: The controller that is presented.
  ///   - presentingViewController: The controller that presents it. Nil until it is known.
  public init(
    presentedViewController: UIViewController,
    presenting presentingViewController: UIViewController?
  ) {
    weakPresented = presentedViewController
    weakPresenting = presentingViewController
  }

  // MARK: Controllers

  /// The controller that is presented.
  open var presentedViewController: UIViewController {
    guard let weakPresented else {
      trap("a presentation controller is used after the end of the controller that it presents")
    }
    return weakPresented
  }

  /// The controller that presents. Before the presentation, the presented one.
  open var presentingViewController: UIViewController {
    weakPresenting ?? presentedViewController
  }

  final func setPresenting(_ controller: UIViewController) { weakPresenting = controller }

  /// Decides about the presentation's end. Default nil.
  open weak var delegate: (any UIAdaptivePresentationControllerDelegate)?

  // MARK: Views

  /// The view that has the presented view, and everything around it. Nil outside of the presentation.
  open private(set) weak var containerView: UIView?

  final func setContainer(_ view: UIView?) { containerView = view }

  /// The view that is presented: the presented controller's, unless a subclass puts others around it.
  open var presentedView: UIView? { presentedViewController.view }

  /// The frame of ``presentedView`` at the end of the presentation, in the container's coordinates. Default all of it.
  open var frameOfPresentedViewInContainerView: CGRect { containerView?.bounds ?? .zero }

  /// The container is about to lay out its subviews. Default nothing.
  open func containerViewWillLayoutSubviews() {}

  /// The container has laid out its subviews. Default nothing.
  open func containerViewDidLayoutSubviews() {}

  // MARK: Transitions

  /// The presentation is about to be animated. Default nothing.
  open func presentationTransitionWillBegin() {}

  /// The presentation has ended.
  ///
  /// - Parameter completed: False if it was cancelled.
  open func presentationTransitionDidEnd(_ completed: Bool) {}

  /// The dismissal is about to be animated. Default nothing.
  open func dismissalTransitionWillBegin() {}

  /// The dismissal has ended.
  ///
  /// - Parameter completed: False if it was cancelled.
  open func dismissalTransitionDidEnd(_ completed: Bool) {}

  // MARK: Styles

  /// The style of the presented controller.
  open var presentationStyle: UIModalPresentationStyle {
    presentedViewController.modalPresentationStyle
  }

  /// None: windows of a desktop have space for every style, so that no presentation is adapted.
  open var adaptivePresentationStyle: UIModalPresentationStyle { .none }

  /// None, whatever the traits are.
  open func adaptivePresentationStyle(
    for traitCollection: UITraitCollection
  ) -> UIModalPresentationStyle { .none }

  /// Whether the presentation covers the whole window. Default true. Kept, without effect: all presentations do.
  open var shouldPresentInFullscreen: Bool { true }

  /// Whether the presenting view leaves the window during the presentation. Default true for the styles `fullScreen` and
  /// `currentContext` of this class itself.
  open var shouldRemovePresentersView: Bool {
    guard type(of: self) == UIPresentationController.self else { return false }
    return presentationStyle == .fullScreen || presentationStyle == .currentContext
  }

  // MARK: Content

  /// The preferred size of the presented controller, in points.
  open var preferredContentSize: CGSize { presentedViewController.preferredContentSize }

  /// The presented controller has another preferred size. By default the container is laid out.
  open func preferredContentSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) { containerView?.setNeedsLayout() }

  /// Never called: constraints of the presented view are part of its layout.
  open func systemLayoutFittingSizeDidChange(
    forChildContentContainer container: any UIContentContainer
  ) {}

  /// Returns the size of a child in a container of a size. Default the whole size.
  open func size(
    forChildContentContainer container: any UIContentContainer,
    withParentContainerSize parentSize: CGSize
  ) -> CGSize { parentSize }

  /// The window's size is about to change. Overrides call super, which notifies the presented controller.
  open func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) {
    let presented = presentedViewController
    presented.viewWillTransition(
      to: self.size(forChildContentContainer: presented, withParentContainerSize: size),
      with: coordinator)
  }

  /// The traits are about to change. Overrides call super, which notifies the presented controller.
  open func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) { presentedViewController.willTransition(to: newCollection, with: coordinator) }

  /// The traits of the presented controller.
  open var traitCollection: UITraitCollection { presentedViewController.traitCollection }

  /// The traits have changed. Default nothing.
  open func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {}

  // MARK: The system's presentations

  /// Returns the animations of the presentation and of the dismissal where no delegate does. Nil for those of the
  /// controller's `modalTransitionStyle`.
  func makeAnimator(isPresenting: Bool) -> (any UIViewControllerAnimatedTransitioning)? { nil }
}

extension UIPresentationController: UIContentContainer, UITraitEnvironment {}
