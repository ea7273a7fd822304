// Exports.swift
// `import CoreGraphics` re-exports Foundation, as on Apple's systems.
//
// SPDX-License-Identifier: MIT

@_exported public import Foundation
