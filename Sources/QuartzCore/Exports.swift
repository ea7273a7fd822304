// Exports.swift
// `import QuartzCore` re-exports geometry and Foundation, as on Apple's systems.
//
// SPDX-License-Identifier: MIT

@_exported public import CoreGraphics
@_exported public import Foundation
