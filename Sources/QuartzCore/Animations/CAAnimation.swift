// CAAnimation.swift
// The base of all animations: timing, delegate, key-value coding, and the copy that a layer runs.
//
// This folder: the animation classes and their delegates.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation

/// The base of all animations.
///
/// A layer runs a frozen copy of an animation added to it. Setting a property of the copy traps;
/// setting a custom key does not.
///
/// Source: Apple's `CAAnimation`.
open class CAAnimation: NSObject, CAMediaTiming, CAAction, NSCopying {
  package var timing = MediaTiming()
  /// The switches of this class and of property animations, beside the timing: thousands of animations have them.
  final var flags = AnimationFlags.isRemovedOnCompletion
  final var rare = Rare<RareAnimationFields>()
  /// Whether this is the copy that a layer runs.
  package final var isFrozen: Bool { flags.contains(.isFrozen) }
  /// Counts the animation independently of its delegate.
  package final var observer: (any AnimationObserver)? {
    willSet { if newValue !== observer { keepDelegate() } }
  }
  /// ``attachedKey`` where it is another one than the usual.
  private final var otherKey: AttachmentKey?
  /// The key under which a layer runs it. Read as ``AttachedAnimation/key``.
  final var attachedKey: String? {
    get { flags.contains(.hasUsualKey) ? usualKey : otherKey?.text }
    set {
      flags.set(.hasUsualKey, newValue != nil && newValue == usualKey)
      otherKey = flags.contains(.hasUsualKey) ? nil : newValue.map(AttachmentKey.init)
    }
  }
  /// The key under which most animations of the class are added.
  var usualKey: String? { nil }

  /// Creates an animation with Core Animation's defaults.
  public override init() {}

  deinit { AssociatedObjects.release(valuesOf: self) }

  /// Creates an animation with the defaults; nothing is decoded, as animations are not archived here.
  public required init?(coder: NSCoder) {}

  /// Traps if this is the frozen copy that a layer runs.
  final func willChange(_ property: StaticString) {
    trap(
      unless: !isFrozen,
      "\(type(of: self)) was added to a layer, so its \(property) cannot change; add a new "
        + "animation instead")
  }

