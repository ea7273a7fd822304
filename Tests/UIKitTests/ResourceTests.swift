// ResourceTests.swift
// Images, colours and strings of bundles by name: asset catalogues and tables of strings as Xcode writes them.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing
import UIKit

@testable import UIKitCore

/// A bundle in a folder of its own.
private struct TestBundle {
  let folder: TemporaryDirectory
  let bundle: Bundle

  init(_ files: [String: String] = [:]) throws {
    folder = try TemporaryDirectory()
    for (path, text) in files { try Self.write(Data(text.utf8), "\(folder.path)/\(path)") }
    bundle = try #require(Bundle(path: folder.path))
  }

  static func write(_ data: Data, _ path: String) throws {
    let url = URL(fileURLWithPath: path)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Writes a picture of one colour.
  func write(_ path: String, _ color: UIColor, side: Int) throws {
    let lanes = color.cgColor.lanes
    let pixel = [lanes.x, lanes.y, lanes.z, lanes.w].map { UInt8(($0 * 255).rounded()) }
    let image = CGImage(
      width: side, height: side,
      premultipliedRGBA: (0..<side * side).flatMap { _ in pixel })
    try Self.write(try #require(UIImage(cgImage: image).pngData()), "\(folder.path)/\(path)")
  }

  func image(_ name: String, _ traits: UITraitCollection? = nil) -> UIImage? {
    UIImage(named: name, in: bundle, compatibleWith: traits)
  }

  func color(_ name: String) -> UIColor? {
    UIColor(named: name, in: bundle, compatibleWith: nil)
  }
}

private func lines(_ body: () throws -> Void) rethrows -> [String] {
  try Diagnostics.collecting(body).lines
}

private func hex(_ color: CGColor?) -> String {
  guard let lanes = color?.lanes else { return "nil" }
  return [lanes.x, lanes.y, lanes.z, lanes.w].map { String(Int(($0 * 255).rounded()), radix: 16) }
    .joined(separator: " ")
}

extension LiveViews {
  @MainActor @Suite struct ResourceTests {
    /// The scale of the screen is 1 here; the file that a scale lacks is the next larger one.
    @Test func imageSetsHaveScalesAndModes() throws {
      let test = try TestBundle([
        "Media.xcassets/Contents.json": #"{"info":{"author":"xcode","version":1}}"#,
        "Media.xcassets/star.imageset/Contents.json": #"""
        {"images":[{"idiom":"universal","scale":"1x"},
         {"filename":"star@2x.png","idiom":"universal","scale":"2x"},
         {"filename":"star3.png","idiom":"universal","scale":"3x",
          "resizing":{"mode":"9-part","cap-insets":{"left":3,"top":6}}}],
         "info":{"author":"xcode","version":1},
         "properties":{"template-rendering-intent":"template"}}
        """#,
        "Media.xcassets/Icons/Contents.json": #"{"properties":{"provides-namespace":true}}"#,
        "Media.xcassets/Icons/dot.imageset/Contents.json":
          #"{"images":[{"filename":"dot.png","idiom":"universal"}]}"#,
        "Media.xcassets/Plain/line.imageset/Contents.json":
          #"{"images":[{"filename":"a.png","idiom":"iphone"},{"filename":"b.png","idiom":"mac"}]}"#,
      ])
      try test.write("Media.xcassets/star.imageset/star@2x.png", .red, side: 8)
      try test.write("Media.xcassets/star.imageset/star3.png", .red, side: 12)
      try test.write("Media.xcassets/Icons/dot.imageset/dot.png", .blue, side: 5)
      try test.write("Media.xcassets/Plain/line.imageset/a.png", .blue, side: 6)
      try test.write("Media.xcassets/Plain/line.imageset/b.png", .blue, side: 7)
      let star = try #require(test.image("star"))
      #expect(star.scale == 2 && star.size.width == 4 && star.renderingMode == .alwaysTemplate)
      #expect(test.image("Icons/dot")?.size.width == 5)
      #expect(test.image("line")?.size.width == 7)
      let outer = UITraitCollection.ofScreen
      defer { UITraitCollection.ofScreen = outer }
      UITraitCollection.ofScreen = UITraitCollection(style: .light, scale: 3)
      let large = try #require(test.image("star"))
      #expect(large.scale == 3 && large.size.width == 4)
      #expect(large.capInsets == UIEdgeInsets(top: 2, left: 1, bottom: 0, right: 0))
    }

    /// An image view shows the variant of its own traits, and follows them.
    @Test func imagesFollowTheStyle() throws {
      let test = try TestBundle([
        "A.xcassets/sky.imageset/Contents.json": #"""
        {"images":[{"filename":"day.png","idiom":"universal","scale":"1x"},
         {"appearances":[{"appearance":"luminosity","value":"dark"}],
          "filename":"night.png","idiom":"universal","scale":"1x"}]}
        """#
      ])
      try test.write("A.xcassets/sky.imageset/day.png", .red, side: 2)
      try test.write("A.xcassets/sky.imageset/night.png", .blue, side: 2)
      let image = try #require(test.image("sky"))
      func first(_ image: CGImage?) -> [UInt8] {
        (image?.pixels.prefix(3)).map(Array.init) ?? []
      }
      let view = UIImageView(image: image.withRenderingMode(.alwaysOriginal))
      let scene = ViewScene(view)
      func shown() -> [UInt8] { first((view.layer.contents as! CGImage?)) }
      #expect(shown() == [255, 0, 0])
      scene.window.overrideUserInterfaceStyle = .dark
      #expect(shown() == [0, 0, 255])
      scene.window.overrideUserInterfaceStyle = .light
      #expect(shown() == [255, 0, 0])
      let dark = UITraitCollection(userInterfaceStyle: .dark)
      #expect(first(test.image("sky", dark)?.cgImage) == [0, 0, 255])
      dark.performAsCurrent { #expect(first(image.cgImage) == [0, 0, 255]) }
    }

    /// Each of Xcode's notations gives the same orange.
    @Test func colorSetsHaveNotations() throws {
      func set(_ color: String) -> String {
        #"{"colors":[{"idiom":"universal","color":"# + color + "}]}"
      }
      func components(_ red: String, _ green: String, _ blue: String, _ alpha: String = "1.000")
        -> String
      {
        #""components":{"red":\#(red),"green":\#(green),"blue":\#(blue),"alpha":\#(alpha)}}"#
      }
      let rows: [(name: String, json: String, hex: String)] = [
        (
          "float", #"{"color-space":"srgb","# + components(#""1.000""#, #""0.502""#, #""0.000""#),
          "ff 80 0 ff"
        ),
        (
          "byte", #"{"color-space":"srgb","# + components(#""255""#, #""128""#, #""0""#),
          "ff 80 0 ff"
        ),
        (
          "hex",
          #"{"color-space":"srgb","# + components(#""0xFF""#, #""0x80""#, #""0x00""#, #""0.500""#),
          "ff 80 0 80"
        ),
        ("number", #"{"color-space":"srgb","# + components("1", "0.502", "0", "1"), "ff 80 0 ff"),
        (
          "grey", #"{"color-space":"gray-gamma-22","components":{"white":"0x80","alpha":"1"}}"#,
          "80 80 80 ff"
        ),
        (
          "extended", #"{"color-space":"extended-srgb","# + components(#""1""#, #""2""#, #""255""#),
          "1 2 ff ff"
        ),
        (
          "linear",
          #"{"color-space":"extended-linear-srgb","#
            + components(#""1.0""#, #""0.216""#, #""0.0""#), "ff 80 0 ff"
        ),
        ("system", #"{"platform":"ios","reference":"systemRedColor"}"#, "ff 3b 30 ff"),
      ]
      let test = try TestBundle(
        Dictionary(
          uniqueKeysWithValues: rows.map {
            ("C.xcassets/\($0.name).colorset/Contents.json", set($0.json))
          }))
      for row in rows { #expect(hex(test.color(row.name)?.cgColor) == row.hex, "\(row.name)") }
    }

    /// Xcode's templates have a set without a colour, which is that of the system.
    @Test func theAccentColorIsThatOfASet() throws {
      let place = "Assets.xcassets/AccentColor.colorset/Contents.json"
      let test = try TestBundle([place: #"{"colors": [{"idiom": "universal"}]}"#])
      let color = #"{"components": {"red": "1.0", "green": "0", "blue": "0", "alpha": "1"}}"#
      let other = try TestBundle([
        place: #"{"colors": [{"idiom": "universal", "color": "# + color + "}]}"
      ])
      let messages = lines {
        #expect(UIColor.color(ofSet: "AccentColor", in: [test.folder.path]) == nil)
        #expect(UIColor.color(ofSet: "None", in: [test.folder.path]) == nil)
        let red = UIColor.color(ofSet: "AccentColor", in: [other.folder.path])
        #expect(red?.cgColor.components?.first == 1)
      }
      #expect(messages == [] && UIView().tintColor == .systemBlue)
    }

    @Test func colorSetsHaveAppearances() throws {
      let test = try TestBundle([
        "C.xcassets/ink.colorset/Contents.json": #"""
        {"colors":[
         {"idiom":"universal","color":{"color-space":"srgb",
          "components":{"red":"0","green":"0","blue":"0","alpha":"1.000"}}},
         {"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"}],
          "color":{"color-space":"srgb",
          "components":{"red":"255","green":"255","blue":"255","alpha":"1.000"}}},
         {"idiom":"universal","appearances":[{"appearance":"luminosity","value":"dark"},
          {"appearance":"contrast","value":"high"}],"color":{"color-space":"srgb",
          "components":{"red":"255","green":"0","blue":"0","alpha":"1.000"}}}]}
        """#
      ])
      let ink = try #require(test.color("ink"))
      let dark = UITraitCollection(userInterfaceStyle: .dark)
      #expect(hex(ink.cgColor) == "0 0 0 ff")
      #expect(hex(ink.resolvedColor(with: dark).cgColor) == "ff ff ff ff")
      let fixed = UIColor(named: "ink", in: test.bundle, compatibleWith: dark)
      #expect(hex(fixed?.cgColor) == "ff ff ff ff")
    }

    @Test func whatIsMissingOrBrokenIsOneLine() throws {
      let test = try TestBundle([
        "C.xcassets/torn.colorset/Contents.json": #"{"colors":[{"#,
        "C.xcassets/none.colorset/Contents.json": #"{"images":[]}"#,
        "C.xcassets/text.colorset/Contents.json":
          #"{"colors":[{"color":{"components":{"red":"much"}}}]}"#,
        "C.xcassets/gone.imageset/Contents.json": #"{"images":[{"filename":"gone.png"}]}"#,
        "C.xcassets/bare.imageset/Contents.json": #"{"images":[{"idiom":"universal"}]}"#,
      ])
      let place = test.folder.path
      let missing = lines {
        #expect(test.image("no-such-star") == nil && test.image("no-such-star") == nil)
        #expect(test.color("no-such-ink") == nil)
      }
      #expect(
        missing == [
          "There is no image \"no-such-star\". Searched: \(place), \(place)/C.xcassets",
          "There is no colour \"no-such-ink\". Searched: \(place), \(place)/C.xcassets",
        ])
      let rows = [
        (
          "torn",
          "\(place)/C.xcassets/torn.colorset/Contents.json is not JSON, so that the set is left out"
        ),
        (
          "none",
          "\(place)/C.xcassets/none.colorset/Contents.json lacks \"colors\", so that the set is left out"
        ),
        (
          "text",
          "\(place)/C.xcassets/text.colorset/Contents.json has a wrong value at colors[0].color.components.red: "
            + "\"much\" is no component of a colour, so that the set is left out"
        ),
      ]
      for (name, line) in rows {
        #expect(lines { _ = test.color(name) }.first == line)
      }
      #expect(lines { _ = test.image("gone") }.first?.hasPrefix("The image \(place)") == true)
      #expect(test.image("bare") == nil)
    }

    /// The program's own target comes first.
    @Test func foldersOfTargetsAreBesideTheProgram() throws {
      let test = try TestBundle([
        "Pack_App.resources/a": "", "Pack_Other.resources/a": "", "Aid_App.resources/a": "",
        "x/a": "",
      ])
      let place = test.folder.path
      #expect(
        ResourceFolders.targets(beside: place, program: "Other")
          == ["Pack_Other", "Aid_App", "Pack_App"].map { "\(place)/\($0).resources" })
    }

    @Test func stringsAreInTheLanguageOfTheUser() throws {
      let test = try TestBundle([
        "en.lproj/Localizable.strings":
          "\"hello\" = \"Hello\";\n/* A remark */\n\"only\" = \"Only\";",
        "de.lproj/Localizable.strings": "\"hello\" = \"Hallo\";",
        "pt-br.lproj/Localizable.strings": "\"hello\" = \"Olá\";",
        "en.lproj/Other.strings": "\"hello\" = \"Other\";",
        "Broken.strings": "\"hello\" = ",
        "Menu.xcstrings": #"""
        {"sourceLanguage":"en","version":"1.0","strings":{"Open":{"localizations":{
         "de":{"stringUnit":{"state":"translated","value":"Öffnen"}}}},"Close":{},
         "%lld files":{"localizations":{"de":{"variations":{"plural":{
         "one":{"stringUnit":{"value":"%lld Datei"}},"other":{"stringUnit":{"value":"%lld Dateien"}}}}}}}}}
        """#,
      ])
      func text(_ key: String, _ languages: [String], _ table: String? = nil) -> String? {
        LocalizedStrings.text(key, table: table, in: test.bundle, languages: languages)
      }
      #expect(text("hello", ["de-AT", "de"]) == "Hallo")
      #expect(text("hello", ["pt-BR", "pt"]) == "Olá")
      #expect(text("hello", ["fr"]) == "Hello" && text("hello", []) == "Hello")
      #expect(text("hello", ["de"], "Other") == nil && text("hello", [], "Other") == "Other")
      #expect(text("Open", ["de"], "Menu") == "Öffnen" && text("Open", [], "Menu") == "Open")
      #expect(text("Close", ["de"], "Menu") == "Close")
      #expect(text("%lld files", ["de"], "Menu") == "%lld Dateien")
      let messages = lines {
        #expect(text("none", ["de"]) == nil && text("none", ["de"]) == nil)
        #expect(text("hello", [], "Broken") == nil && text("hello", [], "None") == nil)
      }
      let place = test.folder.path
      #expect(
        messages.prefix(2) == [
          "There is no string \"none\". Searched: \(place)/de.lproj/Localizable.strings",
          "\(place)/Broken.strings is no table of strings, so that it is left out",
        ])
      #expect(NSLocalizedString("only", bundle: test.bundle, comment: "") == "Only")
      #expect(NSLocalizedString("nope", bundle: test.bundle, value: "else", comment: "") == "else")
      #expect(NSLocalizedString("a key of no table", comment: "") == "a key of no table")
    }

    @Test func languagesComeFromTheDesktop() {
      func languages(_ environment: [String: String], _ arguments: [String] = []) -> [String] {
        LocalizedStrings.languages(environment: environment, arguments: arguments)
      }
      #expect(languages(["LANG": "de_AT.UTF-8"]) == ["de-AT", "de"])
      #expect(languages(["LANG": "de_AT", "LC_ALL": "fr"]) == ["fr"])
      #expect(languages(["LANG": "en", "LANGUAGE": "pt_BR:de"]) == ["pt-BR", "pt", "de", "en"])
      #expect(languages(["LANG": "C.UTF-8", "LANGUAGE": "de"]) == [] && languages([:]) == [])
      #expect(
        languages([:], ["x", "-AppleLanguages", "(de, \"en-GB\")"]) == ["de", "en-GB", "en"])
    }

    /// A table's text that does not fit the values shows them as they are; nothing reads past them.
    @Test func localizedTextsHaveValues() throws {
      let test = try TestBundle([
        "en.lproj/Localizable.strings": #"""
        "%lld files of %@" = "of %2$@: %1$03lld files (100%%)";
        "wrong %lld" = "%@ and %d and %s %q %";
        "part %lf" = "%.1f";
        "100%" = "all";
        """#
      ])
      let name = "x"
      #expect(
        String(localized: "\(7) files of \(name)", bundle: test.bundle) == "of x: 007 files (100%)")
      #expect(String(localized: "wrong \(1)", bundle: test.bundle) == "1 and %d and %s %q %")
      #expect(String(localized: "part \(0.25)", bundle: test.bundle) == "0.2")
      #expect(String(localized: "100%", bundle: test.bundle) == "all")
      #expect(
        String(localized: "not in it: \(name), 5%", bundle: test.bundle) == "not in it: x, 5%")
      #expect(String(localized: "key", defaultValue: "\(2) left", bundle: test.bundle) == "2 left")
    }
  }
}
