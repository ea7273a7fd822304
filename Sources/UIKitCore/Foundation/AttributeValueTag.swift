// AttributeValueTag.swift
// The first word of objects that are values of attributed strings, so that Foundation can compare them.
//
// SPDX-License-Identifier: MIT

/// The first stored property of a class whose objects are values of attributes.
///
/// Foundation on Linux merges equal runs of an `NSMutableAttributedString`, and compares their values by `CFEqual`.
/// That function reads bits 8...17 of an object's first stored word as the number of a Core Foundation class: for an
/// object of Swift with zeros there, two of them end the program. The largest number is no class of Core Foundation,
/// so the objects are compared by `isEqual(_:)`.
struct AttributeValueTag: Sendable {
  private let word: UInt = 0x3_FF00
}
