// ArchiveLinkTests.swift
// A program that is linked from an archive of the library's objects, of which a linker takes only what is referenced.
//
// SPDX-License-Identifier: MIT

import Foundation
import TestSupport
import Testing

@Suite struct ArchiveLinkTests {
  private static let program = """
    import Foundation
    import UIKit
    let size = CGSize(width: 4, height: 4)
    let image = UIGraphicsImageRenderer(size: size).image { $0.fill(CGRect(origin: .zero, size: size)) }
    let png = image.pngData()
    print(png.flatMap { UIImage(data: $0) }?.size == size)
    """

  /// The codec, the fonts and the rasteriser of UIKit are called by name from the modules below it; a weak reference
  /// left them out, and pictures were nil.
  @Test func picturesHaveTheirCodec() throws {
    let folder = try TemporaryDirectory()
    try Self.program.write(
      to: folder.url.appendingPathComponent("main.swift"), atomically: true, encoding: .utf8)
    let script = """
      set -e
      build=$1 sources=$2
      cd "$3"
      for module in CHostDefaults CMethodTable CPixelRows CQuartzCoreMethods CUIKitCoreMethods CoreGraphics \\
        Typesetting LayoutSolver QuartzCore HostInterface Compositor FreeTypeRaster PNGFiles ImageCodecs ImageIO \\
        SDLRenderer UIKitCore UIKit; do
        find -L "$build/$module.build" -name '*.o'
      done | xargs ar rcs all.a
      set --
      for module in CHostDefaults CMethodTable CPixelRows CQuartzCoreMethods CUIKitCoreMethods; do
        set -- "$@" -Xcc "-fmodule-map-file=$build/$module.build/module.modulemap"
      done
      for module in CSDL2 CFreeType CHarfBuzz CFriBidi CPNG CJPEG CWebP; do
        set -- "$@" -Xcc "-fmodule-map-file=$sources/$module/module.modulemap"
      done
      for flag in $(pkg-config --cflags freetype2 harfbuzz fribidi); do set -- "$@" -Xcc "$flag"; done
      swiftc main.swift -o program -I "$build/Modules" "$@" all.a -use-ld=lld \\
        $(pkg-config --libs freetype2 harfbuzz fribidi) -lSDL2 -lpng -ljpeg -lwebp -lwebpdemux -lwebpmux
      ./program
      """
    // That of the tests' own program.
    let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    let (status, text) = try Program.output(
      of: "/bin/sh",
      ["-c", script, "sh", build, Program.packageRoot.path + "/Sources", folder.path],
      environment: ["SDL_VIDEODRIVER": "offscreen"])
    #expect(status == 0 && text.hasSuffix("true\n"), "\(text)")
  }
}
