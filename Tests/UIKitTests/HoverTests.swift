// HoverTests.swift
// The pointer without a press: controls and recognisers beneath it, and scroll bars that are dragged.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

extension LiveViews {
  @MainActor @Suite struct HoverTests {
    /// A window of 100 x 100 points with a view in it.
    @MainActor final class Stage {
      let scene: ViewScene
      private var time = 0.0

      init(_ view: UIView, frame: CGRect) {
        scene = ViewScene(view)
        view.frame = frame
        advance()
      }

      func send(_ events: InputEvent.Kind...) {
        for event in events { scene.host.send(event) }
        advance()
      }

      private func advance() {
        time += 0.02
        scene.host.advance(to: time)
      }
    }

    @Test func controlKnowsThatThePointerIsOverIt() {
      let button = UIButton(frame: .zero)
      let stage = Stage(button, frame: CGRect(x: 10, y: 10, width: 40, height: 40))
      #expect(!button.isHovered)
      stage.send(.pointerMoved(CGPoint(x: 20, y: 20)))
      #expect(button.isHovered)
      stage.send(.pointerMoved(CGPoint(x: 80, y: 80)))
      #expect(!button.isHovered)
      stage.send(.pointerMoved(CGPoint(x: 20, y: 20)))
      stage.send(.pointerLeft)
      #expect(!button.isHovered, "the pointer left the window")
    }

    /// On a large control the words are beside the pointer, not at the control's middle or edge.
    @Test func toolTipOfALargeControlIsBesideThePointer() throws {
      let area = UIControl(frame: .zero)
      area.toolTip = "Tip"
      let scene = ViewScene(area, size: CGSize(width: 600, height: 400))
      area.frame = CGRect(x: 0, y: 0, width: 600, height: 400)
      scene.host.advance(to: 0.1)
      for (time, pointer) in [(0.2, CGPoint(x: 100, y: 50)), (2, CGPoint(x: 480, y: 300))] {
        scene.host.send(.pointerLeft)
        scene.host.advance(to: time)
        scene.host.send(.pointerMoved(pointer))
        scene.host.advance(to: time + 1)
        let tip = try #require(
          scene.window.subviews.first { ($0.subviews.first as? UILabel)?.text == "Tip" })
        #expect(abs(tip.center.x - pointer.x) < 40 && abs(tip.center.y - pointer.y) < 50)
        #expect(!tip.frame.contains(pointer), "\(tip.frame)")
      }
    }

    /// A tool tip appears after 0.7 s of rest, inside of the window, and disappears with a press or the pointer.
    @Test func toolTipIsShownWhileThePointerRests() throws {
      let button = UIButton(frame: .zero)
      button.toolTip = "Replay (R)"
      #expect(button.toolTip == "Replay (R)")
      let stage = Stage(button, frame: CGRect(x: 70, y: 60, width: 40, height: 40))
      let window = stage.scene.window
      func tips() -> [UIView] {
        window.subviews.filter { ($0.subviews.first as? UILabel)?.text == "Replay (R)" }
      }
      let over = InputEvent.Kind.pointerMoved(CGPoint(x: 80, y: 80))
      stage.send(over)
      stage.scene.host.advance(to: 0.6)
      #expect(tips().isEmpty)
      stage.scene.host.advance(to: 0.8)
      let tip = try #require(tips().first)
      #expect(window.bounds.contains(tip.frame), "\(tip.frame)")
      #expect(tip.frame.maxY <= 60, "there is no room below")
      #expect(window.hitTest(tip.center, with: nil) !== tip)
      stage.scene.host.send(.pointerDown(CGPoint(x: 80, y: 80), button: 1, clicks: 1))
      stage.scene.host.advance(to: 0.9)
      #expect(tips().isEmpty)
      stage.scene.host.send(.pointerUp(CGPoint(x: 80, y: 80), button: 1))
      stage.scene.host.advance(to: 2)
      #expect(tips().isEmpty, "a press hides them until the pointer has left")
      button.toolTip = nil
      #expect(tips().isEmpty && button.toolTip == nil)
      button.toolTip = "Replay (R)"
      stage.scene.host.advance(to: 3)
      #expect(tips().count == 1)
      stage.scene.host.send(.keyDown(.character("x"), modifiers: [], isRepeat: false))
      stage.scene.host.advance(to: 3.1)
      #expect(tips().isEmpty, "a key was pressed")
      stage.scene.host.send(.pointerLeft)
      stage.scene.host.send(over)
      stage.scene.host.advance(to: 4)
      #expect(tips().count == 1)
      stage.scene.host.send(.pointerLeft)
      stage.scene.host.advance(to: 5)
      #expect(tips().isEmpty)
      stage.scene.host.send(over)
      stage.scene.host.advance(to: 6)
      #expect(tips().count == 1)
      button.removeFromSuperview()
      #expect(tips().isEmpty, "the control has left the window")
    }

