// SpawnedProcess.swift
// Processes that this program starts, in place of Foundation's Process, which keeps itself and its open files for ever
// on Linux unless the thread that started it waits for its end.
//
// This folder: what the system gives the process: stack, open files, standard error, processes of its own.
//
// SPDX-License-Identifier: MIT

package import Foundation
import Glibc

/// A call of the system's that failed.
package struct SystemError: Error, CustomStringConvertible {
  /// The system's reason, such as "Too many open files".
  package let description: String

  init(_ number: Int32) { description = String(cString: strerror(number)) }
}

/// A process that this program has started. It has a process group of its own, so Ctrl-C does not end it.
package struct SpawnedProcess: Sendable {
  /// How a process ended.
  package enum End: Hashable, Sendable {
    /// It ended itself, with an exit code.
    case exit(Int32)
    /// A signal ended it.
    case signal(Int32)
  }

  private let identifier: pid_t

  /// Starts a program.
  ///
  /// The process has the three files and no other, as this program's own close themselves in it, and blocks no signal.
  ///
  /// - Parameters:
  ///   - path: The path of the program.
  ///   - environment: Default this program's own.
  ///   - input: An open file that the program reads. Default nil, for nothing to read.
  ///   - output: An open file for what it writes. Default nil: that is lost.
  ///   - errors: An open file for what it writes to standard error. Default nil: that is lost.
  package init(
    _ path: String, _ arguments: [String],
    environment: [String: String] = ProcessInfo.processInfo.environment,
    input: FileHandle? = nil, output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws(SystemError) {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    guard null >= 0 else { throw SystemError(errno) }
    defer { close(null) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, file) in [input, output, errors].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, file?.fileDescriptor ?? null, Int32(number))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + variables { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, &words, &variables)
    guard code == 0 else { throw SystemError(code) }
    self.identifier = identifier
  }

  /// Asks the process to end.
  package func terminate() { _ = Glibc.kill(identifier, SIGTERM) }

  /// Ends the process at once.
  package func kill() { _ = Glibc.kill(identifier, SIGKILL) }

  /// Waits for the end. Called once: the system forgets the process.
  package func wait() -> End {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .exit((status >> 8) & 0xFF) : .signal(signal)
  }
}

extension FileHandle {
  /// An open file in the directory of temporary ones. It has no name, and ends with its last descriptor.
  package static func unnamed() throws(SystemError) -> FileHandle {
    var name = Array((FileManager.default.temporaryDirectory.path + "/lamella-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw SystemError(errno) }
    unlink(&name)
    return try FileHandle(owning: descriptor)
  }

  /// Both ends of a pipe.
  package static func pipe() throws(SystemError) -> (reading: FileHandle, writing: FileHandle) {
    var ends: [Int32] = [-1, -1]
    guard Glibc.pipe(&ends) == 0 else { throw SystemError(errno) }
    let reading: FileHandle
    do { reading = try FileHandle(owning: ends[0]) } catch {
      Glibc.close(ends[1])
      throw error
    }
    return (reading, try FileHandle(owning: ends[1]))
  }

  /// Takes over an open file. No process inherits it.
  ///
  /// A program that was started without its standard files gives their numbers to others, which a new process would
  /// mix up with its own.
  private convenience init(owning descriptor: Int32) throws(SystemError) {
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    let number = errno
    Glibc.close(descriptor)
    guard own >= 0 else { throw SystemError(number) }
    self.init(fileDescriptor: own, closeOnDealloc: true)
  }
}
