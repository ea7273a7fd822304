// OlderCodeTests.swift
// API of older code: boxed values, C arrays, path elements and queries.
//
// SPDX-License-Identifier: MIT

import Testing
import UIKit

extension AppleNames {
  @MainActor @Suite struct OlderCodeTests {
    /// semantics 4, semantics 5: a boxed value animates as its content.
    @Test func boxedStructValuesAnimate() {
      let stage = Stage()
      let layer = stage.add(CALayer())
      let turn = CATransform3DMakeTranslation(40, 0, 0)
      let boxes: [(keyPath: String, from: NSValue, to: NSValue, shown: String, middle: Double)] = [
        (
          "position", NSValue(cgPoint: .zero), NSValue(cgPoint: CGPoint(x: 20, y: 0)),
          "position.x", 10
        ),
        (
          "bounds", NSValue(cgRect: .zero),
          NSValue(cgRect: CGRect(x: 0, y: 0, width: 30, height: 0)), "bounds.size.width", 15
        ),
        (
          "shadowOffset", NSValue(cgSize: .zero), NSValue(cgSize: CGSize(width: 8, height: 0)),
          "shadowOffset.width", 4
        ),
        (
          "transform", NSValue(caTransform3D: CATransform3DIdentity), NSValue(caTransform3D: turn),
          "transform.translation.x", 20
        ),
        (
          "sublayerTransform", NSValue(cgAffineTransform: .identity),
          NSValue(cgAffineTransform: CGAffineTransform(translationX: 6, y: 0)),
          "sublayerTransform.translation.x", 3
        ),
      ]
      for box in boxes {
        let animation = CABasicAnimation(keyPath: box.keyPath)
        animation.fromValue = box.from
        animation.toValue = box.to
        animation.duration = 1
        layer.add(animation, forKey: box.keyPath)
      }
      let path = CAKeyframeAnimation(keyPath: "anchorPoint")
      path.values = [NSValue(cgPoint: .zero), NSValue(cgPoint: CGPoint(x: 1, y: 1))]
      path.duration = 1
      layer.add(path, forKey: nil)
      stage.show(at: 0.5)
      for box in boxes { #expect(isClose(stage.shown(layer, box.shown), box.middle)) }
      #expect(isClose(stage.shown(layer, "anchorPoint.y"), 0.5))
    }

    @Test func boxedStructValuesRoundTrip() {
      let turn = CATransform3DMakeRotation(1, 0, 1, 0)
      #expect(NSValue(caTransform3D: turn).caTransform3DValue == turn)
      let lean = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
      #expect(NSValue(cgAffineTransform: lean).cgAffineTransformValue == lean)
      let arrow = CGVector(dx: 1, dy: 2)
      #expect(NSValue(cgVector: arrow).cgVectorValue == arrow)
      let point = NSValue(cgPoint: CGPoint(x: 3, y: 4))
      #expect(point.cgPointValue == CGPoint(x: 3, y: 4) && point.cgRectValue == .zero)
      #expect(NSNumber(value: CGFloat(1.5)) == 1.5 && CGFloat(truncating: 2) == 2)
    }

    /// A transform is recomposed from its components, mirrored and flat ones too.
    @Test(arguments: [
      CGAffineTransform(rotationAngle: 2).scaledBy(x: 2, y: 3),
      CGAffineTransform(a: 1, b: 0.5, c: -2, d: 1, tx: 7, ty: 8),
      CGAffineTransform(scaleX: -1, y: 1), CGAffineTransform(scaleX: 0, y: 2), .identity,
    ]) func transformsComeApart(transform: CGAffineTransform) {
      let again = CGAffineTransform(transform.decomposed())
      for (a, b) in [
        (again.a, transform.a), (again.b, transform.b), (again.c, transform.c),
        (again.d, transform.d), (again.tx, transform.tx), (again.ty, transform.ty),
      ] { #expect(isClose(a, b, within: 1e-9)) }
      let parts = CGAffineTransform(rotationAngle: 1).scaledBy(x: 2, y: 3).decomposed()
      #expect(isClose(parts.rotation, 1) && isClose(parts.scale.width, 2))
      #expect(isClose(parts.scale.height, 3) && isClose(parts.horizontalShear, 0))
    }

    @Test func pathContainsPoint() {
      let ring = UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 100, height: 100))
      ring.append(UIBezierPath(ovalIn: CGRect(x: 30, y: 30, width: 40, height: 40)))
      ring.usesEvenOddFillRule = true
      #expect(ring.contains(CGPoint(x: 10, y: 50)) && !ring.contains(CGPoint(x: 50, y: 50)))
      #expect(!ring.contains(CGPoint(x: 2, y: 2)) && !ring.contains(CGPoint(x: CGFloat.nan, y: 0)))
      #expect(ring.cgPath.contains(CGPoint(x: 50, y: 50)))
      let open = CGMutablePath()
      open.addLines(between: [.zero, CGPoint(x: 10, y: 0), CGPoint(x: 10, y: 10)])
      #expect(open.contains(CGPoint(x: 9, y: 5)) && !open.contains(CGPoint(x: 1, y: 5)))
    }

