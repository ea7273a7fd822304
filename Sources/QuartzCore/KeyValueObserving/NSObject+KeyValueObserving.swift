// NSObject+KeyValueObserving.swift
// Observing an object's properties: by a key path and a function, or by a name and an observer.
//
// SPDX-License-Identifier: MIT

public import Foundation

extension NSObjectProtocol where Self: NSObject {
  /// Calls a function after each change of a property.
  ///
  ///     observation = scrollView.observe(\.contentOffset, options: [.new]) { scrollView, change in
  ///       print(change.newValue ?? .zero)
  ///     }
  ///
  /// Layers, views and animators report their changes; an object of the program's own, what it passes to
  /// `didChangeValue(for:)`. The function is called once the value differs, whichever property was set: an observer of
  /// a view's `frame` is called when its `center` changes.
  ///
  /// - Parameters:
  ///   - keyPath: What is observed. The object that it begins with has to change: of another object on its way,
  ///     changes are not seen, except those of a view's own layer.
  ///   - options: Which values the function gets, and whether it is called at once.
  ///   - changeHandler: Called with the object and the change, where the object changes.
  /// - Returns: The observation, to be retained. It ends when released, on any thread.
  public func observe<Value: Equatable>(
    _ keyPath: KeyPath<Self, Value>, options: NSKeyValueObservingOptions = [],
    changeHandler: @escaping (Self, NSKeyValueObservedChange<Value>) -> Void
  ) -> NSKeyValueObservation {
    reportIfChangesAreUnseen()
    var last = self[keyPath: keyPath]
    func change(_ old: Value?, _ new: Value?, isPrior: Bool = false) -> NSKeyValueObservedChange<
      Value
    > {
      NSKeyValueObservedChange(
        kind: .setting, newValue: options.contains(.new) ? new : nil,
        oldValue: options.contains(.old) ? old : nil, indexes: nil, isPrior: isPrior)
    }
    let observer = KeyValueObserver { [weak self] in
      guard let self else { return }
      let (old, new) = (last, self[keyPath: keyPath])
      guard new != old else { return }
      last = new
      if options.contains(.prior) { changeHandler(self, change(old, nil, isPrior: true)) }
      changeHandler(self, change(old, new))
    }
    let observers = ownObservers
    observers.append(observer)
    if options.contains(.initial) { changeHandler(self, change(nil, last)) }
    return NSKeyValueObservation { [weak observers, weak observer] in
      // At once on any thread; what the function retains is released on the main thread.
      observer?.end()
      MainThread.perform { observers?.removeEnded() }
    }
  }

  /// Precedes a change that `didChangeValue(for:)` reports. Does nothing: observers keep the old value.
  public func willChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {}

  /// Calls the observers of a property that the program's own code has changed.
  public func didChangeValue<Value>(for keyPath: KeyPath<Self, Value>) {
    existingObservers?.notify()
  }
}

extension NSObject {
  /// Calls an observer's `observeValue(forKeyPath:of:change:context:)` after each change of a property.
  ///
  /// Not retained: neither the observer nor the object has to outlive the other, and an observer that is gone needs no
  /// removal.
  ///
  /// - Parameters:
  ///   - observer: A responder, a layer, or another object that is an ``NSKeyValueObserving``.
  ///   - keyPath: The name of a property, or several with dots, such as "layer.position".
  ///   - options: Which values the observer gets, and whether it is called at once.
  ///   - context: Passed to the observer, and compared by `removeObserver`.
  public func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions = [],
    context: UnsafeMutableRawPointer?
  ) {
    reportIfChangesAreUnseen()
    guard let target = observer as? any NSKeyValueObserving else {
      Diagnostics.reportOnce(
        "observer \(type(of: observer))",
        "\(type(of: observer)) cannot observe \(keyPath) of \(type(of: self)): it needs the protocol NSKeyValueObserving"
      )
      return
    }
    var last = observedValue(forKeyPath: keyPath)
    func change(_ old: Any??, _ new: Any??, isPrior: Bool = false) -> [NSKeyValueChangeKey: Any] {
      var change: [NSKeyValueChangeKey: Any] = [
        .kindKey: NSNumber(value: NSKeyValueChange.setting.rawValue)
      ]
      if options.contains(.old), let old { change[.oldKey] = old ?? NSNull() }
      if options.contains(.new), let new { change[.newKey] = new ?? NSNull() }
      if isPrior { change[.notificationIsPriorKey] = NSNumber(value: true) }
      return change
    }
    let registration = KeyValueObserver.Registration(
      observer: ObjectIdentifier(observer), keyPath: keyPath, context: context)
    let entry = KeyValueObserver(registration) { [weak self, weak target] in
      guard let self, let target else { return }
      let (old, new) = (last, observedValue(forKeyPath: keyPath))
      guard !areEqual(old, new) else { return }
      last = new
      if options.contains(.prior) {
        target.observeValue(
          forKeyPath: keyPath, of: self, change: change(.some(old), nil, isPrior: true),
          context: context)
      }
      target.observeValue(
        forKeyPath: keyPath, of: self, change: change(.some(old), .some(new)), context: context)
    }
    for object in objects(along: keyPath) { object.ownObservers.append(entry) }
    if options.contains(.initial) {
      target.observeValue(
        forKeyPath: keyPath, of: self, change: change(nil, .some(last)), context: context)
    }
  }

  /// Ends the last observation of a property by an observer with a context. One that does not exist is reported.
  public func removeObserver(
    _ observer: NSObject, forKeyPath keyPath: String, context: UnsafeMutableRawPointer?
  ) {
    endObservation(observer, keyPath, context: .some(context))
  }

  /// Ends the last observation of a property by an observer. One that does not exist is reported.
  public func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) {
    endObservation(observer, keyPath, context: nil)
  }

  private func endObservation(
    _ observer: NSObject, _ keyPath: String, context: UnsafeMutableRawPointer??
  ) {
    guard let entry = existingObservers?.last(observer, keyPath, context: context) else {
      Diagnostics.reportOnce(
        "removal \(type(of: observer)) \(keyPath) \(type(of: self))",
        "\(type(of: observer)) does not observe \(keyPath) of \(type(of: self)), so that it cannot be removed"
      )
      return
    }
    entry.end()
    for object in objects(along: keyPath) { object.existingObservers?.removeEnded() }
  }

  /// Precedes a change that `didChangeValue(forKey:)` reports. Does nothing: observers keep the old value.
  public func willChangeValue(forKey key: String) {}

  /// Calls the observers of a property that the program's own code has changed.
  public func didChangeValue(forKey key: String) { existingObservers?.notify() }
}
