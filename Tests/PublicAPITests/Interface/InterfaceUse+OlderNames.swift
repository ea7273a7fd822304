// InterfaceUse+OlderNames.swift
// Uses of Apple's interface: names of Swift before version 4.2, which are deprecated.
//
// SPDX-License-Identifier: MIT

import UIKit

/// Calls deprecated code without a warning.
@MainActor private protocol OlderNames {
  mutating func addOlderNames()
}

extension InterfaceUse {
  mutating func olderNames() {
    var names: any OlderNames = self
    names.addOlderNames()
    if let result = names as? InterfaceUse { self = result }
  }
}

extension InterfaceUse: OlderNames {
  @available(*, deprecated)
  fileprivate mutating func addOlderNames() {
    use("UIControlState", UIControlState.self)
    use("UIViewAnimationOptions", UIViewAnimationOptions.self)
    use("kCAFillModeBackwards", kCAFillModeBackwards)
    use("kCAFillModeForwards", kCAFillModeForwards)
    use("kCALineCapRound", kCALineCapRound)
    use("kCAMediaTimingFunctionEaseIn", kCAMediaTimingFunctionEaseIn)
    use("kCAMediaTimingFunctionEaseInEaseOut", kCAMediaTimingFunctionEaseInEaseOut)
    use("kCAMediaTimingFunctionEaseOut", kCAMediaTimingFunctionEaseOut)
    use("kCAMediaTimingFunctionLinear", kCAMediaTimingFunctionLinear)
  }
}
