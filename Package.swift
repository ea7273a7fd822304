// swift-tools-version: 6.2
// Package.swift
// The targets and their dependencies, which point one way:
//
//     Lamella, Workbench ──→ Samples ──→ LamellaViewer
//                                              │
//                  ┌───────────────────────────┘
//                  ↓
//                UIKit ──→ UIKitCore ──→ HostInterface ──→ QuartzCore ──→ Typesetting ──→ CoreGraphics
//                  │                           ↑                 ↑               ↑
//                  ├──→ SDLRenderer ───────────┴──→ Compositor ──┘               │
//                  │        └──→ CSDL2                   ↑                       │
//                  ├──→ FreeTypeRaster ──────────────────┴───────────────────────┘
//                  │        └──→ CFreeType, CHarfBuzz, CFriBidi
//                  ├──→ ImageIO ───────────→ HostInterface
//                  ├──→ ImageCodecs ──→ CJPEG, CWebP
//                  └──→ PNGFiles ──→ CPNG
//
// Compositor draws rows of pixels with CPixelRows, which depends on no other target.
// LamellaTesting, a library for the tests of other packages, depends on UIKit as LamellaViewer does.
// ImageCodecs uses PNGFiles, too. LayoutSolver, which UIKitCore uses, depends on no other target.
// UIKitSource, a plug-in for other packages, builds its tool from SourceRewriter.
// Workbench is for the engine itself: its figures, random programs, long runs, the manual. BenchmarkFloor is
// independent: the floors of those figures, in plain C on SDL2.
//
// `Scripts/test` builds with `--explicit-target-dependency-import-check=error`, which rejects an import against the
// arrows; a test rejects one that a target's dependencies below do not name.
//
// SPDX-License-Identifier: MIT

import Foundation
import PackageDescription

let language: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

// Scripts/test sets LAMELLA_TESTS=1 and builds everything once, for release: what the tests of the built program
// run is what the other tests link. Assertions are kept, and tests may import internal declarations.
let isForTests = Context.environment["LAMELLA_TESTS"] != nil
let strict: [SwiftSetting] =
  language + (isForTests ? [.unsafeFlags(["-enable-testing", "-assert-config", "Debug"])] : [])

// A debug build of a user's program: what draws pixels, text and paths is optimised, as without that a frame takes 100 to
// 340 times as long. Assertions are kept. Layers and views are not optimised: they would double the time of the first
// build. SwiftPM allows unsafe flags in a dependency, by version too, from tools version 6.2. The index that a debug
// build writes needs a file for each source, which a whole module has only with threads.
let drawing: [SwiftSetting] =
  strict
  + (isForTests
    ? []
    : [
      .unsafeFlags(
        [
          "-O", "-disable-batch-mode", "-whole-module-optimization", "-num-threads", "2",
          "-assert-config", "Debug",
        ], .when(configuration: .debug))
    ])

