// UIMenuElement.swift
// The base class of menus and of what is in them.
//
// This folder: actions, menus and commands of keys, and how menus are shown (`MenuOverlay`).
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A menu, an action or a command.
///
/// Source: Apple's `UIMenuElement`.
@preconcurrency @MainActor
open class UIMenuElement: NSObject {
  /// Whether an element is chosen.
  public enum State: Int, Sendable {
    /// It has no mark.
    case off
    /// It has a check mark.
    case on
    /// It has a dash.
    case mixed
  }

  /// How an element looks, and what choosing it does.
  public struct Attributes: OptionSet, Hashable, Sendable {
    /// Apple's bits.
    public let rawValue: UInt
    /// Creates attributes from their bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// It cannot be chosen.
    public static let disabled = Attributes(rawValue: 1)
    /// It is red.
    public static let destructive = Attributes(rawValue: 2)
    /// It is not shown.
    public static let hidden = Attributes(rawValue: 4)
    /// Choosing it leaves the menu open.
    public static let keepsMenuPresented = Attributes(rawValue: 8)
  }

  /// The title.
  open internal(set) var title: String
  /// A second line, smaller. Default nil.
  open var subtitle: String?
  /// The image beside the title.
  open internal(set) var image: UIImage?

  init(title: String, subtitle: String?, image: UIImage?) {
    (self.title, self.subtitle, self.image) = (title, subtitle, image)
  }
}

/// Elements that a menu asks for when it is shown.
///
/// Source: Apple's `UIDeferredMenuElement`.
@preconcurrency @MainActor
open class UIDeferredMenuElement: UIMenuElement {
  private let provider: (@escaping ([UIMenuElement]) -> Void) -> Void
  private var isCached = true
  private var cached: [UIMenuElement]?

  /// Creates an element whose elements are asked for once.
  public init(_ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void) {
    provider = elementProvider
    super.init(title: "", subtitle: nil, image: nil)
  }

  /// Returns an element whose elements are asked for each time that its menu is shown.
  open class func uncached(
    _ elementProvider: @escaping (@escaping ([UIMenuElement]) -> Void) -> Void
  ) -> UIDeferredMenuElement {
    let element = UIDeferredMenuElement(elementProvider)
    element.isCached = false
    return element
  }

  /// Gets the elements; later where the provider waits.
  final func load(_ completion: @escaping ([UIMenuElement]) -> Void) {
    if isCached, let cached { return completion(cached) }
    provider { [weak self] elements in
      self?.cached = elements
      completion(elements)
    }
  }
}
