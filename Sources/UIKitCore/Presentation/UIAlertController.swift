// UIAlertController.swift
// An alert or an action sheet: a message with choices.
//
// SPDX-License-Identifier: MIT

import Foundation
import HostInterface
import QuartzCore

/// A message with choices.
///
///     let alert = UIAlertController(title: "Delete?", message: nil, preferredStyle: .alert)
///     alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
///     alert.addAction(UIAlertAction(title: "Delete", style: .destructive) { _ in self.delete() })
///     present(alert, animated: true)
///
/// Escape makes the choice of the style `cancel`, Return the preferred one or else the only other one.
@preconcurrency @MainActor
open class UIAlertController: UIViewController {
  /// The look of the message.
  public enum Style: Int, Sendable {
    /// Choices at the lower edge of the window.
    case actionSheet
    /// A box in the middle of the window.
    case alert
  }

  /// The look. Default alert.
  open private(set) var preferredStyle = Style.alert

  /// The text below the title.
  open var message: String? { didSet { contentDidChange() } }

  /// The title.
  open override var title: String? { didSet { contentDidChange() } }

  /// The choices, in the order in which they were added.
  open private(set) var actions: [UIAlertAction] = []

  /// The choice whose title is bold, and that Return makes. Default nil.
  open var preferredAction: UIAlertAction? {
    didSet {
      trap(
        unless: preferredAction.map { action in actions.contains { $0 === action } } ?? true,
        "the preferred action of an alert must be one of its actions")
      contentDidChange()
    }
  }

  private var fields: [UITextField] = []

  /// The text fields. Nil without any.
  open var textFields: [UITextField]? { fields.isEmpty ? nil : fields }

  private let alertView = AlertView()
  private var hasChosen = false

  /// Creates a message without choices.
  public convenience init(title: String?, message: String?, preferredStyle: Style) {
    self.init(nibName: nil, bundle: nil)
    self.title = title
    self.message = message
    self.preferredStyle = preferredStyle
  }

  /// Adds a choice.
  ///
  /// - Precondition: There is no other one of the style `cancel`, if it is of that style.
  open func addAction(_ action: UIAlertAction) {
    trap(
      unless: action.style != .cancel || !actions.contains { $0.style == .cancel },
      "an alert can have one action of the style cancel only, not \"\(action.title ?? "")\" beside another"
    )
    actions.append(action)
    action.didChange = { [weak self] in self?.contentDidChange() }
    contentDidChange()
  }

  /// Adds a text field.
  ///
  /// - Parameter configurationHandler: Called with the field at once, before it is shown.
  /// - Precondition: The style is `alert`.
  open func addTextField(configurationHandler: ((UITextField) -> Void)? = nil) {
    trap(unless: preferredStyle == .alert, "an action sheet cannot have text fields")
    let field = UITextField()
    field.font = .systemFont(ofSize: 13)
    field.borderStyle = .roundedRect
    fields.append(field)
    configurationHandler?(field)
    field.addAction(
      UIAction { [weak self, weak field] _ in if let field { self?.returnWasPressed(in: field) } },
      for: .primaryActionTriggered)
    contentDidChange()
  }

  /// Return in a field goes to the next one; in the last one it makes the choice that it makes without fields.
  private func returnWasPressed(in field: UITextField) {
    guard let place = fields.firstIndex(of: field) else { return }
    if place + 1 < fields.count {
      fields[place + 1].becomeFirstResponder()
    } else if let action = actionOfReturn {
      choose(action)
    }
  }

  private var actionOfReturn: UIAlertAction? {
    let others = actions.filter { $0.style != .cancel }
    return preferredAction ?? (others.count == 1 ? others.first : nil)
  }

  // MARK: View

  /// Creates the view of the message.
  open override func loadView() {
    alertView.chosen = { [weak self] in self?.choose($0) }
    view = alertView
    contentDidChange()
  }

  private func contentDidChange() {
    alertView.content = AlertView.Content(
      title: title, message: message, isSheet: preferredStyle == .actionSheet, actions: actions,
      preferred: preferredAction, fields: fields)
    ownPresenting?.presentation?.controller.containerView?.setNeedsLayout()
  }

