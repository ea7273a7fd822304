// ActionSearchSample.swift
// The five places in which a layer searches for an action. Each returns one in turn.
// After "View-Layer Synergy" by David Rönnqvist.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// The places of the search, in order; the first with an action ends it.
enum SearchStep: Int, CaseIterable {
  case delegate, actions, style, defaultAction, builtIn

  var title: String {
    switch self {
    case .delegate: "delegate"
    case .actions: "actions"
    case .style: "style"
    case .defaultAction: "defaultAction"
    case .builtIn: "built in"
    }
  }

  /// Duration of this place's action, in seconds; different for each place. The last is
  /// Core Animation's default.
  var duration: TimeInterval {
    switch self {
    case .delegate: 1
    case .actions: 0.85
    case .style: 0.7
    case .defaultAction: 0.55
    case .builtIn: 0.25
    }
  }
}

/// An action with its place. Any `CAAction` can be an action, not only an animation.
struct StepAction: CAAction {
  let step: SearchStep

  func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    let animation = CABasicAnimation(keyPath: event)
    // The new value is not stored yet.
    animation.fromValue = (layer.presentation() ?? layer).value(forKey: event)
    animation.duration = step.duration
    animation.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    layer.add(animation, forKey: event)
  }
}

/// A layer that reports the results of its searches.
class SearchedLayer: CALayer {
  /// Called with the place of the action; nil when the search found none.
  var didSearch: ((SearchStep?) -> Void)?

  override func action(forKey event: String) -> (any CAAction)? {
    let answer = super.action(forKey: event)
    if event == "position" {
      didSearch?(answer.map { ($0 as? StepAction)?.step ?? .builtIn })
    }
    return answer
  }
}

/// A layer whose class has an action for the position.
final class DefaultingLayer: SearchedLayer {
  override class func defaultAction(forKey event: String) -> (any CAAction)? {
    event == "position"
      ? StepAction(step: .defaultAction) : super.defaultAction(forKey: event)
  }
}

/// A delegate with an action for the position, or nil to continue the search.
final class SearchDelegate: CALayerDelegate {
  private let answer: (any CAAction)?

  init(_ answer: (any CAAction)?) { self.answer = answer }

  func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
    event == "position" ? answer : nil
  }
}

/// Six layers. The first has an action in every place, each of the next in one place less. The last has a
/// delegate that ends the search.
final class ActionSearchSample: Sample {
  static let name = "ActionSearch"
  static let title = "Action search"
  static let summary =
    "When a property changes, a layer asks five places for an action; the first answer ends the "
    + "search. Each row's layer has one place less than the row above. NSNull is none."
  static let essence = """
    // 1
    delegate.action(
      for: layer, forKey: key)
    // 2
    layer.actions?[key]
    // 3
    layer.style?["actions"]
    // 4
    type(of: layer)
      .defaultAction(forKey: key)
    // 5: the implicit animation
    """

  var onCompletion: (SampleReport) -> Void = { _ in }

  let rows: [SearchRow] =
    SearchStep.allCases.map { SearchRow($0.title, first: $0) }
    + [SearchRow("NSNull", first: .delegate, refuses: true)]

  init() {}

  var triggers: [Trigger] {
    let names = ["delegate", "actions", "style", "class", "built-in", "null"]
    let titles = ["Delegate", "actions", "style", "Class", "Built in", "NSNull"]
    return [trigger("all", "All six", rows)]
      + zip(rows, zip(names, titles)).map { row, words in trigger(words.0, words.1, [row]) }
  }

  private func trigger(_ name: String, _ title: String, _ rows: [SearchRow]) -> Trigger {
    let duration = rows.map(\.duration).max() ?? 0
    return Trigger(name: name, title: title, duration: duration) { [self] in
      let start = SampleTime.now
      CATransaction.begin()
      CATransaction.setCompletionBlock { [weak self] in
        self?.report(title, since: start)
      }
      for row in rows { row.move() }
      CATransaction.commit()
    }
  }

  func makeView() -> UIView { ActionSearchStage(rows) }
}

/// A layer in its lane, and the result of its last search.
final class SearchRow: UIView {
  /// The result of the search in one of the five places.
  enum Mark { case unknown, noAnswer, answered, refused, notAsked }

  static let markWidth: CGFloat = 24
  /// Widths of the columns beside the lane, in points.
  static let widthWithoutLane: CGFloat = 412
  /// The left edge of the first mark; depends on the room for the lane.
  var marksLeft: CGFloat { lane.frame.maxX + 12 }
  private static var colors: [UIColor] {
    [Theme.sky, Theme.sand, Theme.blue, Theme.orange, Theme.violet]
  }

