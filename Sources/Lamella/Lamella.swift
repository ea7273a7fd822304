// Lamella.swift
// The program `lamella`: the viewer with the samples of this package.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import Samples

@main struct Lamella: SampleGallery {
  static let groups = SampleGroup.lamella
}
