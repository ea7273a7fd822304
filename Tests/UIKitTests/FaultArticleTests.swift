// FaultArticleTests.swift
// The page Faults: its tests exist, and its tables of inputs are those that are tried here.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

/// Inputs that end the program, each with the call that has it.
@MainActor private enum RefusedInput: String, CaseIterable {
  case nanPosition = "a position that is not a number"
  case infiniteBounds = "infinite bounds of a layer or a view"
  case nanTransform = "a transform that contains NaN"
  case nanKeyValue = "a position that is not a number, by `setValue(_:forKeyPath:)`"
  case layerInItself = "a layer as its own sublayer or mask, at any depth"
  case viewInItself = "a view as its own subview, at any depth"
  case negativeSubviewIndex = "a subview at a negative index"
  case exchangeOfNothing = "an exchange of subviews that do not exist"
  case nanConstant = "a constraint with a constant that is not a number"
  case negativeImage = "a drawing context of negative or infinite size"
  case negativeFrameRate = "a range of frame rates that descends"
  case cyclicGroup = "an animation group in itself"
  case deepGroup = "more than 64 levels of animation groups in groups"
  case hugeGroup = "more than a million animations in a group, with those of groups in it"
  case releasedAnimator = "an animator that is released while it is paused or stopped"
  case cyclicControllers = "a controller as its own child, at any depth"
  case ownPresenter = "a controller presented by itself, or by one that it presents"
  case presentedChild = "a controller presented while it has a parent"
  case tooManyRows = "more than 67 million rows or items"
  case infiniteItem = "a size, a spacing or an inset of a flow layout that is not finite"
  case missingItem = "attributes of an item that does not exist"
  case shortPath = "an index path without a row or an item"

  func run() {
    switch self {
    case .nanPosition: CALayer().position.x = .nan
    case .infiniteBounds: UIView().bounds.size.width = .infinity
    case .nanTransform: CALayer().transform.m11 = .nan
    case .nanKeyValue: CALayer().setValue(Double.nan, forKeyPath: "position.x")
    case .layerInItself:
      let (a, b) = (CALayer(), CALayer())
      a.addSublayer(b)
      b.addSublayer(a)
    case .viewInItself:
      let (a, b) = (UIView(), UIView())
      a.addSubview(b)
      b.addSubview(a)
    case .negativeSubviewIndex: UIView().insertSubview(UIView(), at: -1)
    case .exchangeOfNothing: UIView().exchangeSubview(at: 0, withSubviewAt: 1)
    case .nanConstant: UIView().widthAnchor.constraint(equalToConstant: 1).constant = .nan
    case .negativeImage:
      UIGraphicsBeginImageContextWithOptions(CGSize(width: -1, height: 1), false, 1)
    case .negativeFrameRate: _ = CAFrameRateRange(minimum: 60, maximum: 30)
    case .cyclicGroup:
      let group = CAAnimationGroup()
      group.animations = [group]
      CALayer().add(group, forKey: "g")
    case .deepGroup:
      let group = CAAnimationGroup()
      var inner = group
      // From the outside in, so that each has few levels when it gets its member.
      for _ in 0..<64 {
        let next = CAAnimationGroup()
        inner.animations = [next]
        inner = next
      }
      CALayer().add(group, forKey: "g")
    case .hugeGroup:
      var outer = CAAnimationGroup()
      // Each has the one before twice.
      for _ in 0..<40 {
        let next = CAAnimationGroup()
        next.animations = [outer, outer]
        outer = next
      }
    case .releasedAnimator:
      UIViewPropertyAnimator(duration: 1, curve: .linear).pauseAnimation()
    case .cyclicControllers:
      let (first, second) = (UIViewController(), UIViewController())
      first.addChild(second)
      second.addChild(first)
    case .ownPresenter:
      let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 9, height: 9))
      let root = UIViewController()
      window.rootViewController = root
      window.makeKeyAndVisible()
      root.present(root, animated: false)
    case .presentedChild:
      let (parent, child) = (UIViewController(), UIViewController())
      parent.addChild(child)
      parent.present(child, animated: false)
    case .tooManyRows, .infiniteItem, .missingItem: Self.list(self).layoutIfNeeded()
    case .shortPath: _ = IndexPath(index: 0).row
    }
  }

  /// A list with a data source that returns what no list can show.
  private static func list(_ input: RefusedInput) -> UIView {
    let frame = CGRect(x: 0, y: 0, width: 200, height: 200)
    let source = ListSource(input)
    if input == .tooManyRows {
      let table = UITableView(frame: frame)
      (table.dataSource, table.delegate) = (source, source)
      return table
    }
    let layout = input == .infiniteItem ? UICollectionViewFlowLayout() : MissingItemLayout()
    let view = UICollectionView(frame: frame, collectionViewLayout: layout)
    view.register(UICollectionViewCell.self, forCellWithReuseIdentifier: "cell")
    (view.dataSource, view.delegate) = (source, source)
    return view
  }
}

