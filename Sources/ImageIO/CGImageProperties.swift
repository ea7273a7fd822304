// CGImageProperties.swift
// The keys of the properties of image files and pictures.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation

/// A picture's width as it is stored, in pixels.
public var kCGImagePropertyPixelWidth: CFString { "PixelWidth" as NSString }
/// A picture's height as it is stored, in pixels.
public var kCGImagePropertyPixelHeight: CFString { "PixelHeight" as NSString }
/// A picture's orientation, EXIF's number: 1 upright.
public var kCGImagePropertyOrientation: CFString { "Orientation" as NSString }

/// The properties of a GIF file or of one of its pictures.
public var kCGImagePropertyGIFDictionary: CFString { "{GIF}" as NSString }
/// How often a GIF is played; 0 is for ever.
public var kCGImagePropertyGIFLoopCount: CFString { "LoopCount" as NSString }
/// How long a picture is shown, in seconds: a tenth for less than 0.02.
public var kCGImagePropertyGIFDelayTime: CFString { "DelayTime" as NSString }
/// How long a picture is shown, in seconds, by the file.
public var kCGImagePropertyGIFUnclampedDelayTime: CFString { "UnclampedDelayTime" as NSString }

/// The properties of a PNG file or of one of its pictures: those of an animated PNG.
public var kCGImagePropertyPNGDictionary: CFString { "{PNG}" as NSString }
/// How often an animated PNG is played; 0 is for ever.
public var kCGImagePropertyAPNGLoopCount: CFString { "LoopCount" as NSString }
/// How long a picture is shown, in seconds: a tenth for less than 0.02.
public var kCGImagePropertyAPNGDelayTime: CFString { "DelayTime" as NSString }
/// How long a picture is shown, in seconds, by the file.
public var kCGImagePropertyAPNGUnclampedDelayTime: CFString { "UnclampedDelayTime" as NSString }

/// The properties of a WebP file or of one of its pictures.
public var kCGImagePropertyWebPDictionary: CFString { "{WebP}" as NSString }
/// How often a WebP is played; 0 is for ever.
public var kCGImagePropertyWebPLoopCount: CFString { "LoopCount" as NSString }
/// How long a picture is shown, in seconds: a tenth for less than 0.02.
public var kCGImagePropertyWebPDelayTime: CFString { "DelayTime" as NSString }
/// How long a picture is shown, in seconds, by the file.
public var kCGImagePropertyWebPUnclampedDelayTime: CFString { "UnclampedDelayTime" as NSString }

/// An option of sources: whether decoded pictures are kept. Without effect: they are.
public var kCGImageSourceShouldCache: CFString { "kCGImageSourceShouldCache" as NSString }
/// An option of sources: whether pictures are decoded at once. Without effect: with the first.
public var kCGImageSourceShouldCacheImmediately: CFString {
  "kCGImageSourceShouldCacheImmediately" as NSString
}
/// An option of sources: the expected type. Without effect: the file's bytes determine it.
public var kCGImageSourceTypeIdentifierHint: CFString {
  "kCGImageSourceTypeIdentifierHint" as NSString
}
