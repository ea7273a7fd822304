// PictureOptions.swift
// The options of commands that draw a sample off screen: the size, the scale, the colours, the window around it, and
// the notes in the file.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import PNGFiles
import UIKit

/// The colours of pictures, which do not depend on the desktop's.
enum PictureTheme: String, CaseIterable, ExpressibleByArgument { case light, dark }

/// The size and scale of pictures, and what they show.
struct PictureOptions: ParsableArguments {
  @Option(help: "The picture's size in points. Default: 720x420, or 1280x800 with --window.")
  var size: SizeArgument?

  @Option(help: "Pixels per point.")
  var scale: ScaleArgument?

  @Flag(help: "Show the whole window around the sample.")
  var window = false

  @Option(help: "The colours: light or dark.")
  var theme = PictureTheme.dark

  @Option(help: "High contrast: on, off, or auto as the desktop wants.")
  var contrast = PreferenceArgument.off

  @Option(help: "Less motion: on, off, or auto as the desktop wants. Samples read it as on iOS.")
  var reducedMotion = PreferenceArgument.off

  @Flag(
    inversion: .prefixedNo,
    help: "Write into a PNG file what it shows: the sample, the trigger and the time.")
  var notes = true

  /// The keys and values of a PNG file's texts; none without ``notes``.
  ///
  /// - Parameters:
  ///   - trigger: Its name; nil without one.
  ///   - time: The time of the picture; nil for one that is written with each.
  func pngNotes(
    sample: String, trigger: String?, at time: TimeInterval? = nil
  ) -> [(key: String, value: String)] {
    guard notes else { return [] }
    return [("Software", "Lamella \(Viewer.version)"), ("Sample", sample)]
      + (trigger.map { [("Trigger", $0)] } ?? [])
      + (time.map { [("Time", Wording.seconds($0))] } ?? [])
  }

  /// Returns a stage for a sample. Throws for a picture that no PNG file can hold.
  ///
  /// - Parameter stageSize: The size of the stage, if the options have none of the picture.
  @MainActor func stage(
    of kind: any Sample.Type, stageSize: CGSize? = nil, framesPerSecond: Double = 60
  ) throws(CommandFailure) -> OffscreenStage {
    let points =
      size?.size
      ?? (window
        ? MainViewController.windowSize(forStage: stageSize)
        : stageSize ?? OffscreenStage.stageSize)
    let asksDesktop = contrast == .auto || reducedMotion == .auto
    let preferences = Preferences(
      theme: theme == .light ? .light : .dark, reducedMotion: reducedMotion, contrast: contrast,
      desktop: asksDesktop ? .read() : DesktopSettings())
    preferences.apply()
    let scale = scale?.scale ?? 1
    let longest = max(points.width, points.height) * scale
    guard longest <= CGFloat(PNGFile.maximumSide) else {
      throw CommandFailure(
        status: .usage,
        message: "A picture of \(points.width) x \(points.height) points at \(scale) pixels per "
          + "point is more than \(PNGFile.maximumSide) pixels long. Choose a smaller --size or "
          + "--scale.")
    }
    let stage = OffscreenStage(
      kind, size: points, scale: scale, showsWindow: window, framesPerSecond: framesPerSecond,
      preferences: preferences)
    try stage.requireSample()
    return stage
  }
}
