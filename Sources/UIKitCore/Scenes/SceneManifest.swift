// SceneManifest.swift
// The scenes that a program's Info.plist declares, with the classes that it names.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore

/// The dictionary `UIApplicationSceneManifest` of an Info.plist.
package struct SceneManifest {
  /// One configuration.
  struct Entry: Equatable {
    var name: String?
    var sceneClassName: String?
    var delegateClassName: String?
    /// The name of the storyboard, which is not read.
    var storyboard: String?
  }

  /// The key of the manifest in Info.plist.
  static let key = "UIApplicationSceneManifest"

  /// The file that the manifest was read from, for messages.
  let source: String
  /// The module of the program's classes. Nil if unknown.
  let module: String?
  /// Whether the program may have several scenes. Default false.
  let supportsMultipleScenes: Bool
  /// The configurations by the names of their roles.
  private let entries: [String: [Entry]]

  /// Reads a manifest from an Info.plist's values. Nil if there is none.
  ///
  /// A value of another type than Apple documents is reported, and counts as absent.
  init?(info: [String: Any], source: String, module: String?) {
    guard let value = info[Self.key] else { return nil }
    self.source = source
    self.module = module
    func read<Value>(_ value: Any?, _ name: String, as type: Value.Type) -> Value? {
      if let value, !(value is Value) {
        Diagnostics.reportOnce(
          "\(source) \(name)", "\(source): \(name) has the wrong type: \(value)")
      }
      return value as? Value
    }
    let manifest = read(value, Self.key, as: [String: Any].self) ?? [:]
    supportsMultipleScenes =
      read(
        manifest["UIApplicationSupportsMultipleScenes"], "UIApplicationSupportsMultipleScenes",
        as: Bool.self) ?? false
    let roles = read(
      manifest["UISceneConfigurations"], "UISceneConfigurations", as: [String: Any].self)
    var entries: [String: [Entry]] = [:]
    for (role, list) in roles ?? [:] {
      entries[role] = (read(list, role, as: [[String: Any]].self) ?? []).map { values in
        func text(_ key: String) -> String? { read(values[key], key, as: String.self) }
        return Entry(
          name: text("UISceneConfigurationName"), sceneClassName: text("UISceneClassName"),
          delegateClassName: text("UISceneDelegateClassName"),
          storyboard: text("UISceneStoryboardFile"))
      }
    }
    self.entries = entries
  }

  /// The configuration of a name, or the first one of a role.
  func entry(named name: String?, role: UISceneSession.Role) -> Entry? {
    let list = entries[role.rawValue] ?? []
    guard let name else { return list.first }
    return list.first { $0.name == name }
  }

  // MARK: Classes

  /// The names under which a class is searched for: with Xcode's variable for the module replaced, and with the module.
  func classNames(for name: String) -> [String] {
    var full = name
    for variable in ["$(PRODUCT_MODULE_NAME)", "${PRODUCT_MODULE_NAME}"] {
      full = full.replacingOccurrences(of: variable, with: module ?? "")
    }
    guard let module, !full.contains(".") else { return [full] }
    return [full, "\(module).\(full)"]
  }

  /// The class of a name in Info.plist. Nil if the program has none.
  func findClass(_ name: String) -> AnyClass? {
    for candidate in classNames(for: name) {
      if let found = NSClassFromString(candidate) { return found }
    }
    return nil
  }

  // MARK: Files

  /// The module of a class.
  static func module(of type: AnyClass) -> String? {
    let parts = String(reflecting: type).split(separator: ".")
    return parts.count > 1 ? parts.first.map(String.init) : nil
  }

  /// The files in which an Info.plist is searched for: that of the main bundle, and those among a target's resources,
  /// where the plug-in UIKitSource puts a copy.
  static func files(module: String?, folder: URL = Bundle.main.bundleURL) -> [URL] {
    let manager = FileManager.default
    let main = folder.appendingPathComponent("Info.plist")
    guard let module, let names = try? manager.contentsOfDirectory(atPath: folder.path) else {
      return [main]
    }
    let bundles = names.filter { $0.hasSuffix("_\(module).resources") }.sorted()
    return [main]
      + bundles.flatMap { bundle in
        ["\(module)-Info.plist", "Info.plist"].map {
          folder.appendingPathComponent(bundle).appendingPathComponent($0)
        }
      }
  }

  /// The manifest of the program. Nil without one.
  static func ofProgram(module: String?) -> SceneManifest? {
    if let info = Bundle.main.infoDictionary,
      let found = SceneManifest(info: info, source: "Info.plist of the program", module: module)
    {
      return found
    }
    for file in files(module: module) {
      guard let data = try? Data(contentsOf: file) else { continue }
      let list = try? PropertyListSerialization.propertyList(from: data, format: nil)
      guard let info = list as? [String: Any] else {
        Diagnostics.reportOnce(file.path, "\(file.path) is no property list of keys and values")
        continue
      }
      if let found = SceneManifest(info: info, source: file.path, module: module) { return found }
    }
    return nil
  }
}
