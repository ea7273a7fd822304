// DescriptionTests.swift
// Text descriptions of layers, animations and the tree.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

/// A text without addresses, which differ in every run.
private func plain(_ text: String) -> String {
  text.replacingOccurrences(of: "0x[0-9a-f]+", with: "0x", options: .regularExpression)
}

@Suite struct AnimationDescriptionTests {
  @Test func objectsSayTheirClassAndAddress() {
    let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
    #expect(plain("\(layer)") == "<CALayer: 0x>" && "\(layer)" == layer.description)
    #expect(plain("\(animation)") == "<CABasicAnimation: 0x>")
    #expect("\(animation)" != "\(CABasicAnimation(keyPath: "opacity"))")
    final class Mine: CALayer {
      override var description: String { "mine" }
    }
    #expect("\(Mine())" == "mine")
  }

  /// In the form of a log: one line for each value that differs from its default.
  @Test func basicAnimationsShowWhatWasSet() {
    final class State: CAAnimationDelegate {}
    let animation = CABasicAnimation(keyPath: "position")
    animation.delegate = State()
    animation.fillMode = .both
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    animation.duration = 0.3
    animation.fromValue = CGPoint(x: 5, y: 5)
    animation.setValue("mine", forKey: "tag")
    #expect(
      plain(animation.debugDescription) == """
        <CABasicAnimation: 0x;
            delegate = <State>;
            fillMode = both;
            timingFunction = easeInEaseOut;
            duration = 0.3;
            tag = "mine";
            keyPath = position;
            fromValue = 5,5
        >
        """)
    #expect(plain(CAAnimation().debugDescription) == "<CAAnimation: 0x\n>")
  }

  @Test func keyframesListTheirValues() {
    let animation = CAKeyframeAnimation(keyPath: "backgroundColor")
    animation.isRemovedOnCompletion = false
    animation.duration = 2.5
    animation.repeatCount = .greatestFiniteMagnitude
    animation.calculationMode = .discrete
    animation.values = [CGColor.white, CGColor(red: 1, green: 0, blue: 0, alpha: 0.5)]
    #expect(
      plain(animation.debugDescription) == """
        <CAKeyframeAnimation: 0x;
            duration = 2.5;
            repeatCount = 3.40282e+38;
            removedOnCompletion = 0;
            keyPath = backgroundColor;
            calculationMode = discrete;
            values = (
                #FFFFFF,
                #FF000080
            )
        >
        """)
  }

  @Test func groupsShowTheirMembers() {
    let (group, spring) = (CAAnimationGroup(), CASpringAnimation(keyPath: "transform"))
    spring.toValue = CATransform3DConcat(
      CATransform3DMakeScale(2, 2, 1), CATransform3DMakeTranslation(3, 4, 0))
    spring.initialVelocity = 2
    group.animations = [spring, CATransition()]
    group.duration = 1
    #expect(
      plain(group.debugDescription) == """
        <CAAnimationGroup: 0x;
            duration = 1;
            animations = (
                <CASpringAnimation: 0x;
                    keyPath = transform;
                    toValue = scale 2 translation 3,4;
                    mass = 1;
                    stiffness = 100;
                    damping = 10;
                    initialVelocity = 2
                >,
                <CATransition: 0x;
                    type = fade
                >
            )
        >
        """)
  }
}

extension LiveTree {
  @MainActor @Suite struct TreeAsTextTests {
    /// One line for each layer with what differs from the defaults, and one for each animation.
    @Test func treesAreWrittenLineByLine() {
      let stage = LiveStage()
      stage.root.name = "root"
      let card = CALayer()
      card.name = "card"
      card.bounds = CGRect(x: 0, y: 0, width: 120, height: 80)
      card.position = CGPoint(x: 80, y: 80)
      card.opacity = 0.5
      let ring = CountingLayer()
      ring.percent = 40
      ring.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      ring.backgroundColor = CGColor(red: 1, green: 0, blue: 0, alpha: 1)
      ring.isDoubleSided = false
      ring.isHidden = true
      ring.setValue(CGSize(width: 1, height: 2), forKey: "extent")
      card.addSublayer(ring)
      let mask = CALayer()
      mask.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
      mask.contents = CGImage(width: 1, height: 1, premultipliedRGBA: [0, 0, 0, 255])
      ring.mask = mask
      _ = stage.add(card)
      stage.advance(to: 1)
      let spring = CASpringAnimation(keyPath: "position")
      (spring.toValue, spring.duration) = (CGPoint(x: 9, y: 9), 0.8)
      card.add(spring, forKey: "position")
      let late = CABasicAnimation(keyPath: "transform.scale.x")
      (late.byValue, late.duration, late.isAdditive) = (1, 1, true)
      late.beginTime = ring.convertTime(3, from: nil)
      late.repeatCount = .infinity
      ring.add(late, forKey: "pulse")
      stage.advance(to: 1)
      stage.advance(to: 1.18)
      ring.speed = 0.5
      let group = CAAnimationGroup()
      group.animations = [CABasicAnimation(keyPath: "opacity")]
      card.add(group, forKey: "all")
      #expect(
        stage.root.treeAsText() == """
          CALayer "root" bounds 100 x 100
            CALayer "card" bounds 120 x 80 position 80,80 opacity 0.5
              animating position by CASpringAnimation at 0.180 of 0.800 s
              animating by CAAnimationGroup of 1 as "all" from the next commit on
              CountingLayer bounds 40 x 40 position 20,20 backgroundColor #FF0000 \
          contents drawing of 1 hidden doubleSided no speed 0.5 extent 1 x 2 percent 40
                animating transform.scale.x by CABasicAnimation as "pulse", additive, in 2.410 s
                mask CALayer transform rotation 0.5 contents image 1 x 1
          """)
    }

    /// The description of a presentation copy has the presented values.
    @Test func copiesTellWhatIsSeen() throws {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      let fade = CABasicAnimation(keyPath: "opacity")
      (fade.fromValue, fade.toValue, fade.duration) = (0, 0.5, 1)
      layer.add(fade, forKey: nil)
      stage.advance(to: 0)
      stage.advance(to: 0.5)
      #expect(
        layer.presentation()?.treeAsText() == """
          CALayer opacity 0.25
            animating opacity by CABasicAnimation at 0.500 of 1.000 s
          """)
      #expect(layer.treeAsText().hasPrefix("CALayer\n"))
    }

    @Test func layersAtLengthShowTheirNeighbours() {
      let stage = LiveStage()
      let layer = stage.add(CALayer())
      layer.name = "card"
      layer.cornerRadius = 4
      layer.addSublayer(CALayer())
      #expect(
        plain(layer.debugDescription) == """
          <CALayer: 0x "card";
              cornerRadius = 4;
              sublayers = (
                  <CALayer: 0x>
              );
              animations = (
                  cornerRadius = <CABasicAnimation: 0x>,
                  transition = <CATransition: 0x>
              )
          >
          """)
    }
  }
}
