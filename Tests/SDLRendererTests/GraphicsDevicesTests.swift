// GraphicsDevicesTests.swift
// Detection of software GL from the names of device files.
//
// SPDX-License-Identifier: MIT

import Testing

@testable import SDLRenderer

@Suite struct GraphicsDevicesTests {
  private func reason(
    _ environment: [String: String] = [:], dri: [String] = [], dev: [String] = ["null", "tty"]
  ) -> String? {
    GraphicsDevices(environment: environment) { directory in
      switch directory {
      case "/dev/dri": dri
      case "/dev": dev
      default: []
      }
    }.reasonForSoftware
  }

  @Test(arguments: [
    (["card0", "renderD128"], ["null"]), ([], ["nvidiactl"]), ([], ["nvidia0", "nvidia-uvm"]),
    ([], ["dxg"]), ([], ["mali0"]), ([], ["kgsl-3d0"]), ([], ["nvhost-gpu"]), ([], ["pvr_sync"]),
  ])
  func deviceFileOfAGPUIsDetected(dri: [String], dev: [String]) {
    #expect(reason(dri: dri, dev: dev) == nil)
  }

  /// A card without a render node, as in many servers, is a display controller without a GPU.
  @Test(arguments: [([], ["null"]), (["card0"], ["null"]), ([], ["nvram", "dri"]), ([], [])])
  func noGPUWithoutADeviceFile(dri: [String], dev: [String]) {
    #expect(reason(dri: dri, dev: dev)?.contains("no GPU") == true)
  }

  @Test(arguments: [
    (["LIBGL_ALWAYS_SOFTWARE": "1"], true), (["LIBGL_ALWAYS_SOFTWARE": "true"], true),
    (["LIBGL_ALWAYS_SOFTWARE": "0"], false), (["LIBGL_ALWAYS_SOFTWARE": ""], false),
    (["GALLIUM_DRIVER": "llvmpipe"], true), (["GALLIUM_DRIVER": "zink"], false),
  ])
  func environmentForcesSoftware(environment: [String: String], isSoftware: Bool) {
    let reason = reason(environment, dri: ["renderD128"])
    #expect((reason != nil) == isSoftware)
    if let reason, let name = environment.keys.first { #expect(reason.contains(name)) }
  }
}