/// Returns numbers that no list has.
private final class ListSource: NSObject, UITableViewDataSource, UITableViewDelegate,
  UICollectionViewDataSource, UICollectionViewDelegateFlowLayout
{
  /// Lists do not retain their data sources.
  private static var all: [ListSource] = []
  private let input: RefusedInput

  init(_ input: RefusedInput) {
    self.input = input
    super.init()
    Self.all.append(self)
  }

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { .max }
  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { UITableViewCell() }
  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { 2 }
  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    collectionView.dequeueReusableCell(withReuseIdentifier: "cell", for: indexPath)
  }
  func collectionView(
    _ collectionView: UICollectionView, layout collectionViewLayout: UICollectionViewLayout,
    sizeForItemAt indexPath: IndexPath
  ) -> CGSize { CGSize(width: 10, height: indexPath.item == 0 ? CGFloat.infinity : CGFloat.nan) }
}

/// Places an item that does not exist.
private final class MissingItemLayout: UICollectionViewLayout {
  override var collectionViewContentSize: CGSize { CGSize(width: 200, height: 200) }
  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    [UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 500, section: 9))]
  }
}

/// Inputs that are taken, each with whether it had the effect that the page states.
@MainActor private enum ToleratedInput: String, CaseIterable {
  case opacityAboveOne = "an opacity outside of 0...1"
  case hugeFrame = "a frame of any finite size"
  case unsolvableFrame = "a frame that no bounds give under the transform"
  case autoresizedBeyond = "an autoresizing mask that gives no finite frame"
  case scrolledBeyond = "a rectangle to scroll to that a transform takes beyond the largest numbers"
  case lengthsOfText = "lengths of text of any finite size"
  case negativeScale = "a contents scale that is not positive"
  case uselessNumber =
    "any other NaN or infinity: of a stroke, a time, a colour, a font"
  case negativeDuration = "a negative duration"
  case unknownKey = "a key path that does not exist"
  case wrongType = "a value of another type than the property's"
  case indexBeyondEnd = "a sublayer or subview at an index beyond the end"
  case unmatchedCommit = "a commit without its begin"
  case unsortedKeyTimes = "key times that descend, or are outside of 0...1"
  case missingAnimation = "the removal of an animation that does not exist"
  case garbageImage = "bytes that are no picture"
  case emptyText = "text without characters, with unpaired or with control characters"
  case nilLook = "nil for a font, a text colour or a tint"
  case unsatisfiable = "constraints that contradict each other"
  case maskElsewhere = "a mask that has a superlayer"
  case actionBelow = "an action that puts a layer below the one that is being put into it"
  case overflow = "an animation that passes beyond the largest numbers"

  func isTolerated() -> Bool {
    switch self {
    case .opacityAboveOne, .hugeFrame, .unsolvableFrame, .negativeScale, .indexBeyondEnd: geometry()
    case .autoresizedBeyond, .scrolledBeyond, .lengthsOfText: beyondTheLargestNumbers()
    case .garbageImage, .emptyText, .nilLook, .unsatisfiable: content()
    case .maskElsewhere, .actionBelow: tree()
    default: motion()
    }
  }

  private func geometry() -> Bool {
    let layer = CALayer()
    switch self {
    case .opacityAboveOne:
      layer.opacity = 1.5
      return layer.opacity == 1.5
    case .hugeFrame:
      let huge = CGFloat.greatestFiniteMagnitude
      layer.frame = CGRect(x: huge, y: huge, width: huge, height: huge)
      let view = UIButton(frame: CGRect(x: huge, y: 0, width: huge, height: huge))
      view.layoutIfNeeded()
      return layer.frame.isFinite && view.frame.isFinite
    case .unsolvableFrame:
      layer.transform = CATransform3DMakeScale(1e200, 1e200, 1)
      layer.frame = CGRect(x: 3, y: 4, width: 10, height: 20)
      return layer.position.x.isFinite
    case .negativeScale:
      layer.contentsScale = -2
      return layer.contentsScale == 1
    default:
      layer.insertSublayer(CALayer(), at: 999)
      let view = UIView()
      view.insertSubview(UIView(), at: 999)
      return layer.sublayers?.count == 1 && view.subviews.count == 1
    }
  }

  private func beyondTheLargestNumbers() -> Bool {
    switch self {
    case .autoresizedBeyond:
      let (parent, view) = (UIView(), UIView(frame: CGRect(x: 0, y: 0, width: 1e10, height: 1)))
      view.autoresizingMask = [.flexibleWidth, .flexibleRightMargin]
      view.transform = CGAffineTransform(scaleX: 1e305, y: 1)
      parent.addSubview(view)
      parent.bounds.size.width = 9
      return view.bounds.width == 1e10
    case .scrolledBeyond:
      let (scroller, layer) = (CAScrollLayer(), CALayer())
      layer.transform = CATransform3DMakeScale(1e300, 1e300, 1)
      scroller.addSublayer(layer)
      layer.scrollRectToVisible(CGRect(x: 1e10, y: 1e10, width: 1, height: 1))
      return scroller.bounds.origin == .zero
    default:
      let text = NSAttributedString(string: "ab", attributes: [.kern: CGFloat(1e300)])
      return text.size().width > 1e8 && text.size().width < 1e10
    }
  }

