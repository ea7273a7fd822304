// UIScrollViewTests.swift
// Content that is dragged, flicked, caught, paged and scrolled by code, frame by frame.
//
// SPDX-License-Identifier: MIT

import Compositor
import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct UIScrollViewTests {
    /// Records callbacks, without repetitions.
    final class Witness: UIScrollViewDelegate {
      var log: [String] = []
      var offsets: [CGPoint] = []
      var target: CGPoint?
      var velocity = CGPoint.zero
      func scrollViewDidScroll(_ scrollView: UIScrollView) {
        offsets.append(scrollView.contentOffset)
        if log.last != "scroll" { log.append("scroll") }
      }
      func scrollViewWillBeginDragging(_ scrollView: UIScrollView) { log.append("will drag") }
      func scrollViewWillEndDragging(
        _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
        targetContentOffset: UnsafeMutablePointer<CGPoint>
      ) {
        log.append("will end")
        self.velocity = velocity
        if let target { targetContentOffset.pointee = target }
      }
      func scrollViewDidEndDragging(
        _ scrollView: UIScrollView, willDecelerate decelerate: Bool
      ) { log.append("end drag \(decelerate)") }
      func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
        log.append("will coast")
      }
      func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) { log.append("end coast") }
      func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
        log.append("end move")
      }
    }

    /// A scroll view of 100 x 100 points with content of 100 x 1000, at 100 frames per second.
    @MainActor final class Stage {
      let scene = ViewScene(UIScrollView())
      let witness = Witness()
      var time = 0.0
      var view: UIScrollView { scene.view as? UIScrollView ?? UIScrollView() }

      init() {
        view.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        view.contentSize = CGSize(width: 100, height: 1000)
        view.delegate = witness
        advance(1.0 / 60)
      }

      func advance(_ seconds: Double) {
        time += seconds
        scene.host.advance(to: time)
      }

      /// Drags upwards by points per frame.
      func drag(by points: CGFloat, frames: Int, from y: CGFloat = 90) {
        scene.host.send(.pointerDown(CGPoint(x: 50, y: y), button: 1, clicks: 1))
        advance(1.0 / 60)
        for frame in 1...frames {
          scene.host.send(.pointerMoved(CGPoint(x: 50, y: y - points * CGFloat(frame))))
          advance(1.0 / 60)
        }
        end = CGPoint(x: 50, y: y - points * CGFloat(frames))
      }
      var end = CGPoint.zero
      func letGo() {
        scene.host.send(.pointerUp(end, button: 1))
        advance(1.0 / 60)
      }
    }

    @Test func flickDeceleratesAndStops() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      #expect(stage.view.contentOffset.y == 80 && stage.view.isDragging)
      stage.letGo()
      #expect(stage.view.isDecelerating)
      stage.advance(0.1)
      let early = stage.view.contentOffset.y
      #expect(early > 110 && early < 150)
      stage.advance(5)
      #expect(!stage.view.isDecelerating)
      // 500 points per second over the last 0.1 s leave a distance of 250 points.
      #expect(abs(stage.view.contentOffset.y - 330) < 5)
      #expect(
        stage.witness.log == [
          "will drag", "scroll", "will end", "end drag true", "will coast", "scroll", "end coast",
        ])
      #expect(abs(stage.witness.velocity.y - 0.5) < 0.01)
      // Every frame moved, and each moved less than the one before.
      let steps = zip(stage.witness.offsets, stage.witness.offsets.dropFirst()).map { $1.y - $0.y }
      let coasting = steps.dropFirst(9).dropLast()
      #expect(zip(coasting, coasting.dropFirst()).allSatisfy { $0 >= $1 - 0.001 })
    }

    @Test func offsetUsesFrameTime() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      stage.letGo()
      let layer = stage.view.layer
      for _ in 0..<20 {
        stage.advance(1.0 / 60)
        #expect(layer.presentation()?.bounds.origin.y == stage.view.contentOffset.y)
      }
      #expect(stage.scene.host.records.last?.time == MediaClock.now)
    }

    @Test func releaseWithoutVelocityDoesNotDecelerate() {
      let stage = Stage()
      stage.drag(by: 10, frames: 3)
      stage.advance(0.5)
      stage.letGo()
      stage.advance(1)
      #expect(stage.view.contentOffset.y == 30)
      #expect(stage.witness.log == ["will drag", "scroll", "will end", "end drag false"])
    }

    @Test func contentBeyondEdgeSpringsBack() {
      let stage = Stage()
      stage.drag(by: -10, frames: 5, from: 10)
      let pulled = stage.view.contentOffset.y
      #expect(pulled < -15 && pulled > -50)
      stage.advance(0.5)
      stage.letGo()
      #expect(stage.view.isDecelerating)
      stage.advance(0.1)
      #expect(stage.view.contentOffset.y > pulled && stage.view.contentOffset.y < 0)
      stage.advance(2)
      #expect(stage.view.contentOffset == .zero && !stage.view.isDecelerating)
    }

    @Test func dragStopsAtEdgeWithoutBounces() {
      let stage = Stage()
      stage.view.bounces = false
      stage.drag(by: -10, frames: 5, from: 10)
      #expect(stage.view.contentOffset == .zero)
    }

    @Test func contentInsetExtendsScrollRange() {
      let stage = Stage()
      stage.view.contentInset.top = 40
      stage.view.bounces = false
      stage.drag(by: -10, frames: 8, from: 10)
      #expect(stage.view.contentOffset.y == -40)
    }

    @Test func touchStopsDeceleration() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      stage.letGo()
      stage.advance(0.1)
      stage.scene.host.send(.pointerDown(CGPoint(x: 50, y: 50), button: 1, clicks: 1))
      stage.advance(0.1)
      let caught = stage.view.contentOffset
      #expect(stage.view.isTracking && !stage.view.isDecelerating)
      stage.scene.host.send(.pointerUp(CGPoint(x: 50, y: 50), button: 1))
      stage.advance(0.5)
      #expect(stage.view.contentOffset == caught && stage.witness.log.last == "end coast")
    }

    @Test func contentCaughtBeyondEdgeSpringsBackOnRelease() {
      let stage = Stage()
      stage.drag(by: -10, frames: 5, from: 10)
      stage.letGo()
      stage.advance(0.03)
      stage.scene.host.send(.pointerDown(CGPoint(x: 50, y: 50), button: 1, clicks: 1))
      stage.advance(0.1)
      #expect(stage.view.contentOffset.y < -1)
      stage.scene.host.send(.pointerUp(CGPoint(x: 50, y: 50), button: 1))
      stage.advance(2)
      #expect(stage.view.contentOffset == .zero)
    }

    @Test func pagingStopsAtMultiplesOfSize() {
      let stage = Stage()
      stage.view.isPagingEnabled = true
      stage.drag(by: 10, frames: 3)
      stage.letGo()
      stage.advance(2)
      #expect(stage.view.contentOffset.y == 100)
      stage.drag(by: 3, frames: 8)
      stage.advance(0.5)
      stage.letGo()
      stage.advance(2)
      #expect(stage.view.contentOffset.y == 100)
    }

    @Test func delegateCanChangeTargetOffset() {
      let stage = Stage()
      stage.witness.target = CGPoint(x: 0, y: 250)
      stage.drag(by: 10, frames: 4)
      stage.letGo()
      stage.advance(3)
      #expect(stage.view.contentOffset.y == 250)
    }

    @Test func animatedSetContentOffsetNotifiesEveryFrame() {
      let stage = Stage()
      stage.view.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
      #expect(stage.view.contentOffset == .zero)
      stage.advance(0.15)
      #expect(stage.view.contentOffset.y > 100 && stage.view.contentOffset.y < 200)
      stage.advance(0.3)
      #expect(stage.view.contentOffset.y == 300)
      #expect(stage.witness.log == ["scroll", "end move"] && stage.witness.offsets.count > 10)
      stage.view.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
      stage.advance(0.5)
      #expect(stage.witness.log.count == 2)
    }

    @Test func settingOffsetStopsAnimatedScroll() {
      let stage = Stage()
      stage.view.setContentOffset(CGPoint(x: 0, y: 300), animated: true)
      stage.advance(0.1)
      stage.view.contentOffset = CGPoint(x: 0, y: 5)
      stage.advance(1)
      #expect(stage.view.contentOffset.y == 5 && stage.witness.log == ["scroll"])
    }

    @Test func scrollRectToVisibleMovesMinimally() {
      let stage = Stage()
      stage.view.scrollRectToVisible(CGRect(x: 0, y: 150, width: 10, height: 20), animated: false)
      #expect(stage.view.contentOffset.y == 70)
      stage.view.scrollRectToVisible(CGRect(x: 0, y: 80, width: 10, height: 20), animated: false)
      #expect(stage.view.contentOffset.y == 70)
      stage.view.scrollRectToVisible(CGRect(x: 0, y: 990, width: 10, height: 90), animated: false)
      #expect(stage.view.contentOffset.y == 900)
      stage.view.scrollRectToVisible(.zero, animated: false)
      #expect(stage.view.contentOffset.y == 900)
    }

    @Test func hidingWindowEndsDeceleration() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      stage.letGo()
      stage.scene.window.isHidden = true
      stage.advance(0.1)
      #expect(!stage.view.isDecelerating && stage.witness.log.last == "end coast")
    }

    @Test func idleScrollViewRequestsNoFrames() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      stage.letGo()
      stage.advance(6)
      let frames = stage.scene.host.records.count
      stage.advance(2)
      #expect(stage.scene.host.records.count == frames)
    }

    @Test func contentShrinkingDuringDecelerationSpringsBack() {
      let stage = Stage()
      stage.drag(by: 10, frames: 8)
      stage.letGo()
      stage.view.contentSize.height = 150
      stage.advance(8)
      #expect(stage.view.contentOffset.y == 50 && !stage.view.isDecelerating)
    }

    /// After any input, content stops between its edges.
    @Test func randomInputLeavesContentInsideAndStill() {
      let stage = Stage()
      let view = stage.view
      var random = SeededRandom(seed: 21)
      func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
      func point() -> CGPoint { CGPoint(x: number(0...99), y: number(0...99)) }
      for _ in 0..<1000 {
        switch Int.random(in: 0...11, using: &random) {
        case 0: stage.scene.host.send(.pointerDown(point(), button: 1, clicks: 1))
        case 1, 2, 3, 4: stage.scene.host.send(.pointerMoved(point()))
        case 5: stage.scene.host.send(.pointerUp(point(), button: 1))
        case 6: view.setContentOffset(CGPoint(x: 0, y: number(0...900)), animated: true)
        case 7:
          stage.scene.host.send(
            .scroll(point(), deltaX: 0, deltaY: number(-90...90), modifiers: []))
        case 8: view.isPagingEnabled.toggle()
        case 9: view.contentSize.height = number(50...1000)
        case 10: stage.scene.window.isHidden = number(0...9) < 1
        default: view.bounces = number(0...1) < 0.7
        }
        stage.advance(Double(number(0...0.05)))
        #expect(view.contentOffset.y.isFinite && abs(view.contentOffset.y) < 1200)
      }
      stage.scene.window.isHidden = false
      stage.scene.host.send(.pointerUp(point(), button: 1))
      stage.advance(12)
      #expect(!view.isDecelerating && !view.isDragging && !view.isTracking)
      let high = max(0, view.contentSize.height - 100)
      #expect(view.contentOffset.y >= 0 && view.contentOffset.y <= high)
      let (began, ended) = ("will coast", "end coast")
      #expect(stage.witness.log.count { $0 == began } == stage.witness.log.count { $0 == ended })
    }

    @Test func keysScroll() {
      let stage = Stage()
      stage.scene.window.rootViewController = UIViewController()
      let field = UIButton()
      field.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
      stage.view.addSubview(field)
      _ = field.becomeFirstResponder()
      stage.scene.host.send(.keyDown(.end, modifiers: [], isRepeat: false))
      stage.advance(1)
      #expect(stage.view.contentOffset.y == 900)
      stage.scene.host.send(.keyDown(.pageUp, modifiers: [], isRepeat: false))
      stage.advance(1)
      #expect(stage.view.contentOffset.y == 848)
    }

    @Test func wheelWithControlZooms() {
      final class Zooming: UIScrollViewDelegate {
        let view = UIView(frame: CGRect(x: 0, y: 0, width: 200, height: 200))
        func viewForZooming(in scrollView: UIScrollView) -> UIView? { view }
      }
      let stage = Stage()
      let zooming = Zooming()
      stage.view.delegate = zooming
      stage.view.addSubview(zooming.view)
      stage.view.contentSize = CGSize(width: 200, height: 200)
      stage.view.maximumZoomScale = 2
      let point = CGPoint(x: 20, y: 30)
      stage.scene.host.send(.scroll(point, deltaX: 0, deltaY: 48, modifiers: .control))
      stage.advance(0.02)
      #expect(abs(stage.view.zoomScale - 1.1) < 1e-9 && stage.view.isZooming)
      #expect(abs(stage.view.contentSize.width - 220) < 1e-9)
      // The content under the pointer stays in place.
      #expect(abs(stage.view.contentOffset.x - 2) < 1e-9)
      #expect(abs(stage.view.contentOffset.y - 3) < 1e-9)
      stage.advance(1)
      #expect(!stage.view.isZooming)
      stage.view.zoomScale = 9
      #expect(stage.view.zoomScale == 2)
    }

    /// Content at its end stays at its end when the view grows.
    @Test func growthKeepsContentAtItsEnd() {
      let stage = Stage()
      stage.view.contentOffset.y = 900
      stage.view.frame.size.height = 300
      stage.advance(0.1)
      #expect(stage.view.contentOffset.y == 700)
      stage.view.frame.size.height = 100
      stage.advance(0.1)
      #expect(stage.view.contentOffset.y == 700)
      stage.view.frame.size.height = 1200
      stage.advance(0.1)
      #expect(stage.view.contentOffset.y == 0)
    }

    @Test func decelerationContinuesWhenContentGrows() {
      let scroll = UIScrollView()
      let scene = ViewScene(scroll)
      scroll.contentSize = CGSize(width: 20, height: 400)
      scroll.setContentOffset(CGPoint(x: 0, y: 100), animated: true)
      scene.host.advance(to: 0.1)
      scroll.contentSize.height = 500
      scene.host.advance(to: 0.2)
      scene.host.advance(to: 1)
      #expect(scroll.contentOffset.y == 100)
    }

    @Test func barThatAppearsInABlockAppearsInItsPlace() throws {
      let root = UIView()
      let scene = ViewScene(root)
      let scroll = UIScrollView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      root.addSubview(scroll)
      scroll.contentSize = CGSize(width: 20, height: 20)
      scene.host.advance(to: 0.1)
      let bar = try #require(scroll.layer.sublayers?.last { $0.zPosition == 1 })
      func change(_ height: CGFloat) {
        UIView.animate(withDuration: 1) {
          scroll.contentSize.height = height
          scroll.layoutIfNeeded()
        }
      }
      change(400)
      #expect(!bar.isHidden && bar.bounds.height > 10)
      #expect(bar.animationKeys() ?? [] == [])
      // One that is seen moves with the block.
      scene.host.advance(to: 2)
      change(200)
      #expect(bar.animationKeys()?.contains { $0.hasPrefix("bounds") } == true)
    }
  }
}
