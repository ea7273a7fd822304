// SampleGroups.swift
// The samples of `lamella`, in the order of its list.
//
// This folder: a file for each sample, and what several of them share.
//
// SPDX-License-Identifier: MIT

package import LamellaViewer

extension SampleGroup {
  /// All samples of `lamella`, in groups.
  package static let lamella: [SampleGroup] = [
    SampleGroup(
      "From the articles",
      [
        FancyLabelSample.self, PopSample.self, LoadingIndicatorSample.self,
        CornerRadiusSample.self, ImplicitCompletionSample.self, InspectionSample.self,
        BlockDelegateSample.self,
      ]
    ),
    SampleGroup(
      "Layers and their actions",
      [
        BackingLayerSample.self, ActionSearchSample.self, BorderColorSample.self,
        ImageFramesSample.self, ClockFaceSample.self, CircularProgressSample.self,
      ]
    ),
    SampleGroup(
      "Views and blocks",
      [
        CrossFadeSample.self, KeyframesSample.self, PropertyAnimatorSample.self, QuizSample.self,
        SpringsSample.self, ConstraintsSample.self, EasingSample.self,
      ]
    ),
    SampleGroup(
      "Lists and controllers",
      [
        TransitionsSample.self, SwipeBackSample.self, ExpandingCellSample.self,
        CollectionLayoutSample.self,
      ]
    ),
    SampleGroup(
      "Depth, filters, particles, load",
      [
        Card3DSample.self, FrostedGlassSample.self, ParticlesSample.self, StressSample.self,
      ]
    ),
  ]
}
