// swift-tools-version: 6.2
// Package.swift
// The targets and the arrows between them. Arrows point one way:
//
//     Viewer ──→ UIKit ──→ UIKitCore ──────────────────→ QuartzCore ──→ CoreGraphics
//                   └────→ SDLRenderer ──→ Compositor ──────↗
//                               └────────→ CSDL2, CFreeType, CPNG
//
// BenchmarkFloor stands alone: plain C on SDL2, which `lamella bench` measures the program against.
//
// `Scripts/test` builds with `--explicit-target-dependency-import-check=error`, which refuses any other.
//
// SPDX-License-Identifier: MIT

import PackageDescription

let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Swift Testing has companions for Apple's modules CoreGraphics and UIKit, which it looks for as soon
// as a file imports modules of these names beside it; on Linux there are none.
let tests: [SwiftSetting] =
  strict + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]

let package = Package(
  name: "lamella",
  products: [
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    .executable(name: "lamella", targets: ["Viewer"]),
    .executable(name: "lamella-floor", targets: ["BenchmarkFloor"]),
    .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.4.0"),
  ],
  targets: [
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(name: "CFreeType", pkgConfig: "freetype2"),
    .systemLibrary(name: "CPNG"),
    // Ten lines of C with Swift's calling convention; see ConstructionByType.swift.
    .target(name: "CLayerConstruction"),

    .target(name: "CoreGraphics", swiftSettings: strict),
    .target(
      name: "QuartzCore", dependencies: ["CoreGraphics", "CLayerConstruction"],
      swiftSettings: strict),
    .target(
      name: "Compositor", dependencies: ["QuartzCore", "CoreGraphics"], swiftSettings: strict),
    .target(
      name: "SDLRenderer",
      dependencies: ["Compositor", "QuartzCore", "CoreGraphics", "CSDL2", "CFreeType", "CPNG"],
      swiftSettings: strict),
    .target(
      name: "UIKitCore", dependencies: ["QuartzCore", "CoreGraphics"], swiftSettings: strict),
    .target(
      name: "UIKit",
      dependencies: ["UIKitCore", "SDLRenderer", "Compositor", "QuartzCore", "CoreGraphics"],
      swiftSettings: strict),
    .executableTarget(
      name: "Viewer",
      dependencies: [
        "UIKit", "UIKitCore", "SDLRenderer", "Compositor", "QuartzCore", "CoreGraphics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "BenchmarkFloor",
      linkerSettings: [.linkedLibrary("SDL2"), .linkedLibrary("m")]),

    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(
      name: "TestSupport", dependencies: ["Compositor", "QuartzCore", "CoreGraphics"],
      path: "Tests/TestSupport", swiftSettings: tests),
    .testTarget(
      name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: ["Compositor", "QuartzCore", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "CompositorTests",
      dependencies: ["Compositor", "QuartzCore", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "SDLRendererTests",
      dependencies: ["SDLRenderer", "Compositor", "QuartzCore", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "UIKit", "UIKitCore", "Compositor", "QuartzCore", "CoreGraphics", "TestSupport",
      ],
      swiftSettings: tests),
    // Outside of the package, as programs are: only what is public can be seen from there.
    .testTarget(
      // They import UIKit alone; the others are named so that they are built anew when one changes.
      name: "PublicAPITests", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      packageAccess: false,
      swiftSettings: tests),
    .testTarget(
      name: "ViewerTests",
      dependencies: [
        "Viewer", "UIKit", "UIKitCore", "SDLRenderer", "Compositor", "QuartzCore", "CoreGraphics",
        "TestSupport",
      ],
      swiftSettings: tests),
  ]
)