// A file that imports Testing and a module named CoreGraphics or UIKit makes the compiler look for Swift
// Testing's overlays of Apple's modules, which do not exist on Linux. Optimising the tests themselves would take
// longer than they run.
let tests: [SwiftSetting] =
  language + [.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"])]
  + (isForTests
    ? [
      .unsafeFlags([
        "-enable-testing", "-Onone", "-no-whole-module-optimization", "-enable-batch-mode",
        "-gline-tables-only",
      ])
    ] : [])

// Programs that only the tests need: projects written for iOS that are compiled with the plug-in UIKitSource, the
// plug-in's tool, and a program with a window. The tool uses the syntax library of the toolchain, which only unsafe
// flags find; so outside of the tests the plug-in builds it.
let toolchainLibrary: String = {
  let folders = (Context.environment["PATH"] ?? "").split(separator: ":").map(String.init)
  let compiler = folders.map { $0 + "/swiftc" }.first(where: FileManager.default.isExecutableFile)
  let bin = URL(fileURLWithPath: compiler ?? "/usr/bin/swiftc").resolvingSymlinksInPath()
  return bin.appendingPathComponent("../../lib/swift/host").standardizedFileURL.path
}()
let testPrograms: [Target] =
  !isForTests
  ? []
  : [
    .target(
      name: "SourceRewriter", exclude: ["Tool"],
      swiftSettings: strict + [.unsafeFlags(["-I", toolchainLibrary])],
      linkerSettings: [
        .unsafeFlags(["-L", toolchainLibrary, "-Xlinker", "-rpath", "-Xlinker", toolchainLibrary]),
        .linkedLibrary("SwiftSyntax"), .linkedLibrary("SwiftParser"),
      ]),
    .executableTarget(
      name: "SourceRewriterTool", dependencies: ["SourceRewriter"],
      path: "Sources/SourceRewriter/Tool",
      swiftSettings: strict + [.unsafeFlags(["-I", toolchainLibrary])]),
    // As on iOS they import what UIKit exports; UIKitCore is named so that its changes rebuild them.
    .executableTarget(
      name: "UntouchedProject", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      path: "Tests/UntouchedProject", exclude: ["iOS"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing", "-Onone"]),
      ], plugins: ["UIKitSource"]),
    .executableTarget(
      name: "UntouchedIdioms", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      path: "Tests/UntouchedIdioms", exclude: ["iOS"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing", "-Onone"]),
      ], plugins: ["UIKitSource"]),
    // Xcode's template of a program with scenes, with its Info.plist.
    .executableTarget(
      name: "UntouchedScene", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      path: "Tests/UntouchedScene", exclude: ["iOS"],
      swiftSettings: [
        .swiftLanguageMode(.v5), .unsafeFlags(["-enable-testing", "-Onone"]),
      ], plugins: ["UIKitSource"]),
    // A program of a user's own, without access to the package.
    .executableTarget(
      name: "RunLoopProgram", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      path: "Tests/RunLoopProgram", packageAccess: false, swiftSettings: language),
    .testTarget(
      name: "SourceRewriterTests",
      dependencies: [
        "SourceRewriter", "UntouchedProject", "UntouchedIdioms", "UntouchedScene", "UIKit",
        "UIKitCore",
        "HostInterface",
        "PNGFiles", "QuartzCore", "CoreGraphics", "TestSupport",
      ],
      swiftSettings: tests + [.unsafeFlags(["-I", toolchainLibrary])]),
  ]

let package = Package(
  name: "lamella",
  products: [
    .library(name: "CoreGraphics", targets: ["CoreGraphics"]),
    .library(name: "QuartzCore", targets: ["QuartzCore"]),
    // With the module that has the codecs.
    .library(name: "ImageIO", targets: ["ImageIO", "UIKit"]),
    .library(name: "UIKit", targets: ["UIKit"]),
    // Only for test targets: views off screen, pictures and figures.
    .library(name: "LamellaTesting", targets: ["LamellaTesting"]),
    // The viewer for samples of one's own.
    .library(name: "LamellaViewer", targets: ["LamellaViewer"]),
    // An inspector in a program's own windows.
    .library(name: "LamellaInspector", targets: ["LamellaInspector"]),
    .executable(name: "lamella", targets: ["Lamella"]),
    .executable(name: "lamella-workbench", targets: ["Workbench"]),
    .executable(name: "lamella-floor", targets: ["BenchmarkFloor"]),
    .plugin(name: "UIKitSource", targets: ["UIKitSource"]),
    .library(name: "AllocationCounter", type: .dynamic, targets: ["AllocationCounter"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0")
  ],
  targets: [
    // With `pkgConfig`, SwiftPM warns of flags that it does not pass on, such as SDL2's -D_REENTRANT; and of providers
    // it writes only where `pkgConfig` fails. So only those have both whose headers are found by it alone.
    .systemLibrary(name: "CSDL2"),
    .systemLibrary(
      name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libsdl2-ttf-dev"])]),
    .systemLibrary(
      name: "CHarfBuzz", pkgConfig: "harfbuzz", providers: [.apt(["libharfbuzz-dev"])]),
    .systemLibrary(
      name: "CFriBidi", pkgConfig: "fribidi", providers: [.apt(["libfribidi-dev"])]),
    .systemLibrary(name: "CPNG"),
    .systemLibrary(name: "CJPEG"),
    .systemLibrary(name: "CWebP"),
    // C functions with Swift's calling convention, and addresses of Swift methods; see MethodTable.swift.
    .target(name: "CMethodTable"),
    .target(name: "CQuartzCoreMethods"),
    .target(name: "CUIKitCoreMethods"),
    // What UIKit provides to programs without an application.
    .target(name: "CHostDefaults"),
    // Rows of pixels, drawn with the vector instructions that the processor has.
    .target(
      name: "CPixelRows", cSettings: [.unsafeFlags(["-O2"], .when(configuration: .debug))]),

    .target(name: "CoreGraphics", dependencies: ["CHostDefaults"], swiftSettings: drawing),
    .target(
      name: "Typesetting", dependencies: ["CoreGraphics", "CHostDefaults"], swiftSettings: drawing),
    .target(name: "LayoutSolver", swiftSettings: drawing),
    .target(
      name: "QuartzCore",
      dependencies: ["CoreGraphics", "Typesetting", "CMethodTable", "CQuartzCoreMethods"],
      swiftSettings: strict),
    .target(
      name: "HostInterface", dependencies: ["QuartzCore", "CoreGraphics"],
      swiftSettings: strict),
    .target(
      name: "Compositor", dependencies: ["QuartzCore", "CoreGraphics", "CPixelRows"],
      swiftSettings: drawing),
    .target(
      name: "FreeTypeRaster",
      dependencies: [
        "Compositor", "QuartzCore", "Typesetting", "CoreGraphics", "CFreeType", "CHarfBuzz",
        "CFriBidi",
      ],
      swiftSettings: drawing),
    .target(name: "PNGFiles", dependencies: ["CoreGraphics", "CPNG"], swiftSettings: drawing),
    .target(
      name: "ImageCodecs", dependencies: ["PNGFiles", "CoreGraphics", "CJPEG", "CWebP"],
      swiftSettings: drawing),
    .target(
      name: "ImageIO", dependencies: ["HostInterface", "CoreGraphics"],
      swiftSettings: strict),
    .target(
      name: "SDLRenderer",
      dependencies: ["Compositor", "HostInterface", "QuartzCore", "CoreGraphics", "CSDL2"],
      swiftSettings: drawing),
    .target(
      name: "UIKitCore",
      dependencies: [
        "HostInterface", "QuartzCore", "Typesetting", "CoreGraphics", "LayoutSolver",
        "CUIKitCoreMethods",
      ],
      swiftSettings: strict),
    .target(
      name: "UIKit",
      dependencies: [
        "UIKitCore", "ImageIO", "SDLRenderer", "FreeTypeRaster", "ImageCodecs", "PNGFiles",
        "Compositor", "HostInterface", "QuartzCore", "Typesetting", "CoreGraphics",
      ],
      swiftSettings: strict),
    .target(
      // UIKitCore is named so that its changes rebuild the library.
      name: "LamellaTesting",
      dependencies: [
        "UIKit", "UIKitCore", "FreeTypeRaster", "PNGFiles", "Compositor", "HostInterface",
      ],
      swiftSettings: strict),
    .target(
      name: "LamellaViewer",
      dependencies: [
        "UIKit", "UIKitCore", "SDLRenderer", "FreeTypeRaster", "ImageCodecs", "PNGFiles",
        "Compositor", "HostInterface", "QuartzCore", "Typesetting", "CoreGraphics",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .target(name: "CLamellaInspector"),
    .target(
      name: "LamellaInspector", dependencies: ["LamellaViewer", "UIKit", "CLamellaInspector"],
      swiftSettings: strict),
    .target(
      name: "Samples", dependencies: ["LamellaViewer", "UIKit", "QuartzCore", "CoreGraphics"],
      swiftSettings: strict),
    .executableTarget(
      name: "Lamella", dependencies: ["Samples", "LamellaViewer"], swiftSettings: strict),
    .executableTarget(
      name: "Workbench",
      dependencies: [
        "Samples", "LamellaViewer", "UIKit", "UIKitCore", "SDLRenderer", "FreeTypeRaster",
        "ImageCodecs", "PNGFiles", "Compositor", "HostInterface", "QuartzCore", "Typesetting",
        "CoreGraphics", .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),
    .plugin(name: "UIKitSource", capability: .buildTool(), path: "Sources/UIKitSource"),
    .executableTarget(
      name: "BenchmarkFloor",
      linkerSettings: [.linkedLibrary("SDL2"), .linkedLibrary("m")]),

    .target(name: "AllocationCounter", path: "Tests/AllocationCounter"),
    .target(name: "CSpawn", path: "Tests/CSpawn"),
    .target(name: "CGallery", path: "Tests/CGallery"),
    .target(
      name: "TestSupport",
      dependencies: ["Compositor", "QuartzCore", "Typesetting", "CoreGraphics", "CSpawn"],
      path: "Tests/TestSupport", swiftSettings: tests),
    // A slow and exact way from layers to pixels, optimised even where nothing else is.
    .target(
      name: "ReferencePicture", dependencies: ["QuartzCore", "CoreGraphics"],
      path: "Tests/ReferencePicture", swiftSettings: language + [.unsafeFlags(["-Ounchecked"])]),
    .testTarget(
      name: "CoreGraphicsTests", dependencies: ["CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "TypesettingTests", dependencies: ["Typesetting", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "LayoutSolverTests", dependencies: ["LayoutSolver", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "QuartzCoreTests",
      dependencies: ["Compositor", "QuartzCore", "Typesetting", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "CompositorTests",
      dependencies: ["Compositor", "CPixelRows", "QuartzCore", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "FreeTypeRasterTests",
      dependencies: ["FreeTypeRaster", "Compositor", "Typesetting", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "PNGFilesTests", dependencies: ["PNGFiles", "CoreGraphics", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "ImageCodecsTests",
      dependencies: ["ImageCodecs", "PNGFiles", "CoreGraphics", "CWebP", "TestSupport"],
      swiftSettings: tests),
    .testTarget(
      name: "SDLRendererTests",
      dependencies: [
        "SDLRenderer", "FreeTypeRaster", "PNGFiles", "HostInterface", "Compositor", "QuartzCore",
        "Typesetting", "CoreGraphics", "TestSupport", "ReferencePicture",
      ],
      swiftSettings: tests),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "UIKit", "UIKitCore", "ImageIO", "HostInterface", "Compositor", "QuartzCore", "Typesetting",
        "CoreGraphics", "PNGFiles", "TestSupport",
      ],
      swiftSettings: tests),
    // Without access to the package, like a program: these tests can use only public declarations.
    .testTarget(
      // The tests import only UIKit; the other dependencies make changes in them rebuild the tests.
      name: "PublicAPITests", dependencies: ["UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      exclude: ["Interface/interface.tsv", "Interface/further.tsv"], packageAccess: false,
      swiftSettings: tests),
    // Likewise, with the library that such a program's tests import.
    .testTarget(
      name: "LamellaTestingTests",
      dependencies: ["LamellaTesting", "UIKit", "UIKitCore", "QuartzCore", "CoreGraphics"],
      exclude: ["Pictures"], packageAccess: false, swiftSettings: tests),
    .testTarget(
      name: "ViewerTests",
      dependencies: [
        "LamellaViewer", "Samples", "Workbench", "UIKit", "UIKitCore", "SDLRenderer", "ImageCodecs",
        "PNGFiles", "HostInterface", "Compositor", "QuartzCore", "Typesetting", "CoreGraphics",
        "TestSupport", "CGallery",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: tests),
  ] + testPrograms
)
