// LayerTitles.swift
// The titles of layers in rows.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

@MainActor extension CALayer {
  /// The title of a row: a name, or the class of the layer or of its view.
  private struct Kind: Hashable {
    var name: String?
    var type: ObjectIdentifier
  }

  private var kind: Kind {
    if let view = delegate as? UIView {
      return Kind(name: name, type: ObjectIdentifier(type(of: view)))
    }
    return Kind(name: name, type: ObjectIdentifier(type(of: self)))
  }

  /// The layer's name, or the class of the layer or of its view.
  var plainTitleInRows: String {
    if let name { return name }
    if let view = delegate as? UIView { return "\(type(of: view))" }
    return "\(type(of: self))"
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