  private func motion() -> Bool {
    let layer = CALayer()
    let animation = CABasicAnimation(keyPath: "opacity")
    switch self {
    case .uselessNumber:
      let shape = CAShapeLayer()
      (shape.strokeEnd, shape.timeOffset, animation.duration) = (0 / CGFloat.zero, .infinity, .nan)
      return shape.strokeEnd == 0 && shape.timeOffset.isFinite && animation.duration == 0
        && UIColor(red: .nan, green: 0, blue: 0, alpha: 1).cgColor == .black
        && UIFont.systemFont(ofSize: .nan).pointSize == 12
    case .negativeDuration:
      animation.duration = -1
      layer.add(animation, forKey: "a")
    case .unknownKey:
      layer.setValue(3, forKeyPath: "position.nonsense")
      layer.add(CABasicAnimation(keyPath: "nonsense"), forKey: "a")
    case .wrongType:
      layer.setValue("text", forKey: "position")
      animation.toValue = "text"
      layer.add(animation, forKey: "a")
      return layer.position == .zero
    case .unmatchedCommit: CATransaction.commit()
    case .unsortedKeyTimes:
      let keyframes = CAKeyframeAnimation(keyPath: "opacity")
      keyframes.values = [0, 1, 0]
      keyframes.keyTimes = [2, -1, 0.5]
      layer.add(keyframes, forKey: "a")
    case .overflow:
      let (window, view) = (UIWindow(), UIView())
      window.isHidden = false
      defer { window.isHidden = true }
      window.addSubview(view)
      let animator = UIViewPropertyAnimator(duration: 1, curve: .linear) {
        view.transform3D = CATransform3DMakeTranslation(-.greatestFiniteMagnitude, 0, 0)
      }
      view.transform3D = CATransform3DMakeTranslation(.greatestFiniteMagnitude, 0, 0)
      CATransaction.flush()
      animator.fractionComplete = 0.25
      CATransaction.flush()
      guard view.layer.presentation()?.transform.m41.isFinite == true else { return false }
      animator.stopAnimation(true)
      return view.transform3D.m41.isFinite
    default: layer.removeAnimation(forKey: "nothing")
    }
    CATransaction.flush()
    return layer.opacity == 1
  }

  private func tree() -> Bool {
    let (layer, taken, mask) = (CALayer(), CALayer(), CALayer())
    switch self {
    case .maskElsewhere:
      layer.addSublayer(mask)
      taken.mask = mask
      return mask.superlayer === taken && layer.sublayers == nil
    default:
      /// Puts the layer below the one that it is given.
      final class Trespassing: NSObject, CALayerDelegate {
        let place: CALayer
        init(_ place: CALayer) { self.place = place }
        func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
          if event == "sublayers", layer.superlayer == nil { place.addSublayer(layer) }
          return NSNull()
        }
      }
      taken.addSublayer(mask)
      let delegate = Trespassing(mask)
      layer.delegate = delegate
      layer.addSublayer(taken)
      return layer.superlayer === mask && layer.sublayers == nil
    }
  }

  private func content() -> Bool {
    let label = UILabel(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    switch self {
    case .garbageImage: return UIImage(data: Data([1, 2, 3])) == nil
    case .emptyText:
      for text in ["", "\u{0}", "\u{202E}\u{FFFC}", "\r\n\u{2028}"] {
        label.text = text
        label.sizeToFit()
        guard label.bounds.isFinite else { return false }
      }
      return true
    case .nilLook:
      (label.text, label.font, label.textColor, label.tintColor) = ("x", nil, nil, nil)
      label.sizeToFit()
      return label.bounds.width > 0
    default:
      let view = UIView()
      view.widthAnchor.constraint(equalToConstant: 10).isActive = true
      view.widthAnchor.constraint(equalToConstant: 20).isActive = true
      view.layoutIfNeeded()
      return [10, 20].contains(view.bounds.width) || view.bounds.width == 0
    }
  }
}

extension LiveViews {
  @MainActor @Suite struct FaultArticleTests {
    @Test(arguments: RefusedInput.allCases.map(\.rawValue))
    func refusedInputEndsTheProgram(name: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        await MainActor.run { RefusedInput(rawValue: name)?.run() }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("Fatal error: "), "the message has words: \(text.prefix(200))")
    }

    @Test(arguments: ToleratedInput.allCases.map(\.rawValue))
    func toleratedInputHasItsEffect(name: String) throws {
      let scene = ViewScene()
      #expect(try #require(ToleratedInput(rawValue: name)).isTolerated())
      scene.host.advance(to: 0.1)
    }
  }
}
