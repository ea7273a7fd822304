// AccessibleObject.swift
// The base class of objects with a description for users without sight. On iOS, NSObject has these members.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// An object with properties of accessibility.
///
/// They are kept and may be overridden, as on iOS. A property that was not set has the class's own value: a label is its
/// text, a switch has the value "1" or "0". Without a screen reader, tests and tools alone read them.
///
/// Programs do not name this class: on iOS its members belong to `NSObject`, which on Linux is a class of Foundation.
@preconcurrency @MainActor
open class AccessibleObject: NSObject {
  /// What was set; nil until something is.
  private final var stored: AccessibilityProperties?

  /// Creates an object.
  public override init() { super.init() }

  /// The class's own values.
  var accessibilityDefaults: AccessibilityDefaults { AccessibilityDefaults(isElement: false) }

  private final func store<Value>(
    _ property: WritableKeyPath<AccessibilityProperties, Value>, _ value: Value
  ) {
    var properties = stored ?? AccessibilityProperties()
    properties[keyPath: property] = value
    stored = properties
  }

  // MARK: Description

  /// Whether the object is an element for assistive programs. Default false; true for labels and controls.
  open var isAccessibilityElement: Bool {
    get { stored?.isElement ?? accessibilityDefaults.isElement }
    set { store(\.isElement, newValue) }
  }

  /// What the element is, in a word or two. Default nil; of labels and buttons their text.
  open var accessibilityLabel: String? {
    get { stored?.label ?? accessibilityDefaults.label }
    set { store(\.label, newValue) }
  }

  /// What operating the element does. Default nil.
  open var accessibilityHint: String? {
    get { stored?.hint }
    set { store(\.hint, newValue) }
  }

  /// The element's value, such as "50%". Default nil; of controls their value.
  open var accessibilityValue: String? {
    get { stored?.value ?? accessibilityDefaults.value }
    set { store(\.value, newValue) }
  }

  /// What the element is and how it behaves. Default none; of controls their kind and state.
  open var accessibilityTraits: UIAccessibilityTraits {
    get { stored?.traits ?? accessibilityDefaults.traits }
    set { store(\.traits, newValue) }
  }

  /// The language of the texts, as a BCP 47 tag. Default nil.
  open var accessibilityLanguage: String? {
    get { stored?.language }
    set { store(\.language, newValue) }
  }

  /// A name for tests and tools. Default nil.
  open var accessibilityIdentifier: String? {
    get { stored?.identifier }
    set { store(\.identifier, newValue) }
  }

  /// The names by which the user may name the element. Default the label.
  open var accessibilityUserInputLabels: [String]! {
    get { stored?.userInputLabels ?? accessibilityLabel.map { [$0] } ?? [] }
    set { store(\.userInputLabels, newValue) }
  }

  // MARK: Geometry

  /// The place in the screen's coordinates, in points. Default zero; of views their bounds.
  open var accessibilityFrame: CGRect {
    get { stored?.frame ?? accessibilityDefaults.frame }
    set { store(\.frame, newValue) }
  }

  /// The point that is pressed when the element is activated, in the screen's coordinates. Default the middle of
  /// ``accessibilityFrame``.
  open var accessibilityActivationPoint: CGPoint {
    get {
      let frame = accessibilityFrame
      return stored?.activationPoint ?? CGPoint(x: frame.midX, y: frame.midY)
    }
    set { store(\.activationPoint, newValue) }
  }

  // MARK: Containers

  /// The elements inside, in their order. Default nil: those among the subviews.
  open var accessibilityElements: [Any]? {
    get { stored?.elements }
    set { store(\.elements, newValue) }
  }

  /// Whether the elements inside are hidden from assistive programs. Default false.
  open var accessibilityElementsHidden: Bool {
    get { stored?.hidesElements ?? false }
    set { store(\.hidesElements, newValue) }
  }

  /// Whether elements beside this one are ignored, and views beside it do not get the keyboard focus by Tab. Default
  /// false.
  open var accessibilityViewIsModal: Bool {
    get { stored?.isModal ?? false }
    set { store(\.isModal, newValue) }
  }

  /// Whether the elements inside are read before those beside. Default false.
  open var shouldGroupAccessibilityChildren: Bool {
    get { stored?.groupsChildren ?? false }
    set { store(\.groupsChildren, newValue) }
  }

  /// The number of elements inside. Default that of ``accessibilityElements``.
  open func accessibilityElementCount() -> Int { accessibilityElements?.count ?? 0 }
  /// Returns an element inside; nil for none.
  open func accessibilityElement(at index: Int) -> Any? {
    let elements = accessibilityElements ?? []
    return elements.indices.contains(index) ? elements[index] : nil
  }
  /// Returns the place of an element inside; `NSNotFound` for another one.
  open func index(ofAccessibilityElement element: Any) -> Int {
    accessibilityElements?.firstIndex { $0 as AnyObject === element as AnyObject } ?? NSNotFound
  }

  // MARK: Focus

  /// A screen reader is at the element. Never called: there is none.
  open func accessibilityElementDidBecomeFocused() {}
  /// A screen reader has left the element. Never called: there is none.
  open func accessibilityElementDidLoseFocus() {}
  /// Whether a screen reader is at the element: false.
  open func accessibilityElementIsFocused() -> Bool { false }

  // MARK: Actions

  /// Activates the element. Returns whether it did; by default false.
  open func accessibilityActivate() -> Bool { false }
  /// Increases the value.
  open func accessibilityIncrement() {}
  /// Decreases the value.
  open func accessibilityDecrement() {}
  /// Leaves what is shown. Returns whether it did; by default false.
  open func accessibilityPerformEscape() -> Bool { false }
  /// Does the most important thing. Returns whether it did; by default false.
  open func accessibilityPerformMagicTap() -> Bool { false }
}

/// What was set of an object. A nil was not.
struct AccessibilityProperties {
  var isElement: Bool?
  var label: String?
  var hint: String?
  var value: String?
  var traits: UIAccessibilityTraits?
  var language: String?
  var identifier: String?
  var userInputLabels: [String]?
  var frame: CGRect?
  var activationPoint: CGPoint?
  var elements: [Any]?
  var hidesElements = false
  var isModal = false
  var groupsChildren = false
}

/// The values that a class has by itself.
struct AccessibilityDefaults {
  var isElement = true
  var label: String?
  var value: String?
  var traits: UIAccessibilityTraits = []
  var frame = CGRect.zero
}
