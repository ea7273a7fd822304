// RewriterCommand.swift
// The command that the plug-in runs: files in, rewritten files into a folder, diagnostics on standard error.
//
// SPDX-License-Identifier: MIT

import Foundation

/// Rewrites files into a folder.
///
///     source-rewriter OUTPUT-FOLDER FILE…
public enum RewriterCommand {
  /// Runs the command.
  ///
  /// - Parameter arguments: The output folder and the files, without the program's name.
  /// - Returns: The exit status: 0; 64 without arguments; 65 when a file is nested too deeply; 66 when a file cannot be read; 73 when one cannot be
  ///   written. What cannot be rewritten is a warning.
  public static func run(_ arguments: [String]) -> Int32 {
    guard arguments.count >= 1 else {
      report("usage: source-rewriter OUTPUT-FOLDER FILE…")
      return 64
    }
    let folder = URL(fileURLWithPath: arguments[0], isDirectory: true)
    var files: [SourceRewriter.File] = []
    for path in arguments.dropFirst() {
      guard let data = FileManager.default.contents(atPath: path) else {
        report("\(path): error: the file cannot be read")
        return 66
      }
      files.append(.init(path: path, text: String(decoding: data, as: UTF8.self)))
    }
    let result = SourceRewriter.rewrite(files)
    for diagnostic in result.diagnostics { report(diagnostic.description) }
    guard result.isComplete else { return 65 }
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for file in result.files { try write(file, to: folder) }
      return 0
    } catch {
      report("\(folder.path): error: \(error.localizedDescription)")
      return 73
    }
  }

  /// The text that is compiled: with the original's path and line numbers in diagnostics and in the debugger.
  private static func compiledText(of file: SourceRewriter.File) -> String {
    // The copy of main.swift has its name; the compiler would warn about two files of one name.
    file.path.hasSuffix("/main.swift")
      ? file.text : "#sourceLocation(file: \(file.path.debugDescription), line: 1)\n\(file.text)"
  }

  /// The name of a rewritten file: `A.linux.swift` for `A.swift`. The compiler recognises a file with statements at
  /// the top level by its name, which stays.
  private static func name(of file: SourceRewriter.File) -> String {
    let url = URL(fileURLWithPath: file.path)
    let name = url.deletingPathExtension().lastPathComponent
    return name == "main" ? "main.swift" : name + ".linux.swift"
  }

  /// Writes a file unless it is there already, so that what depends on it is not compiled again.
  private static func write(_ file: SourceRewriter.File, to folder: URL) throws {
    let url = folder.appendingPathComponent(name(of: file))
    let data = Data(compiledText(of: file).utf8)
    if let old = try? Data(contentsOf: url), old == data { return }
    try data.write(to: url, options: .atomic)
  }

  private static func report(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}