  /// Gives the keyboard to the first field, or to the message itself.
  open override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    (fields.first ?? alertView).becomeFirstResponder()
  }

  override func makeSystemPresentationController(
    by presenting: UIViewController?
  ) -> UIPresentationController {
    AlertPresentationController(presentedViewController: self, presenting: presenting)
  }

  // MARK: Choices

  /// Dismisses the message, then calls the handler of a choice.
  final func choose(_ action: UIAlertAction) {
    guard action.isEnabled, !hasChosen else { return }
    guard let presenting = presentingViewController else {
      action.handler?(action)
      return
    }
    hasChosen = true
    presenting.dismiss(animated: true) { [self] in
      hasChosen = false
      action.handler?(action)
    }
  }

  /// Makes the choice of the style `cancel`. Returns whether there is one.
  @discardableResult final func cancel() -> Bool {
    guard let action = actions.first(where: { $0.style == .cancel }) else { return false }
    choose(action)
    return true
  }

  /// Makes a choice by Escape or Return; other keys go up the responder chain.
  open override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
    switch presses.first?.key?.key {
    case .escape: if cancel() { return }
    case .return:
      if let action = actionOfReturn {
        choose(action)
        return
      }
    default: break
    }
    super.pressesBegan(presses, with: event)
  }
}

/// The presentation of a message: in the middle, or at the lower edge, over a shade.
@MainActor
private final class AlertPresentationController: UIPresentationController {
  private static let margin: CGFloat = 8
  private static let alertWidth: CGFloat = 270
  private static let sheetWidth: CGFloat = 400

  private let dimming = DimmingView()

  private var alert: UIAlertController? { presentedViewController as? UIAlertController }
  private var isSheet: Bool { alert?.preferredStyle == .actionSheet }

  override var frameOfPresentedViewInContainerView: CGRect {
    guard let containerView, let view = presentedView else { return .zero }
    let area = containerView.bounds.inset(by: containerView.safeAreaInsets)
      .insetBy(dx: Self.margin, dy: Self.margin)
    let width = max(min(isSheet ? Self.sheetWidth : Self.alertWidth, area.width), 0)
    let wish = view.sizeThatFits(CGSize(width: width, height: .greatestFiniteMagnitude)).height
    let height = max(min(wish, area.height), 0)
    let y = isSheet ? area.maxY - height : area.midY - height / 2
    return CGRect(
      x: (area.midX - width / 2).rounded(), y: y.rounded(), width: width, height: height)
  }

  override func containerViewWillLayoutSubviews() {
    dimming.frame = containerView?.bounds ?? .zero
    guard let view = presentedView else { return }
    let frame = frameOfPresentedViewInContainerView
    view.bounds.size = frame.size
    view.center = CGPoint(x: frame.midX, y: frame.midY)
  }

  override func presentationTransitionWillBegin() {
    trap(
      unless: alert.map {
        $0.title != nil || $0.message != nil || !$0.actions.isEmpty || $0.textFields != nil
      } ?? true,
      "an alert must have a title, a message, a text field or an action")
    dimming.alpha = 0
    // A press beside a sheet is its cancel action; an alert needs a choice.
    dimming.pressed = { [weak self] in
      if self?.isSheet == true { self?.alert?.cancel() }
    }
    containerView?.insertSubview(dimming, at: 0)
    setShade(alpha: 1)
  }

  override func presentationTransitionDidEnd(_ completed: Bool) {
    if !completed { dimming.removeFromSuperview() }
  }

  override func dismissalTransitionWillBegin() { setShade(alpha: 0) }

  override func dismissalTransitionDidEnd(_ completed: Bool) {
    if completed { dimming.removeFromSuperview() } else { dimming.alpha = 1 }
  }

  private func setShade(alpha: CGFloat) {
    let coordinator = presentedViewController.transitionCoordinator
    let isAlongside = coordinator?.animate { [dimming] _ in dimming.alpha = alpha } ?? false
    if !isAlongside { dimming.alpha = alpha }
  }

  override func makeAnimator(isPresenting: Bool) -> (any UIViewControllerAnimatedTransitioning)? {
    isSheet
      ? ModalAnimator(.coverVertical, isPresenting: isPresenting)
      : AlertAnimator(isPresenting: isPresenting)
  }
}
