// LamellaInspector.swift
// Gives a program an inspector of its own windows. A target that depends on the product has it, without a line of code:
// with LAMELLA_INSPECTOR=1 it opens with the first window, and Ctrl+Shift+I opens and closes it in any.
//
// SPDX-License-Identifier: MIT

import CLamellaInspector
import LamellaViewer
import UIKit

/// Called on the main thread before the program begins; see CLamellaInspector.
@_cdecl("lamella_inspector_install") func install() {
  MainActor.assumeIsolated { Inspectors.make = ProgramInspector.open }
}
