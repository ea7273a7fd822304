// ProcessMeter.swift
// Processor time, wall time and memory of this process, and the marks around a measurement.
//
// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import LamellaViewer

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

  /// The monotonic clock, the same as in the floors.
  static func nanoseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) * 1e-6
  }

  /// Resident memory in KiB: now, and at its peak.
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

  /// Number of allocations so far; nil unless the counting library (Tests/AllocationCounter) was loaded
  /// before the program.
  static func allocations() -> UInt64? {
    typealias Count = @convention(c) () -> UInt64
    guard let address = dlsym(nil, "lamella_allocations") else { return nil }
    return unsafeBitCast(address, to: Count.self)()
  }

  /// Prints a mark and waits for a line from the caller, so that the caller's readings are not part of
  /// the measurement.
  static func mark(_ name: String) {
    print(name)
    fflush(nil)
    _ = readLine()
  }
}
