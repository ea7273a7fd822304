// QuizSample.swift
// UIKit or Core Animation? Eight changes, each with its expected and its actual animations.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A view and a layer without a view; only some of the changes animate.
final class QuizSample: Sample {
  static let name = "Quiz"
  static let title = "Which of these animates?"
  static let summary =
    "Guess before you press. Each button makes one change; the table shows the expected animation, "
    + "then the actual one, read right after the change, and the reason."
  static let essence = """
    // the layer asks; who answers?
    // 1 its delegate: a view answers
    //   an animation in a block,
    //   NSNull outside of it
    // 2 its actions, 3 its style,
    // 4 defaultAction(forKey:),
    // 5 Core Animation: 0.25 s
    layer.action(forKey: "position")
    layer.animationKeys()
    """

  /// One change.
  struct Question {
    let name: String
    let title: String
    let code: String
    /// The expected animations: their keys and their duration in seconds.
    let keys: [String]
    let seconds: TimeInterval
    let why: String
    /// Whether the layer without a view is changed, instead of the view.
    var isHosted = false

    var expectation: String { keys.isEmpty ? "nothing" : QuizSample.words(seconds) }
  }

  static let questions = [
    Question(
      name: "view", title: "View", code: "animate { view.center = p }", keys: ["position"],
      seconds: 1,
      why:
        "In a block the view answers its layer with an animation that lasts as long as the block."),
    Question(
      name: "outside", title: "Outside", code: "view.center = p", keys: [], seconds: 0,
      why: "Outside of blocks a view answers its layer with NSNull: no animation."),
    Question(
      name: "layer", title: "Its layer", code: "view.layer.position = p", keys: [], seconds: 0,
      why: "The layer asks its view whoever sets the property; outside of blocks it answers NSNull."
    ),
    Question(
      name: "hosted", title: "Layer", code: "layer.position = p", keys: ["position"],
      seconds: 0.25,
      why: "A layer without a delegate has no answer: it gets the implicit animation.",
      isHosted: true),
    Question(
      name: "hosted-block", title: "In block", code: "animate { layer.position = p }",
      keys: ["position"], seconds: 0.25,
      why: "Blocks are the views' matter: 0.25 s as before, and the block completes at once.",
      isHosted: true),
    Question(
      name: "frame", title: "Frame", code: "animate { view.frame = r }",
      keys: ["bounds.size", "position"], seconds: 1,
      why: "frame is no property of its own: it sets bounds and position, and these animate."),
    Question(
      name: "disabled", title: "Off", code: "layer.position = p, actions off", keys: [],
      seconds: 0, why: "setDisableActions(true): the layer does not even ask.", isHosted: true),
    Question(
      name: "without", title: "Without", code: "performWithoutAnimation { … }",
      keys: [], seconds: 0,
      why:
        "In a block, but animations are off: the view answers NSNull, and the block completes at once."
    ),
  ]

  /// The animations found after each change; nil before it.
  private(set) var found: [(keys: [String], seconds: TimeInterval)?] = questions.map { _ in nil }

  var onCompletion: (SampleReport) -> Void = { _ in }

  let view = UIView()
  let alone = CALayer()
  fileprivate let answers = questions.map { _ in
    UILabel("", font: Theme.smallNumbers, color: Theme.text)
  }
  fileprivate let ground = UIView()
  fileprivate let reason = UILabel(
    "Which of these animates, and for how long?", color: Theme.dimText, lines: 2)
  /// Positions of the two, at the left and at the right.
  fileprivate(set) var places: (view: [CGPoint], alone: [CGPoint]) = (
    [.zero, .zero], [.zero, .zero]
  )
  fileprivate(set) var last: Int?
  /// Called when another question becomes the last one.
  fileprivate var changed: () -> Void = {}

  init() {}

  var triggers: [Trigger] {
    Self.questions.enumerated().map { place, question in
      Trigger(
        name: question.name, title: question.title, duration: question.seconds,
        completes: question.name == "hosted-block" ? .atOnce : .atEnd
      ) { [self] in
        ask(place)
      }
    }
  }

  func makeView() -> UIView {
    view.backgroundColor = Theme.accent
    view.layer.cornerRadius = 4
    alone.backgroundColor = Theme.orange.cgColor
    alone.cornerRadius = 11
    ground.backgroundColor = Theme.control
    ground.layer.cornerRadius = 4
    ground.isHidden = true
    return QuizStage(self)
  }

  /// Text for animations.
  nonisolated static func words(_ keys: [String], _ seconds: TimeInterval) -> String {
    keys.isEmpty ? "nothing" : "\(keys.joined(separator: ", ")) \(words(seconds))"
  }

  /// Seconds, as short as possible.
  nonisolated static func words(_ seconds: TimeInterval) -> String {
    "\(Wording.fixed(seconds, seconds == seconds.rounded() ? 0 : 2)) s"
  }

  private var isAtRight = (view: false, alone: false)

  private var nextPlace: CGPoint {
    isAtRight.view.toggle()
    return places.view[isAtRight.view ? 1 : 0]
  }

  private var nextPlaceAlone: CGPoint {
    isAtRight.alone.toggle()
    return places.alone[isAtRight.alone ? 1 : 0]
  }

