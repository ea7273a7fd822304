// Sample.swift
// The protocol of samples: a view that shows a technique, and the triggers that start it.
//
// SPDX-License-Identifier: MIT

public import UIKit

/// Something to look at in the viewer: a view, and the triggers that animate it.
///
/// ``makeView()`` is all that a sample must have.
///
/// ```swift
/// final class CardSample: Sample {
///   private let card = UIView()
///
///   var triggers: [Trigger] {
///     [
///       Trigger("Turn", duration: 0.5) { [card] in
///         UIView.animate(withDuration: 0.5) { card.transform = CGAffineTransform(rotationAngle: 1) }
///       }
///     ]
///   }
///
///   func makeView() -> UIView { card }
/// }
/// ```
@MainActor public protocol Sample: AnyObject, Sendable {
  /// The name on the command line: one word. Default the type's name without "Sample" at its end.
  static var name: String { get }
  /// The title in the window. Default ``name`` in words, such as "Card flip" for `CardFlip`.
  static var title: String { get }
  /// A description in one or two sentences. Default empty.
  static var summary: String { get }
  /// The essential lines of code, which the inspector shows. Default empty.
  static var essence: String { get }

  /// Creates the sample at rest. Its view is made later.
  init()

  /// What starts it, in the order of the buttons. Read once, after ``makeView()``. Default none.
  var triggers: [Trigger] { get }

  /// To be called after each completion, for the log; samples call it through ``report(_:finished:since:)``.
  /// Default one that ignores what is set, for samples that report nothing.
  var onCompletion: (SampleReport) -> Void { get set }

  /// Names and values of custom properties drawn in the last frame, for traces. Default none.
  var drawnValues: [(name: String, value: Double)] { get }

  /// The sample's own controls, by the names that a trace gives them. Default none.
  var controls: [(name: String, view: UIView)] { get }

  /// Makes the view; called once.
  ///
  /// The view lays itself out at any size from 560 x 260 points up. In less, and before it has a size, its
  /// parts may overlap.
  ///
  /// - Throws: What the sample lacks, in a sentence. The stage then shows it in the sample's place.
  func makeView() throws -> UIView
}

extension Sample {
  /// The type's name without "Sample" at its end.
  public static var name: String {
    let type = String(describing: Self.self)
    return type.hasSuffix("Sample") && type.count > 6 ? String(type.dropLast(6)) : type
  }
  /// The name in words.
  public static var title: String { words(of: name) }
  /// Empty.
  public static var summary: String { "" }
  /// Empty.
  public static var essence: String { "" }
  /// None.
  public var triggers: [Trigger] { [] }
  /// Ignores what is set.
  public var onCompletion: (SampleReport) -> Void {
    get { { _ in } }
    set {}
  }
  /// None.
  public var drawnValues: [(name: String, value: Double)] { [] }
  /// None.
  public var controls: [(name: String, view: UIView)] { [] }

  /// Reports a completion that has just run.
  ///
  /// Times are the stage's, so that pauses and slow motion do not count.
  ///
  /// - Parameters:
  ///   - animation: The name shown in the log.
  ///   - finished: The completion's flag. Default nil, for completions without one.
  ///   - start: The ``SampleTime/now`` at which the animation was started, in seconds.
  public nonisolated func report(
    _ animation: String, finished: Bool? = nil, since start: TimeInterval
  ) {
    let elapsed = SampleTime.now - start
    // Every completion runs on the main thread; a transaction's is not declared so.
    MainActor.assumeIsolated {
      onCompletion(SampleReport(animation: animation, finished: finished, elapsed: elapsed))
    }
  }
}

/// A name in camel case as words: "Card flip" for `CardFlip`, "URL bar" for `URLBar`.
func words(of name: String) -> String {
  let letters = Array(name)
  var words = ""
  for (place, letter) in letters.enumerated() {
    let isNext = { (offset: Int) in
      letters.indices.contains(place + offset) && letters[place + offset].isLowercase
    }
    let begins = place > 0 && letter.isUppercase && (isNext(-1) || isNext(1))
    if begins { words += " " }
    words += begins && isNext(1) ? letter.lowercased() : String(letter)
  }
  return words
}

