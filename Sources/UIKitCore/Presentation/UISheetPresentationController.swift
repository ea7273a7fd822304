// UISheetPresentationController.swift
// A presentation as a sheet: its heights, its place in the window, and what is around it.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// Hears of a sheet. Every method is optional.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDelegate: UIAdaptivePresentationControllerDelegate {
  /// The user has dragged the sheet to another height.
  func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController)
}

extension UISheetPresentationControllerDelegate {
  /// Does nothing.
  public func sheetPresentationControllerDidChangeSelectedDetentIdentifier(
    _ sheetPresentationController: UISheetPresentationController
  ) {}
}

/// The presentation of the styles `automatic`, `pageSheet` and `formSheet`.
///
/// In a window that is narrower than 600 points the sheet is as wide as the window, and lies at its lower edge. In others a
/// sheet whose only height is the large one lies in the middle, and one with smaller ones lies at the lower edge, with the
/// width of its style. A drag moves it from height to height, and away, as a press of the shade does.
@preconcurrency @MainActor
open class UISheetPresentationController: UIPresentationController {
  /// The narrowest window in which a sheet has the width of its style, in points.
  static let wideWidth: CGFloat = 600
  /// The points above the sheet in a narrow window, and around it in a wide one.
  private static let (narrowMargin, wideMargin): (CGFloat, CGFloat) = (10, 44)
  /// The greatest size of a sheet in a wide window, by its style.
  private static let pageSize = CGSize(width: 704, height: CGFloat.infinity)
  private static let formSize = CGSize(width: 540, height: 620)

  private var isForm: Bool { presentationStyle == .formSheet || presentationStyle == .popover }

  private let sheetView = SheetView()
  private let dimming = DimmingView()
  private lazy var drag = SheetDrag(of: self)
  /// Whether a program's animations move the presented view itself, which then fills the window.
  final var usesOwnAnimations = false

  // MARK: Heights

  /// The heights at which the sheet rests. Default the large one.
  open var detents: [Detent] = [.large()] { didSet { sheetDidChange() } }

  /// The height at which the sheet rests now. Default nil, for the smallest.
  open var selectedDetentIdentifier: Detent.Identifier? {
    didSet { if selectedDetentIdentifier != oldValue { sheetDidChange() } }
  }

  /// The greatest height at which the presenting view is not dimmed, and takes touches. Default nil, for none.
  open var largestUndimmedDetentIdentifier: Detent.Identifier? { didSet { sheetDidChange() } }

  /// Makes changes of the heights, and animates the sheet to its new place.
  open func animateChanges(_ changes: () -> Void) {
    withoutActuallyEscaping(changes) { changes in
      UIView.animate(
        withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0,
        options: .allowUserInteraction
      ) {
        changes()
        self.containerView?.setNeedsLayout()
        self.containerView?.layoutIfNeeded()
      }
    }
  }

  /// Resolves the heights that depend on the container anew, at the next layout.
  open func invalidateDetents() { sheetDidChange() }

  // MARK: Appearance

  /// Whether a short bar at the upper edge shows that the sheet can be dragged. Default false.
  open var prefersGrabberVisible = false { didSet { sheetView.hasGrabber = prefersGrabberVisible } }

  /// The radius of the corners, in points. Default nil, for 10.
  open var preferredCornerRadius: CGFloat? { didSet { sheetDidChange() } }

  /// Whether a scroll view grows the sheet before it scrolls. Default true. Stored, without effect: the wheel scrolls.
  open var prefersScrollingExpandsWhenScrolledToEdge = true

  /// Whether the sheet lies at the lower edge of a low window, too. Default false. Stored, without effect: it does.
  open var prefersEdgeAttachedInCompactHeight = false

  /// Whether a sheet at the lower edge has the controller's preferred width. Default false.
  open var widthFollowsPreferredContentSizeWhenEdgeAttached = false { didSet { sheetDidChange() } }

  /// The view that the sheet belongs to. Default nil. Stored, without effect.
  open weak var sourceView: UIView?

  private func sheetDidChange() { containerView?.setNeedsLayout() }

  // MARK: Place

  /// A view around the controller's, with round corners.
  open override var presentedView: UIView? {
    if usesOwnAnimations { return presentedViewController.view }
    sheetView.content = presentedViewController.view
    return sheetView
  }

  /// The place of the sheet at the selected height.
  open override var frameOfPresentedViewInContainerView: CGRect {
    guard let bounds = containerView?.bounds else { return .zero }
    return usesOwnAnimations ? bounds : frame(ofHeight: selectedHeight, in: bounds)
  }

  private var isWide: Bool {
    (containerView?.bounds.width ?? 0) >= Self.wideWidth
  }

  /// The greatest height, in points.
  final var largestHeight: CGFloat {
    guard let containerView else { return 0 }
    let inset = containerView.safeAreaInsets.top
    let height = containerView.bounds.height - inset
    guard isWide else { return max(height - Self.narrowMargin, 0) }
    let wish = presentedViewController.preferredContentSize.height
    let standard = isForm ? Self.formSize.height : Self.pageSize.height
    return max(min(height - 2 * Self.wideMargin, wish > 0 ? wish : standard), 0)
  }

  /// Whether the sheet lies in the middle of the window.
  private var isCentred: Bool {
    isWide && detents.allSatisfy { $0.identifier == .large }
  }

