// SourceRewriter.swift
// Rewrites the files of a target that were written for iOS. Files come in; their text for Linux goes out.
//
// This folder: the rewriting of sources written for iOS: an index of declarations, and an extension of
// `FileRewriter` for each kind of construct.
//
// SPDX-License-Identifier: MIT

/// Rewrites what Linux cannot compile for want of an Objective-C runtime.
///
/// Works on syntax trees, without types. What needs no rewriting stays byte for byte, and no line moves.
public enum SourceRewriter {
  /// A file's path and text.
  public struct File: Equatable, Sendable {
    /// The path that diagnostics name.
    public var path: String
    /// The whole text.
    public var text: String

    /// Creates a file.
    public init(path: String, text: String) { (self.path, self.text) = (path, text) }
  }

  /// What became of the files.
  public struct Result: Sendable {
    /// The rewritten files, in the order in which they were given.
    public var files: [File]
    /// What could not be rewritten, in the order of files and lines.
    public var diagnostics: [SourceDiagnostic]
    /// Whether the files can be compiled. Without, they are not rewritten, as one is nested too deeply.
    public var isComplete: Bool { !diagnostics.contains { $0.isError } }
  }

  /// Rewrites all files of a target. They are rewritten together, as a class and its extensions may be in
  /// different files.
  public static func rewrite(_ files: [File]) -> Result {
    let problems = files.compactMap { file in
      NestingScan.problem(in: Array(file.text.utf8)).map {
        SourceDiagnostic(path: file.path, offset: $0.offset, of: file.text, error: $0.message)
      }
    }
    guard problems.isEmpty else { return Result(files: files, diagnostics: problems) }
    return DeepStack.run { rewriteShallow(files) }
  }

  private static func rewriteShallow(_ files: [File]) -> Result {
    let sources = files.map { SourceFile(path: $0.path, text: $0.text) }
    let index = DeclarationIndex(sources)
    for source in sources { FileRewriter(source, index).rewrite() }
    var overridden = OverriddenExtensions(index)
    overridden.rewrite()
    ExtensionMembers(index, except: overridden.handled).rewrite()
    FileRewriter.addConformances(index)
    return Result(
      files: sources.map { File(path: $0.path, text: $0.rewritten) },
      diagnostics: sources.flatMap { source in
        source.diagnostics.sorted { ($0.line, $0.column) < ($1.line, $1.column) }
      })
  }
}
