// Arguments.swift
// Arguments of the command line as values: times, sizes, speeds, the window's options.
//
// This folder: options that several commands have, and the parsing of their values.
//
// SPDX-License-Identifier: MIT

package import ArgumentParser
import Compositor
package import Foundation
package import SDLRenderer

/// A time or a duration: `0.35`, `0.35s` or `350ms`.
package struct SecondsArgument: ExpressibleByArgument, Hashable {
  /// Seconds, finite and not negative.
  package var seconds: TimeInterval

  package init(seconds: TimeInterval) { self.seconds = seconds }

  package init?(argument: String) {
    var digits = Substring(argument)
    var unit = 1.0
    if digits.hasSuffix("ms") {
      digits = digits.dropLast(2)
      unit = 0.001
    } else if digits.hasSuffix("s") {
      digits = digits.dropLast()
    }
    guard let number = plainNumber(digits) else { return nil }
    seconds = number * unit
    // More than an hour is probably a mistake, and half a million frames.
    guard seconds <= 3600 else { return nil }
  }

  package var defaultValueDescription: String { "\(seconds)s" }
}

/// A size in points: `1280x800`.
package struct SizeArgument: ExpressibleByArgument, Hashable {
  package var width: Int
  package var height: Int

  package init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  package init?(argument: String) {
    let sides = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard sides.count == 2, let width = Int(sides[0]), let height = Int(sides[1]),
      (1...16384).contains(width), (1...16384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  package var size: CGSize { CGSize(width: width, height: height) }
  package var defaultValueDescription: String { "\(width)x\(height)" }
}

/// Pixels per point, above 0 and up to 8.
package struct ScaleArgument: ExpressibleByArgument, Hashable {
  package var scale: CGFloat

  package init?(argument: String) {
    guard let number = plainNumber(Substring(argument)), number > 0, number <= 8 else {
      return nil
    }
    scale = number
  }
}

/// The stage's speed: `1%` to `400%`, in whole percent. The percent sign is optional.
package struct SpeedArgument: ExpressibleByArgument, Hashable {
  /// Those that have a button and a key.
  package static let percentages = [100, 50, 25, 10]
  /// Those through which the keys for slower and faster go.
  package static let steps = [1, 2, 5, 10, 25, 50, 100, 200, 400]
  package static let range = 1...400
  /// Within ``range``.
  package var percent: Int

  package init(percent: Int) { self.percent = percent }

  package init?(argument: String) {
    let digits = argument.hasSuffix("%") ? String(argument.dropLast()) : argument
    guard digits.allSatisfy(\.isNumber), let percent = Int(digits), Self.range.contains(percent)
    else { return nil }
    self.percent = percent
  }

  package var defaultValueDescription: String { "\(percent)%" }
}

/// A choice of renderer, by name.
package struct RendererArgument: ExpressibleByArgument, Hashable {
  package var choice: RendererChoice

  package init?(argument: String) {
    guard !argument.isEmpty, let choice = RendererChoice(name: argument) else { return nil }
    self.choice = choice
  }

  package static var allValueStrings: [String] { RendererChoice.names }
}

/// Digits with at most one dot; no sign, no exponent, no infinity, no hexadecimal.
package func plainNumber(_ text: Substring) -> Double? {
  guard text.contains(where: \.isNumber),
    text.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") })
  else { return nil }
  return Double(text)
}

/// The options of the window.
struct WindowOptions: ParsableArguments {
  @Argument(
    help:
      "The sample to show first; `\(Viewer.program) list` names them. Default: the last one. For view, also a package's folder or a Swift file.",
    completion: .samples)
  var sample: String?

  @Option(help: "The window's size in points. Default: as when it was last closed, else 1280x800.")
  var size: SizeArgument?

  @Option(help: "Pixels per point. Default: the display's.")
  var scale: ScaleArgument?

  @Option(help: "The stage's speed: 1% to 400%.")
  var speed = SpeedArgument(percent: 100)

  @Flag(help: "Show the figures in a corner of the stage.")
  var hud = false

  @Option(help: "The inspector's tab: source, layers, curve or actions. Default: source.")
  var inspect: InspectorTab?

  @Option(help: "The renderer. Default: the fastest that works.")
  var renderer: RendererArgument?

  @Flag(name: .customLong("no-vsync"), help: "Do not wait for the screen.")
  var noVsync = false

  @Option(
    help:
      "The window's colours: light, dark, or auto for the desktop's. Default: as chosen last, else auto."
  )
  var theme: ThemeArgument?

  @Option(help: "Less motion: on, off, or auto as the desktop wants. Samples read it as on iOS.")
  var reducedMotion = PreferenceArgument.auto

  @Option(help: "High contrast: on, off, or auto as the desktop wants.")
  var contrast = PreferenceArgument.auto

  @Option(help: "A file of --save-script to play, each step at its time.", completion: .file())
  var script: String?

  @Option(
    help: "The file for what was done to the sample that is shown last: triggers, pointer, keys.",
    completion: .file())
  var saveScript: String?

  @Option(help: "Draw on a thread of its own: on or off. Default: on where the driver allows it.")
  var renderThread: SwitchArgument?

  @Option(
    help:
      "The bands of the hitch time ratio: raw (up to 5 ms/s is good), or organizer (up to 10 ms/s), Apple's of weighted figures."
  )
  var bands = BandsArgument.raw

  @OptionGroup var seeded: SeedOption

  @OptionGroup var notices: NoticeOptions
}

extension CompletionKind {
  /// The names of all samples, which a shell offers for an argument.
  package static var samples: CompletionKind {
    .custom { _, _, _ in
      // `main` parses arguments on the main thread.
      MainActor.assumeIsolated { SampleCatalogue.all.map { $0.name } }
    }
  }
}

/// The clock of a run: real time, or virtual time, which passes with the frames.
package enum ClockArgument: String, CaseIterable, ExpressibleByArgument {
  case real, virtual

  /// Refreshes per second of the virtual clock without `--fps`.
  package static let usualRate = 60
  /// What `--fps` takes.
  package static let rates = "a number from 1 to 240"
  package static let rateHelp = ArgumentHelp(
    "Refreshes per second of the virtual clock, from 1 to 240. Default: \(usualRate).")

  /// Checks the value of `--fps`.
  ///
  /// - Parameter clock: The clock that was chosen. Nil where that makes no difference.
  package static func validate<Rate: Comparable & ExpressibleByIntegerLiteral>(
    fps: Rate?, on clock: ClockArgument? = nil
  ) throws {
    guard let fps else { return }
    if !(1...240).contains(fps) {
      throw ValidationError("--fps takes \(rates), not \(fps).")
    }
    if clock == .real {
      throw ValidationError(
        "--fps is of the virtual clock; a window has the rate of its screen: leave it out.")
    }
  }
}

extension InspectorTab: ExpressibleByArgument {
  init?(argument: String) {
    guard let tab = Self.allCases.first(where: { $0.title.lowercased() == argument }) else {
      return nil
    }
    self = tab
  }

  static var allValueStrings: [String] { allCases.map { $0.title.lowercased() } }
}

/// The bands that rate a hitch time ratio, by name.
enum BandsArgument: String, CaseIterable, ExpressibleByArgument {
  case raw, organizer

  var scale: HitchBand.Scale {
    switch self {
    case .raw: .raw
    case .organizer: .organizer
    }
  }
}

/// On or off.
enum SwitchArgument: String, CaseIterable, ExpressibleByArgument {
  case on, off
}
