// PreviewSession.swift
// The watcher of `view PATH`: builds a package on every save, and shows its program in a process of its own. A build
// that fails, and a program that ends by a fault, leave the last good one, or its words, in the window.
//
// This folder: `view PATH`: the watcher that builds and shows on every save, what it and the viewer exchange, and
// new packages.
//
// SPDX-License-Identifier: MIT

import ArgumentParser
import Foundation
import Glibc
import UIKit

/// Builds and shows what is at a path until its window is closed.
///
/// One thread, which sleeps until a file changes, the build ends, or a program writes or ends.
@MainActor final class PreviewSession {
  /// Seconds within which a new build shows its first picture.
  private static let patience: TimeInterval = 10
  /// Seconds to wait for further changes, as an editor may save several files.
  private static let settling: TimeInterval = 0.05

  /// A program with a window.
  private final class Shown {
    let process: SpawnedProcess
    let socket: PreviewSocket
    /// What it writes to standard error.
    let errors: FileHandle
    /// The end of that.
    var tail = ""
    /// Whether it is a gallery, which answers the watcher; any other program does not.
    let answers: Bool
    /// Whether it is this program itself, with words alone.
    let isNotice: Bool
    /// The time by which it must have shown something; nil once it has.
    var deadline: TimeInterval?

    init(
      _ process: SpawnedProcess, _ socket: PreviewSocket, errors: FileHandle, answers: Bool,
      isNotice: Bool, deadline: TimeInterval?
    ) {
      (self.process, self.socket, self.errors) = (process, socket, errors)
      (self.answers, self.isNotice, self.deadline) = (answers, isNotice, deadline)
    }

    deinit { close(socket.descriptor) }
  }

  /// The package or the file that is shown.
  private let shown: String
  private let package: String
  /// The folder of the sources that are edited.
  private let sources: String
  /// The package that is made for a file; nil for one that is there.
  private let file: FilePackage?
  private let title: String
  private let arguments: [String]
  private var program: SwiftBuild.Program?
  private let watcher: SourceWatcher
  /// What is on the screen.
  private var current: Shown?
  /// What takes its place once it has shown something.
  private var next: Shown?
  /// What the build that goes on has written, and what is written at its end.
  private var build: (output: FileHandle, ends: FileHandle)?
  /// The time from which a build is due; nil without changes.
  private var dueAt: TimeInterval?
  /// What was on show last.
  private var state: PreviewState?
  /// The time until which the state is waited for before the new build is shown; nil for none.
  private var stateDeadline: TimeInterval?
  private var changedAt: TimeInterval = 0

  /// - Parameters:
  ///   - path: A package's folder, or a Swift file.
  ///   - arguments: Further arguments of the program.
  init(path: String, lamella: String?, arguments: [String]) throws(CommandFailure) {
    let full = URL(fileURLWithPath: path).standardizedFileURL.path
    (self.arguments, shown) = (arguments, full)
    title = URL(fileURLWithPath: full).lastPathComponent
    if full.hasSuffix(".swift") {
      let file = try FilePackage(file: full, dependency: LamellaPackage.dependency(lamella))
      self.file = file
      package = file.folder
      try file.write()
      let folder = URL(fileURLWithPath: full).deletingLastPathComponent().path
      sources = folder
      watcher = try SourceWatcher(folders: [folder], files: [full])
    } else {
      guard FileManager.default.fileExists(atPath: full + "/Package.swift") else {
        throw CommandFailure(
          status: .noSuchSample,
          message:
            "\(full) is neither a package nor a Swift file; `\(Viewer.program) new` makes a package."
        )
      }
      (file, package, sources) = (nil, full, full)
      watcher = try SourceWatcher(folders: [full])
    }
  }

  /// Whether a name is a package or a file instead of a sample.
  static func isPath(_ name: String) -> Bool {
    if (try? SampleCatalogue.sample(named: name)) != nil { return false }
    return name.contains("/") || name.hasSuffix(".swift") || name.hasPrefix(".")
      || FileManager.default.fileExists(atPath: name + "/Package.swift")
  }

  private var now: TimeInterval { ProcessInfo.processInfo.systemUptime }

  /// Runs until the window is closed.
  func run() throws(CommandFailure) {
    signal(SIGPIPE, SIG_IGN)
    Interruption.watch()
    show(
      PreviewWords(
        title: "Building \(title)…",
        text: "The first build compiles Lamella, too, and takes minutes."))
    guard current != nil else {
      throw CommandFailure(
        status: .internalError, message: "The window of the words cannot be started.")
    }
    program = try findProgram()
    changedAt = now
    startBuild()
    while true {
      if try turn() { return }
    }
  }

  private func findProgram() throws(CommandFailure) -> SwiftBuild.Program {
    file == nil
      ? try SwiftBuild.program(ofPackage: package)
      : SwiftBuild.Program(name: "Preview", isGallery: true)
  }

  // MARK: The loop

