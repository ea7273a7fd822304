// LayerTitles.swift
// The titles of layers in rows.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

@MainActor extension CALayer {
  /// A title: a name, or the class of the layer or of its view.
  private struct Kind: Hashable {
    var name: String?
    var type: ObjectIdentifier
  }

  private var kind: Kind {
    if let view = delegate as? UIView {
      return Kind(name: ownName, type: ObjectIdentifier(type(of: view)))
    }
    return Kind(name: name, type: ObjectIdentifier(type(of: self)))
  }

  /// The layer's name, which is its view's identifier, too, or the name of the property that holds the view. Nil without
  /// one.
  private var ownName: String? {
    if let name { return name }
    guard let view = delegate as? UIView else { return nil }
    return PropertyNames.name(of: view)
  }

  /// What the layer is in the code that it is from, such as "card (CardView)"; of one without a name, the class of its view
  /// or its own.
  var plainTitleInRows: String {
    if let name { return name }
    guard let view = delegate as? UIView else { return "\(type(of: self))" }
    return ownName.map { "\($0) (\(type(of: view)))" } ?? "\(type(of: view))"
  }

  /// The title of the layer for a row: with a number, from 1, where several layers beside it have the same.
  var titleInRows: String {
    let kind = kind
    let twins = (superlayer?.sublayers ?? []).filter { $0.kind == kind }
    guard twins.count > 1, let index = twins.firstIndex(where: { $0 === self }) else {
      return plainTitleInRows
    }
    return "\(plainTitleInRows) \(index + 1)"
  }

  /// The first sublayers with their titles for rows.
  func sublayersInRows(first count: Int) -> [(layer: CALayer, title: String)] {
    let layers = (sublayers ?? []).prefix(max(2, count))
    if layers.count < 2 { return layers.map { ($0, $0.plainTitleInRows) } }
    var counts: [Kind: Int] = [:]
    for layer in layers { counts[layer.kind, default: 0] += 1 }
    var numbers: [Kind: Int] = [:]
    return layers.map { layer in
      let kind = layer.kind
      guard counts[kind, default: 0] > 1 else { return (layer, layer.plainTitleInRows) }
      numbers[kind, default: 0] += 1
      return (layer, "\(layer.plainTitleInRows) \(numbers[kind, default: 0])")
    }
  }
}
