// UIViewTests.swift
// Hierarchy, geometry, autoresizing, hit testing (semantics 13, 15, 16.6).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing
import UIKitCore

@MainActor @Suite struct UIViewTests {
  /// Records callbacks.
  final class Witness: UIView {
    var log: [String] = []
    override func willMove(toSuperview newSuperview: UIView?) {
      log.append("willMove \(newSuperview == nil ? "nil" : "view")")
    }
    override func didMoveToSuperview() { log.append("didMove") }
    override func didMoveToWindow() { log.append("window \(window == nil ? "nil" : "some")") }
    override func didAddSubview(_ subview: UIView) { log.append("added \(subview.tag)") }
    override func willRemoveSubview(_ subview: UIView) { log.append("removing \(subview.tag)") }
    override func layoutSubviews() { log.append("layout") }
  }

  func tagged(_ tag: Int) -> UIView {
    let view = UIView()
    view.tag = tag
    return view
  }

  // MARK: Hierarchy

  @Test func subviewsAndSublayersHaveSameOrder() {
    let parent = UIView()
    let views = (0..<4).map(tagged)
    parent.addSubview(views[0])
    parent.addSubview(views[1])
    parent.insertSubview(views[2], at: 0)
    parent.insertSubview(views[3], aboveSubview: views[2])
    func tags() -> [Int] { parent.subviews.map(\.tag) }
    func layersAgree() -> Bool { parent.layer.sublayers == parent.subviews.map(\.layer) }
    #expect(tags() == [2, 3, 0, 1] && layersAgree())
    parent.bringSubviewToFront(views[2])
    #expect(tags() == [3, 0, 1, 2] && layersAgree())
    parent.sendSubviewToBack(views[1])
    #expect(tags() == [1, 3, 0, 2] && layersAgree())
    parent.exchangeSubview(at: 0, withSubviewAt: 3)
    #expect(tags() == [2, 3, 0, 1] && layersAgree())
    parent.insertSubview(views[1], belowSubview: views[3])
    #expect(tags() == [2, 1, 3, 0] && layersAgree())
    views[3].removeFromSuperview()
    #expect(tags() == [2, 1, 0] && layersAgree() && views[3].superview == nil)
  }

  @Test func hierarchyCallbacksComeInOrder() {
    let (parent, child) = (Witness(), Witness())
    child.tag = 5
    let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    window.addSubview(parent)
    parent.log = []
    parent.addSubview(child)
    #expect(child.log == ["willMove view", "window some", "didMove"])
    child.removeFromSuperview()
    #expect(child.log.suffix(3) == ["willMove nil", "window nil", "didMove"])
    #expect(parent.log == ["added 5", "removing 5"])
  }

