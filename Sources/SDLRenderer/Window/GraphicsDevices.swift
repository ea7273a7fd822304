// GraphicsDevices.swift
// Stage: start. Detects from device files, before GL is loaded, that GL can only be software.
//
// SPDX-License-Identifier: MIT

import Foundation

/// The GPUs of a machine, by their device files.
///
/// A GPU's driver always has a device file; Mesa's software drivers need none. Starting GL to find out
/// costs 45 ms and 75 MiB for a library that is then unused; listing the files costs nothing. With a
/// device file, GL is started and its renderer string decides.
package struct GraphicsDevices {
  /// The environment, with Mesa's variables that disable the GPU.
  var environment: [String: String]
  /// Lists the names in a directory. Empty when it cannot be read.
  var list: (_ directory: String) -> [String]

  /// The devices of this machine.
  package static var current: GraphicsDevices {
    GraphicsDevices(environment: ProcessInfo.processInfo.environment, list: Self.names)
  }

  /// Device files in /dev of drivers without a render node: NVIDIA's, Windows Subsystem for Linux's,
  /// ARM's, Qualcomm's, Imagination's.
  private static let ownNames = ["nvidiactl", "nvidia0", "nvhost-gpu", "dxg", "mali0", "kgsl-3d0"]
  private static let ownPrefixes = ["pvr"]

  /// Why GL would be software. Nil where there may be a GPU.
  package var reasonForSoftware: String? {
    if let value = environment["LIBGL_ALWAYS_SOFTWARE"],
      ["1", "true", "y", "yes"].contains(value.lowercased())
    {
      return "LIBGL_ALWAYS_SOFTWARE=\(value) requests it"
    }
    if let value = environment["GALLIUM_DRIVER"], ["llvmpipe", "softpipe"].contains(value) {
      return "GALLIUM_DRIVER=\(value) requests it"
    }
    // A GPU has a render node; a display controller alone has only a card node.
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
