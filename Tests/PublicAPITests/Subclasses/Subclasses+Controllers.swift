// Subclasses+Controllers.swift
// Subclasses of each open class of controllers, items and recognisers, made by each initialiser.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

extension SubclassTable {
  static func controllers() -> [Row] {
    [
      Row(
        "UIViewController",
        [
          SubUIViewController(), SubUIViewController(coder: NSCoder()),
          SubUIViewController(nibName: nil, bundle: nil),
        ]),
      Row(
        "UINavigationController",
        [
          SubUINavigationController(), SubUINavigationController(coder: NSCoder()),
          SubUINavigationController(nibName: nil, bundle: nil),
          SubUINavigationController(rootViewController: UIViewController()),
        ]),
      Row(
        "UITabBarController",
        [
          SubUITabBarController(), SubUITabBarController(coder: NSCoder()),
          SubUITabBarController(nibName: nil, bundle: nil),
        ]),
      Row(
        "UITableViewController",
        [
          SubUITableViewController(), SubUITableViewController(coder: NSCoder()),
          SubUITableViewController(nibName: nil, bundle: nil),
          SubUITableViewController(style: .plain),
        ]),
      Row(
        "UICollectionViewController",
        [
          SubUICollectionViewController(), SubUICollectionViewController(coder: NSCoder()),
          SubUICollectionViewController(nibName: nil, bundle: nil),
          SubUICollectionViewController(collectionViewLayout: UICollectionViewFlowLayout()),
        ]),
      Row(
        "UIAlertController",
        [
          SubUIAlertController(), SubUIAlertController(coder: NSCoder()),
          SubUIAlertController(nibName: nil, bundle: nil),
          SubUIAlertController(title: "a", message: nil, preferredStyle: .alert),
        ]),
      Row("UIAlertAction", [SubUIAlertAction(title: "a", style: .default, handler: nil)]),
      Row(
        "UIPresentationController",
        [
          SubUIPresentationController(
            presentedViewController: UIViewController(), presenting: nil)
        ]),
      Row(
        "UISheetPresentationController",
        [
          SubUISheetPresentationController(
            presentedViewController: UIViewController(), presenting: nil)
        ]),
      Row(
        "UIPopoverPresentationController",
        [
          SubUIPopoverPresentationController(
            presentedViewController: UIViewController(), presenting: nil)
        ]),
      Row("UIBarItem", [SubUIBarItem(), SubUIBarItem(coder: NSCoder())]),
      Row(
        "UIBarButtonItem",
        [
          SubUIBarButtonItem(), SubUIBarButtonItem(coder: NSCoder()),
          SubUIBarButtonItem(title: "a", style: .plain, target: nil, action: nil),
          SubUIBarButtonItem(image: nil, style: .plain, target: nil, action: nil),
          SubUIBarButtonItem(customView: UIView()), SubUIBarButtonItem(primaryAction: nil),
        ]),
      Row(
        "UITabBarItem",
        [
          SubUITabBarItem(), SubUITabBarItem(coder: NSCoder()),
          SubUITabBarItem(title: nil, image: nil, tag: 1),
          SubUITabBarItem(title: nil, image: nil, selectedImage: nil),
        ]),
      Row(
        "UINavigationItem",
        [SubUINavigationItem(coder: NSCoder()), SubUINavigationItem(title: "a")]),
      Row("UIPercentDrivenInteractiveTransition", [SubUIPercentDrivenInteractiveTransition()]),
      Row(
        "UIGestureRecognizer",
        [
          SubUIGestureRecognizer(), SubUIGestureRecognizer(coder: NSCoder()),
          SubUIGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UITapGestureRecognizer",
        [
          SubUITapGestureRecognizer(), SubUITapGestureRecognizer(coder: NSCoder()),
          SubUITapGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UIPanGestureRecognizer",
        [
          SubUIPanGestureRecognizer(), SubUIPanGestureRecognizer(coder: NSCoder()),
          SubUIPanGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UIPinchGestureRecognizer",
        [
          SubUIPinchGestureRecognizer(), SubUIPinchGestureRecognizer(coder: NSCoder()),
          SubUIPinchGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UIRotationGestureRecognizer",
        [
          SubUIRotationGestureRecognizer(), SubUIRotationGestureRecognizer(coder: NSCoder()),
          SubUIRotationGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UILongPressGestureRecognizer",
        [
          SubUILongPressGestureRecognizer(), SubUILongPressGestureRecognizer(coder: NSCoder()),
          SubUILongPressGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UISwipeGestureRecognizer",
        [
          SubUISwipeGestureRecognizer(), SubUISwipeGestureRecognizer(coder: NSCoder()),
          SubUISwipeGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UIScreenEdgePanGestureRecognizer",
        [
          SubUIScreenEdgePanGestureRecognizer(),
          SubUIScreenEdgePanGestureRecognizer(coder: NSCoder()),
          SubUIScreenEdgePanGestureRecognizer(target: nil, action: nil),
        ]),
      Row(
        "UIHoverGestureRecognizer",
        [
          SubUIHoverGestureRecognizer(), SubUIHoverGestureRecognizer(coder: NSCoder()),
          SubUIHoverGestureRecognizer(target: nil, action: nil),
        ]),
    ]
  }
}

private class SubUIViewController: UIViewController { var mark = 1 }
private class SubUINavigationController: UINavigationController { var mark = 1 }
private class SubUITabBarController: UITabBarController { var mark = 1 }
private class SubUITableViewController: UITableViewController { var mark = 1 }
private class SubUICollectionViewController: UICollectionViewController { var mark = 1 }
private class SubUIBarItem: UIBarItem { var mark = 1 }
private class SubUIBarButtonItem: UIBarButtonItem { var mark = 1 }
private class SubUITabBarItem: UITabBarItem { var mark = 1 }
private class SubUINavigationItem: UINavigationItem { var mark = 1 }
private class SubUIPercentDrivenInteractiveTransition: UIPercentDrivenInteractiveTransition {
  var mark = 1
}
private class SubUIGestureRecognizer: UIGestureRecognizer { var mark = 1 }
private class SubUITapGestureRecognizer: UITapGestureRecognizer { var mark = 1 }
private class SubUIPanGestureRecognizer: UIPanGestureRecognizer { var mark = 1 }
private class SubUIPinchGestureRecognizer: UIPinchGestureRecognizer { var mark = 1 }
private class SubUIRotationGestureRecognizer: UIRotationGestureRecognizer { var mark = 1 }
private class SubUILongPressGestureRecognizer: UILongPressGestureRecognizer { var mark = 1 }
private class SubUISwipeGestureRecognizer: UISwipeGestureRecognizer { var mark = 1 }
private class SubUIScreenEdgePanGestureRecognizer: UIScreenEdgePanGestureRecognizer { var mark = 1 }
private class SubUIHoverGestureRecognizer: UIHoverGestureRecognizer { var mark = 1 }
private class SubUIAlertController: UIAlertController { var mark = 1 }
private class SubUIAlertAction: UIAlertAction { var mark = 1 }
private class SubUIPresentationController: UIPresentationController { var mark = 1 }
private class SubUISheetPresentationController: UISheetPresentationController { var mark = 1 }
private class SubUIPopoverPresentationController: UIPopoverPresentationController { var mark = 1 }
