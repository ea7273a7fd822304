// HostDefault.swift
// What the module UIKit provides to a program that has not started an application, as an object of Swift.
//
// SPDX-License-Identifier: MIT

/// Returns the object behind a pointer from `host_defaults.h`, and takes over its reference. Nil in a program that
/// does not link UIKit.
package func hostDefault<Service>(
  _ pointer: UnsafeMutableRawPointer?, as type: Service.Type
) -> Service? {
  pointer.flatMap { Unmanaged<AnyObject>.fromOpaque($0).takeRetainedValue() as? Service }
}