/// An action of a sample, started by a button, a key or the command line.
@MainActor public struct Trigger {
  /// The name on the command line: lower case, no spaces.
  public let name: String
  /// The button's title.
  public let title: String
  /// Duration of the visible change, in seconds: as long as a recording, a trace and a check play it.
  public let duration: TimeInterval
  /// Whether something moves after ``duration``, until another trigger is fired.
  public var isEndless = false
  /// Whether it interrupts an animation, whose completion then reports false.
  package var cutsShort = false
  /// Whether it acts on what another trigger started, and may have no effect alone.
  public var actsOnOthers = false
  /// The time of its last completion.
  package var completes = Completes.atEnd

  /// Times of completions.
  package enum Completes: Sendable { case atEnd, atOnce, never }

  package let action: () -> Void

  /// Creates a trigger.
  ///
  /// - Parameters:
  ///   - title: The button's title.
  ///   - name: The name on the command line: lower case, no spaces. Default the title's words with hyphens.
  ///   - duration: Of the visible change, in seconds, finite and not negative. Default 1.
  ///   - isEndless: Whether something moves on until another trigger is fired. Default no.
  ///   - actsOnOthers: Whether it acts on what another trigger started. Default no.
  ///   - action: Starts the animation.
  public init(
    _ title: String, name: String? = nil, duration: TimeInterval = 1, isEndless: Bool = false,
    actsOnOthers: Bool = false, action: @escaping () -> Void
  ) {
    trap(
      unless: duration.isFinite && duration >= 0,
      "the trigger \"\(title)\" needs a finite duration of 0 or more, not \(duration)")
    let words = title.lowercased().split { !$0.isLetter && !$0.isNumber }
    self.name = name ?? words.joined(separator: "-")
    (self.title, self.duration) = (title, duration)
    (self.isEndless, self.actsOnOthers, self.action) = (isEndless, actsOnOthers, action)
  }

  package init(
    name: String, title: String, duration: TimeInterval, isEndless: Bool = false,
    cutsShort: Bool = false, actsOnOthers: Bool = false, completes: Completes = .atEnd,
    action: @escaping () -> Void
  ) {
    self.init(
      title, name: name, duration: duration, isEndless: isEndless, actsOnOthers: actsOnOthers,
      action: action)
    (self.cutsShort, self.completes) = (cutsShort, completes)
  }
}

/// One completion of a sample's animation.
public struct SampleReport: Hashable {
  /// The name shown in the log.
  public var animation: String
  /// The completion's flag; nil when it has none.
  public var finished: Bool?
  /// From the animation's start to its completion, in seconds of the stage's time.
  public var elapsed: TimeInterval

  package init(animation: String, finished: Bool?, elapsed: TimeInterval) {
    (self.animation, self.finished, self.elapsed) = (animation, finished, elapsed)
  }

  package var sentence: String {
    let outcome = finished.map { "finished \($0)" } ?? "completed"
    return "\(animation): \(outcome) after \(Wording.seconds(elapsed))"
  }
}

/// The time of the stage on which samples play.
public enum SampleTime {
  // Set and read on the main thread, where completions run.
  /// The stage's layer; nil for a sample without a window around it, whose time is media time.
  nonisolated(unsafe) package static weak var stage: CALayer?

  /// Seconds of the stage's time, which neither pauses nor slow motion change.
  public static var now: TimeInterval {
    let time = CACurrentMediaTime()
    return stage?.localTime(at: time) ?? time
  }
}

/// The seed of the random numbers of samples: the same seed, script and virtual clock give the same pictures.
@MainActor public enum SampleSeed {
  /// The seed without `--seed`.
  nonisolated package static let usual: UInt32 = 1
  /// The seed of this run: that of `--seed`, else 1.
  public package(set) static var value = usual
}
