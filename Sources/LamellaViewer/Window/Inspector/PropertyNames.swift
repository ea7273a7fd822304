// PropertyNames.swift
// The names of views and layers in the code that they are from: the stored properties that hold them.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// Finds the names of stored properties by reflection, each once.
@MainActor enum PropertyNames {
  /// An object whose properties are looked at beside those of views and controllers: the sample on show.
  static weak var owner: AnyObject?

  private struct Found {
    weak var object: AnyObject?
    var name: String?
  }

  private static var known: [ObjectIdentifier: Found] = [:]
  /// More are forgotten together.
  private static let most = 4000
  /// Elements of a list of properties beyond these have no name.
  private static let mostElements = 100

  /// The name of a view in its owner: the view, the controller or the sample that has it in a property, from the inside
  /// out. An element of a list has its place, such as "cards[2]". Nil without one.
  static func name(of view: UIView) -> String? { name(of: view, ownedFrom: view.next) }

  /// The name of a layer that is no view's in its owner, which is found from the view that it is in.
  static func name(of layer: CALayer) -> String? {
    var parent = layer.superlayer
    while let one = parent, !(one.delegate is UIView) { parent = one.superlayer }
    return name(of: layer, ownedFrom: parent?.delegate as? UIView)
  }

  private static func name<Held: AnyObject>(of held: Held, ownedFrom first: UIResponder?) -> String?
  {
    if let found = known[ObjectIdentifier(held)], found.object === held { return found.name }
    if known.count >= most { known.removeAll() }
    var owners: [AnyObject] = []
    var next = first
    // What is around the stage is the viewer's own.
    while let one = next, !(one is StageView) {
      owners.append(one)
      next = one.next
    }
    if let owner { owners.append(owner) }
    let lists = owners.map { properties(of: $0) }
    // A property's name says more than an index in a list.
    let name =
      lists.lazy.compactMap { own(in: $0, holding: held) }.first
      ?? lists.lazy.compactMap { element(in: $0, holding: held) }.first
    known[ObjectIdentifier(held)] = Found(object: held, name: name)
    return name
  }

  private typealias Property = (name: String, value: Any)

  /// The stored properties of an object, except those that views and responders declare.
  private static func properties(of owner: AnyObject) -> [Property] {
    var properties: [Property] = []
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let one = mirror, one.subjectType != UIView.self, one.subjectType != UIResponder.self {
      for child in one.children {
        if let label = child.label { properties.append((plain(label), child.value)) }
      }
      mirror = one.superclassMirror
    }
    return properties
  }

  private static func own<Held: AnyObject>(
    in properties: [Property], holding held: Held
  ) -> String? {
    properties.first { ($0.value as? Held) === held }?.name
  }

  private static func element<Held: AnyObject>(
    in properties: [Property], holding held: Held
  ) -> String? {
    for (name, value) in properties {
      guard let list = value as? [Held], list.count <= mostElements,
        let place = list.firstIndex(where: { $0 === held })
      else { continue }
      return "\(name)[\(place)]"
    }
    return nil
  }

  /// The name in the source: lazy properties and wrapped ones are stored under others.
  private static func plain(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    let name = label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}
