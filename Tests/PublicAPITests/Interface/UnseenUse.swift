// UnseenUse.swift
// Each symbol of unseen.tsv in a place where the compiler checks it.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

/// The names that stopped code which the interface was not made from.
@MainActor struct UnseenUse {
  /// The symbols as in `unseen.tsv`.
  private(set) var symbols: Set<String> = []

  init() {
    phone()
    layout()
    behaviour()
    lists()
    resources()
    controls()
    objects()
  }

  /// Notes a symbol. Compiling its uses is the check.
  private mutating func use(_ symbol: String, _ members: Any...) { symbols.insert(symbol) }

  private mutating func phone() {
    use("UIApplication.statusBarStyle", \UIApplication.statusBarStyle)
    use("UIApplication.isStatusBarHidden", \UIApplication.isStatusBarHidden)
    use("UIApplication.statusBarFrame", \UIApplication.statusBarFrame)
    use("UIApplication.statusBarOrientation", \UIApplication.statusBarOrientation)
    use("UIApplication.connectedScenes", \UIApplication.connectedScenes)
    use("UIStatusBarAnimation", UIStatusBarAnimation.fade)
    use(
      "UIViewController.preferredStatusBarUpdateAnimation",
      \UIViewController.preferredStatusBarUpdateAnimation)
    use(
      "UIViewController.modalPresentationCapturesStatusBarAppearance",
      \UIViewController.modalPresentationCapturesStatusBarAppearance)
    use("UIViewController.childForStatusBarStyle", \UIViewController.childForStatusBarStyle)
    use("UIViewController.childForStatusBarHidden", \UIViewController.childForStatusBarHidden)
    use(
      "UIViewController.attemptRotationToDeviceOrientation()",
      UIViewController.attemptRotationToDeviceOrientation)
    use("UIDevice.orientation", \UIDevice.orientation)
    use("UIDevice.orientationDidChangeNotification", UIDevice.orientationDidChangeNotification)
    use("UIWindowScene", UIWindowScene.self)
    use("UIWindow.Level", UIWindow.Level.alert, UIWindow.Level.statusBar + 1)
    use("UIApplicationDelegate.window", UnseenDelegate().window as Any)
    use("UIImpactFeedbackGenerator", UIImpactFeedbackGenerator(style: .light).impactOccurred())
    use("UISelectionFeedbackGenerator", UISelectionFeedbackGenerator().selectionChanged())
    use(
      "UINotificationFeedbackGenerator",
      UINotificationFeedbackGenerator().notificationOccurred(.success))
    use("UIContentSizeCategory", UIContentSizeCategory.accessibilityLarge)
    use(
      "adjustsFontForContentSizeCategory", \UILabel.adjustsFontForContentSizeCategory,
      \UITextField.adjustsFontForContentSizeCategory, \UITextView.adjustsFontForContentSizeCategory)
    use("UIKeyCommand", UIKeyCommand(input: "a", modifierFlags: .command, action: Selector("a")))
    use("UIScreen.fixedCoordinateSpace", \UIScreen.fixedCoordinateSpace)
    use("UICoordinateSpace", \UICoordinateSpace.bounds)
  }

  private mutating func layout() {
    use("UIUserInterfaceLayoutDirection", UIUserInterfaceLayoutDirection.rightToLeft)
    use("UIView.semanticContentAttribute", \UIView.semanticContentAttribute)
    use(
      "UIView.effectiveUserInterfaceLayoutDirection",
      \UIView.effectiveUserInterfaceLayoutDirection)
    use(
      "UIView.userInterfaceLayoutDirection(for:)",
      UIView.userInterfaceLayoutDirection(for: .forceRightToLeft))
    use(
      "UILayoutPriority arithmetic", UILayoutPriority.required - 1, UILayoutPriority.defaultLow + 1)
    use(
      "UIScrollView.contentInsetAdjustmentBehavior", \UIScrollView.contentInsetAdjustmentBehavior)
    use("UIScrollView.keyboardDismissMode", \UIScrollView.keyboardDismissMode)
    use(
      "override func viewWillTransition(to:with:)", UnseenController.self)
    use("override func willTransition(to:with:)", UnseenController.self)
    use(
      "accessibility methods to override", UnseenView().accessibilityActivate(),
      UnseenView().accessibilityIncrement, UnseenView().accessibilityElements as Any)
  }

  private mutating func behaviour() {
    let view = UIView()
    use(
      "UIDynamicAnimator", UIDynamicAnimator(referenceView: view).addBehavior, UIDynamicItem.self)
    use("UIGravityBehavior", UIGravityBehavior(items: [view]))
    use("UICollisionBehavior", UICollisionBehavior(items: [view]))
    use("UIAttachmentBehavior", UIAttachmentBehavior(item: view, attachedToAnchor: .zero))
    use("UISnapBehavior", UISnapBehavior(item: view, snapTo: .zero))
    use("UIPushBehavior", UIPushBehavior(items: [view], mode: .continuous))
    use("UIDynamicItemBehavior", UIDynamicItemBehavior(items: [view]))
    use("UIPresentationController", UIPresentationController.self)
    use(
      "key-value observing of views",
      [
        view.observe(\.frame) { _, _ in }, view.observe(\.bounds) { _, _ in },
        UIScrollView().observe(\.contentOffset) { _, _ in },
        UIScrollView().observe(\.contentSize) { _, _ in },
        UITextField().observe(\.text) { _, _ in },
      ])
    use(
      "UITextField.textDidBeginEditingNotification", UITextField.textDidBeginEditingNotification)
    use("UITextField.textDidEndEditingNotification", UITextField.textDidEndEditingNotification)
    use("UIAppearance", UILabel.appearance() as any UIAppearance)
  }

