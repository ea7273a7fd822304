// CALayer+Presentation.swift
// The presentation copy of a layer, and the presented values of custom properties. Built-in values are
// computed by `Sampler.present`.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation

extension CALayer {
  /// Returns the copy of ``presentation()``.
  final func presentationCopy() -> CALayer? {
    if presentedModel != nil { return self }
    guard slot >= 0, let context else { return nil }
    if MainThread.isCurrent { CATransaction.ensureOpen() }
    let copy = CALayer.makePresentationCopy(of: self)
    copy.values = context.presentedValues(of: slot, at: MediaClock.presentationTime)
    copy.customValues = committedCustom.values
    // As on Apple's systems, where `init(layer:)` copies declared properties from the model; an animated
    // one starts from the committed value.
    let animatedKeys = committedCustom.tracks.map(\.key)
    for key in animatableKeys where !animatedKeys.contains(key) {
      copy.customValues[key] = customValues[key]
    }
    let time = context.tree.localTime(of: slot, at: MediaClock.presentationTime)
    for custom in committedCustom.tracks {
      copy.customValues[custom.key] = context.withEasings {
        value(of: custom, onto: copy.customValues[custom.key], atLayerTime: time, curves: $0)
      }
    }
    if timing != .ofLayers { copy.changeRare("timing") { $0.timing = timing } }
    if let name { copy.name = name }
    copy.delegate = delegate
    copy.layerState[.needsLayout] = false
    copy.layerState[.needsDisplay] = false
    copy.presentedModel = self
    copy.layerState[.isPresentationInTheMaking] = false
    return copy
  }

  /// Applies an animation of a custom property to the value underneath.
  private func value(
    of custom: CustomTrack, onto underneath: Any?, atLayerTime time: TimeInterval,
    curves: EasingTable.Reader
  ) -> Any? {
    let wholeValue = AnimatableValue(underneath ?? defaultStoredValue(custom.key))
    let value = custom.track.value(atLayerTime: time, onto: wholeValue, curves: curves)
    guard let value, value.canReplace(wholeValue) else { return underneath }
    return value.any
  }

  /// The presented value of an ``Animatable`` key, without a copy of the layer; the model's before the
  /// commit.
  func presentedCustomValue(forKey key: String) -> Any? {
    guard slot >= 0, let context, committedCustom.tracks.contains(where: { $0.key == key }) else {
      return storedValue(forKey: key)
    }
    let time = context.tree.localTime(of: slot, at: MediaClock.presentationTime)
    var value = committedCustom.values[key]
    for custom in committedCustom.tracks where custom.key == key {
      value = context.withEasings {
        self.value(of: custom, onto: value, atLayerTime: time, curves: $0)
      }
    }
    return value ?? defaultStoredValue(key)
  }

  /// The value of a key path under compiled animations alone, over the model's values as they are now.
  func value(
    atKeyPath path: String, under animations: CompiledAnimations, atLayerTime time: TimeInterval,
    curves: EasingTable.Reader
  ) -> Any? {
    let copy = CALayer.makePresentationCopy(of: self)
    copy.values = animations.tracks?.present(at: time, curves: curves, model: values) ?? values
    copy.customValues = customValues
    for custom in animations.custom {
      copy.customValues[custom.key] = value(
        of: custom, onto: copy.customValues[custom.key], atLayerTime: time, curves: curves)
    }
    copy.presentedModel = self
    copy.layerState[.isPresentationInTheMaking] = false
    return copy.value(forKeyPath: path)
  }

  /// The presented value of a key; the model's before the commit.
  func presentedValue(forKey key: String) -> Any? {
    presentation()?.storedValue(forKey: key) ?? storedValue(forKey: key)
  }
}
