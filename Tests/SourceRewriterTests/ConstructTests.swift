// ConstructTests.swift
// Each construct of iOS sources with its text for Linux.
//
// SPDX-License-Identifier: MIT

import SourceRewriter
import Testing

/// Rewrites one file; returns its text.
func rewritten(_ text: String) -> String {
  SourceRewriter.rewrite([.init(path: "A.swift", text: text)]).files[0].text
}

/// The warnings about one file.
func warnings(_ text: String) -> [String] {
  SourceRewriter.rewrite([.init(path: "A.swift", text: text)]).diagnostics.map(\.description)
}

@Suite struct ConstructTests {
  /// A construct and what it becomes.
  struct Row: CustomTestStringConvertible, Sendable {
    let from: String
    let to: String

    init(_ from: String, _ to: String) { (self.from, self.to) = (from, to) }

    var testDescription: String { from }
  }

  @Test(arguments: [
    Row("@objc class A {}", "class A {}"),
    Row("@objcMembers\nclass A {}", "\nclass A {}"),
    Row("@objc(name:) func f() {}", "func f() {}"),
    Row("@objc(\n  name\n) class A {}", "\n\nclass A {}"),
    Row("class A { @nonobjc func f() {} }", "class A { func f() {} }"),
    Row("class A { @objc public dynamic var x = 1 }", "class A { public var x = 1 }"),
    Row("class A { @IBOutlet weak var v: B! }", "class A { weak var v: B! }"),
    Row("class A { @IBOutlet private weak var v: B? }", "class A { private weak var v: B? }"),
    Row("class A { @IBAction func f(_ x: Any) {} }", "class A { func f(_ x: Any) {} }"),
    Row("@IBDesignable class A { @IBInspectable var x = 1 }", "class A { var x = 1 }"),
    Row("@objc enum E: Int { case a }", "enum E: Int { case a }"),
    Row("@objc extension A {}", "extension A {}"),
    Row("class A { var x: Int { @objc get { 1 } } }", "class A { var x: Int { get { 1 } } }"),
    Row("@objc protocol P {}", "protocol P: AnyObject {}"),
    Row("@objc protocol P: Q {}", "protocol P: AnyObject, Q {}"),
    Row(
      "import UIKit\n@objc protocol P: NSObjectProtocol {}",
      "import UIKit\nprotocol P: SelectorPerforming {}"),
    Row("protocol P: class {}", "protocol P: AnyObject {}"),
    Row(
      "@UIApplicationMain class A: UIResponder {}", "@main class A: UIResponder {}"),
    Row("@NSApplicationMain\nfinal class A {}", "@main\nfinal class A {}"),
    Row(
      "@_dynamicReplacement(for: f) dynamic func g() {}",
      "@_dynamicReplacement(for: f) dynamic func g() {}"),
  ])
  func attributes(row: Row) { #expect(rewritten(row.from) == row.to) }

  @Test(arguments: [
    Row(
      "import UIKit\nclass M: NSObject { @objc dynamic var x = 1 }",
      "import UIKit\nclass M: NSObject { var x = 1 { didSet { didChangeValue(forKey: \"x\") } } }"),
    Row(
      "import UIKit\nclass M: NSObject { @objc dynamic var x: Int? }",
      "import UIKit\nclass M: NSObject { var x: Int? { didSet { didChangeValue(forKey: \"x\") } } }"
    ),
    Row(
      "import UIKit\nclass M: UIViewController { @objc dynamic var x = 1 { didSet { f() } } }",
      "import UIKit\nclass M: UIViewController { var x = 1 { didSet { defer { didChangeValue(forKey: \"x\") }; f() } } }"
    ),
    Row(
      "import UIKit\nclass M: NSObject { @objc dynamic var x = 1 { willSet { f() } } }",
      "import UIKit\nclass M: NSObject { var x = 1 { willSet { f() }; didSet { didChangeValue(forKey: \"x\") } } }"
    ),
    Row(
      "import UIKit\nclass M: NSObject { @objc dynamic var x: Int { 1 } }",
      "import UIKit\nclass M: NSObject { var x: Int { 1 } }"),
    Row(
      "import UIKit\nclass O: NSObject, P { override func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) { "
        + "super.observeValue(forKeyPath: k, of: o, change: change, context: context) } }",
      "import UIKit\nclass O: NSObject, NSKeyValueObserving, P { func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) { () } }"),
    Row(
      "import UIKit\nclass O: NSObject, @MainActor NSKeyValueObserving { func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {} }",
      "import UIKit\nclass O: NSObject, @MainActor NSKeyValueObserving { func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {} }"),
    Row(
      "import UIKit\nclass O: UIView { override func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {} }",
      "import UIKit\nclass O: UIView { override func observeValue(forKeyPath k: String?, of o: Any?, "
        + "change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?) {} }"),
  ])
  func keyValueObserving(row: Row) { #expect(rewritten(row.from) == row.to) }

  /// Names of the Objective-C runtime that Foundation alone brings along on Apple's systems.
  @Test(arguments: [
    Row(
      "import Foundation\nvar s: Selector?", "import Foundation; import UIKit\nvar s: Selector?"),
    Row(
      "import Foundation\nlet t: CFTimeInterval = 1",
      "import Foundation; import UIKit\nlet t: CFTimeInterval = 1"),
    Row(
      "import Foundation\nfunc f(_ x: Any) { objc_sync_enter(x) }",
      "import Foundation; import UIKit\nfunc f(_ x: Any) { objc_sync_enter(x) }"),
    Row(
      "import Foundation\nstruct Selector {}\nvar s: Selector?",
      "import Foundation\nstruct Selector {}\nvar s: Selector?"),
    Row("import Foundation\nvar s: String?", "import Foundation\nvar s: String?"),
    Row(
      "import Foundation\nlet t = NSLocalizedString(\"a\", comment: \"\")",
      "import Foundation; import UIKit\nlet t = NSLocalizedString(\"a\", comment: \"\")"),
    Row(
      "import UIKit\nlet t = NSLocalizedString(k, tableName: nil, bundle: b, value: k, comment: \"\")",
      "import UIKit\nlet t = NSLocalizedString(k, table: nil, bundle: b, value: k, comment: \"\")"),
    Row(
      "import UIKit\nlet t = f(k, tableName: nil, bundle: b, value: k, comment: \"\")",
      "import UIKit\nlet t = f(k, tableName: nil, bundle: b, value: k, comment: \"\")"),
  ])
  func namesOfFoundation(row: Row) { #expect(rewritten(row.from) == row.to) }

  /// A call that is sure of an optional member.
  @Test(arguments: [
    Row(
      "@objc protocol P { @objc optional func f(_ x: Int) -> Int }\nfunc g(p: P) -> Int { p.f!(3) }",
      "func g(p: P) -> Int { ((p as? any P_f__)?.f(3))! }"),
    Row(
      "import UIKit\nfunc g(d: UICollectionViewDelegate, v: UICollectionView, i: IndexPath) "
        + "{ d.collectionView!(v, didSelectItemAt: i) }",
      "func g(d: UICollectionViewDelegate, v: UICollectionView, i: IndexPath) "
        + "{ d.collectionView(v, didSelectItemAt: i) }"),
    Row("func g(f: (() -> Int)?) -> Int { f!() }", "func g(f: (() -> Int)?) -> Int { f!() }"),
  ])
  func forcedCalls(row: Row) {
    #expect(rewritten(row.from).split(separator: "\n").last.map(String.init) == row.to)
  }

  @Test(arguments: [
    Row("#if os(iOS)\n#endif", "#if os(Linux)\n#endif"),
    Row(
      "#if !os(iOS) || (os(tvOS) && os(iOS))\n#endif",
      "#if !os(Linux) || (os(tvOS) && os(Linux))\n#endif"),
    Row("#if os(macOS)\n#elseif os(iOS)\n#endif", "#if os(macOS)\n#elseif os(Linux)\n#endif"),
    Row("#if targetEnvironment(simulator)\n#endif", "#if os(Linux)\n#endif"),
    Row("#if targetEnvironment(macCatalyst)\n#endif", "#if targetEnvironment(macCatalyst)\n#endif"),
    Row("#if canImport(UIKit)\n#endif", "#if canImport(UIKit)\n#endif"),
    Row("#if canImport(UIKit.UIColor)\n#endif", "#if canImport(UIKit)\n#endif"),
    Row("#if DEBUG && swift(>=5.0)\n#endif", "#if DEBUG && swift(>=5.0)\n#endif"),
    Row("let s = \"#if os(iOS)\" // os(iOS)", "let s = \"#if os(iOS)\" // os(iOS)"),
    Row(
      "@available(iOS 13, *) func f() { if #available(iOS 14, *) {} }",
      "@available(iOS 13, *) func f() { if #available(iOS 14, *) {} }"),
  ])
  func conditions(row: Row) { #expect(rewritten(row.from) == row.to) }

  /// Who names Linux in an `#if` has decided what Linux gets.
  @Test(arguments: [
    "#if os(iOS)\nlet a = 1\n#elseif os(Linux)\nlet a = 2\n#endif",
    "#if os(Linux)\nlet a = 1\n#elseif os(iOS)\nlet a = 2\n#endif",
    "#if os(iOS) || os( Linux )\n#endif", "#if os(iOS) && !os(Linux)\n#endif",
    "#if os(iOS)\nimport Darwin\n#elseif canImport(Glibc)\nimport Glibc\n#endif",
    "#if targetEnvironment(simulator)\n#elseif canImport(Musl)\n#endif",
  ])
  func conditionsBesideLinuxAreLeftAlone(text: String) {
    #expect(rewritten(text) == text.replacing("import Darwin", with: "import Foundation"))
  }

  /// Each `#if` is judged by itself: those in it and beside it name no Linux.
  @Test func conditionsAroundOnesForLinuxAreRewritten() {
    #expect(
      rewritten("#if os(iOS)\n#if os(Linux)\n#else\n#endif\n#endif\n#if os(iOS)\n#endif")
        == "#if os(Linux)\n#if os(Linux)\n#else\n#endif\n#endif\n#if os(Linux)\n#endif")
  }

  @Test(arguments: [
    Row("import UIKit.UIColor // x", "import UIKit // x"),
    Row("import class UIKit.UIView", "import UIKit"),
    Row("@_exported import UIKit", "@_exported import UIKit"),
    Row("import Darwin.C", "import Foundation"),
    Row("import struct Foundation.Date", "import struct Foundation.Date"),
    Row("import QuartzCore.CALayer", "import QuartzCore; import CoreGraphics; import Foundation"),
    Row(
      "import Foundation\nimport CoreGraphics\nimport QuartzCore",
      "import Foundation\nimport CoreGraphics\nimport QuartzCore"),
    Row("import QuartzCore\nimport UIKit", "import QuartzCore\nimport UIKit"),
    Row(
      "import Foundation\nlet s = #selector(A.f)",
      "import Foundation; import UIKit\nlet s = Selector(A.f, named: \"f\")"),
    Row("\nlet s = #selector(A.f)", "\nimport UIKit; let s = Selector(A.f, named: \"f\")"),
  ])
  func imports(row: Row) { #expect(rewritten(row.from) == row.to) }

  /// Each is the body of a method of `A`.
  @Test(arguments: [
    Row("#selector(tap)", "Selector(A.tap, named: \"tap:\")"),
    Row("#selector(tap(_:))", "Selector(A.tap(_:), named: \"tap:\")"),
    Row("#selector(self.tap)", "Selector(A.tap, named: \"tap:\")"),
    Row("#selector(Self.tap)", "Selector(A.tap, named: \"tap:\")"),
    Row("#selector(A.tap(_:))", "Selector(A.tap(_:), named: \"tap:\")"),
    Row("#selector((tap))", "Selector(A.tap, named: \"tap:\")"),
    Row("#selector(Other.go(to:at:))", "Selector(Other.go(to:at:), named: \"goTo:at:\")"),
    Row("#selector(inherited)", "Selector(A.inherited, named: \"inherited\")"),
    Row("#selector(inherited(x:))", "Selector(A.inherited(x:), named: \"inheritedWithX:\")"),
    Row("#selector(named)", "Selector(A.named, named: \"other:\")"),
    Row("#selector(two as (Int) -> Void)", "Selector(A.two(_:), named: \"two:\")"),
    Row("#selector(two as () -> Void)", "Selector(withoutArguments: A.two, named: \"two\")"),
    Row("#selector(A.two as (A) -> (Int) -> Void)", "Selector(A.two(_:), named: \"two:\")"),
    Row("#selector(super.viewDidLoad)", "Selector(B.viewDidLoad, named: \"viewDidLoad\")"),
    Row("#selector(getter: x)", "Selector(getter: \\A.x, named: \"x\")"),
    Row("#selector(setter: A.x)", "Selector(setter: \\A.x, named: \"setX:\")"),
    Row("#selector(\n  tap(_:)\n)", "Selector(A.tap(_:), named: \"tap:\")\n\n"),
    Row(
      "#selector(UIView.layoutIfNeeded)",
      "Selector(UIView.layoutIfNeeded, named: \"layoutIfNeeded\")"),
    Row("#selector(child.only)", "Selector(C.only, named: \"only\")"),
    Row("#keyPath(x)", "\"x\""),
    Row("#keyPath(A.child.x)", "\"child.x\""),
    Row("#keyPath(Outer.Inner.bounds.size)", "\"bounds.size\""),
    Row("#keyPath(CALayer.isHidden)", "\"hidden\""),
    Row(
      "#colorLiteral(red: 1, green: 0, blue: 0, alpha: 1)",
      "UIColor(red: 1, green: 0, blue: 0, alpha: 1)"),
    Row("#imageLiteral(resourceName: \"a\")", "UIImage(named: \"a\")!"),
    Row(
      "Timer(timeInterval: 1, repeats: true) { _ in }",
      "Timer.waiting(timeInterval: 1, repeats: true) { _ in }"),
    Row(
      "Timer.init(timeInterval: 1, target: self, selector: s, userInfo: nil, repeats: true)",
      "Timer.waiting(timeInterval: 1, target: self, selector: s, userInfo: nil, repeats: true)"),
    Row(
      "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }",
      "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in }"),
  ])
  func expressions(row: Row) {
    func file(_ body: String) -> String {
      """
      import UIKit
      class A: B {
        var x = 1
        func tap(_ sender: Any) {}
        func two() {}
        func two(_ x: Int) {}
        func f() { let child = C(); g(\(body)) }
      }
      class C { func only() {} }
      extension A { NAMEDfunc named(x: Int) {} }
      """
    }
    let from = file(row.from).replacing("NAMED", with: "@objc(other:) ")
    #expect(rewritten(from) == file(row.to).replacing("NAMED", with: ""))
  }

  /// Initialisers that are called on class objects and generic parameters.
  @Test(arguments: [
    Row("c.init(frame: r)", "import UIKit; c.instantiate(frame: r)"),
    Row("list[0].init(frame: r)", "import UIKit; list[0].instantiate(frame: r)"),
    Row("type(of: v).init(frame: r)", "import UIKit; type(of: v).instantiate(frame: r)"),
    Row("c.init(type: .system)", "import UIKit; c.instantiate(type: .system)"),
    Row(
      "c.init(style: .value1, reuseIdentifier: nil)",
      "import UIKit; c.instantiate(style: .value1, reuseIdentifier: nil)"),
    Row("(c as! UIView.Type).init()", "import UIKit; (c as! UIView.Type).instantiate()"),
    Row(
      "func f<B: UIButton>(_: B.Type) -> B { B(type: .system) }",
      "import UIKit; func f<B: UIButton>(_: B.Type) -> B { B.instantiate(type: .system) }"),
    Row(
      "class A<V> where V: UIView { let v = V(frame: r), w = V.init() }",
      "import UIKit; class A<V> where V: UIView { let v = V.instantiate(frame: r), w = V.instantiate() }"
    ),
    Row(
      "class C: UIView {}; func f<T: C>() -> T { T() }",
      "import UIKit; class C: UIView {}; func f<T: C>() -> T { T.instantiate() }"),
    Row("UIView.init(frame: r)", "UIView.init(frame: r)"),
    Row("A.B.init(frame: r)", "A.B.init(frame: r)"),
    Row(
      "class A: B { init() { super.init(frame: r) } }",
      "class A: B { init() { super.init(frame: r) } }"),
    Row(
      "class A: UIView { convenience init() { self.init(frame: r) } }",
      "class A: UIView { convenience init() { self.init(frame: r) } }"),
    Row("let x: UIView = .init(frame: r)", "let x: UIView = .init(frame: r)"),
    Row("func f<T: P>() -> T { T() }", "func f<T: P>() -> T { T() }"),
    Row("c.init()", "c.init()"), Row("c.init(name: 1)", "c.init(name: 1)"),
    Row(
      "protocol P { init(frame: R) }; c.init(frame: r)",
      "protocol P { init(frame: R) }; c.init(frame: r)"),
  ])
  func instances(row: Row) { #expect(rewritten(row.from) == row.to) }

  @Test func selectorsNameTheTypeThatDeclaresTheMethod() {
    let from = """
      import UIKit
      class Outer { func here() {}
        class Inner { func there() {}
          func f() { g(#selector(here), #selector(there)) } } }
      extension Outer.Inner { func h() { g(#selector(there)) } }
      extension P { func h() { g(#selector(unknown)) } }
      protocol P {}
      """
    let to = """
      import UIKit
      class Outer { func here() {}
        class Inner { func there() {}
          func f() { g(Selector(Outer.here, named: "here"), Selector(Inner.there, named: "there")) } } }
      extension Outer.Inner { func h() { g(Selector(Outer.Inner.there, named: "there")) } }
      extension P { func h() { g(Selector(Self.unknown, named: "unknown")) } }
      protocol P {}
      """
    #expect(rewritten(from) == to)
  }

  /// Each is the body of a layer.
  @Test(arguments: [
    Row("@NSManaged var p: CGFloat", "@Animatable var p: CGFloat = 0"),
    Row("@NSManaged public dynamic var p: Bool", "@Animatable public var p: Bool = false"),
    Row("@objc @NSManaged var p: CGPoint", "@Animatable var p: CGPoint = .zero"),
    Row("@NSManaged\n  var p: UIColor?", "@Animatable\n  var p: UIColor? = nil"),
    Row("@NSManaged var p: UIColor!", "@Animatable var p: UIColor! = nil"),
    Row("@NSManaged var p: [CGFloat]", "@Animatable var p: [CGFloat] = []"),
    Row(
      "@NSManaged var p: CATransform3D", "@Animatable var p: CATransform3D = CATransform3DIdentity"),
    Row("@NSManaged var p: Kind", "@Animatable var p: Kind = Kind(rawValue: 0)!"),
    Row(
      "@NSManaged private var a: CGFloat, b: Int",
      "@Animatable private var a: CGFloat = 0; @Animatable private var b: Int = 0"),
    Row(
      "@NSManaged var a, b: CGFloat",
      "@Animatable var a: CGFloat = 0; @Animatable var b: CGFloat = 0"),
    Row(
      "@NSManaged var p: Model",
      "var p: Model { get { value(forKey: \"p\") as! Model } set { setValue(newValue, forKey: \"p\") } }"
    ),
    Row(
      "@NSManaged weak var p: View?",
      "var p: View? { get { weakValue(forKey: \"p\") as? View } set { setWeakValue(newValue, forKey: \"p\") } }"
    ),
  ])
  func managedProperties(row: Row) {
    func file(_ body: String) -> String {
      "import UIKit\nclass L: CALayer {\n  \(body)\n}\nenum Kind: Int { case a }"
    }
    #expect(rewritten(file(row.from)) == file(row.to))
  }

  // MARK: Overrides in extensions

  private func check(
    _ from: String, _ to: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(rewritten(from) == to, sourceLocation: sourceLocation)
  }

  @Test func overridesInExtensionsAreForwardedByTheClass() {
    check(
      "class A: B {\n}\nextension A {\n  override func f(_ x: Int, to y: inout Int) throws -> Int { 1 }\n}",
      "class A: B {\noverride func f(_ x: Int, to y: inout Int) throws -> Int { try inExtension_f(x, to: &y) }; }\n"
        + "extension A {\n  func inExtension_f(_ x: Int, to y: inout Int) throws -> Int { 1 }\n}")
    check(
      "class A: B { var z = 1 }\npublic extension A { override var x: Int { get { 1 } set {} } }",
      "class A: B { var z = 1 ; public override var x: Int { get { inExtension_x } set { inExtension_x = newValue } } }\n"
        + "public extension A { var inExtension_x: Int { get { 1 } set {} } }")
    check(
      "class A: B {}\nextension A { override class var layerClass: AnyClass { L.self } }",
      "class A: B {override class var layerClass: AnyClass { inExtension_layerClass }; }\n"
        + "extension A { class var inExtension_layerClass: AnyClass { L.self } }")
  }

  @Test func overriddenMethodsOfExtensionsAreForwardedByTheClass() {
    check(
      "class A {\n}\nextension A { @objc func f() {}; func g() {} }\nclass B: A { override func f() {} }",
      "class A {\nfunc f() { inExtension_f() }; }\nextension A { func inExtension_f() {}; func g() {} }\n"
        + "class B: A { override func f() {} }")
  }

  @Test func dynamicPropertiesOfViewsAreThoseOfTheirAppearance() {
    check(
      "import UIKit\npublic class A: UIView {\n  @objc public dynamic var x: Int { get { 1 } set {} }\n"
        + "  @objc dynamic var y: Int { 1 }\n  var z = 1\n}",
      "import UIKit\npublic class A: UIView {\n  public var x: Int { get { 1 } set {} }\n"
        + "  var y: Int { 1 }\n  var z = 1\npublic override class func appearanceProperties() "
        + "-> [UIAppearanceProperty] { super.appearanceProperties() + "
        + "[UIAppearanceProperty(\\A.x)] }; }")
    for text in [
      "import UIKit\nclass A: UIViewController { var x: Int { get { 1 } set {} } }",
      "import UIKit\nclass A: UIView { var x = 1 }",
    ] { check(text, text) }
  }

  @Test func overridesOfWhatIsAddedToAFrameworksClassAreFound() {
    check(
      "extension UIView { @objc func f(_ x: Int = 1) {} }\n"
        + "extension UILabel { override func f(_ x: Int) { super.f(x) } }\n"
        + "class A: UILabel { override open func f(_ x: Int) { super.f(x) } }\n"
        + "class B: A { override func f(_ x: Int) { super.f(x); f(x) } }",
      "protocol Overriding_UIView_f__: UIView { func inClass_f(_ x: Int) }; extension UIView { "
        + "func f(_ x: Int = 1) { if let object = self as? any Overriding_UIView_f__ "
        + "{ return object.inClass_f(x) }; "
        + "if let object = self as? UILabel { return object.inExtensionOfUILabel_f(x) }; "
        + "return inExtension_f(x) }; func inExtension_f(_ x: Int = 1) {} }\n"
        + "extension UILabel { func inExtensionOfUILabel_f(_ x: Int) { super.inExtension_f(x) } }\n"
        + "class A: UILabel, Overriding_UIView_f__ { open func inClass_f(_ x: Int) "
        + "{ super.inExtensionOfUILabel_f(x) } }\n"
        + "class B: A { override func inClass_f(_ x: Int) { super.inClass_f(x); f(x) } }")
    check(
      "extension UIView { var x: Int { 1 } }\nclass A: UIView { override var x: Int { super.x + 1 } }",
      "protocol Overriding_UIView_x: UIView { var inClass_x: Int { get } }; extension UIView { "
        + "var x: Int { get { if let object = self as? any Overriding_UIView_x "
        + "{ return object.inClass_x }; return inExtension_x } }; var inExtension_x: Int { 1 } }\n"
        + "class A: UIView, Overriding_UIView_x { var inClass_x: Int { super.inExtension_x + 1 } }")
    // A method of the same name that is no override, and one of a class that is not below.
    for text in [
      "extension UIView { func f() {} }\nclass A: UIView { func f(x: Int) {} }",
      "extension UILabel { func f() {} }\nclass A: UISlider { override func f() {} }",
    ] { check(text, text) }
    #expect(
      warnings(
        "extension UIView { func f<T>(_ x: T) {} }\nclass A: UIView { override func f<T>(_ x: T) {} }"
      )
      .count == 1)
  }

  @Test func overridesOfOtherFilesAreForwarded() {
    let result = SourceRewriter.rewrite([
      .init(path: "A.swift", text: "class A: B {\n}\n"),
      .init(path: "A+B.swift", text: "extension A { override func f() {} }\n"),
    ])
    #expect(
      result.files.map(\.text) == [
        "class A: B {\noverride func f() { inExtension_f() }; }\n",
        "extension A { func inExtension_f() {} }\n",
      ])
    #expect(result.diagnostics.isEmpty)
  }

  // MARK: Optional members

  @Test func optionalMembersBecomeCompanions() {
    check(
      """
      @objc protocol P { func a()
        @objc optional func b(_ x: Int, at y: Int) -> Bool
        @objc optional var c: String { get } }
      class A: P { func a() {}; func b(_ x: Int, at y: Int) -> Bool { true } }
      class V { weak var delegate: P?
        func f() { let r = delegate?.b?(1, at: 2) ?? false; self.delegate!.b?(1, at: 2)
          if delegate?.b != nil {}; print(delegate?.c ?? "") } }
      """,
      """
      protocol P: AnyObject { func a()
        
         }; protocol P_b___at: AnyObject { func b(_ x: Int, at y: Int) -> Bool }; protocol P_c: AnyObject \
      { var c: String { get } }; extension P { var c: (String)? { (self as? any P_c)?.c } }
      class A: P, P_b___at { func a() {}; func b(_ x: Int, at y: Int) -> Bool { true } }
      class V { weak var delegate: P?
        func f() { let r = (delegate as? any P_b___at)?.b(1, at: 2) ?? false; (self.delegate! as? any P_b___at)?.b(1, at: 2)
          if (delegate as? any P_b___at)?.b != nil {}; print(delegate?.c ?? "") } }
      """)
  }

  /// Two members that differ in their types only: the compiler chooses.
  @Test func overloadedOptionalMembersArePassedOn() {
    let text = rewritten(
      """
      @objc protocol P { @objc optional func f(_ x: Int)
        @objc optional func f(_ x: String) -> Bool }
      class A: P { func f(_ x: String) -> Bool { true } }
      func g(p: P?) { p?.f?(3); _ = p?.f?("") }
      """)
    for part in [
      "protocol P_f__: AnyObject { func f(_ x: Int) }",
      "protocol P_f___2: AnyObject { func f(_ x: String) -> Bool }",
      "func f(_ x: Int) -> (Void)? { (self as? any P_f__)?.f(x) }",
      "func f(_ x: String) -> (Bool)? { (self as? any P_f___2)?.f(x) }",
      "class A: P, P_f___2 {", "{ p?.f(3); _ = p?.f(\"\") }",
    ] {
      #expect(text.contains(part), "\(part)\n\(text)")
    }
    #expect(!text.contains("P_f__,") && !text.contains("P, P_f__ "))
  }

  /// A property of the name of a labelled optional method: closures have no labels.
  @Test func labelledCallsAreOfMethods() {
    let text = rewritten(
      """
      @objc protocol P { @objc optional func motion(_ x: Int, did y: Int) }
      class A { var motion = 1; func f(all: [P]) { all.forEach { $0.motion?(1, did: 2) } } }
      """)
    #expect(text.contains("($0 as? any P_motion___did)?.motion(1, did: 2)"), "\(text)")
  }

  @Test func selectorsOfOptionalMembersNameTheirCompanions() {
    check(
      "import UIKit\n@objc protocol P { @objc optional func b(_ x: Int) }\nlet s = #selector(P.b(_:))",
      "import UIKit\nprotocol P: AnyObject {  }; protocol P_b__: AnyObject { func b(_ x: Int) }\n"
        + "let s = Selector(P_b__.b(_:), named: \"b:\")")
  }

  @Test func optionalMembersOfAppleAreCalledDirectly() {
    check(
      "func f() { d?.scrollView?(s, didEnd: 1); let x = d.textFieldShouldReturn?(t) ?? true }",
      "func f() { d?.scrollView(s, didEnd: 1); let x = Optional(d.textFieldShouldReturn(t)) ?? true }"
    )
    // Closures in properties.
    for text in ["d?.onTap?(s)", "completion?(true)", "d?.handler?()"] { check(text, text) }
    let own = "struct S { var scrollViewDidScroll: ((Int) -> Void)? }; s.scrollViewDidScroll?(1)"
    check(own, own)
  }
}
