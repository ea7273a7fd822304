// PictureOptions.swift
// The options of commands that draw a sample off screen: the size, the scale, the colours, and the window around it.
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

  @Flag(help: "Use the colours of high contrast.")
  var contrast = false

  @Flag(help: "Ask for less motion, which samples read as on iOS.")
  var reducedMotion = false

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
    let preferences = Preferences(
      theme: theme == .light ? .light : .dark, reducedMotion: reducedMotion ? .on : .off,
      contrast: contrast ? .on : .off)
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
    return OffscreenStage(
      kind, size: points, scale: scale, showsWindow: window, framesPerSecond: framesPerSecond,
      preferences: preferences)
  }
}
