// SceneLayer+RenderTree.swift
// A described layer tree as a render tree, as a commit of real layers makes it.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import QuartzCore

extension SceneLayer {
  /// Returns a render tree with this layer as the root, at its origin.
  package func renderTree() -> RenderTree {
    var tree = RenderTree()
    tree.root = add(to: &tree, parent: -1)
    return tree
  }

  private func add(to tree: inout RenderTree, parent: Int32) -> Int32 {
    let slot = tree.allocate()
    let values = values
    tree.update(slot) {
      $0.parent = parent
      $0.values = values
    }
    for child in sublayers {
      let child = child.add(to: &tree, parent: slot)
      tree.update(slot) { $0.children.append(child) }
    }
    if let mask = mask.first?.add(to: &tree, parent: slot) {
      tree.update(slot) { $0.mask = mask }
    }
    return slot
  }

  private var values: LayerValues {
    var values = LayerValues()
    values.bounds = bounds
    values.position = position
    values.anchorPoint = anchorPoint
    values.zPosition = zPosition
    values.transform = transform
    values.sublayerTransform = sublayerTransform
    values.backgroundColor = backgroundColor?.cgColor
    values.cornerRadius = cornerRadius
    values.borderWidth = borderWidth
    values.borderColor = borderColor.cgColor
    values.opacity = opacity
    values.masksToBounds = masksToBounds
    if let shadow {
      values.shadowColor = shadow.color.cgColor
      values.shadowOpacity = shadow.opacity
      values.shadowOffset = CGSize(width: shadow.offset.dx, height: shadow.offset.dy)
      values.shadowRadius = shadow.radius
      values.shadowPath = shadow.path
    }
    switch content {
    case .none: if keepsDepth { values.subclass = .transform }
    case .text(let text):
      let context = CGContext(size: bounds.size)
      var run = text.run
      run.color = text.color.cgColor
      context.draw(run)
      values.contents = .drawing(context.drawing)
    case .shape(let shape): values.subclass = .shape(shape.values)
    case .gradient(let gradient): values.subclass = .gradient(gradient.values)
    case .image(let image):
      values.contents = .image(
        CGImage(width: image.width, height: image.height, premultipliedRGBA: image.pixels))
      values.contentsRect = image.contentsRect
      values.contentsCenter = image.contentsCenter
      values.contentsScale = image.scale
      if image.isNearest {
        (values.magnificationFilter, values.minificationFilter) = (.nearest, .nearest)
      }
    }
    return values
  }
}

extension SIMD4<Double> {
  package var cgColor: CGColor { CGColor(red: x, green: y, blue: z, alpha: w) }
}

extension SceneShape {
  fileprivate var values: ShapeValues {
    var values = ShapeValues()
    values.path = path
    values.fillColor = fillColor?.cgColor
    values.fillRule = isEvenOdd ? .evenOdd : .nonZero
    values.strokeColor = strokeColor?.cgColor
    (values.strokeStart, values.strokeEnd) = (strokeStart, strokeEnd)
    values.lineWidth = lineWidth
    values.miterLimit = miterLimit
    values.lineCap = [.butt: .butt, .round: .round, .square: .square][cap] ?? .butt
    values.lineJoin = [.miter: .miter, .round: .round, .bevel: .bevel][join] ?? .miter
    values.lineDashPhase = dashPhase
    values.lineDashPattern = dashes.isEmpty ? nil : dashes
    return values
  }
}

extension SceneGradient {
  fileprivate var values: GradientValues {
    var values = GradientValues()
    values.colors = colors.map(\.cgColor)
    values.locations = locations
    (values.startPoint, values.endPoint) = (start, end)
    values.type = [.axial: .axial, .radial: .radial, .conic: .conic][kind] ?? .axial
    return values
  }
}