  /// Waits for the next event. Returns whether the window was closed.
  private func turn() throws(CommandFailure) -> Bool {
    let shown = [current, next].compactMap(\.self)
    var files = [pollfd(fd: watcher.descriptor, events: Int16(POLLIN), revents: 0)]
    files.append(pollfd(fd: build?.ends.fileDescriptor ?? -1, events: Int16(POLLIN), revents: 0))
    for one in shown {
      files.append(pollfd(fd: one.socket.descriptor, events: Int16(POLLIN), revents: 0))
      files.append(pollfd(fd: one.errors.fileDescriptor, events: Int16(POLLIN), revents: 0))
    }
    let times = [dueAt, stateDeadline, next?.deadline].compactMap(\.self)
    let wait = times.min().map { Int32(max(0, ($0 - now) * 1000) + 1) } ?? -1
    let count = poll(&files, nfds_t(files.count), wait)
    if Interruption.hasCome {
      // They have process groups of their own.
      for one in shown { one.process.terminate() }
      throw CommandFailure(status: .interrupted, message: "Interrupted.")
    }
    if count < 0 && errno != EINTR {
      throw CommandFailure(
        status: .internalError,
        message: "Waiting for changes failed: \(String(cString: strerror(errno))).")
    }
    if files[0].revents != 0 { noteChanges(watcher.changes()) }
    if let dueAt, now >= dueAt, build == nil {
      self.dueAt = nil
      startBuild()
    }
    if files[1].revents != 0 { finishBuild() }
    for (place, one) in shown.enumerated() {
      if files[2 * place + 3].revents != 0 { readErrors(of: one) }
      if files[2 * place + 2].revents != 0, try !receive(from: one) { return true }
    }
    if let stateDeadline, now >= stateDeadline { showBuilt() }
    if let next, let deadline = next.deadline, now >= deadline {
      self.next = nil
      next.process.kill()
      _ = next.process.wait()
      tell(
        PreviewWords(
          title: "\(title) shows nothing",
          text:
            "The new build has drawn no picture in \(Int(Self.patience)) s; it may never return from an initialiser or "
            + "makeView(). The last good one stays.", isFailure: true))
    }
    return false
  }

  private func noteChanges(_ changes: Set<String>) {
    guard !changes.isEmpty else { return }
    if dueAt == nil { changedAt = now }
    dueAt = now + Self.settling
    if changes.contains(where: { $0.hasSuffix("/Package.swift") }) { program = nil }
  }

  // MARK: Building

  private func startBuild() {
    do {
      try file?.write()
      if program == nil { program = try findProgram() }
      guard let program else { return }
      let (output, ends) = (try FileHandle.unnamed(), try FileHandle.pipe())
      let process = try SwiftBuild.start(
        ["build", "--package-path", package, "--product", program.name], output: output)
      build = (output, ends.reading)
      if current?.isNotice != true { tell(PreviewWords(title: "Building \(title)…")) }
      // The end of the process is the end of what waits for it.
      let writing = ends.writing
      Thread.detachNewThread {
        let end = process.wait()
        try? writing.write(contentsOf: Data([end == .exit(0) ? 1 : 0]))
        try? writing.close()
      }
    } catch let failure as CommandFailure {
      tell(PreviewWords(title: "\(title) cannot be built", text: failure.message, isFailure: true))
    } catch {
      tell(PreviewWords(title: "\(title) cannot be built", text: "\(error)", isFailure: true))
    }
  }

  private func finishBuild() {
    guard let build else { return }
    self.build = nil
    let succeeds = (try? build.ends.readToEnd()) == Data([1])
    // Another save came meanwhile: what was built is not what is to be seen.
    if dueAt != nil { return }
    guard succeeds else {
      try? build.output.seek(toOffset: 0)
      let text = String(decoding: (try? build.output.readToEnd()) ?? Data(), as: UTF8.self)
      let errors = SwiftBuild.errors(in: text)
      StandardError.write("\(Viewer.program): \(title) does not build:\n\(errors)")
      return tell(PreviewWords(title: "\(title) does not build", text: errors, isFailure: true))
    }
    if let current, current.answers, !current.isNotice {
      stateDeadline = now + 0.5
      current.socket.send(.wantsState)
    } else {
      showBuilt()
    }
  }

  // MARK: Showing

  /// Shows what was built, in place of what is on the screen.
  private func showBuilt() {
    stateDeadline = nil
    guard let program else { return }
    if let next {
      // It was built before this one, and has shown nothing yet.
      next.process.kill()
      _ = next.process.wait()
    }
    next = start(
      package + "/.build/debug/" + program.name,
      program.isGallery ? ["view"] + arguments : arguments,
      answers: program.isGallery, isNotice: false)
    if !program.isGallery { replaceCurrent() }
  }

  /// Shows words where no program could: in a window of this program.
  private func show(_ words: PreviewWords) {
    if let current {
      current.socket.send(.words(words))
      return
    }
    current = start(
      URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().path,
      [PreviewNoticeCommand._commandName, title], answers: true, isNotice: true)
    current?.socket.send(.words(words))
  }

  /// Shows words over what is on the screen. A program that does not answer shows none: a failure is written then.
  private func tell(_ words: PreviewWords) {
    guard current?.answers == false else { return show(words) }
    if words.isFailure {
      StandardError.write("\(Viewer.program): \(words.title).\n\(words.text)")
    }
  }

