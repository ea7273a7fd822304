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
    help:
      "Write into a PNG file what it shows: the sample, the trigger, the time, and a seed that is not the usual one. Default: --notes."
  )
  var notes: Bool?

  /// The first option that was given; nil if none was.
  var given: String? {
    let options = [
      (size != nil, "--size"), (scale != nil, "--scale"), (window, "--window"),
      (theme != .dark, "--theme"), (contrast != .off, "--contrast"), (notes != nil, "--notes"),
    ]
    return options.first { $0.0 }?.1
  }

  /// The keys and values of a PNG file's texts; none with `--no-notes`.
  ///
  /// - Parameters:
  ///   - trigger: Its name; nil without one.
  ///   - time: The time of the picture; nil for one that is written with each.
  @MainActor func pngNotes(
    sample: String, trigger: String?, at time: TimeInterval? = nil
  ) -> [(key: String, value: String)] {
    guard notes ?? true else { return [] }
    return [("Software", "Lamella \(Viewer.version)"), ("Sample", sample)]
      + (trigger.map { [("Trigger", $0)] } ?? [])
      + (SampleSeed.value == SampleSeed.usual ? [] : [("Seed", "\(SampleSeed.value)")])
      + (time.map { [("Time", Wording.seconds($0))] } ?? [])
  }

  /// The number of pictures of the whole size that are in memory at the same time: what is drawn into, its copy, and
  /// groups while it is drawn, or the pixels of the file.
  private static let picturesInMemory = 3

  /// Fails for a picture for which there is no memory: drawing cannot fail, and would end the program.
  ///
  /// - Parameters:
  ///   - size: In points.
  ///   - scale: Pixels per point.
  private static func requireMemory(for size: CGSize, at scale: CGFloat) throws(CommandFailure) {
    let width = Int((size.width * scale).rounded())
    let height = Int((size.height * scale).rounded())
    let bytes = max(1, width) * max(1, height) * 4 * picturesInMemory
    guard !PictureMemory.isAvailable(bytes) else { return }
    throw CommandFailure(
      status: .internalError,
      message: "A picture of \(width) x \(height) pixels needs \(bytes >> 20) MiB of memory, "
        + "which the system does not provide. Choose a smaller --size or --scale, or raise the limit "
        + "(`ulimit -v`).")
  }

  /// Returns a stage for a sample. Throws for a picture that no PNG file can hold, or for which there is no memory.
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
    try Self.requireMemory(for: points, at: scale)
    let stage = OffscreenStage(
      kind, size: points, scale: scale, showsWindow: window, framesPerSecond: framesPerSecond,
      preferences: preferences)
    try stage.requireSample()
    return stage
  }
}