  @Test func addingViewToItselfTraps() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let (parent, child) = (UIView(), UIView())
        parent.addSubview(child)
        child.addSubview(parent)
      }
    }
  }

  @Test func viewWithTagFindsDescendants() {
    let root = tagged(1)
    let deep = tagged(3)
    let middle = tagged(2)
    root.addSubview(middle)
    middle.addSubview(deep)
    #expect(root.viewWithTag(3) === deep && root.viewWithTag(9) == nil)
    #expect(deep.isDescendant(of: root) && deep.isDescendant(of: deep))
    #expect(!root.isDescendant(of: deep))
  }

  @Test func layerClassIsUsed() {
    final class MyLayer: CALayer {}
    final class MyView: UIView {
      override class var layerClass: AnyClass { MyLayer.self }
    }
    let view = MyView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(view.layer is MyLayer && view.layer.delegate === view)
    #expect(view.layer.bounds.size == CGSize(width: 3, height: 4))
  }

  @Test func tintColorIsInherited() {
    let (parent, child) = (UIView(), UIView())
    parent.addSubview(child)
    #expect(child.tintColor == .systemBlue)
    parent.tintColor = .red
    #expect(child.tintColor == .red)
    child.tintColor = .green
    parent.tintColor = .blue
    #expect(child.tintColor == .green)
  }

  // MARK: Geometry

  typealias Mask = UIView.AutoresizingMask

  @Test func convertPointsThroughFramesAndTransforms() {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
    let child = UIView(frame: CGRect(x: 50, y: 60, width: 20, height: 20))
    root.addSubview(child)
    #expect(child.convert(CGPoint(x: 1, y: 2), to: root) == CGPoint(x: 51, y: 62))
    #expect(child.convert(CGPoint(x: 51, y: 62), from: nil) == CGPoint(x: 1, y: 2))
    root.bounds.origin.y = 10
    #expect(
      root.convert(CGRect(x: 50, y: 60, width: 1, height: 1), to: child)
        == CGRect(x: 0, y: 0, width: 1, height: 1))
    child.transform = CGAffineTransform(scaleX: 2, y: 2)
    #expect(child.convert(CGPoint(x: 20, y: 10), to: root) == CGPoint(x: 80, y: 70))
  }

  @Test(arguments: [
    // mask → frame of a 20 x 20 view at 10, 10 in 100 x 100 that becomes 150 x 60
    (Mask(), CGRect(x: 10, y: 10, width: 20, height: 20)),
    (.flexibleWidth, CGRect(x: 10, y: 10, width: 70, height: 20)),
    (.flexibleLeftMargin, CGRect(x: 60, y: 10, width: 20, height: 20)),
    (
      Mask([.flexibleRightMargin, .flexibleBottomMargin]),
      CGRect(x: 10, y: 10, width: 20, height: 20)
    ),
    // The left margin has 10 of 80 points, so it gets an eighth of the change.
    (
      Mask([.flexibleLeftMargin, .flexibleRightMargin]),
      CGRect(x: 16.25, y: 10, width: 20, height: 20)
    ),
    (
      Mask([.flexibleWidth, .flexibleHeight, .flexibleBottomMargin]),
      CGRect(x: 10, y: 10, width: 70, height: 20 - 40 * 20.0 / 90)
    ),
    (.flexibleHeight, CGRect(x: 10, y: 10, width: 20, height: 0)),
  ])
  func viewsFollowTheirSuperview(mask: UIView.AutoresizingMask, frame: CGRect) {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 10, y: 10, width: 20, height: 20))
    child.autoresizingMask = mask
    parent.addSubview(child)
    parent.frame.size = CGSize(width: 150, height: 60)
    #expect(abs(child.frame.minX - frame.minX) < 1e-9)
    #expect(abs(child.frame.minY - frame.minY) < 1e-9)
    #expect(abs(child.frame.width - frame.width) < 1e-9)
    #expect(abs(child.frame.height - frame.height) < 1e-9)
  }

  /// Under its transform the view has no finite frame that could follow.
  @Test func autoresizingBeyondTheLargestNumbersChangesNothing() {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 10, y: 10, width: 1e10, height: 20))
    child.autoresizingMask = [.flexibleWidth, .flexibleRightMargin]
    child.transform = CGAffineTransform(scaleX: 1e305, y: 1)
    parent.addSubview(child)
    #expect(!child.frame.width.isFinite)
    parent.frame.size.width = 150
    #expect(child.bounds.size == CGSize(width: 1e10, height: 20))
  }

  @Test func sizeAndSubviewChangesRequestLayout() {
    let view = Witness(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    view.layoutIfNeeded()
    view.log = []
    view.layoutIfNeeded()
    #expect(view.log.isEmpty)
    view.frame.size.width = 20
    view.layoutIfNeeded()
    view.addSubview(UIView())
    view.layoutIfNeeded()
    #expect(view.log.filter { $0 == "layout" }.count == 2)
  }

  @Test func sizeToFitKeepsTopLeftCorner() {
    final class Fitting: UIView {
      override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 30, height: 8) }
    }
    let view = Fitting(frame: CGRect(x: 5, y: 6, width: 100, height: 100))
    view.sizeToFit()
    #expect(view.frame == CGRect(x: 5, y: 6, width: 30, height: 8))
  }

  // MARK: Drawing

  /// semantics 13
  @Test func onlyDrawOverrideCreatesContents() {
    final class Drawing: UIView {
      var drawn: CGRect?
      override func draw(_ rect: CGRect) {
        super.draw(rect)
        drawn = rect
        UIColor.red.setFill()
        UIRectFill(rect)
      }
    }
    let size = CGRect(x: 0, y: 0, width: 10, height: 10)
    let (plain, drawing) = (UIView(frame: size), Drawing(frame: size))
    plain.layer.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
    for view in [plain, drawing] {
      view.setNeedsDisplay()
      view.layer.displayIfNeeded()
    }
    #expect(plain.layer.contents is CGImage)
    #expect(drawing.layer.contents != nil && drawing.drawn == size)
    #expect(UIGraphicsGetCurrentContext() == nil)
  }

  // MARK: Hit testing

  func tree() -> (root: UIView, back: UIView, front: UIView) {
    let root = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let back = UIView(frame: CGRect(x: 10, y: 10, width: 50, height: 50))
    let front = UIView(frame: CGRect(x: 30, y: 30, width: 50, height: 50))
    root.addSubview(back)
    root.addSubview(front)
    return (root, back, front)
  }

  /// semantics 15
  @Test func hitTestReturnsFrontmostView() {
    let (root, back, front) = tree()
    #expect(root.hitTest(CGPoint(x: 40, y: 40), with: nil) === front)
    #expect(root.hitTest(CGPoint(x: 15, y: 15), with: nil) === back)
    #expect(root.hitTest(CGPoint(x: 5, y: 5), with: nil) === root)
    #expect(root.hitTest(CGPoint(x: 100, y: 50), with: nil) == nil)
    #expect(root.hitTest(CGPoint(x: 80, y: 50), with: nil) === root)
  }

  /// semantics 15
  @Test func hitTestSkipsNonInteractiveViews() {
    let changes: [(UIView) -> Void] = [
      { $0.isHidden = true }, { $0.alpha = 0.005 }, { $0.isUserInteractionEnabled = false },
      { $0.touchBlockCount = 1 }, { $0.frame = .zero },
    ]
    for change in changes {
      let (root, back, front) = tree()
      change(front)
      #expect(root.hitTest(CGPoint(x: 40, y: 40), with: nil) === back)
    }
  }

  @Test func hitTestIgnoresSubviewsOutsideOfBounds() {
    let (root, back, front) = tree()
    let outside = UIView(frame: CGRect(x: -20, y: 0, width: 10, height: 10))
    front.addSubview(outside)
    #expect(root.hitTest(CGPoint(x: 15, y: 35), with: nil) === back)
  }

  @Test func hitTestingFollowsTransforms() {
    let (root, _, front) = tree()
    front.transform = CGAffineTransform(scaleX: 0.1, y: 0.1)
    #expect(root.hitTest(CGPoint(x: 55, y: 55), with: nil) === front)
    #expect(root.hitTest(CGPoint(x: 70, y: 70), with: nil) === root)
  }
}

