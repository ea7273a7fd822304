// UIBarButtonItem.swift
// A button of a navigation bar.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// A button of a navigation bar: a title or an image with an action, or a view.
@preconcurrency @MainActor
open class UIBarButtonItem: UIBarItem {
  /// The weight of the title.
  public enum Style: Int, Sendable {
    /// Regular.
    case plain
    /// Same as `plain`. Deprecated by Apple.
    case bordered
    /// Semibold.
    case done
  }

  /// Buttons with a known title.
  public enum SystemItem: Int, Sendable {
    /// "Done".
    case done
    /// "Cancel".
    case cancel
    /// "Edit".
    case edit
    /// "Save".
    case save
    /// A plus sign.
    case add
    /// No button.
    case flexibleSpace
    /// No button.
    case fixedSpace
    /// "Compose".
    case compose
    /// "Reply".
    case reply
    /// "Action".
    case action
    /// "Organize".
    case organize
    /// "Bookmarks".
    case bookmarks
    /// "Search".
    case search
    /// "Refresh".
    case refresh
    /// "Stop".
    case stop
    /// "Camera".
    case camera
    /// "Trash".
    case trash
    /// "Play".
    case play
    /// "Pause".
    case pause
    /// "Rewind".
    case rewind
    /// "FastForward".
    case fastForward
    /// "Undo".
    case undo
    /// "Redo".
    case redo
    /// "PageCurl".
    case pageCurl
    /// A cross.
    case close

    /// The symbol that is shown in place of the title; nil for a title.
    var symbol: String? {
      switch self {
      case .add: "plus"
      case .compose: "pencil"
      case .action: "square.and.arrow.up"
      case .organize: "folder"
      case .bookmarks: "bookmark"
      case .search: "magnifyingglass"
      case .refresh: "arrow.clockwise"
      case .stop, .close: "xmark"
      case .camera: "camera"
      case .trash: "trash"
      case .play: "play.fill"
      case .pause: "pause.fill"
      case .rewind: "backward.fill"
      case .fastForward: "forward.fill"
      default: nil
      }
    }

    /// The word for the item: its title, or what a screen reader says of its symbol.
    var title: String? {
      switch self {
      case .done: "Done"
      case .cancel: "Cancel"
      case .edit: "Edit"
      case .save: "Save"
      case .undo: "Undo"
      case .redo: "Redo"
      case .flexibleSpace, .fixedSpace: nil
      default: "\(self)".prefix(1).uppercased() + "\(self)".dropFirst()
      }
    }
  }

  private var run: (@MainActor (UIBarButtonItem) -> Void)?

  /// Creates an item without content.
  public override init() { super.init() }

  /// Creates an item. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  /// Creates an item with a title, without an action.
  public convenience init(title: String?, style: Style = .plain) {
    self.init()
    self.title = title
    self.style = style
  }

