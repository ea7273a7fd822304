// InterfaceUse+Foundation.swift
// Uses of Apple's interface: what comes with Foundation.
//
// SPDX-License-Identifier: MIT

import UIKit

extension InterfaceUse {
  mutating func foundation() {
    use("CFTimeInterval", CFTimeInterval.self)
    use("CFTimeInterval.init(_:)", CFTimeInterval.init(_:) as (Int) -> CFTimeInterval)
    use("objc_getAssociatedObject()", objc_getAssociatedObject)
    use("objc_setAssociatedObject()", objc_setAssociatedObject)
    use("NSAttributedString", NSAttributedString.self)
    use("NSAttributedString.init(string:attributes:)", NSAttributedString.init(string:attributes:))
    use(
      "NSAttributedString.addAttribute(_:value:range:)",
      NSMutableAttributedString.addAttribute(_:value:range:))
    use("NSAttributedString.Key", NSAttributedString.Key.self)
    use("NSAttributedString.Key.font", NSAttributedString.Key.font)
    use("NSAttributedString.Key.foregroundColor", NSAttributedString.Key.foregroundColor)
    use("NSAttributedString.Key.paragraphStyle", NSAttributedString.Key.paragraphStyle)
    use("NSCoder", NSCoder.self)
    use("NSMutableAttributedString", NSMutableAttributedString.self)
    use("NSNotification", NSNotification.self)
    use("NSNotification.Name", NSNotification.Name.self)
    use("NSNull", NSNull.self)
    use("NSNull.init()", NSNull.init())
    use("NSNumber", NSNumber.self)
    use("NSNumber.init(value:)", NSNumber.init(value:) as (Double) -> NSNumber)
    use("NSNumber.doubleValue", \NSNumber.doubleValue)
    use("NSObject", NSObject.self)
    use(
      "NSObject.addObserver(_:selector:name:object:)",
      NotificationCenter.addObserver(_:selector:name:object:))
    use(
      "NSObject.removeObserver(_:)",
      { (o: AnyObject) in NotificationCenter.default.removeObserver(o) })
    use(
      "NSObject.removeObserver(_:name:object:)", NotificationCenter.removeObserver(_:name:object:))
    use("NSObject.copy()", NSObject.copy)
    use("NSObjectProtocol", NSObjectProtocol.self)
    use("NSRange", NSRange.self)
    use("NSRange.init(location:length:)", NSRange.init(location:length:))
    use("NSValue", NSValue.self)
    use("NSValue.init(caTransform3D:)", NSValue.init(caTransform3D:))
    use("NSValue.cgRectValue", \NSValue.cgRectValue)
    use("NSValue.init(cgPoint:)", NSValue.init(cgPoint:))
    use("NSValue.init(cgSize:)", NSValue.init(cgSize:))
    use("NSValue.init(cgRect:)", NSValue.init(cgRect:))
    use("NSValue.cgPointValue", \NSValue.cgPointValue)
    use("objc_AssociationPolicy", objc_AssociationPolicy.self)
    use("RunLoop.Mode.default", RunLoop.Mode.default)
    use("RunLoop.Mode.common", RunLoop.Mode.common)
  }

}
