// SampleGallery.swift
// A program that shows samples: its list of them, and its entry point.
//
// This folder: what a gallery consists of, and its command line (`Viewer`).
//
// SPDX-License-Identifier: MIT

import Foundation

/// A viewer of samples of one's own, as a program.
///
/// With `@main` it is the whole program: its window has the samples in the list, and its commands snapshot, record,
/// trace, check and measure them, as `lamella` does with its own.
///
/// ```swift
/// import LamellaViewer
///
/// @main struct Gallery: SampleGallery {
///   static let samples: [any Sample.Type] = [CardSample.self]
/// }
/// ```
@MainActor public protocol SampleGallery {
  /// The name in the window's title. Default the type's name.
  static var title: String { get }
  /// The samples in the order of the list, under one heading. Default none, for a gallery with ``groups``.
  static var samples: [any Sample.Type] { get }
  /// The samples in groups, each with its heading. Default one group of ``samples``.
  static var groups: [SampleGroup] { get }
}

/// Samples under a heading of the list.
@MainActor public struct SampleGroup {
  /// The heading.
  public var title: String
  /// The samples, in the order of the list.
  public var samples: [any Sample.Type]

  /// Creates a group.
  public init(_ title: String, _ samples: [any Sample.Type]) {
    self.title = title
    self.samples = samples
  }
}

extension SampleGallery {
  /// The type's name.
  public static var title: String { String(describing: Self.self) }
  /// None.
  public static var samples: [any Sample.Type] { [] }
  /// One group of ``samples``.
  public static var groups: [SampleGroup] { [SampleGroup(title, samples)] }

  /// Runs the command of the process' arguments, and ends the process. Called by `@main`.
  public static func main() {
    let program = URL(fileURLWithPath: CommandLine.arguments[0]).lastPathComponent
    SampleCatalogue.show(Self.self, program: program)
    CommandProgram.run(Viewer.self)
  }
}
