// GraphicsDevices.swift
// Stage: start. Tells from the machine's device files, before any of GL is loaded, when GL can only be
// software.
//
// SPDX-License-Identifier: MIT

import Foundation

/// What the machine says of its GPUs.
///
/// A driver of a GPU always has a device file, and Mesa's software drivers need none. To find out by
/// starting GL costs 45 ms and 75 MiB for a library that is then not used; a look at the files
/// costs nothing. Where a file is there, GL is started and asked for its name.
struct GraphicsDevices {
  /// The environment, where Mesa may be told to leave the GPU alone.
  var environment: [String: String]
  /// The names in a directory; empty when it cannot be read.
  var list: (_ directory: String) -> [String]

  /// This machine's.
  static var current: GraphicsDevices {
    GraphicsDevices(environment: ProcessInfo.processInfo.environment, list: Self.names)
  }

  /// Names in /dev that drivers with a device file of their own make: NVIDIA's, that of Windows's
  /// subsystem for Linux, ARM's, Qualcomm's, Imagination's.
  private static let ownNames = ["nvidiactl", "nvidia0", "nvhost-gpu", "dxg", "mali0", "kgsl-3d0"]
  private static let ownPrefixes = ["pvr"]

  /// Why GL would be software; nil where a GPU may be.
  var reasonForSoftware: String? {
    if let value = environment["LIBGL_ALWAYS_SOFTWARE"],
      ["1", "true", "y", "yes"].contains(value.lowercased())
    {
      return "LIBGL_ALWAYS_SOFTWARE=\(value) asks for it"
    }
    if let value = environment["GALLIUM_DRIVER"], ["llvmpipe", "softpipe"].contains(value) {
      return "GALLIUM_DRIVER=\(value) asks for it"
    }
    // Render nodes come from drivers that can compute; a mere screen has a card and no more.
    if list("/dev/dri").contains(where: { $0.hasPrefix("renderD") }) { return nil }
    let names = list("/dev")
    let isThere = names.contains { name in
      Self.ownNames.contains(name) || Self.ownPrefixes.contains(where: name.hasPrefix)
    }
    return isThere ? nil : "there is no GPU (no render node in /dev/dri, no /dev/nvidia0)"
  }

  private static func names(in directory: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
  }
}
