// ProgramInspector.swift
// The inspector of a program's own windows.
//
// SPDX-License-Identifier: MIT

package import UIKit

/// Opens inspectors of a program's windows.
@MainActor package enum ProgramInspector {
  /// Shows a window that inspects another, until one of them is closed.
  package static func open(_ window: UIWindow) -> UIWindow { MainViewController.inspect(window) }
}
