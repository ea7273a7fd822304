// TestGallery.swift
// The samples of `lamella`, as the program has them.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import Samples

private enum TestGallery: SampleGallery {
  static let title = "Lamella"
  static let groups = SampleGroup.lamella
}

/// Called on the main thread when the tests are loaded; see CGallery.
@_cdecl("lamella_tests_show_gallery") func showTestGallery() {
  MainActor.assumeIsolated { SampleCatalogue.show(TestGallery.self, program: "lamella") }
}