extension UIViewTests {
  // MARK: Masks

  /// A mask that becomes a subview, here or elsewhere, masks no longer; a subview that becomes a mask is no subview.
  @Test func maskIsNeverASubviewToo() {
    let (view, mask, other) = (UIView(), UIView(), UIView())
    view.mask = mask
    #expect(view.layer.mask === mask.layer)
    view.addSubview(mask)
    #expect(view.mask == nil && view.layer.mask == nil && mask.superview === view)
    view.mask = mask
    #expect(view.subviews.isEmpty && mask.superview == nil && view.layer.mask === mask.layer)
    other.addSubview(mask)
    #expect(view.mask == nil && view.layer.mask == nil && mask.superview === other)
  }

  @Test func maskMasksOneView() {
    let (view, mask, other) = (UIView(), UIView(), UIView())
    view.mask = mask
    other.mask = mask
    #expect(view.mask == nil && view.layer.mask == nil)
    #expect(other.mask === mask && other.layer.mask === mask.layer)
    other.mask = mask
    #expect(other.layer.mask === mask.layer)
    other.mask = nil
    #expect(other.layer.mask == nil)
  }

  @Test func viewsAndTheirMasksAreReleased() {
    weak var gone: UIView?
    do {
      let (view, mask) = (UIView(), UIView())
      view.mask = mask
      view.addSubview(mask)
      gone = view
    }
    #expect(gone == nil)
  }
}