  /// The begin, in the time of the layer or group. Default 0, which means at the commit.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set {
      willChange("beginTime")
      timing.beginTime = MediaTiming.finite(newValue, "\(type(of: self)): beginTime")
    }
  }
  /// Seconds of one run. Default 0, which takes the transaction's.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set {
      willChange("duration")
      timing.duration = MediaTiming.number(newValue, "\(type(of: self)): duration")
    }
  }
  /// Local seconds per parent second. Default 1.
  open var speed: Float {
    get { timing.speed }
    set {
      willChange("speed")
      timing.speed = MediaTiming.speed(newValue, of: "\(type(of: self))")
    }
  }
  /// Seconds by which the contents of the active interval are shifted, wrapping around. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set {
      willChange("timeOffset")
      timing.timeOffset = MediaTiming.finite(newValue, "\(type(of: self)): timeOffset")
    }
  }
  /// Number of runs; may be fractional or infinite. Default 0, which means one.
  open var repeatCount: Float {
    get { timing.repeatCount }
    set {
      willChange("repeatCount")
      timing.repeatCount = MediaTiming.number(newValue, "\(type(of: self)): repeatCount")
    }
  }
  /// Seconds to repeat for; overrides ``repeatCount``. Default 0, which means unset.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set {
      willChange("repeatDuration")
      timing.repeatDuration = MediaTiming.number(newValue, "\(type(of: self)): repeatDuration")
    }
  }
  /// Whether each run plays forwards and back. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set {
      willChange("autoreverses")
      timing.autoreverses = newValue
    }
  }
  /// The value shown outside of the active interval. Default removed.
  open var fillMode: CAMediaTimingFillMode {
    get { timing.fillMode }
    set {
      willChange("fillMode")
      timing.fillMode = newValue
    }
  }

  /// The easing of each run; nil is linear. Default nil.
  open var timingFunction: CAMediaTimingFunction? {
    willSet { willChange("timingFunction") }
  }
  /// Notified of start and end. Retained until the end, as on Apple's systems.
  open var delegate: (any CAAnimationDelegate)? {
    get { flags.contains(.observerIsDelegate) ? observer?.asDelegate : rare[\.delegate] }
    set {
      willChange("delegate")
      flags.remove(.observerIsDelegate)
      if newValue == nil && rare.isEmpty { return }
      if newValue !== rare[\.delegate] { rare.fields.delegate = newValue }
    }
  }
  /// Whether the layer removes the animation at its end. Default true.
  open var isRemovedOnCompletion: Bool {
    get { flags.contains(.isRemovedOnCompletion) }
    set {
      willChange("isRemovedOnCompletion")
      flags.set(.isRemovedOnCompletion, newValue)
    }
  }
  /// The preferred frame rates. Default ``CAFrameRateRange/default``.
  ///
  /// The value is stored only: every frame shows every animation.
  open var preferredFrameRateRange: CAFrameRateRange {
    get { rare[\.frameRates] ?? .default }
    set {
      willChange("preferredFrameRateRange")
      rare.fields.frameRates = newValue
    }
  }

  /// Makes an object both observer and delegate, which takes no more room than an observer.
  package final func report(to object: any AnimationObserver) {
    delegate = nil
    observer = object
    flags.insert(.observerIsDelegate)
  }

  /// Another observer does not change the delegate.
  private func keepDelegate() {
    if flags.contains(.observerIsDelegate) { delegate = observer?.asDelegate }
  }

  /// Adds the animation to the layer under the event's key.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    // The layer's copy is marked; the animation itself may be added later.
    flags.insert(.isAction)
    defer { flags.remove(.isAction) }
    (anObject as? CALayer)?.add(self, forKey: event)
  }

  // MARK: Key-value coding

  /// Returns a value by its key: a property of the animation, or a custom value.
  open func value(forKey key: String) -> Any? {
    switch key {
    case "beginTime": beginTime
    case "duration": duration
    case "speed": speed
    case "timeOffset": timeOffset
    case "repeatCount": repeatCount
    case "repeatDuration": repeatDuration
    case "autoreverses": autoreverses
    case "fillMode": fillMode
    case "timingFunction": timingFunction
    case "delegate": delegate
    case "removedOnCompletion", "isRemovedOnCompletion": isRemovedOnCompletion
    case "preferredFrameRateRange": preferredFrameRateRange
    default:
      flags.contains(.isOfDefaults)
        ? nil : rare[\.values]?[key] ?? type(of: self).defaultValue(forKey: key)
    }
  }

  /// Sets a value by its key. Any key can be set and read back.
  ///
  /// On the frozen copy that a layer runs, only custom keys can be set.
  open func setValue(_ value: Any?, forKey key: String) {
    guard type(of: self).canBe(value, forKey: key) else { return refuse(value, forKey: key) }
    let number = AnimatableValue(value).lanes?.x
    switch key {
    case "beginTime": beginTime = number ?? 0
    case "duration": duration = number ?? 0
    case "speed": speed = Float(nearest: number ?? 0)
    case "timeOffset": timeOffset = number ?? 0
    case "repeatCount": repeatCount = Float(nearest: number ?? 0)
    case "repeatDuration": repeatDuration = number ?? 0
    case "autoreverses": autoreverses = number ?? 0 != 0
    case "removedOnCompletion", "isRemovedOnCompletion": isRemovedOnCompletion = number ?? 0 != 0
    case "fillMode":
      fillMode =
        value as? CAMediaTimingFillMode
        ?? (value as? String).map { CAMediaTimingFillMode(rawValue: $0) } ?? .removed
    case "timingFunction": timingFunction = value as? CAMediaTimingFunction
    case "delegate": delegate = value as? any CAAnimationDelegate
    case "preferredFrameRateRange":
      preferredFrameRateRange = value as? CAFrameRateRange ?? .default
    default: rare.fields.values[key] = value
    }
  }

  /// Returns a value by its key path, such as "fromValue.x" or "animations.duration".
  open func value(forKeyPath keyPath: String) -> Any? {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty { return value(forKey: keyPath) }
    return KeyPathTraversal.read(path.rest, of: value(forKey: path.key))
  }

  /// Sets a value by its key path; an unknown key path is reported once.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) {
    let path = PropertyPath(keyPath)
    if path.rest.isEmpty {
      setValue(value, forKey: keyPath)
      return
    }
    switch KeyPathTraversal.write(value, to: path.rest, of: self.value(forKey: path.key)) {
    case .written: break
    case .replaced(let whole): setValue(whole, forKey: path.key)
    case .refused: refuse(value, forKey: keyPath)
    }
  }

  /// Whether a value is valid for a key of the class; nil is 0, none, or the default.
  final class func canBe(_ value: Any?, forKey key: String) -> Bool {
    guard let value, !(value is NSNull) else { return true }
    return accepts(value, forKey: key)
  }

  /// Whether a value other than nil is valid for a key; a custom key accepts any.
  class func accepts(_ value: Any, forKey key: String) -> Bool {
    switch key {
    case "beginTime", "duration", "speed", "timeOffset", "repeatCount", "repeatDuration",
      "autoreverses", "removedOnCompletion", "isRemovedOnCompletion":
      AnimatableValue(value).numbers(as: .number) != nil
    case "fillMode": value is CAMediaTimingFillMode || value is String
    case "timingFunction": value is CAMediaTimingFunction
    case "delegate": value is any CAAnimationDelegate
    case "preferredFrameRateRange": value is CAFrameRateRange
    default: true
    }
  }

  /// Reports once that a value is invalid for a key.
  final func refuse(_ value: Any?, forKey key: String) {
    Diagnostics.reportOnce(
      "\(summary) \(key)",
      "\(summary): \(key) cannot be \(AnimatableValue(value).text), of type "
        + "\(value.map { "\(Swift.type(of: $0))" } ?? "nil"); the value is unchanged")
  }

  /// Returns the value of a key that was never set: in the stock classes, the default of a property, and nil for
  /// any other key.
  open class func defaultValue(forKey key: String) -> Any? {
    let usual = makeStock()
    usual.flags.insert(.isOfDefaults)
    return usual.value(forKey: key)
  }

  /// Returns a new animation of the nearest stock class.
  private class func makeStock() -> CAAnimation {
    switch self {
    case is CASpringAnimation.Type: CASpringAnimation()
    case is CABasicAnimation.Type: CABasicAnimation()
    case is CAKeyframeAnimation.Type: CAKeyframeAnimation()
    case is CAPropertyAnimation.Type: CAPropertyAnimation()
    case is CAAnimationGroup.Type: CAAnimationGroup()
    case is CATransition.Type: CATransition()
    default: CAAnimation()
    }
  }

  // MARK: Descriptions

  /// The class and the object's address.
  open override var description: String { "<\(type(of: self)): \(ObjectIdentifier(self).asText)>" }

  /// The class, the address and every property that differs from its default, one per line.
  open override var debugDescription: String {
    let lines = describedProperties().map { "    \($0) = \($1)" }
    return (["<\(type(of: self)): \(ObjectIdentifier(self).asText)"] + lines)
      .joined(separator: ";\n") + "\n>"
  }

  /// A summary, for a line of the tree as text.
  var summary: String { "\(type(of: self))" }

  // MARK: Copies

  /// Returns a mutable copy of the animation's own class. A layer makes its copy by this method.
  ///
  /// A subclass with stored properties overrides it, and copies them to the result of `super`.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = CAAnimation.make(type(of: self))
    copyState(to: copy)
    return copy
  }

  package func copied() -> CAAnimation {
    let copy = copy(with: nil)
    guard let copy = copy as? CAAnimation else {
      trap("\(type(of: self)).copy(with:) returned \(copy), not an animation")
    }
    if copy !== self { return copy }
    // A layer needs one of its own.
    let own = CAAnimation.make(type(of: self))
    copyState(to: own)
    return own
  }

  /// Freezes the animation, as the copy that a layer runs.
  func freeze() { flags.insert(.isFrozen) }

  /// Copies the state to a new instance of the same class.
  func copyState(to copy: CAAnimation) {
    copy.timing = timing
    if !rare.isEmpty {
      copy.rare = rare
      if isFrozen { copy.rare.fields.attachment = RareAttachmentFields() }
    }
    copy.timingFunction = timingFunction
    if flags.contains(.observerIsDelegate), let observer {
      copy.report(to: observer)
    } else {
      copy.observer = observer
      copy.delegate = delegate
    }
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    copy.flags.formUnion(flags.intersection([.isAction, .isImplicit]))
  }

  /// The properties that differ from their defaults, for ``debugDescription``.
  func describedProperties() -> [(String, String)] {
    var result: [(String, String)] = []
    if let delegate { result.append(("delegate", "<\(type(of: delegate))>")) }
    if fillMode != .removed { result.append(("fillMode", fillMode.rawValue)) }
    if let timingFunction { result.append(("timingFunction", "\(timingFunction)")) }
    if beginTime != 0 { result.append(("beginTime", beginTime.asText)) }
    if duration != 0 { result.append(("duration", duration.asText)) }
    if speed != 1 { result.append(("speed", Double(speed).asText)) }
    if timeOffset != 0 { result.append(("timeOffset", timeOffset.asText)) }
    if repeatCount != 0 { result.append(("repeatCount", Double(repeatCount).asText)) }
    if repeatDuration != 0 { result.append(("repeatDuration", repeatDuration.asText)) }
    if autoreverses { result.append(("autoreverses", "1")) }
    if !isRemovedOnCompletion { result.append(("removedOnCompletion", "0")) }
    for (key, value) in (rare[\.values] ?? [:]).sorted(by: { $0.key < $1.key }) {
      result.append((key, AnimatableValue(value).text))
    }
    return result
  }
}

