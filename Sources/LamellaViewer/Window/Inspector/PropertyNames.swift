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
  static func name(of view: UIView) -> String? {
    if let found = known[ObjectIdentifier(view)], found.object === view { return found.name }
    if known.count >= most { known.removeAll() }
    var next: UIResponder? = view.next
    var name: String?
    while let one = next, name == nil {
      name = property(of: one, holding: view)
      next = one.next
    }
    if name == nil, let owner { name = property(of: owner, holding: view) }
    known[ObjectIdentifier(view)] = Found(object: view, name: name)
    return name
  }

  private static func property(of owner: AnyObject, holding view: UIView) -> String? {
    var mirror: Mirror? = Mirror(reflecting: owner)
    while let one = mirror, one.subjectType != UIView.self, one.subjectType != UIResponder.self {
      for child in one.children {
        guard let label = child.label else { continue }
        if isSame(child.value, view) { return plain(label) }
        guard let list = child.value as? [UIView], list.count <= mostElements,
          let place = list.firstIndex(where: { $0 === view })
        else { continue }
        return "\(plain(label))[\(place)]"
      }
      mirror = one.superclassMirror
    }
    return nil
  }

  /// Whether a property's value is a view, or has it as an optional.
  private static func isSame(_ value: Any, _ view: UIView) -> Bool {
    if let held = value as? UIView { return held === view }
    return false
  }

  /// The name in the source: lazy properties and wrapped ones are stored under others.
  private static func plain(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    let name = label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
    return name.hasPrefix("_") ? String(name.dropFirst()) : name
  }
}
