// Exports.swift
// `import UIKit` re-exports views, layers, geometry and Foundation, as on iOS.
//
// SPDX-License-Identifier: MIT

@_exported public import CoreGraphics
@_exported public import Foundation
@_exported public import ImageIO
@_exported public import QuartzCore
@_exported public import UIKitCore
