// UIKitSource.swift
// The build-tool plug-in: compiles a target's iOS sources as they are, from copies rewritten for Linux.
//
// SPDX-License-Identifier: MIT

import Foundation
import PackagePlugin

/// Rewrites the Swift files of a target's folder that the package leaves out of the target.
@main
struct UIKitSource: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: Target) async throws -> [Command] {
    let files = try Self.files(of: target)
    guard !files.isEmpty else {
      Diagnostics.warning(
        "\(target.name): there is nothing to rewrite. Exclude the files written for iOS from the target: "
          + "exclude: [\"iOS\"]")
      return []
    }
    let output = context.pluginWorkDirectoryURL.appendingPathComponent("Rewritten")
    let results = files.map { output.appendingPathComponent(Self.rewrittenName(of: $0)) }
    var seen: Set<String> = []
    for file in results where !seen.insert(file.lastPathComponent).inserted {
      Diagnostics.error("\(target.name): two files have the name of \(file.lastPathComponent)")
      return []
    }
    let sources = try Self.toolSources()
    let tool = Self.toolFolder(context.pluginWorkDirectoryURL)
    return copyOfInfo(of: target, in: context.pluginWorkDirectoryURL) + [
      .buildCommand(
        displayName: "Rewriting \(files.count) files of \(target.name) for Linux",
        executable: URL(fileURLWithPath: "/bin/sh"),
        arguments: [
          "-c", Self.script, "UIKitSource", try context.tool(named: "swiftc").url.path, tool.path,
          "\(sources.count)",
        ] + sources.map(\.path) + [output.path] + files.map(\.path),
        inputFiles: sources + files, outputFiles: results)
    ]
  }

  // MARK: Info.plist

  /// The command that puts a program's Info.plist among its resources, where it is found: SwiftPM allows no resource of
  /// that name. That of a library is of no use.
  private func copyOfInfo(of target: Target, in folder: URL) -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget, target.kind == .executable else {
      return []
    }
    let lists = Self.contents(of: target.directoryURL, depth: 0)
      .filter { $0.lastPathComponent == "Info.plist" }
    guard let list = lists.min(by: { $0.pathComponents.count < $1.pathComponents.count }) else {
      return []
    }
    let copy = folder.appendingPathComponent("\(target.moduleName)-Info.plist")
    return [
      .buildCommand(
        displayName: "Copying Info.plist of \(target.name)",
        executable: URL(fileURLWithPath: "/bin/cp"), arguments: [list.path, copy.path],
        inputFiles: [list], outputFiles: [copy])
    ]
  }

  // MARK: Files

  /// The Swift files in a target's folder that the package does not compile itself. Paths in a file
  /// UIKitSource.ignore, one a line and relative to the folder, are left out.
  private static func files(of target: Target) throws -> [URL] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let folder = target.directoryURL
    let native = Set(
      target.sourceFiles.filter { $0.type == .source }.map { $0.url.standardizedFileURL.path })
    let list = folder.appendingPathComponent("UIKitSource.ignore")
    let ignored = ((try? String(contentsOf: list, encoding: .utf8)) ?? "")
      .split(whereSeparator: \.isNewline)
      .map { folder.appendingPathComponent($0.trimmingCharacters(in: .whitespaces)).path }
    var files: [URL] = []
    for url in contents(of: folder, depth: 0) {
      let path = url.standardizedFileURL.path
      if ignored.contains(where: { path == $0 || path.hasPrefix($0 + "/") }) { continue }
      switch url.pathExtension {
      case "swift": if !native.contains(path) { files.append(url) }
      case "m", "mm":
        Diagnostics.warning("\(path): there is no Objective-C on Linux; the file is left out")
      default: break
      }
    }
    return files.sorted { $0.path < $1.path }
  }

  /// The files beneath a folder. Unlike an enumerator of Foundation's, follows links to folders.
  private static func contents(of folder: URL, depth: Int) -> [URL] {
    let manager = FileManager.default
    // A link may lead back to a folder around it.
    guard depth < 32, let names = try? manager.contentsOfDirectory(atPath: folder.path)
    else { return [] }
    return names.filter { !$0.hasPrefix(".") }.flatMap { name -> [URL] in
      let url = folder.appendingPathComponent(name)
      var isFolder: ObjCBool = false
      guard manager.fileExists(atPath: url.path, isDirectory: &isFolder) else { return [] }
      return isFolder.boolValue ? contents(of: url, depth: depth + 1) : [url]
    }
  }

  /// The name that the tool gives to a rewritten file.
  private static func rewrittenName(of file: URL) -> String {
    let name = file.deletingPathExtension().lastPathComponent
    return name == "main" ? "main.swift" : name + ".linux.swift"
  }

  // MARK: Tool

  /// The sources of the tool, beside the plug-in's own.
  private static func toolSources() throws -> [URL] {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = sources.appendingPathComponent("SourceRewriter").resolvingSymlinksInPath()
    let files = try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil)
    return files.filter { $0.pathExtension == "swift" }.sorted { $0.path < $1.path }
      + [folder.appendingPathComponent("Tool/main.swift")]
  }

  /// The folder of the built tool: one for all targets of the package.
  private static func toolFolder(_ workFolder: URL) -> URL {
    var folder = workFolder
    while folder.pathComponents.count > 1 {
      if folder.lastPathComponent == "outputs" {
        return folder.deletingLastPathComponent().appendingPathComponent("UIKitSource-tool")
      }
      folder.deleteLastPathComponent()
    }
    return workFolder.appendingPathComponent("tool")
  }

  /// Builds the tool, unless this compiler has built it from these sources, and runs it.
  ///
  /// SwiftPM could not build it: the syntax library of the toolchain is found only with unsafe flags, and a
  /// package with such a target cannot be a dependency.
  private static let script = #"""
    set -e
    compiler=$1 folder=$2 count=$3
    shift 3
    host=$(dirname "$(readlink -f "$compiler")")/../lib/swift/host
    if [ ! -e "$host/libSwiftParser.so" ]; then
      echo "error: UIKitSource needs the syntax library of the toolchain, which is not in $host" >&2
      exit 1
    fi
    mkdir -p "$folder"
    tool=$folder/source-rewriter
    number=0
    exec 9>"$folder/lock"
    if command -v flock >/dev/null; then flock 9; fi
    : >"$folder/sources"
    old=false
    if [ ! -x "$tool" ] || [ "$compiler" -nt "$tool" ]; then old=true; fi
    if [ "$(cat "$folder/compiler" 2>/dev/null)" != "$compiler" ]; then old=true; fi
    while [ "$number" -lt "$count" ]; do
      if [ "$1" -nt "$tool" ]; then old=true; fi
      printf '"%s"\n' "$1" >>"$folder/sources"
      shift
      number=$((number + 1))
    done
    if $old; then
      "$compiler" -swift-version 6 -module-name SourceRewriterTool -module-cache-path "$folder/cache" \
        -I "$host" -L "$host" -Xlinker -rpath -Xlinker "$host" -lSwiftSyntax -lSwiftParser \
        "@$folder/sources" -o "$tool.$$" 9>&-
      mv "$tool.$$" "$tool"
      printf '%s\n' "$compiler" >"$folder/compiler"
    fi
    exec 9>&-
    exec "$tool" "$@"
    """#
}
