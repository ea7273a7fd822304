// UIAppearance.swift
// The look of all views of a class: a stand-in takes the values, and views get them when they come into a window.
//
// SPDX-License-Identifier: MIT

public import Foundation
import QuartzCore

/// A class in which others may be, for ``UIAppearance/appearance(whenContainedInInstancesOf:)``.
@preconcurrency @MainActor
public protocol UIAppearanceContainer {}

/// A class whose objects take their look from a stand-in.
///
///     UINavigationBar.appearance().barTintColor = .systemIndigo
///
/// The usual properties count: colours of views, controls and bars, fonts and colours of labels and fields, titles of
/// buttons and items; and those of a class's own in ``UIView/appearanceProperties()``. A view takes a value when it comes into a window, where its own is still the class's.
///
/// Source: Apple's `UIAppearance`.
@preconcurrency @MainActor
public protocol UIAppearance: NSObjectProtocol {
  /// Returns the stand-in for all objects of the class.
  static func appearance() -> Self
  /// Returns the stand-in for those in views or controllers of classes, the innermost first.
  static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self
}

extension UIView: UIAppearance, UIAppearanceContainer {
  /// Returns the stand-in for all views of the class.
  public static func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  /// Returns the stand-in for views in views or controllers of classes, the innermost first.
  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    AppearanceRules.standIn(Self.self, containerTypes) { Self.instantiate(frame: .zero) }
  }
}

extension UIBarItem: UIAppearance {
  /// Returns the stand-in for all items of the class.
  public static func appearance() -> Self { appearance(whenContainedInInstancesOf: []) }

  /// Returns the stand-in for items in bars of classes.
  public static func appearance(
    whenContainedInInstancesOf containerTypes: [any UIAppearanceContainer.Type]
  ) -> Self {
    // Every item has the initialiser with a coder, which decodes nothing.
    AppearanceRules.standIn(Self.self, containerTypes) {
      Self(coder: NSCoder()) ?? { trap("\(Self.self) made no item") }()
    }
  }
}

extension UIViewController: UIAppearanceContainer {}

/// The stand-ins, and what they set.
@MainActor
enum AppearanceRules {
  private struct Rule {
    let type: NSObject.Type
    let isMember: (NSObject) -> Bool
    let containers: [any UIAppearanceContainer.Type]
    /// Takes the values.
    let standIn: NSObject
    /// Has the class's own.
    let plain: NSObject
  }

  private static var rules: [Rule] = []
  /// Whether a view that comes into a window may take a value.
  private(set) static var isInUse = false

  /// Forgets all stand-ins, for tests.
  static func removeAll() { (rules, isInUse) = ([], false) }

  static func standIn<Object: NSObject>(
    _ type: Object.Type, _ containers: [any UIAppearanceContainer.Type], make: () -> Object
  ) -> Object {
    isInUse = true
    let known = rules.first { rule in
      rule.type == type && rule.containers.elementsEqual(containers) { $0 == $1 }
    }
    if let object = known?.standIn as? Object { return object }
    let new = make()
    rules.append(
      Rule(
        type: type, isMember: { $0 is Object }, containers: containers, standIn: new, plain: make())
    )
    // The rules of subclasses come first, and those for some before those for all: the first value stays.
    let all = rules
    func rank(_ entry: (offset: Int, element: Rule)) -> (Int, Int, Int) {
      let depth = Set(
        all.filter { $0.isMember(entry.element.plain) }.map { ObjectIdentifier($0.type) }
      ).count
      return (-depth, -entry.element.containers.count, entry.offset)
    }
    rules = rules.enumerated().sorted { rank($0) < rank($1) }.map(\.element)
    return new
  }

  /// Gives a view the values of its stand-ins.
  static func apply(to view: UIView) {
    for rule in rules where rule.isMember(view) && isContained(view, in: rule.containers) {
      guard let standIn = rule.standIn as? UIView, let plain = rule.plain as? UIView else {
        continue
      }
      let own = type(of: standIn).appearanceProperties()
      for property in UIAppearanceProperty.all + own { property.copy(standIn, plain, view) }
    }
  }

  /// The attributes of a bar item's title, by its own or a stand-in's.
  static func attributes(
    of item: UIBarItem, for state: UIControl.State
  ) -> [NSAttributedString.Key: Any]? {
    if let own = item.titleTextAttributes(for: state) { return own }
    return rules.first { rule in
      rule.isMember(item) && rule.containers.isEmpty
        && (rule.standIn as? UIBarItem)?.titleTextAttributes(for: state) != nil
    }.flatMap { ($0.standIn as? UIBarItem)?.titleTextAttributes(for: state) }
  }

  /// The colour of a bar item, by its own or a stand-in's.
  static func tintColor(of item: UIBarButtonItem) -> UIColor? {
    if let own = item.tintColor { return own }
    return rules.first { rule in
      rule.isMember(item) && rule.containers.isEmpty
        && (rule.standIn as? UIBarButtonItem)?.tintColor != nil
    }.flatMap { ($0.standIn as? UIBarButtonItem)?.tintColor }
  }

  /// Whether a view is in instances of classes, the innermost first.
  private static func isContained(
    _ view: UIView, in containers: [any UIAppearanceContainer.Type]
  ) -> Bool {
    func isInstance<Container: UIAppearanceContainer>(
      _ responder: UIResponder, of type: Container.Type
    ) -> Bool { responder is Container }
    var (rest, responder) = (containers[...], view.next)
    while let type = rest.first, let some = responder {
      if isInstance(some, of: type) { rest.removeFirst() }
      responder = some.next
    }
    return rest.isEmpty
  }
}
