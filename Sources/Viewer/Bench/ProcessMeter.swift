// ProcessMeter.swift
// What this process has used: processor time, wall time, memory; and the marks by which a caller
// knows when measuring begins and ends.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc

/// Readings of this process.
enum ProcessMeter {
  /// Seconds of processor time, and of the monotonic clock.
  struct Reading {
    var cpu: Double
    var wall: Double
  }

  static func read() -> Reading {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Reading(
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      wall: Double(nanoseconds()) * 1e-9)
  }

  /// The monotonic clock, as the floors read it too.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }

  /// Memory in KiB: what is resident now, and the most that ever was.
  static func memory() -> (resident: Int, peak: Int) {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return (0, 0)
    }
    func value(_ name: String) -> Int {
      let line = status.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
    return (value("VmRSS"), value("VmHWM"))
  }

  /// Blocks of memory asked for so far; nil unless the library that counts them was loaded before
  /// the program (Tests/AllocationCounter).
  static func allocations() -> UInt64? {
    typealias Count = @convention(c) () -> UInt64
    guard let address = dlsym(nil, "lamella_allocations") else { return nil }
    return unsafeBitCast(address, to: Count.self)()
  }

  /// Says where the work stands and waits for the caller's line, so that what it reads in between
  /// belongs to neither side.
  static func mark(_ name: String) {
    print(name)
    fflush(nil)
    _ = readLine()
  }
}
