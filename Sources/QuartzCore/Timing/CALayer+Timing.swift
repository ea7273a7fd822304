// CALayer+Timing.swift
// A layer's own time, and times converted between layers.
//
// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

extension CALayer {
  /// Changes the layer's timing, which is never animated.
  final func changeTiming(_ change: (inout MediaTiming) -> Void) {
    changeRare("timing") { change(&$0.timing) }
    if timing.map != .identity { Self.hasOwnTimes.store(true, ordering: .relaxed) }
    context?.mark(self, .values)
  }

  /// Whether any layer ever had a time of its own. Until then every layer's time is the clock's, and a
  /// conversion need not visit the superlayers.
  private static let hasOwnTimes = Atomic(false)

  /// The time mappings from the clock to this layer, outermost first.
  private var timeMappings: [TimeMapping] {
    guard Self.hasOwnTimes.load(ordering: .relaxed) else { return [] }
    // Few layers have a time of their own.
    var maps: [TimeMapping] = []
    var current: CALayer? = self
    while let layer = current {
      let map = layer.timing.map
      if map != .identity { maps.append(map) }
      current = layer.superlayer
    }
    return maps.reversed()
  }

  /// Converts a time of the clock to the layer's, through every superlayer's.
  package func localTime(at time: CFTimeInterval) -> CFTimeInterval {
    Self.limited(timeMappings.reduce(time) { $1.localTime(forParentTime: $0) })
  }

  /// A time within ±1e300 s, so that begins and delays that are added to it are finite, too; 0 for none.
  private static func limited(_ time: CFTimeInterval) -> CFTimeInterval {
    time.isNaN ? 0 : min(max(time, -1e300), 1e300)
  }

  /// Converts a time of another layer to this layer's. A layer that has a begin of its own has time 0 before it.
  func time(_ t: CFTimeInterval, from other: CALayer?) -> CFTimeInterval {
    Self.limited(
      timeMappings.reduce(other?.convertTime(t, to: nil) ?? t) { time, map in
        map.beginTime != 0 && time < map.beginTime ? 0 : map.localTime(forParentTime: time)
      })
  }

  /// Converts a time of this layer to another layer's. Nil is the clock's time.
  func time(of t: CFTimeInterval, in other: CALayer?) -> CFTimeInterval {
    var time = t
    var current: CALayer? = Self.hasOwnTimes.load(ordering: .relaxed) ? self : nil
    while let layer = current {
      // A paused layer's time has no inverse; its superlayer's is 0 then.
      time = layer.timing.map.parentTime(forLocalTime: time)
      current = layer.superlayer
    }
    return Self.limited(other?.convertTime(time, from: nil) ?? time)
  }
}
