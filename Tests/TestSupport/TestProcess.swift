// TestProcess.swift
// Programs that tests start, in place of Foundation's Process: many tests do so at the same time.
//
// SPDX-License-Identifier: MIT

import CSpawn
package import Foundation
import Glibc

/// A pipe whose ends no other process inherits.
///
/// A process with a copy of the writing end keeps a pipe open: a reader would wait for the end of that process.
package final class TestPipe: Sendable {
  package let fileHandleForReading: FileHandle
  package let fileHandleForWriting: FileHandle

  package init() {
    var ends: [Int32] = [-1, -1]
    guard makePipe(&ends) == 0 else { fatalError("There is no file left for a pipe.") }
    fileHandleForReading = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    fileHandleForWriting = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
  }
}

/// A program with the interface of Foundation's `Process`, as far as tests use it.
///
/// It inherits its three standard files and nothing else, and blocks no signals, as the threads of tests do.
package final class TestProcess: @unchecked Sendable {
  package enum TerminationReason: Sendable { case exit, uncaughtSignal }

  package var executableURL: URL?
  package var arguments: [String] = []
  package var environment = ProcessInfo.processInfo.environment
  package var currentDirectoryURL: URL?
  /// A ``TestPipe`` or a `FileHandle`. Default nothing to read.
  package var standardInput: Any = FileHandle.nullDevice
  /// A ``TestPipe`` or a `FileHandle`. Default those of the tests.
  package var standardOutput: Any = FileHandle.standardOutput
  package var standardError: Any = FileHandle.standardError

  package private(set) var processIdentifier: Int32 = 0
  private let changes = NSCondition()
  // What `waitpid` returned; nil while it runs. Accessed under the lock only.
  private var status: Int32?

  package init() {}

  /// Starts the program.
  ///
  /// - Parameter patience: Seconds after which it counts as hung, and is killed with what it started; nil for none.
  ///   Default 240.
  package func run(patience: TimeInterval? = 240) throws {
    guard let path = executableURL?.path else { throw CocoaError(.fileNoSuchFile) }
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    func descriptor(of file: Any, _ end: KeyPath<TestPipe, FileHandle>) -> Int32 {
      if let pipe = file as? TestPipe { return pipe[keyPath: end].fileDescriptor }
      guard let file = file as? FileHandle, file !== FileHandle.nullDevice else { return null }
      return file.fileDescriptor
    }
    let files = [
      descriptor(of: standardInput, \.fileHandleForReading),
      descriptor(of: standardOutput, \.fileHandleForWriting),
      descriptor(of: standardError, \.fileHandleForWriting),
    ]
    let words = ([path] + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    let error = startProgram(
      &processIdentifier, path, words, variables, currentDirectoryURL?.path, files)
    guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
    for case let pipe as TestPipe in [standardOutput, standardError] {
      try? pipe.fileHandleForWriting.close()
    }
    let identifier = processIdentifier
    Thread.detachNewThread { [self] in
      var result: Int32 = 0
      while waitpid(identifier, &result, 0) < 0 && errno == EINTR {}
      changes.lock()
      status = result
      changes.broadcast()
      changes.unlock()
    }
    guard let patience else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience) { [weak self] in
      self?.send(SIGKILL, toGroup: true)
    }
  }

  package var isRunning: Bool { processIdentifier > 0 && changes.withLock { status == nil } }

  package func waitUntilExit() {
    changes.lock()
    while status == nil { changes.wait() }
    changes.unlock()
  }

  /// The exit status, or the number of the signal that ended the program.
  package var terminationStatus: Int32 {
    let status = changes.withLock { self.status ?? 0 }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : status & 0x7F
  }

  package var terminationReason: TerminationReason {
    changes.withLock { self.status ?? 0 } & 0x7F == 0 ? .exit : .uncaughtSignal
  }

  /// Sends a signal, unless the program has ended: another may have its number then.
  package func send(_ signal: Int32, toGroup: Bool = false) {
    changes.withLock {
      guard status == nil, processIdentifier > 0 else { return }
      kill(toGroup ? -processIdentifier : processIdentifier, signal)
    }
  }

  package func interrupt() { send(SIGINT) }
  package func terminate() { send(SIGTERM) }

  /// Terminates the program, and kills it if it has not ended after ten seconds.
  package func end() {
    terminate()
    DispatchQueue.global().asyncAfter(deadline: .now() + 10) { [weak self] in self?.send(SIGKILL) }
    if processIdentifier > 0 { waitUntilExit() }
  }
}
