// Wording.swift
// Text of numbers and states in the window and the log: always with units, milliseconds with one decimal.
//
// SPDX-License-Identifier: MIT

import Compositor
package import Foundation
import QuartzCore
import UIKit

package enum Wording {
  /// A number with a fixed number of decimals, independent of locale: "0.212".
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return "–" }
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let rounded = (abs(value) * scale).rounded()
    guard rounded < 1e15 else { return String(value) }
    let whole = Int(rounded)
    let sign = value < 0 && whole != 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let unit = Int(scale)
    let fraction = String(whole % unit)
    let zeros = String(repeating: "0", count: decimals - fraction.count)
    return "\(sign)\(whole / unit).\(zeros)\(fraction)"
  }

  /// Seconds as milliseconds: "16.7 ms".
  package static func milliseconds(_ seconds: TimeInterval) -> String {
    fixed(seconds * 1000, 1) + " ms"
  }

  /// Seconds as seconds: "0.212 s".
  package static func seconds(_ seconds: TimeInterval) -> String { fixed(seconds, 3) + " s" }

  /// A text whose lines do not break between a number and its unit.
  ///
  /// A log of 200 lines is written in a frame, so the text is read once, without a regular expression.
  package static func unbroken(_ text: String) -> String {
    var parts = text.split(separator: " ", omittingEmptySubsequences: false)[...]
    guard var result = parts.popFirst().map(String.init) else { return text }
    for part in parts {
      let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
      let isAfterDigit = result.utf8.last.map(digits.contains) ?? false
      result += isAfterDigit && beginsWithUnit(part) ? "\u{A0}" : " "
      result += part
    }
    return result
  }

  /// Whether the first word of a text is a unit: "ms·" is one, "msec" is none.
  private static func beginsWithUnit(_ text: Substring) -> Bool {
    if text.hasPrefix("%") { return true }
    return ["ms", "s", "px", "Hz"].contains(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
  }

  /// A whole number with its noun: "1 animation", "3 animations".
  package static func count(_ number: Int, _ noun: String) -> String {
    "\(number) \(noun)\(number == 1 ? "" : "s")"
  }

  /// A sentence, and what is left of it without its last part, its last two parts, and so on.
  static func shortened(_ sentence: String) -> [String] {
    var texts = [sentence]
    let isWhole = sentence.hasSuffix(".")
    var rest = Substring(sentence)
    while let cut = rest.lastIndex(where: { $0 == "," || $0 == "." || $0 == ":" }),
      cut > rest.startIndex
    {
      rest = rest[..<cut]
      // Not in a number, nor at the end.
      let next = sentence.index(after: cut)
      guard next < sentence.endIndex, sentence[next] == " " else { continue }
      texts.append(rest + (isWhole ? "." : " …"))
    }
    return texts
  }

  /// A text from elsewhere, cut to a number of characters. Default 120.
  package static func limited(_ text: String, to mostCharacters: Int = 120) -> String {
    text.count <= mostCharacters ? text : text.prefix(mostCharacters - 1) + "…"
  }

  /// The heading shown instead of a sample that cannot be shown.
  static func failure(of title: String) -> String { "\(title) cannot be shown" }

  /// What to do about a sample that cannot be shown.
  static let failureAdvice =
    "Choose another sample in the list: the rest of the window works as before."

  /// The hint on a still stage.
  static let nothingMoves = "Nothing is moving. Press a button below to run an animation block."
  /// The dock's sentence while nothing moves.
  static let still = "Nothing is moving."
  /// The dock's sentence while the lanes of the Skew tab move, and nothing of the sample does.
  static let lanesMove = "The lanes are moving."
  /// The dock's sentence while nothing moves, where the stage has no room for the hint.
  ///
  /// - Parameter isReduced: Whether there is less motion.
  static func stillHint(isReduced: Bool) -> String {
    isReduced ? "Less motion: press a button above." : "Nothing is moving. Press a button above."
  }
  static let noComparison =
    "Runs are compared here: press a button twice. Pin keeps runs to compare all others with."
  /// Why figures of runs are neither better nor worse.
  static let fewRuns =
    "Better or worse is said of \(ComparedRun.leastRuns) runs and more on both sides: one may have met anything."
  static let noRows = "Press a button above: each of its animations is a row here."
  static let noAnimation = "Nothing has been animated in this run yet."
  /// The hint on a still stage where there is less motion.
  ///
  /// - Parameter isAsked: Whether the command line asks for it, not the desktop.
  static func lessMotion(isAsked: Bool) -> String {
    (isAsked ? "Less motion, as asked for." : "Your desktop asks for less motion.")
      + " Samples run only when you press a button."
  }

  static let scrubbing = "Scrubbing. Values are evaluated, completion blocks do not run."

  /// What the Skew tab cannot show to be zero.
  ///
  /// - Parameter isServed: Whether frames have a thread of their own.
  static func skewLimits(isServed: Bool) -> String {
    "Zero skew is not zero hitch: "
      + (isServed
        ? "while the main thread is blocked, the second lane's markers part; the first frame after joins them."
        : "while the one thread is blocked, no lane has a frame, and both markers stand still together.")
  }

  /// What the animations do: "1 animation running, 1 waiting until 1.000 s".
  ///
  /// - Parameters:
  ///   - start: The start of the run, in seconds of the stage's time.
  ///   - still: The text while nothing moves.
  static func activity(
    _ activity: StageActivity, since start: TimeInterval, still: String = Wording.still
  ) -> String {
    var parts: [String] = []
    for (number, state) in [
      (activity.running, "running"), (activity.stepping, "changing in steps"),
      (activity.holding, "held"), (activity.waiting, "waiting"),
    ] where number > 0 {
      parts.append(parts.isEmpty ? "\(count(number, "animation")) \(state)" : "\(number) \(state)")
    }
    if activity.waiting > 0, activity.nextBegin.isFinite {
      parts[parts.count - 1] += " until \(seconds(activity.nextBegin - start))"
    }
    if activity.hasParticles { parts.append(parts.isEmpty ? "Particles are moving" : "particles") }
    return parts.isEmpty ? still : parts.joined(separator: ", ")
  }

  /// The state of a paused stage.
  ///
  /// - Parameters:
  ///   - frame: The number of refreshes since the start of the run.
  ///   - total: The run's length in refreshes; nil without an end.
  ///   - inFlight: The number of animations that have begun and not ended.
  ///   - waiting: The number of those that have yet to begin.
  static func paused(
    at time: TimeInterval, frame: Int, of total: Int?, inFlight: Int, waiting: Int = 0
  ) -> String {
    let place = total.map { "frame \(min(frame, $0)) of \($0)" } ?? "frame \(frame)"
    let parts = [
      inFlight > 0 ? "\(inFlight) in flight" : nil, waiting > 0 ? "\(waiting) waiting" : nil,
    ].compactMap(\.self)
    let rest = parts.isEmpty ? "nothing in flight" : parts.joined(separator: ", ")
    return "Paused at \(seconds(time)), \(place), \(rest)."
  }

  /// One frame: the time of the run that it shows, what it was late by or how long after the frame before it was shown,
  /// and in milliseconds the stages that took time.
  ///
  /// - Precondition: There is a frame at the index.
  static func frame(at index: Int, in history: FrameHistory) -> String {
    let record = history[index]
    // The number counts refreshes of the screen, the time is the run's: at half speed it is half as long.
    var text = "Frame \(history.refresh(at: index)) at \(seconds(history.runTime(at: index)))"
    if let late = history.lateFrame(at: index) {
      text += ", late by \(late.missed) (\(late.cause.detail))"
    } else if let interval = history.interval(endingAt: index), interval.counts {
      text += ", +\(milliseconds(interval.length))"
    }
    if !record.isVisible { text += ", not measured" }
    let stages = FrameStage.allCases.compactMap { stage -> String? in
      let time = fixed(record[stage] * 1000, 1)
      let name = stage == .present ? "wait" : stage.title.lowercased()
      return time == "0.0" ? nil : "\(name) \(time)"
    }
    // First what is looked for: the rest may be cut.
    return text + longest(of: record) + ": "
      + (stages.isEmpty ? "no work" : stages.joined(separator: ", ") + " ms")
  }

  /// The piece of user code that took longest in a frame, if it took a quarter of a refresh.
  private static func longest(of record: FrameRecord) -> String {
    guard let work = record.longestWork, work.seconds >= record.period / 4 else { return "" }
    return " · \(milliseconds(work.seconds)) in \(work.name)"
  }

  /// The Curve tab before a run.
  static let noCurve = "The curve of an animation, and its values, once one has run."

  /// When an animation begins and ends, seen from another: "opacity · UIView 2 begins 0.300 s and ends 0.500 s after
  /// position · UIView 1".
  static func distance(of row: TimelineRow, from other: TimelineRow) -> String {
    func place(_ time: TimeInterval) -> String {
      let length = fixed(abs(time), 3)
      return length == "0.000" ? "with" : "\(length) s \(time < 0 ? "before" : "after")"
    }
    let begin = place(row.begin - other.begin)
    let end = row.end.isFinite && other.end.isFinite ? place(row.end - other.end) : nil
    let places =
      switch end {
      case nil: "begins \(begin)"
      case begin: "begins and ends \(begin)"
      case let end?: "begins \(begin) and ends \(end)"
      }
    return "\(row.title) · \(row.layer) \(places) \(other.title) · \(other.layer)"
  }

  /// What began an animation, in one word.
  static func origin(_ origin: AnimationOrigin) -> String {
    switch origin {
    case .block: "block"
    case .animator: "animator"
    case .transaction: "transaction"
    case .implicit: "implicit"
    case .action: "action"
    case .explicit: "explicit"
    }
  }

  /// The frames that the figures are about.
  ///
  /// - Parameter selection: The numbers of frames, of which a history may no longer have all.
  static func selection(_ selection: ClosedRange<Int>, in history: FrameHistory) -> String {
    let chosen = history.indices(of: selection)
    guard let first = chosen.first, let last = chosen.last else { return "No frames" }
    let (begin, end) = (history.refresh(at: first), history.refresh(at: last))
    // Each run counts from 1.
    let isOfOne = last - first <= end - begin
    return begin == end && isOfOne
      ? "Frame \(begin)" : "Frames \(begin) to \(end)\(isOfOne ? "" : " of a later run")"
  }

  /// One of the worst frames: its time to appear, and why.
  ///
  /// - Precondition: There is a frame at the index, and one before it.
  static func worst(at index: Int, in history: FrameHistory) -> String {
    let length = history.interval(endingAt: index)?.length ?? 0
    let text = "\(milliseconds(length)) · frame \(history.refresh(at: index))"
    guard let late = history.lateFrame(at: index) else {
      return text + ", in time" + longest(of: history[index])
    }
    let purpose = late.isInjected ? " on purpose" : ""
    return text + " · late by \(late.missed)\(purpose), \(late.cause.detail)"
  }

  /// The note where a time is beyond the end of the run, which is shown in its place.
  static func beyondEnd(_ end: TimeInterval) -> String { "The run ends at \(seconds(end))" }

  /// The note for text that is not a time.
  static func noTime(_ typed: String) -> String {
    "\"\(limited(typed))\" is no time: type 0.35, 0.35 s or 350 ms"
  }

  /// The note after one animation was chosen.
  static let chooseAnother = "Choose another animation to compare the two"

  static let noRunToMove = "Nothing has run yet: press a button of the sample first"

  /// What was edited of a run that no trigger began.
  static let editsNextRun = "Begin it again to see what was edited"

  static let copiedCode = "Copied as Swift"

  static let noRunToRecord = "Nothing has run yet to record: press a button of the sample first"

  /// How far a recording is, of ``Capture/framesPerSecond`` frames a second.
  static func recording(frames: Int) -> String {
    let seconds = Double(frames) / Double(Capture.framesPerSecond)
    return "Recording \(fixed(seconds, 1)) s, \(count(frames, "frame"))"
  }

  /// The note where the same recording or picture is being written.
  static func alreadyWritten(to file: String) -> String { "Already being written: \(file)" }

  static let noRunToTrace = "Nothing has run yet to trace: press a button of the sample first"

  /// The result of a recording or a picture where as many as can be are being written.
  static func tooManyWritten(_ file: String, most: Int) -> String {
    "\(file) was not written: \(most) files are being written, the most at a time. "
      + "Try again when one of them is done."
  }

  /// The result of a recording or a picture whose process could not be started.
  static func notBegun(_ file: String, _ reason: String) -> String {
    "\(file) was not written: its process could not be started (\(reason)). Open the window again."
  }

  /// The message for a recording or picture that failed: the file, the reason, and the remedy.
  ///
  /// - Parameters:
  ///   - message: The last message of its process, which has the reason and what to do. Nil without one.
  ///   - end: How its process ended.
  static func notWritten(
    _ file: String, message: String?, _ end: SpawnedProcess.End
  ) -> String {
    if let message {
      return message.contains(file) ? message : "\(file) was not written. \(message)"
    }
    let ended =
      switch end {
      case .exit(let code): "ended with exit code \(code)"
      case .signal(let number): "was ended by signal \(number)"
      }
    return "\(file) was not written: its process \(ended), without a message. "
      + "Try again; a shorter run needs less memory."
  }

  /// A late frame, as short as a line of the log.
  ///
  /// - Parameter longest: The longest duration of the cause in several such frames. Default that of this one.
  static func late(_ late: LateFrame, longest: TimeInterval? = nil) -> String {
    let refreshes = late.missed == 1 ? "1 refresh" : "\(late.missed) refreshes"
    let cause = (longest ?? late.cause.seconds).map { " \(milliseconds($0))" } ?? ""
    let purpose = late.isInjected ? "on purpose, " : ""
    return "Late by \(refreshes) · \(purpose)\(late.cause.detail)\(cause)"
  }

  /// The figures' verdict, after the hitch time ratio.
  static func verdict(_ verdict: Verdict) -> String {
    switch verdict {
    case .notMeasured: "ms/s hitch time ratio"
    case .tooShort(let time): "ms/s in \(fixed(time, 1)) s, too short to rate"
    case .notRealTime(.virtual): "ms/s, on a virtual clock"
    case .notRealTime: "ms/s, in simulated time"
    case .slowerThanScreen: "ms/s, slower than the screen"
    case .rated(let band): "ms/s hitch time ratio, \(band.rawValue)"
    }
  }

  /// The log entry after frames in which what the main thread draws was behind what the render thread moves.
  ///
  /// - Parameter pixels: What the fastest layer moved in that time, in device pixels. Nil where that is not known.
  static func skew(frames: Int, most: TimeInterval, pixels: Double?) -> String {
    let plural = frames == 1 ? "frame" : "frames"
    let distance = pixels.map { $0 > 0 ? ", \(fixed($0, 1)) px" : "" } ?? ""
    return
      "Custom properties and display links were behind in \(frames) \(plural), by at most \(milliseconds(most))\(distance)."
  }

  /// The log entry after frames of a hidden window.
  static func unmeasured(_ length: TimeInterval) -> String {
    "Not measured for \(fixed(length, 1)) s: window hidden."
  }

  /// The log entry for an injection while the lanes of the Skew tab run.
  static func injectedIntoLanes(_ injection: Injection) -> String {
    "\(injection.title): injected into the lanes of the Skew tab, whose figures show it."
  }

  /// The log entry for a fault that was not injected.
  static func injectedInVain(_ injection: Injection, reason: String) -> String {
    "\(injection.title): not injected, as \(reason)."
  }

  /// Why no late frame was marked.
  static func noOtherLateFrame(backwards: Bool) -> String {
    backwards ? "There is no earlier late frame" : "There is no later late frame"
  }

  /// The log entry for an injected fault: "Block 50 ms. Injected: expected 3 late, found 3." with the figures that it is
  /// about.
  static func injected(
    _ injection: Injection, expected: FaultOutcome, found: FaultOutcome
  ) -> String {
    func figures(_ outcome: FaultOutcome) -> String {
      switch injection {
      case .unevenClock: ", error \(milliseconds(outcome.animationError))"
      case .lateCallback: ", \(milliseconds(outcome.skew)) behind"
      default: ""
      }
    }
    // A fault that makes nothing late is not what made a frame late.
    let word = expected.missed == 0 ? "Another cause" : "Cause"
    let cause = found.missed == 0 ? "" : " \(word): \(found.cause ?? "unknown")."
    // One that makes nothing late: there is a render thread.
    let isHarmless = expected.missed == 0 && injection.faults.commit > 0
    let reason = isHarmless ? " Built-in animations do not need the main thread." : ""
    // Faults are exact; what else the machine does is not.
    let other = found.missed == expected.missed ? "" : " Other work of this machine counts as well."
    return "\(injection.title). Injected: expected \(expected.missed) late\(figures(expected)), "
      + "found \(found.missed)\(figures(found)).\(reason)\(cause)\(other)"
  }
}