    @Test func pathElementsAndReversal() {
      let path = UIBezierPath()
      path.move(to: .zero)
      path.addLine(to: CGPoint(x: 10, y: 0))
      path.addCurve(
        to: CGPoint(x: 20, y: 10), controlPoint1: CGPoint(x: 15, y: 0),
        controlPoint2: CGPoint(x: 20, y: 5))
      path.close()
      var types: [CGPathElementType] = []
      var ends: [CGPoint] = []
      path.reversing().cgPath.applyWithBlock { element in
        types.append(element.pointee.type)
        switch element.pointee.type {
        case .moveToPoint, .addLineToPoint: ends.append(element.pointee.points[0])
        case .addQuadCurveToPoint: ends.append(element.pointee.points[1])
        case .addCurveToPoint: ends.append(element.pointee.points[2])
        case .closeSubpath: break
        }
      }
      #expect(types == [.moveToPoint, .addCurveToPoint, .addLineToPoint, .closeSubpath])
      #expect(ends == [CGPoint(x: 20, y: 10), CGPoint(x: 10, y: 0), .zero])
      path.lineWidth = 3
      #expect((path.copy() as? UIBezierPath)?.lineWidth == 3)
    }

    /// An arc between two tangents rounds a corner.
    @Test func roundedRectCorners() {
      let path = CGMutablePath()
      path.move(to: .zero)
      path.addArc(
        tangent1End: CGPoint(x: 10, y: 0), tangent2End: CGPoint(x: 10, y: 10), radius: 4)
      #expect(isClose(path.currentPoint.x, 10) && isClose(path.currentPoint.y, 4))
      #expect(isClose(path.boundingBoxOfPath.maxX, 10) && isClose(path.boundingBoxOfPath.minY, 0))
      path.addRelativeArc(center: CGPoint(x: 10, y: 8), radius: 4, startAngle: -.pi / 2, delta: .pi)
      #expect(isClose(path.currentPoint.y, 12) && isClose(path.boundingBoxOfPath.maxX, 14))
    }

    /// Gradients and colours by colour space; drawing through the C names.
    @Test func colourSpacesByName() throws {
      let space = CGColorSpaceCreateDeviceRGB()
      #expect(CGColor(colorSpace: space, components: [1, 0, 0, 1]) == UIColor.red.cgColor)
      #expect(CGColorSpace(name: CGColorSpace.sRGB) == space && space.numberOfComponents == 3)
      let colors = [UIColor.red.cgColor, UIColor.blue.cgColor] as CFArray
      let gradient = try #require(
        CGGradient(colorsSpace: space, colors: colors, locations: [0, 0.5]))
      #expect(CGGradient(colorsSpace: space, colors: [] as CFArray, locations: nil) == nil)
      final class Picture: UIView {
        var gradient: CGGradient?
        override func draw(_ rect: CGRect) {
          guard let context = UIGraphicsGetCurrentContext(), let gradient else { return }
          context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
          context.addLines(between: [.zero, CGPoint(x: 9, y: 0), CGPoint(x: 9, y: 9)])
          context.drawPath(using: .fillStroke)
          context.drawLinearGradient(
            gradient, start: .zero, end: CGPoint(x: 9, y: 0), options: .drawsAfterEndLocation)
          ("text" as NSString).draw(at: .zero, withAttributes: nil)
        }
      }
      let stage = Stage()
      let picture = Picture(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
      picture.gradient = gradient
      picture.setNeedsDisplay()
      stage.add(picture)
      #expect(picture.layer.contents != nil && !picture.layer.needsDisplay())
    }

    @Test func endEditingResignsFirstResponder() {
      let stage = Stage()
      let form = UIView(frame: stage.window.bounds)
      let field = UITextField(frame: CGRect(x: 0, y: 0, width: 80, height: 20))
      form.addSubview(field)
      stage.add(form)
      #expect(field.becomeFirstResponder() && field.isFirstResponder)
      #expect(form.endEditing(true) && !field.isFirstResponder)
    }
  }
}
