// ChildProcess.swift
// A run in a child process, from its start to its line of JSON. The child ends with this program.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LamellaViewer

/// The process identifier of the running child; 0 for none. Global, because a signal handler reads it.
nonisolated(unsafe) private var runningChild: pid_t = 0

/// Runs programs one at a time.
enum ChildProcess {
  /// The result of a child.
  struct Result {
    /// The exit status; 128 and the signal's number when a signal ended it.
    var status: Int32
    /// Its last line on standard output that is not a mark.
    var line: String
    var errors: String
  }

  /// Makes signals that end this program end its child too. The exit status is then 128 plus the
  /// signal's number: 130 for Ctrl-C.
  static func endWithSignals() {
    for number in Interruption.signals {
      signal(number) { number in
        if runningChild > 0 { kill(runningChild, SIGKILL) }
        _exit(128 + number)
      }
    }
  }

  /// Runs a program to its end.
  ///
  /// - Parameter onMark: Called with the child's marks "begin" and "end"; the child waits for it.
  static func run(
    _ path: String, _ arguments: [String], environment: [String: String],
    onMark: (String) -> Void = { _ in }
  ) throws(CommandFailure) -> Result {
    guard let errors = tmpfile() else { throw failure("making a file for \(path)") }
    defer { fclose(errors) }
    var (input, output): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&input) == 0, pipe(&output) == 0 else {
      throw failure("making a pipe for \(path)")
    }
    // A child with a copy of our ends would keep both pipes open.
    for end in input + output { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input[0], 0)
    posix_spawn_file_actions_adddup2(&actions, output[1], 1)
    posix_spawn_file_actions_adddup2(&actions, fileno(errors), 2)
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var child: pid_t = 0
    let code = withoutSignals { unblocked in
      var attributes = posix_spawnattr_t()
      posix_spawnattr_init(&attributes)
      defer { posix_spawnattr_destroy(&attributes) }
      posix_spawnattr_setsigmask(&attributes, &unblocked)
      posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
      let code = posix_spawn(&child, path, &actions, &attributes, &words, &variables)
      if code == 0 { runningChild = child }
      return code
    }
    close(input[0])
    close(output[1])
    defer {
      close(input[1])
      close(output[0])
    }
    guard code == 0 else {
      errno = code
      throw failure("starting \(path)")
    }
    let line = readLines(from: output[0]) { mark in
      onMark(mark)
      _ = write(input[1], "\n", 1)
    }
    let status = status(of: child)
    let signal = status & 0x7F
    return Result(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal, line: line,
      errors: contents(of: errors))
  }

  /// Waits for the end of the child.
  private static func status(of child: pid_t) -> Int32 {
    // Another process may have its identifier as soon as its status was read, and must not be ended in its place.
    var information = siginfo_t()
    while waitid(P_PID, id_t(child), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    return withoutSignals { _ in
      var status: Int32 = 0
      while waitpid(child, &status, 0) < 0 && errno == EINTR {}
      runningChild = 0
      return status
    }
  }

  /// Calls a function during which no signal is handled that ends the program.
  ///
  /// - Parameter body: Receives the signals that were blocked before.
  private static func withoutSignals(_ body: (inout sigset_t) -> Int32) -> Int32 {
    var (ending, before) = (sigset_t(), sigset_t())
    sigemptyset(&ending)
    for number in Interruption.signals { sigaddset(&ending, number) }
    pthread_sigmask(SIG_BLOCK, &ending, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    var given = before
    return body(&given)
  }

  /// Reads to the end of the output, calls back for each mark, and returns the last other line.
  private static func readLines(from file: Int32, onMark: (String) -> Void) -> String {
    var (pending, last): ([UInt8], String) = ([], "")
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(file, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return last }
      pending += buffer[..<count]
      while let end = pending.firstIndex(of: 0x0A) {
        let line = String(decoding: pending[..<end], as: UTF8.self)
        pending.removeFirst(end + 1)
        if ["begin", "end"].contains(line) { onMark(line) } else { last = line }
      }
    }
  }

  private static func contents(of file: UnsafeMutablePointer<FILE>) -> String {
    rewind(file)
    var (bytes, buffer): ([UInt8], [UInt8]) = ([], [UInt8](repeating: 0, count: 4096))
    while true {
      let count = fread(&buffer, 1, buffer.count, file)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func failure(_ action: String) -> CommandFailure {
    CommandFailure(
      status: .internalError, message: "\(action) failed: \(String(cString: strerror(errno))).")
  }
}
