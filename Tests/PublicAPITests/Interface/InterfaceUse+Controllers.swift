// InterfaceUse+Controllers.swift
// Uses of Apple's interface: controllers, gestures, lists, scrolling and layout.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func controllers1() {
    use("NSLayoutConstraint", NSLayoutConstraint.self)
    use("NSLayoutConstraint.constant", \NSLayoutConstraint.constant)
    use(
      "NSLayoutConstraint.init(item:attribute:relatedBy:toItem:attribute:multiplier:constant:)",
      NSLayoutConstraint.init(item:attribute:relatedBy:toItem:attribute:multiplier:constant:))
    use("NSLayoutConstraint.equal", NSLayoutConstraint.Relation.equal)
    use(
      "NSLayoutConstraint.constraint(equalTo:)",
      { (a: UIView, b: UIView) in a.topAnchor.constraint(equalTo: b.topAnchor) })
    use("NSLayoutConstraint.activate(_:)", NSLayoutConstraint.activate(_:))
    use("NSLayoutConstraint.centerY", NSLayoutConstraint.Attribute.centerY)
    use("NSLayoutConstraint.isActive", \NSLayoutConstraint.isActive)
    use(
      "NSLayoutConstraint.constraints(withVisualFormat:options:metrics:views:)",
      NSLayoutConstraint.constraints(withVisualFormat:options:metrics:views:))
    use(
      "NSLayoutConstraint.constraint(equalTo:constant:)",
      { (a: UIView, b: UIView) in a.leftAnchor.constraint(equalTo: b.leftAnchor, constant: 1) })
    use("NSLayoutConstraint.Attribute", NSLayoutConstraint.Attribute.self)
    use("UIBlurEffect", UIBlurEffect.self)
    use("UIBlurEffect.init(style:)", UIBlurEffect.init(style:))
    use("UICollectionView", UICollectionView.self)
    use("UICollectionViewCell", UICollectionViewCell.self)
    use("UICollectionViewDataSource", UICollectionViewDataSource.self)
    use("UICollectionViewLayout", UICollectionViewLayout.self)
    use("UIGestureRecognizer.location(in:)", UIGestureRecognizer.location(in:))
    use("UIGestureRecognizer", UIGestureRecognizer.self)
    use("UIGestureRecognizer.translation(in:)", UIPanGestureRecognizer.translation(in:))
    use("UIGestureRecognizer.velocity(in:)", UIPanGestureRecognizer.velocity(in:))
    use("UIGestureRecognizer.State.began", UIGestureRecognizer.State.began)
    use("UIGestureRecognizer.State.changed", UIGestureRecognizer.State.changed)
    use("UIGestureRecognizer.State.ended", UIGestureRecognizer.State.ended)
    use("UIGestureRecognizer.State.cancelled", UIGestureRecognizer.State.cancelled)
    use("UIGestureRecognizerDelegate", UIGestureRecognizerDelegate.self)
    use("UIModalPresentationStyle.custom", UIModalPresentationStyle.custom)
    use("UINavigationBar", UINavigationBar.self)
    use("UINavigationBar/UITabBar/UIBarItem.selectedItem", \UITabBar.selectedItem)
    use("UINavigationBar/UITabBar/UIBarItem.tabBar", \UITabBarController.tabBar)
    use("UINavigationController", UINavigationController.self)
    use("UINavigationController.Operation", UINavigationController.Operation.self)
    use("UINavigationControllerDelegate", UINavigationControllerDelegate.self)
    use("UIPanGestureRecognizer", UIPanGestureRecognizer.self)
    use("UIPanGestureRecognizer.init(target:action:)", UIPanGestureRecognizer.init(target:action:))
  }

  mutating func controllers2() {
    use("UIScrollView", UIScrollView.self)
    use("UIScrollView.contentInset", \UIScrollView.contentInset)
    use("UIScrollView.isScrollEnabled", \UIScrollView.isScrollEnabled)
    use("UIScrollView.contentOffset", \UIScrollView.contentOffset)
    use("UIScrollView.contentSize", \UIScrollView.contentSize)
    use("UIScrollView.zoomScale", \UIScrollView.zoomScale)
    use("UIScrollViewDelegate", UIScrollViewDelegate.self)
    use("UIStackView", UIStackView.self)
    use("UIStackView.alignment", \UIStackView.alignment)
    use("UITabBarController", UITabBarController.self)
    use(
      "UITable/CollectionView.contentView", \UITableViewCell.contentView,
      \UICollectionViewCell.contentView)
    use("UITable/CollectionView.dataSource", \UITableView.dataSource, \UICollectionView.dataSource)
    use("UITable/CollectionView.reloadData()", UITableView.reloadData, UICollectionView.reloadData)
    use("UITable/CollectionView.row", \IndexPath.row)
    use("UITable/CollectionView.textLabel", \UITableViewCell.textLabel)
    use(
      "UITable/CollectionView.dequeueReusableCell(withIdentifier:for:)",
      UITableView.dequeueReusableCell(withIdentifier:for:))
    use(
      "UITable/CollectionView.dequeueReusableCell(withReuseIdentifier:for:)",
      UICollectionView.dequeueReusableCell(withReuseIdentifier:for:))
    use(
      "UITable/CollectionView.visibleCells", \UITableView.visibleCells,
      \UICollectionView.visibleCells)
    use("UITableView", UITableView.self)
    use("UITableViewCell", UITableViewCell.self)
    use("UITableViewDataSource", UITableViewDataSource.self)
    use("UITableViewDelegate", UITableViewDelegate.self)
    use("UITapGestureRecognizer", UITapGestureRecognizer.self)
    use("UITapGestureRecognizer.init(target:action:)", UITapGestureRecognizer.init(target:action:))
    use("UIViewController.view", \UIViewController.view)
    use("UIViewController", UIViewController.self)
    use(
      "UIViewController.viewControllers", \UINavigationController.viewControllers,
      \UITabBarController.viewControllers)
    use(
      "UIViewController.dismiss(animated:completion:)",
      UIViewController.dismiss(animated:completion:))
    use("UIViewController.transitioningDelegate", \UIViewController.transitioningDelegate)
    use("UIViewController.navigationController", \UIViewController.navigationController)
    use("UIViewControllerAnimatedTransitioning", UIViewControllerAnimatedTransitioning.self)
    use("UIViewControllerContextTransitioning", UIViewControllerContextTransitioning.self)
    use("UIViewControllerInteractiveTransitioning", UIViewControllerInteractiveTransitioning.self)
    use(
      "UIViewControllerTransitioning.containerView",
      \UIViewControllerContextTransitioning.containerView)
    use(
      "UIViewControllerTransitioning.completeTransition(_:)",
      { (a: any UIViewControllerContextTransitioning) in a.completeTransition(true) })
    use(
      "UIViewControllerTransitioning.viewController(forKey:)",
      { (a: any UIViewControllerContextTransitioning) in a.viewController(forKey: .to) })
    use(
      "UIViewControllerTransitioning.transitionDuration(using:)",
      { (a: any UIViewControllerAnimatedTransitioning) in a.transitionDuration(using: nil) })
    use(
      "UIViewControllerTransitioning.finalFrame(for:)",
      { (a: any UIViewControllerContextTransitioning, b: UIViewController) in
        a.finalFrame(for: b)
      })
    use("UIViewControllerTransitioningDelegate", UIViewControllerTransitioningDelegate.self)
  }

  mutating func controllers3() {
    use("UIVisualEffectView", UIVisualEffectView.self)
    use("UIVisualEffectView.init(effect:)", UIVisualEffectView.init(effect:))
  }

  mutating func allControllers() {
    controllers1()
    controllers2()
    controllers3()
  }
}