  private func start(
    _ path: String, _ arguments: [String], answers: Bool, isNotice: Bool
  ) -> Shown? {
    var ends: [Int32] = [-1, -1]
    guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0
    else { return nil }
    let theirs = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    var environment = ProcessInfo.processInfo.environment
    if answers {
      environment[PreviewLink.variable] = "1"
      environment[SampleSource.variable] = shown
      let data = state.flatMap { try? JSONEncoder().encode($0) }
      environment[PreviewLink.stateVariable] = data.map { String(decoding: $0, as: UTF8.self) }
    } else {
      environment["LAMELLA_INSPECTOR"] = environment["LAMELLA_INSPECTOR"] ?? "1"
    }
    do {
      let errors = try FileHandle.pipe()
      let process = try SpawnedProcess(
        path, arguments, environment: environment, input: theirs, output: .standardOutput,
        errors: errors.writing)
      return Shown(
        process, PreviewSocket(ends[0]), errors: errors.reading, answers: answers,
        isNotice: isNotice,
        deadline: answers && !isNotice ? now + Self.patience : nil)
    } catch {
      close(ends[0])
      StandardError.write("\(Viewer.program): \(path) cannot be started: \(error)")
      return nil
    }
  }

  /// Reads the messages of a program; returns false when the window was closed.
  private func receive(from one: Shown) throws(CommandFailure) -> Bool {
    guard let messages = one.socket.receive() else { return try end(of: one) }
    for message in messages {
      switch message {
      case .shown(let place):
        one.deadline = nil
        if one === next { replaceCurrent() } else { state?.place = place }
      case .state(let state):
        self.state = state
        if stateDeadline != nil { showBuilt() }
      case .words, .wantsState, .end: break
      }
    }
    return true
  }

  private func replaceCurrent() {
    guard let next else { return }
    let old = current
    (current, self.next) = (next, nil)
    let seconds = Wording.fixed(now - changedAt, 1)
    StandardError.write("\(Viewer.program): \(title) is shown, \(seconds) s after the change.")
    guard let old else { return }
    if old.answers { old.socket.send(.end) } else { old.process.terminate() }
    let process = old.process
    Thread.detachNewThread { _ = process.wait() }
  }

  private func readErrors(of one: Shown) {
    let data = one.errors.availableData
    guard !data.isEmpty else { return }
    FileHandle.standardError.write(data)
    one.tail = String((one.tail + String(decoding: data, as: UTF8.self)).suffix(100_000))
  }

  /// Takes note that a program has ended; returns false when its window was closed.
  private func end(of one: Shown) throws(CommandFailure) -> Bool {
    readErrors(of: one)
    let end = one.process.wait()
    if one === next { next = nil } else if one === current { current = nil } else { return true }
    if end == .exit(0), current == nil { return false }
    if one.isNotice {
      throw CommandFailure(
        status: .noDisplay, message: "The window of the words could not be shown; see above.")
    }
    let cause: String
    switch end {
    case .exit(let code): cause = "It ended with exit code \(code)."
    case .signal(let number):
      cause = "It was ended by signal \(number), \(String(cString: strsignal(number)))."
    }
    show(
      PreviewWords(
        title: "\(title) has ended by a fault",
        text: Self.lastWords(one.tail, cause, sources: sources)
          + "\nIt is built and shown again when you save.", isFailure: true))
    return true
  }

  /// What a program said at its end: its fatal error, and the first place of a backtrace that is in the sources; else
  /// its last lines.
  static func lastWords(_ text: String, _ cause: String, sources: String) -> String {
    let lines = text.split(separator: "\n").map(String.init)
    let fatal = lines.last { $0.contains("Fatal error") || $0.contains("Precondition failed") }
    let place = lines.lazy.compactMap { $0.firstMatch(of: /\bat (\/.*\.swift:\d+)/) }
      .map { String($0.1) }.first { $0.hasPrefix(sources) }
    var words = [fatal, place.map { "at " + $0.dropFirst(sources.count + 1) }].compactMap(\.self)
    if words.isEmpty { words = lines.suffix(4).map { $0 } }
    return (words.map { Wording.limited($0, to: 300) } + [cause]).joined(separator: "\n")
  }
}

/// A window with words alone, which `view PATH` shows while there is nothing else to show.
struct PreviewNoticeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "preview-notice", abstract: "Show words of view PATH.", shouldDisplay: false)

  @Argument var title: String

  func run() throws {
    try runCommand {
      SampleCatalogue.show(NoticeGallery.self, program: Viewer.program)
      NoticeGallery.name = title
      try ViewerApplication.open(try WindowOptions.parse([]))
    }
  }
}

/// A gallery of one sample, whose stage is empty.
private enum NoticeGallery: SampleGallery {
  static var name = ""
  static let samples: [any Sample.Type] = [NoticeSample.self]
}

private final class NoticeSample: Sample {
  static let name = "Preview"
  static var title: String { NoticeGallery.name }
  func makeView() -> UIView { UIView() }
}