extension CAAnimation: AssociationOwner {}

/// The switches of an animation.
struct AnimationFlags: OptionSet {
  var rawValue: UInt16

  static let isRemovedOnCompletion = AnimationFlags(rawValue: 1)
  static let isFrozen = AnimationFlags(rawValue: 2)
  /// The values of keys are read as the class's defaults.
  static let isOfDefaults = AnimationFlags(rawValue: 4)
  static let isAdditive = AnimationFlags(rawValue: 8)
  static let isCumulative = AnimationFlags(rawValue: 16)
  static let becomesAdditive = AnimationFlags(rawValue: 32)
  /// The delegate is the observer.
  static let observerIsDelegate = AnimationFlags(rawValue: 4096)
  /// An action search found it; ``isImplicit`` if it was the layer's own.
  static let isAction = AnimationFlags(rawValue: 8192)
  static let isImplicit = AnimationFlags(rawValue: 16384)
  /// Of the copy that a layer runs; see ``AttachedAnimation``.
  static let redraws = AnimationFlags(rawValue: 64)
  static let isObserved = AnimationFlags(rawValue: 128)
  static let hasBegin = AnimationFlags(rawValue: 256)
  /// It is added under the usual key, the property's.
  static let hasUsualKey = AnimationFlags(rawValue: 32768)
  static let wasCommitted = AnimationFlags(rawValue: 512)
  static let didStart = AnimationFlags(rawValue: 1024)
  static let didEnd = AnimationFlags(rawValue: 2048)
  static let ofAttachment: AnimationFlags = [
    .redraws, .isObserved, .hasBegin, .wasCommitted, .didStart, .didEnd,
  ]

  mutating func set(_ flag: AnimationFlags, _ isOn: Bool) {
    if isOn { insert(flag) } else { remove(flag) }
  }
}

/// A key of its own: thousands of animations have none, so it takes half the room of a string.
private final class AttachmentKey {
  let text: String
  init(_ text: String) { self.text = text }
}

/// The fields that few animations set.
struct RareAnimationFields: RareFields {
  /// The values of custom keys.
  fileprivate var values: [String: Any] = [:]
  fileprivate var frameRates = CAFrameRateRange.default
  fileprivate var delegate: (any CAAnimationDelegate)?
  /// Of a property animation.
  var valueFunction: CAValueFunction?
  /// Of a basic animation.
  var by = AnimationEndpoint.none
  /// Of the copy that a layer runs; no copy of that one has them.
  var attachment = RareAttachmentFields()

  static let defaults = RareMemory(Self())
}

extension ObjectIdentifier {
  /// The object's address.
  var asText: String { "0x" + String(UInt(bitPattern: self), radix: 16) }
}