  /// Creates an item that calls a method of a target, which is not retained, by its selector. The method
  /// may take the item.
  public convenience init(title: String?, style: Style, target: Any?, action: Selector?) {
    self.init(title: title, style: style)
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// Creates an item with an image that calls a method of a target, which is not retained, by its selector.
  public convenience init(image: UIImage?, style: Style, target: Any?, action: Selector?) {
    self.init(title: nil, style: style, target: target, action: action)
    self.image = image
  }

  /// Creates an item with a known title that calls a method of a target, which is not retained, by its
  /// selector.
  public convenience init(
    barButtonSystemItem systemItem: SystemItem, target: Any?, action: Selector?
  ) {
    self.init(systemItem: systemItem)
    self.target = target.map { $0 as AnyObject }
    self.action = action
  }

  /// Creates an item that calls a method of a target, which is not retained.
  ///
  ///     UIBarButtonItem(title: "Next", style: .plain, target: self, action: MyController.next)
  public convenience init<Target: AnyObject>(
    title: String?, style: Style, target: Target?,
    action: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.init(title: title, style: style)
    setTarget(target) { target, _ in action(target)() }
  }

  /// Creates an item that calls a method of a target, which is not retained, with itself.
  public convenience init<Target: AnyObject>(
    title: String?, style: Style, target: Target?,
    action: @escaping @MainActor (Target) -> @MainActor (UIBarButtonItem) -> Void
  ) {
    self.init(title: title, style: style)
    setTarget(target) { target, item in action(target)(item) }
  }

  /// Creates an item with an image that calls a method of a target, which is not retained.
  public convenience init<Target: AnyObject>(
    image: UIImage?, style: Style, target: Target?,
    action: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.init(title: nil, style: style)
    self.image = image
    setTarget(target) { target, _ in action(target)() }
  }

  /// Creates an item with a known title that calls a method of a target, which is not retained.
  public convenience init<Target: AnyObject>(
    barButtonSystemItem systemItem: SystemItem, target: Target?,
    action: @escaping @MainActor (Target) -> @MainActor () -> Void
  ) {
    self.init(systemItem: systemItem)
    setTarget(target) { target, _ in action(target)() }
  }

  /// Creates an item with a known title, whose action runs when it is pressed.
  public convenience init(systemItem: SystemItem, primaryAction: UIAction? = nil) {
    self.init(
      title: systemItem.symbol == nil ? systemItem.title : nil,
      style: systemItem == .done ? .done : .plain)
    image = systemItem.symbol.flatMap { UIImage(systemName: $0) }
    if image != nil { word = systemItem.title }
    isFlexible = systemItem == .flexibleSpace
    isSpace = isFlexible || systemItem == .fixedSpace
    self.primaryAction = primaryAction
  }

  /// Creates an item with an action's title and image.
  public convenience init(primaryAction: UIAction?) {
    self.init(title: primaryAction?.title, style: .plain)
    image = primaryAction?.image
    self.primaryAction = primaryAction
  }

  /// Creates an item with a menu.
  public convenience init(
    title: String? = nil, image: UIImage? = nil, primaryAction: UIAction? = nil, menu: UIMenu?
  ) {
    self.init(title: title ?? primaryAction?.title, style: .plain)
    self.image = image ?? primaryAction?.image
    (self.primaryAction, self.menu) = (primaryAction, menu)
  }

  /// Creates an item that shows a view of the program.
  public convenience init(customView: UIView) {
    self.init()
    self.customView = customView
  }

  /// The weight of the title. Default plain.
  open var style = Style.plain { didSet { didChange?() } }

  /// The view in place of a button. Default nil.
  open var customView: UIView? { didSet { didChange?() } }

  /// The colour of title and image. Default nil, for the bar's tint colour.
  open var tintColor: UIColor? { didSet { didChange?() } }

  /// The width in points; 0, the default, fits the content.
  open var width: CGFloat = 0 { didSet { didChange?() } }

  /// The menu: shown by a click where the item has no action, else by the right button and a long press. Default nil.
  open var menu: UIMenu?

  /// The action that runs when the item is pressed. Default nil.
  open var primaryAction: UIAction?

  /// The target of the action. Not retained.
  open weak var target: AnyObject?

  /// The selector of the target's method. Default nil.
  open var action: Selector?

  /// What a symbol of the system's stands for; nil for other items.
  private final var word: String?

  /// Whether the item is a space that takes what is left.
  private(set) final var isFlexible = false
  /// Whether the item is a space.
  private(set) final var isSpace = false

  /// Returns a space that takes what is left in a toolbar.
  public static func flexibleSpace() -> UIBarButtonItem {
    UIBarButtonItem(systemItem: .flexibleSpace)
  }

  /// Returns a space of a width, in points.
  public static func fixedSpace(_ width: CGFloat) -> UIBarButtonItem {
    let item = UIBarButtonItem(systemItem: .fixedSpace)
    item.width = width
    return item
  }

  private func setTarget<Target: AnyObject>(
    _ target: Target?, _ call: @escaping @MainActor (Target, UIBarButtonItem) -> Void
  ) {
    self.target = target
    run = { [weak target] item in
      if let target { call(target, item) }
    }
  }

  /// Runs the action.
  final func press() {
    if let primaryAction { primaryAction.performWithSender(self, target: target) }
    run?(self)
    if let target, let action { action.send(to: target, self) }
  }

  /// Returns a view for the item; for the same custom view each time.
  ///
  /// - Parameter look: The bar's look of its buttons, which the item's own attributes and those of its class override.
  final func makeView(_ look: UIBarButtonItemAppearance? = nil) -> UIView {
    if let customView { return customView }
    let button = UIButton(type: .system)
    button.setTitle(title, for: .normal)
    button.setImage(image, for: .normal)
    let attributes =
      AppearanceRules.attributes(of: self, for: .normal) ?? look?.normal.titleTextAttributes
    button.titleLabel?.font =
      attributes?[.font] as? UIFont
      ?? .systemFont(ofSize: 17, weight: style == .done ? .semibold : .regular)
    if let color = attributes?[.foregroundColor] as? UIColor {
      button.setTitleColor(color, for: .normal)
    }
    if let tintColor = AppearanceRules.tintColor(of: self) { button.tintColor = tintColor }
    if let word { button.accessibilityLabel = word }
    button.isEnabled = isEnabled
    button.addAction(UIAction { [weak self] _ in self?.press() }, for: .touchUpInside)
    button.menu = menu
    button.showsMenuAsPrimaryAction = primaryAction == nil && run == nil && action == nil
    button.sizeToFit()
    if width > 0 { button.bounds.size.width = width }
    return button
  }
}
