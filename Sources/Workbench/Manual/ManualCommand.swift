// ManualCommand.swift
// `lamella-workbench man`: the manual's pages, made from the argument parser's description of the commands.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import LamellaViewer

/// Prints a page of the manual, or writes all of them.
struct ManualCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "man", abstract: "Print the manual's pages.",
    discussion: """
      Without a command, the page of the program. Read it with `lamella-workbench man | man -l -`, or write all pages with \
      `lamella-workbench man --directory ~/.local/share/man/man1`, where man finds them.

      \(ExitStatus.table)
      """)

  @Argument(help: "The command whose page is printed.")
  var command: String?

  @Option(help: "A directory for all pages; it is made if there is none.", completion: .directory)
  var directory: String?

  func validate() throws {
    if command != nil, directory != nil {
      throw ValidationError("--directory is for all pages, not for one.")
    }
  }

  func run() throws {
    try runCommand {
      let pages = try ManualPage.all(of: Viewer._dumpHelp())
      guard let directory else { return try print(command, of: pages) }
      do {
        try FileManager.default.createDirectory(
          atPath: directory, withIntermediateDirectories: true)
      } catch {
        throw CommandFailure(
          status: .cannotWrite,
          message: "The directory \(directory) cannot be made; choose another.")
      }
      for page in pages { try writeFile(Array(page.text.utf8), to: "\(directory)/\(page.name).1") }
      try StandardOutput.print("Wrote \(Wording.count(pages.count, "page")) into \(directory).")
    }
  }

  private func print(_ command: String?, of pages: [ManualPage]) throws(CommandFailure) {
    let name = command.map { "\(ManualPage.program)-\($0)" } ?? ManualPage.program
    guard let page = pages.first(where: { $0.name == name }) else {
      let names = pages.compactMap(\.command)
      let guess =
        nearestName(to: command ?? "", among: names).map { " Did you mean \"\($0)\"?" } ?? ""
      throw CommandFailure(
        status: .usage,
        message: "There is no command \"\(command ?? "")\".\(guess) "
          + "The commands are \(names.joined(separator: ", ")).")
    }
    try StandardOutput.write(Array(page.text.utf8))
  }
}
