// Subclasses+Views.swift
// Subclasses of each open view class, made by each initialiser.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

extension SubclassTable {
  static func views() -> [Row] {
    [
      Row("UIView", [SubUIView(), SubUIView(frame: .zero), SubUIView(coder: NSCoder())]),
      Row(
        "UIImageView",
        [
          SubUIImageView(), SubUIImageView(frame: .zero), SubUIImageView(coder: NSCoder()),
          SubUIImageView(image: nil), SubUIImageView(image: nil, highlightedImage: nil),
        ]),
      Row(
        "UIToolbar", [SubUIToolbar(), SubUIToolbar(frame: .zero), SubUIToolbar(coder: NSCoder())]),
      Row("UILabel", [SubUILabel(), SubUILabel(frame: .zero), SubUILabel(coder: NSCoder())]),
      Row(
        "UIProgressView",
        [
          SubUIProgressView(), SubUIProgressView(frame: .zero), SubUIProgressView(coder: NSCoder()),
          SubUIProgressView(progressViewStyle: .default),
        ]),
      Row(
        "UIActivityIndicatorView",
        [
          SubUIActivityIndicatorView(), SubUIActivityIndicatorView(frame: .zero),
          SubUIActivityIndicatorView(coder: NSCoder()), SubUIActivityIndicatorView(style: .medium),
        ]),
      Row(
        "UIStackView",
        [
          SubUIStackView(), SubUIStackView(frame: .zero), SubUIStackView(coder: NSCoder()),
          SubUIStackView(arrangedSubviews: []),
        ]),
      Row(
        "UIScrollView",
        [SubUIScrollView(), SubUIScrollView(frame: .zero), SubUIScrollView(coder: NSCoder())]),
      Row(
        "UITextView",
        [
          SubUITextView(), SubUITextView(frame: .zero), SubUITextView(coder: NSCoder()),
          SubUITextView(frame: .zero, textContainer: nil),
        ]),
      Row(
        "UITextField",
        [SubUITextField(), SubUITextField(frame: .zero), SubUITextField(coder: NSCoder())]),
      Row(
        "UIControl", [SubUIControl(), SubUIControl(frame: .zero), SubUIControl(coder: NSCoder())]),
      Row(
        "UIButton",
        [
          SubUIButton(), SubUIButton(frame: .zero), SubUIButton(coder: NSCoder()),
          SubUIButton(type: .custom), SubUIButton(frame: .zero, primaryAction: nil),
        ]),
      Row("UISlider", [SubUISlider(), SubUISlider(frame: .zero), SubUISlider(coder: NSCoder())]),
      Row(
        "UIStepper",
        [SubUIStepper(), SubUIStepper(frame: .zero), SubUIStepper(coder: NSCoder())]),
      Row(
        "UIPageControl",
        [SubUIPageControl(), SubUIPageControl(frame: .zero), SubUIPageControl(coder: NSCoder())]),
      Row(
        "UIRefreshControl",
        [
          SubUIRefreshControl(), SubUIRefreshControl(frame: .zero),
          SubUIRefreshControl(coder: NSCoder()),
        ]),
      Row("UISwitch", [SubUISwitch(), SubUISwitch(frame: .zero), SubUISwitch(coder: NSCoder())]),
      Row(
        "UISegmentedControl",
        [
          SubUISegmentedControl(), SubUISegmentedControl(frame: .zero),
          SubUISegmentedControl(coder: NSCoder()), SubUISegmentedControl(items: nil),
        ]),
      Row(
        "UIVisualEffectView",
        [
          SubUIVisualEffectView(), SubUIVisualEffectView(frame: .zero),
          SubUIVisualEffectView(coder: NSCoder()), SubUIVisualEffectView(effect: nil),
        ]),
      Row(
        "UITableView",
        [
          SubUITableView(), SubUITableView(frame: .zero), SubUITableView(coder: NSCoder()),
          SubUITableView(frame: .zero, style: .plain),
        ]),
      Row(
        "UITableViewCell",
        [
          SubUITableViewCell(), SubUITableViewCell(frame: .zero),
          SubUITableViewCell(coder: NSCoder()),
          SubUITableViewCell(style: .subtitle, reuseIdentifier: "row"),
        ]),
      Row(
        "UITableViewHeaderFooterView",
        [
          SubUITableViewHeaderFooterView(), SubUITableViewHeaderFooterView(frame: .zero),
          SubUITableViewHeaderFooterView(coder: NSCoder()),
          SubUITableViewHeaderFooterView(reuseIdentifier: "header"),
        ]),
      Row(
        "UICollectionReusableView",
        [
          SubUICollectionReusableView(), SubUICollectionReusableView(frame: .zero),
          SubUICollectionReusableView(coder: NSCoder()),
        ]),
      Row(
        "UICollectionViewCell",
        [
          SubUICollectionViewCell(), SubUICollectionViewCell(frame: .zero),
          SubUICollectionViewCell(coder: NSCoder()),
        ]),
      Row(
        "UICollectionView",
        [
          SubUICollectionView(coder: NSCoder()),
          SubUICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout()),
        ]),
      Row(
        "UINavigationBar",
        [
          SubUINavigationBar(), SubUINavigationBar(frame: .zero),
          SubUINavigationBar(coder: NSCoder()),
        ]),
      Row("UITabBar", [SubUITabBar(), SubUITabBar(frame: .zero), SubUITabBar(coder: NSCoder())]),
      Row("UIWindow", [SubUIWindow(), SubUIWindow(frame: .zero), SubUIWindow(coder: NSCoder())]),
    ]
  }
}

private class SubUIView: UIView { var mark = 1 }
private class SubUIImageView: UIImageView { var mark = 1 }
private class SubUIToolbar: UIToolbar { var mark = 1 }
private class SubUILabel: UILabel { var mark = 1 }
private class SubUIProgressView: UIProgressView { var mark = 1 }
private class SubUIActivityIndicatorView: UIActivityIndicatorView { var mark = 1 }
private class SubUIStackView: UIStackView { var mark = 1 }
private class SubUIScrollView: UIScrollView { var mark = 1 }
private class SubUITextView: UITextView { var mark = 1 }
private class SubUITextField: UITextField { var mark = 1 }
private class SubUIControl: UIControl { var mark = 1 }
private class SubUIButton: UIButton { var mark = 1 }
private class SubUISlider: UISlider { var mark = 1 }
private class SubUIStepper: UIStepper { var mark = 1 }
private class SubUIPageControl: UIPageControl { var mark = 1 }
private class SubUIRefreshControl: UIRefreshControl { var mark = 1 }
private class SubUISwitch: UISwitch { var mark = 1 }
private class SubUISegmentedControl: UISegmentedControl { var mark = 1 }
private class SubUIVisualEffectView: UIVisualEffectView { var mark = 1 }
private class SubUITableView: UITableView { var mark = 1 }
private class SubUITableViewCell: UITableViewCell { var mark = 1 }
private class SubUITableViewHeaderFooterView: UITableViewHeaderFooterView { var mark = 1 }
private class SubUICollectionReusableView: UICollectionReusableView { var mark = 1 }
private class SubUICollectionViewCell: UICollectionViewCell { var mark = 1 }
private class SubUICollectionView: UICollectionView { var mark = 1 }
private class SubUINavigationBar: UINavigationBar { var mark = 1 }
private class SubUITabBar: UITabBar { var mark = 1 }
private class SubUIWindow: UIWindow { var mark = 1 }