  /// Makes a change and reads the layer's animations.
  private func ask(_ place: Int) {
    let question = Self.questions[place]
    let layer = question.isHosted ? alone : view.layer
    // Only this change's animations count.
    view.layer.removeAllAnimations()
    alone.removeAllAnimations()
    change(question)
    let keys = (layer.animationKeys() ?? []).sorted()
    let seconds = keys.compactMap { layer.animation(forKey: $0)?.duration }.max() ?? 0
    found[place] = (keys, seconds)
    let isExpected = keys == question.keys && abs(seconds - question.seconds) < 1e-9
    answers[place].text = Self.words(keys, seconds)
    answers[place].textColor = isExpected ? Theme.accent : Theme.hitch
    reason.text = (isExpected ? "As expected. " : "Not as expected! ") + question.why
    last = place
    changed()
  }

  private func change(_ question: Question) {
    switch question.name {
    case "view": block(question) { [self] in view.center = nextPlace }
    case "outside": view.center = nextPlace
    case "layer": view.layer.position = nextPlace
    case "hosted": transaction(question) { alone.position = nextPlaceAlone }
    case "hosted-block": block(question) { [self] in alone.position = nextPlaceAlone }
    case "frame":
      block(question) { [self] in
        let size = CGSize(width: view.bounds.width > 30 ? 22 : 44, height: 22)
        let next = nextPlace
        view.frame = CGRect(
          x: next.x - size.width / 2, y: next.y - size.height / 2, width: size.width,
          height: size.height)
      }
    case "disabled":
      transaction(question) {
        CATransaction.setDisableActions(true)
        alone.position = nextPlaceAlone
      }
    default:
      block(question) { [self] in
        UIView.performWithoutAnimation { view.center = nextPlace }
      }
    }
  }

  private func block(_ question: Question, _ changes: @escaping () -> Void) {
    let start = SampleTime.now
    UIView.animate(withDuration: 1, animations: changes) { [weak self] finished in
      self?.report(question.title, finished: finished, since: start)
    }
  }

  private func transaction(_ question: Question, _ changes: () -> Void) {
    let start = SampleTime.now
    CATransaction.begin()
    CATransaction.setCompletionBlock { [weak self] in
      self?.report(question.title, since: start)
    }
    changes()
    CATransaction.commit()
  }

  fileprivate func place(_ new: (view: [CGPoint], alone: [CGPoint])) {
    guard new != places else { return }
    places = new
    view.bounds.size = CGSize(width: max(22, view.bounds.width), height: 22)
    view.center = new.view[isAtRight.view ? 1 : 0]
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    alone.bounds.size = CGSize(width: 22, height: 22)
    alone.position = new.alone[isAtRight.alone ? 1 : 0]
    CATransaction.commit()
  }
}

/// The layout: the two lanes, the table, and the reason.
private final class QuizStage: UIView {
  private static let laneHeight: CGFloat = 28
  private let sample: QuizSample
  private let lanes = ["view", "layer"].map {
    UILabel($0, font: Theme.smallNumbers, color: Theme.dimText)
  }
  private let heads = ["change", "expected", "found"].map {
    UILabel($0, font: Theme.small, color: Theme.dimText)
  }
  private let codes = QuizSample.questions.enumerated().map { place, question in
    UILabel("\(place + 1)  \(question.code)", font: Theme.smallNumbers)
  }
  private let expectations = QuizSample.questions.map {
    UILabel($0.expectation, font: Theme.smallNumbers, color: Theme.dimText)
  }

  init(_ sample: QuizSample) {
    self.sample = sample
    super.init(frame: .zero)
    addSubview(sample.ground)
    (lanes + heads + codes + expectations + sample.answers).forEach(addSubview)
    [sample.view, sample.reason].forEach(addSubview)
    layer.addSublayer(sample.alone)
    sample.changed = { [weak self] in self?.setNeedsLayout() }
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let count = CGFloat(codes.count)
    let row = min(26, ((bounds.height - 2 * Self.laneHeight - 60) / (count + 1)).rounded(.down))
    let height = 2 * Self.laneHeight + (count + 1) * row + 44
    let top = ((bounds.height - height) / 2).rounded()
    let width = min(bounds.width - 32, 688)
    let left = ((bounds.width - width) / 2).rounded()

    for (place, label) in lanes.enumerated() {
      let y = top + Self.laneHeight * CGFloat(place)
      label.frame = CGRect(x: left + 8, y: y + 6, width: 60, height: 16)
    }
    func ends(_ place: CGFloat) -> [CGPoint] {
      [left + 96, left + width - 32].map {
        CGPoint(x: $0, y: top + Self.laneHeight * (place + 0.5))
      }
    }
    sample.place((ends(0), ends(1)))

    let columns = [0, 0.51, 0.635].map { left + 8 + (width * $0).rounded() }
    let tableTop = top + 2 * Self.laneHeight + 4
    func place(_ label: UILabel, _ column: Int, _ line: Int) {
      let end = column < 2 ? columns[column + 1] - 8 : left + width
      label.frame = CGRect(
        x: columns[column], y: tableTop + row * CGFloat(line) + ((row - 16) / 2).rounded(),
        width: end - columns[column], height: 16)
    }
    for (column, head) in heads.enumerated() { place(head, column, 0) }
    for line in codes.indices {
      place(codes[line], 0, line + 1)
      // Guess first.
      expectations[line].show(
        sample.found[line] == nil ? "?" : QuizSample.questions[line].expectation)
      place(expectations[line], 1, line + 1)
      place(sample.answers[line], 2, line + 1)
    }
    sample.ground.isHidden = sample.last == nil
    sample.ground.frame = CGRect(
      x: left, y: tableTop + row * CGFloat((sample.last ?? 0) + 1), width: width, height: row)
    sample.reason.frame = CGRect(
      x: left + 8, y: tableTop + row * (count + 1) + 4, width: width - 16, height: 34)
  }
}