  private mutating func lists() {
    let layout = UICollectionViewFlowLayout()
    use(
      "UICollectionViewLayout.flipsHorizontallyInOppositeLayoutDirection",
      layout.flipsHorizontallyInOppositeLayoutDirection)
    use(
      "UICollectionViewLayout.prepare(forAnimatedBoundsChange:)",
      layout.prepare(forAnimatedBoundsChange:))
    use(
      "UICollectionViewLayout.finalizeAnimatedBoundsChange()", layout.finalizeAnimatedBoundsChange)
    use(
      "UICollectionViewLayout.initialLayoutAttributesForAppearingSupplementaryElement(ofKind:at:)",
      layout.initialLayoutAttributesForAppearingSupplementaryElement)
    use(
      "UICollectionViewLayout.finalLayoutAttributesForDisappearingSupplementaryElement(ofKind:at:)",
      layout.finalLayoutAttributesForDisappearingSupplementaryElement)
    use(
      "UICollectionViewLayout.invalidationContext(forBoundsChange:)",
      layout.invalidationContext(forBoundsChange:))
    use(
      "UICollectionViewLayout.invalidationContext(forPreferredLayoutAttributes:withOriginalAttributes:)",
      layout.invalidationContext(forPreferredLayoutAttributes:withOriginalAttributes:))
    use(
      "UICollectionViewLayout.shouldInvalidateLayout(forPreferredLayoutAttributes:withOriginalAttributes:)",
      layout.shouldInvalidateLayout(forPreferredLayoutAttributes:withOriginalAttributes:))
    use(
      "UICollectionReusableView.preferredLayoutAttributesFitting(_:)",
      UICollectionReusableView().preferredLayoutAttributesFitting)
    use(
      "UITableViewDelegate.tableView(_:didEndDisplayingHeaderView:forSection:)",
      UITableViewController().tableView(_:didEndDisplayingHeaderView:forSection:))
    use(
      "UITableViewDelegate.tableView(_:didEndDisplayingFooterView:forSection:)",
      UITableViewController().tableView(_:didEndDisplayingFooterView:forSection:))
    use("NSIndexPath.section", NSIndexPath(item: 1, section: 2).section)
    use("NSIndexPath.item", NSIndexPath(item: 1, section: 2).item)
    use(
      "register(_: UINib…)", UITableView().register(nil as UINib?, forCellReuseIdentifier: "a"),
      UICollectionView(frame: .zero, collectionViewLayout: layout)
        .register(nil as UINib?, forCellWithReuseIdentifier: "a"))
  }

  private mutating func resources() {
    use("UINib", UINib.self)
    use("Bundle.loadNibNamed(_:owner:options:)", Bundle.main.loadNibNamed)
    use("UIColor.init(named:)", UIColor.init(named:) as (String) -> UIColor?)
    use("UIImage.init(systemName:)", UIImage(systemName: "star") as Any)
    use(
      "CGPath.init(__byStroking:transform:lineWidth:lineCap:lineJoin:miterLimit:)",
      CGPath(
        __byStroking: CGMutablePath(), transform: nil, lineWidth: 1, lineCap: .butt,
        lineJoin: .miter, miterLimit: 10) as Any)
  }

  private mutating func controls() {
    use("barStyle", \UINavigationBar.barStyle, \UITabBar.barStyle, \UIToolbar.barStyle)
    use("UIBaselineAdjustment", UIBaselineAdjustment.alignCenters, \UILabel.baselineAdjustment)
    use("UIToolbar", UIToolbar().setItems)
    use("UIButton.Configuration", UIButton.Configuration.filled())
  }

  private mutating func objects() {
    use("classForCoder()", UIView.classForCoder(), UIView().classForCoder)
    use("objc_sync_enter()", objc_sync_enter(self))
    use("objc_sync_exit()", objc_sync_exit(self))
    use("class_getInstanceMethod()", class_getInstanceMethod(UIView.self, Selector("a")) as Any)
    use(
      "value(forKeyPath:) of a class", UIApplication.value(forKeyPath: "sharedApplication") as Any)
    use("responds(to:) of a class", UIApplication.responds(to: Selector("sharedApplication")))
  }
}

private final class UnseenDelegate: NSObject, UIApplicationDelegate {
  var window: UIWindow?
}

private final class UnseenController: UIViewController {
  override func viewWillTransition(
    to size: CGSize, with coordinator: any UIViewControllerTransitionCoordinator
  ) { super.viewWillTransition(to: size, with: coordinator) }
  override func willTransition(
    to newCollection: UITraitCollection, with coordinator: any UIViewControllerTransitionCoordinator
  ) { super.willTransition(to: newCollection, with: coordinator) }
}

private final class UnseenView: UIView {
  override var isAccessibilityElement: Bool {
    get { true }
    set {}
  }
  override var accessibilityLabel: String? {
    get { "a" }
    set {}
  }
  override func accessibilityActivate() -> Bool { true }
  override func accessibilityIncrement() {}
  override func accessibilityDecrement() {}
  override func accessibilityPerformEscape() -> Bool { false }
  override func accessibilityElementDidBecomeFocused() {}
  override func accessibilityElementDidLoseFocus() {}
  override func accessibilityElementCount() -> Int { 0 }
  override func accessibilityElement(at index: Int) -> Any? { nil }
  override func index(ofAccessibilityElement element: Any) -> Int { NSNotFound }
}
