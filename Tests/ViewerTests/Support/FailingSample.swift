// FailingSample.swift
// A sample that cannot be shown.
//
// SPDX-License-Identifier: MIT

import UIKit

@testable import LamellaViewer
@testable import Samples

/// A sample whose view cannot be made.
final class FailingSample: Sample {
  static let name = "Broken"
  static let title = "Broken"
  static let summary = "It lacks a picture."
  static let essence = "throw"

  /// What is missing.
  private struct Lack: Error, CustomStringConvertible {
    let description = "The picture of the moon is missing."
  }

  var triggers: [Trigger] { [Trigger(name: "all", title: "All", duration: 1) {}] }
  var onCompletion: (SampleReport) -> Void = { _ in }

  func makeView() throws -> UIView { throw Lack() }
}