  private func frame(ofHeight height: CGFloat, in bounds: CGRect) -> CGRect {
    let wish = presentedViewController.preferredContentSize.width
    var width = bounds.width
    if isWide {
      let standard = isForm ? Self.formSize : Self.pageSize
      width = min(wish > 0 ? wish : standard.width, bounds.width - 2 * Self.wideMargin)
    } else if widthFollowsPreferredContentSizeWhenEdgeAttached, wish > 0 {
      width = min(wish, width)
    }
    let y = bounds.height - height
    return CGRect(
      x: ((bounds.width - width) / 2).rounded(), y: isCentred ? (y / 2).rounded() : y, width: width,
      height: height)
  }

  /// The heights in points, by detent; without a usable one the largest.
  final var heights: [(identifier: Detent.Identifier, height: CGFloat)] {
    let largest = largestHeight
    let context = DetentContext(
      containerTraitCollection: traitCollection, maximumDetentValue: largest)
    let resolved = detents.compactMap { detent in
      detent.resolvedValue(in: context).map {
        // NaN is no height.
        (identifier: detent.identifier, height: $0.isNaN ? largest : min(max($0, 0), largest))
      }
    }
    return resolved.isEmpty ? [(.large, largest)] : resolved
  }

  final var selectedHeight: CGFloat {
    let heights = heights
    let selected = heights.first { $0.identifier == selectedDetentIdentifier }
    return (selected ?? heights.min { $0.height < $1.height })?.height ?? 0
  }

  /// Whether the presenting view takes touches.
  final var passesTouches: Bool { !usesOwnAnimations && !isDimmed }

  private var isDimmed: Bool {
    guard let limit = heights.first(where: { $0.identifier == largestUndimmedDetentIdentifier })
    else { return true }
    return selectedHeight > limit.height
  }

  // MARK: Layout

  /// Moves the sheet to its place. Overrides call super.
  open override func containerViewWillLayoutSubviews() {
    super.containerViewWillLayoutSubviews()
    guard !usesOwnAnimations, let containerView else { return }
    dimming.frame = containerView.bounds
    if isShown { dimming.alpha = isDimmed ? 1 : 0 }
    dimming.isUserInteractionEnabled = isDimmed
    place(sheetView)
  }

  /// A sheet that is dragged has a transform, under which its frame is undefined.
  private func place(_ view: UIView) {
    let frame = frameOfPresentedViewInContainerView
    view.bounds.size = frame.size
    view.center = CGPoint(x: frame.midX, y: frame.midY)
    sheetView.layer.cornerRadius = max(preferredCornerRadius ?? 10, 0)
    let lower: CACornerMask = [.layerMinXMaxYCorner, .layerMaxXMaxYCorner]
    let upper: CACornerMask = [.layerMinXMinYCorner, .layerMaxXMinYCorner]
    sheetView.layer.maskedCorners = isCentred ? upper.union(lower) : upper
  }

  // MARK: Transitions

  /// Whether the shade is shown.
  private var isShown = false

  /// Shows the shade. Overrides call super.
  open override func presentationTransitionWillBegin() {
    super.presentationTransitionWillBegin()
    guard !usesOwnAnimations, let containerView else { return }
    dimming.frame = containerView.bounds
    dimming.alpha = 0
    dimming.pressed = { [weak self] in self?.drag.dismissByUser() }
    containerView.insertSubview(dimming, at: 0)
    drag.attach(to: sheetView)
    setShade(isVisible: true)
  }

  /// Removes the shade of a presentation that was cancelled. Overrides call super.
  open override func presentationTransitionDidEnd(_ completed: Bool) {
    super.presentationTransitionDidEnd(completed)
    isShown = completed
    if !completed { dimming.removeFromSuperview() }
  }

  /// Hides the shade. Overrides call super.
  open override func dismissalTransitionWillBegin() {
    super.dismissalTransitionWillBegin()
    setShade(isVisible: false)
  }

  /// Removes the shade. Overrides call super.
  open override func dismissalTransitionDidEnd(_ completed: Bool) {
    super.dismissalTransitionDidEnd(completed)
    isShown = !completed
    if completed {
      dimming.removeFromSuperview()
      sheetView.content = nil
    } else {
      dimming.alpha = isDimmed ? 1 : 0
    }
  }

  private func setShade(isVisible: Bool) {
    isShown = isVisible
    let alpha: CGFloat = isVisible && isDimmed ? 1 : 0
    let coordinator = presentedViewController.transitionCoordinator
    let isAlongside = coordinator?.animate { [dimming] _ in dimming.alpha = alpha } ?? false
    if !isAlongside { dimming.alpha = alpha }
  }
}

/// The view around a sheet's content.
@MainActor
private final class SheetView: UIView {
  private lazy var grabber = UIView()

  /// The presented controller's view.
  var content: UIView? {
    didSet {
      guard content !== oldValue else { return }
      if let oldValue, oldValue.superview === self { oldValue.removeFromSuperview() }
      guard let content else { return }
      content.frame = bounds
      content.autoresizingMask = [.flexibleWidth, .flexibleHeight]
      insertSubview(content, at: 0)
    }
  }

  var hasGrabber = false {
    didSet {
      grabber.removeFromSuperview()
      guard hasGrabber else { return }
      grabber.backgroundColor = .tertiaryLabel
      grabber.layer.cornerRadius = 2.5
      grabber.isUserInteractionEnabled = false
      addSubview(grabber)
      setNeedsLayout()
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    clipsToBounds = true
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    if hasGrabber {
      grabber.frame = CGRect(x: (bounds.width - 36) / 2, y: 5, width: 36, height: 5)
      bringSubviewToFront(grabber)
    }
  }
}