    /// Only a button with pointer interaction changes its look.
    @Test func buttonBecomesLighterBeneathThePointer() {
      for isEnabled in [false, true] {
        let button = UIButton(frame: .zero)
        button.backgroundColor = .black
        button.isPointerInteractionEnabled = isEnabled
        let stage = Stage(button, frame: CGRect(x: 10, y: 10, width: 40, height: 40))
        let before = stage.scene.host.image().pixels
        stage.send(.pointerMoved(CGPoint(x: 20, y: 20)))
        #expect((stage.scene.host.image().pixels != before) == isEnabled)
        stage.send(.pointerMoved(CGPoint(x: 80, y: 80)))
        #expect(stage.scene.host.image().pixels == before)
      }
    }

    @Test func hoverRecogniserFollowsThePointer() {
      let view = UIView()
      var log: [String] = []
      view.addGestureRecognizer(
        UIHoverGestureRecognizer { recognizer in
          let place = recognizer.location(in: view)
          log.append("\(recognizer.state) \(Int(place.x)) \(Int(place.y))")
        })
      let stage = Stage(view, frame: CGRect(x: 10, y: 10, width: 40, height: 40))
      stage.send(.pointerMoved(CGPoint(x: 80, y: 80)))
      #expect(log.isEmpty)
      stage.send(.pointerMoved(CGPoint(x: 12, y: 13)))
      stage.send(.pointerMoved(CGPoint(x: 20, y: 30)))
      stage.send(.pointerMoved(CGPoint(x: 80, y: 80)))
      #expect(log == ["began 2 3", "changed 10 20", "ended 10 20"])
      stage.send(.pointerMoved(CGPoint(x: 12, y: 13)))
      #expect(log.count == 4 && log.last == "began 2 3", "it can begin again")
    }

    /// A hover recogniser takes no part in presses.
    @Test func hoverRecogniserDoesNotTakeTouches() {
      let view = UIView()
      var taps = 0
      view.addGestureRecognizer(UIHoverGestureRecognizer())
      view.addGestureRecognizer(UITapGestureRecognizer { _ in taps += 1 })
      let stage = Stage(view, frame: CGRect(x: 10, y: 10, width: 40, height: 40))
      let place = CGPoint(x: 20, y: 20)
      stage.send(
        .pointerMoved(place), .pointerDown(place, button: 1, clicks: 1),
        .pointerUp(place, button: 1))
      #expect(taps == 1)
    }

    /// A bar moves the content by its share: from end to end it is dragged through the whole content.
    @Test func scrollBarIsDragged() {
      let view = UIScrollView()
      let stage = Stage(view, frame: CGRect(x: 0, y: 0, width: 100, height: 100))
      view.contentSize = CGSize(width: 100, height: 1000)
      stage.send()
      // The bar is 24 points long, in a lane of 96.
      stage.send(.pointerDown(CGPoint(x: 96, y: 10), button: 1, clicks: 1))
      stage.send(.pointerMoved(CGPoint(x: 96, y: 46)))
      #expect(abs(view.contentOffset.y - 450) < 1, "\(view.contentOffset.y)")
      stage.send(.pointerMoved(CGPoint(x: 96, y: 500)))
      #expect(view.contentOffset.y == 900, "it stops at the end")
      stage.send(.pointerMoved(CGPoint(x: 96, y: -500)))
      #expect(view.contentOffset.y == 0)
      stage.send(.pointerUp(CGPoint(x: 96, y: -500), button: 1))
      stage.send(.pointerMoved(CGPoint(x: 96, y: 90)))
      #expect(view.contentOffset.y == 0, "the drag is over")
    }
  }
}