  let moving: SearchedLayer
  let note = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)
  private(set) var marks = [Mark](repeating: .unknown, count: SearchStep.allCases.count)
  /// Duration of the action found, in seconds.
  let duration: TimeInterval

  private let title: UILabel
  private let lane = UIView()
  private let dots = SearchStep.allCases.map { _ in UIView() }
  /// Retained here, because layers do not retain their delegates.
  private let searchDelegate: SearchDelegate
  private let refuses: Bool
  private var isAtEnd = false

  /// - Parameters:
  ///   - first: The first place with an action; all places after it have one too.
  ///   - refuses: Whether the delegate returns `NSNull`.
  init(_ name: String, first: SearchStep, refuses: Bool = false) {
    self.refuses = refuses
    duration = refuses ? 0 : first.duration
    title = UILabel(name, font: Theme.smallNumbers)
    moving = first == .builtIn ? SearchedLayer() : DefaultingLayer()
    let isFirst = first == .delegate
    searchDelegate = SearchDelegate(
      refuses ? NSNull() : isFirst ? StepAction(step: .delegate) : nil)
    super.init(frame: .zero)
    moving.delegate = searchDelegate
    if first.rawValue <= SearchStep.actions.rawValue {
      moving.actions = ["position": StepAction(step: .actions)]
    }
    if first.rawValue <= SearchStep.style.rawValue {
      let actions: [String: any CAAction] = ["position": StepAction(step: .style)]
      moving.style = ["actions": actions]
    }
    let color = refuses ? Theme.hitch : Self.colors[first.rawValue]
    moving.backgroundColor = color.cgColor
    moving.cornerRadius = 9
    lane.backgroundColor = Theme.panel
    lane.layer.cornerRadius = 12
    [title, lane, note].forEach(addSubview)
    dots.forEach(addSubview)
    layer.addSublayer(moving)
    show(marks)
  }

  required init?(coder: NSCoder) { nil }

  /// Moves the layer, which searches for an action.
  func move() {
    // A press during a move shows its own result, not the one before.
    moving.removeAllAnimations()
    moving.didSearch = { [weak self] step in
      MainActor.assumeIsolated { self?.show(answer: step) }
    }
    isAtEnd.toggle()
    moving.position.x = end
    // Moves by layout are not reported.
    moving.didSearch = nil
  }

  private var end: CGFloat { isAtEnd ? lane.frame.maxX - 12 : lane.frame.minX + 12 }

  private func show(answer: SearchStep?) {
    // No action means that the delegate refused: every other place has one.
    let last = answer ?? .delegate
    show(
      SearchStep.allCases.map { step in
        if step == last { return answer == nil ? .refused : .answered }
        return step.rawValue < last.rawValue ? .noAnswer : .notAsked
      })
    note.text = answer.map { "\($0.title), \(Wording.fixed($0.duration, 2)) s" } ?? "none: it jumps"
  }

  private func show(_ marks: [Mark]) {
    self.marks = marks
    for (dot, mark) in zip(dots, marks) {
      dot.layer.cornerRadius = 6
      dot.layer.borderWidth = 1.5
      dot.transform =
        mark == .notAsked ? CGAffineTransform(scaleX: 0.4, y: 0.4) : .identity
      switch mark {
      case .unknown: dot.layer.borderColor = Theme.hairline.cgColor
      case .noAnswer, .notAsked: dot.layer.borderColor = Theme.wait.cgColor
      case .answered: dot.layer.borderColor = Theme.accent.cgColor
      case .refused: dot.layer.borderColor = Theme.hitch.cgColor
      }
      switch mark {
      case .answered: dot.backgroundColor = Theme.accent
      case .refused: dot.backgroundColor = Theme.hitch
      case .notAsked: dot.backgroundColor = Theme.wait
      default: dot.backgroundColor = .clear
      }
    }
  }

  override func layoutSubviews() {
    title.frame = CGRect(x: 0, y: 4, width: 104, height: 16)
    let laneWidth = min(200, max(48, bounds.width - Self.widthWithoutLane))
    lane.frame = CGRect(x: 112, y: 0, width: laneWidth, height: 24)
    for (place, dot) in dots.enumerated() {
      dot.bounds.size = CGSize(width: 12, height: 12)
      dot.center = CGPoint(
        x: marksLeft + Self.markWidth * (CGFloat(place) + 0.5), y: 12)
    }
    note.frame = CGRect(x: marksLeft + 5 * Self.markWidth + 12, y: 4, width: 156, height: 16)
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    moving.bounds.size = CGSize(width: 18, height: 18)
    moving.position = CGPoint(x: end, y: 12)
    CATransaction.commit()
  }
}

/// The layout: rows under the numbers of the places.
private final class ActionSearchStage: UIView {
  private let rows: [SearchRow]
  private let numbers = SearchStep.allCases.map {
    UILabel(
      "\($0.rawValue + 1)", font: Theme.smallNumbers, color: Theme.dimText, alignment: .center)
  }
  private let legend = UILabel(
    "○ no answer   ● answered   · not asked", font: Theme.small, color: Theme.dimText,
    alignment: .center)

  init(_ rows: [SearchRow]) {
    self.rows = rows
    super.init(frame: .zero)
    rows.forEach(addSubview)
    numbers.forEach(addSubview)
    addSubview(legend)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let top = ((bounds.height - 244) / 2).rounded()
    let width = min(200 + SearchRow.widthWithoutLane, bounds.width - 32)
    let left = ((bounds.width - width) / 2).rounded()
    for (place, row) in rows.enumerated() {
      row.frame = CGRect(x: left, y: top + 24 + 32 * CGFloat(place), width: width, height: 24)
      row.layoutIfNeeded()
    }
    for (place, label) in numbers.enumerated() {
      label.frame = CGRect(
        x: left + rows[0].marksLeft + SearchRow.markWidth * CGFloat(place), y: top,
        width: SearchRow.markWidth, height: 16)
    }
    legend.frame = CGRect(x: 16, y: top + 224, width: bounds.width - 32, height: 16)
  }
}
