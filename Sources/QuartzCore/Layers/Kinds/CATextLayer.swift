// CATextLayer.swift
// A layer that draws text (semantics 12).
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
package import Typesetting

/// Where a text layer leaves text out that does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``none``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// Nowhere: it is cut at the bounds. The default.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At the start, with an ellipsis.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At the end, with an ellipsis.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In the middle, with an ellipsis.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// Where a text layer's lines lie.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``natural``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// As the text's script has it. The default.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At the left edge.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At the right edge.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// Along both edges.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// What text layers take as a font besides a name; UIKit's fonts are such.
package protocol TextFont {
  var face: FontDescription { get }
  /// The em size in points.
  var pointSize: CGFloat { get }
}

/// What text layers take as a colour in attributed text besides `CGColor`; UIKit's colours are such.
package protocol TextColor {
  var cgColor: CGColor { get }
}

/// A layer that draws a string from its top left corner, first line at the top.
///
/// A new string is drawn with the commit, and shows by the implicit animation of `contents`: as on
/// iOS, it cross-fades unless an action says otherwise. ``fontSize`` and ``foregroundColor`` animate,
/// and draw the text anew in each frame.
///
/// Source: Apple's `CATextLayer`; semantics 12.
open class CATextLayer: CALayer {
  /// Creates a layer without text.
  public override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  /// Creates the copy that presents a layer; used by the system alone.
  public override init(layer: Any) { super.init(layer: layer) }

  /// Creates a layer; nothing is decoded, as layers are not archived here.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    needsDisplayOnBoundsChange = true
  }

  /// The text: a `String` or an `NSAttributedString`; anything else is its description. Default nil.
  ///
  /// An attributed string says all of its look itself, but for the mode of alignment and truncation.
  open var string: Any? {
    get { value(forKey: "string") }
    set { setValue(newValue, forKey: "string") }
  }

  /// The typeface: a name such as "Helvetica", or a `UIFont`, of which the face counts, not the size.
  /// Default "Helvetica", for which the system's sans-serif stands in where it is not installed.
  open var font: Any? {
    get { value(forKey: "font") }
    set { setValue(newValue, forKey: "font") }
  }

  /// The em size of the text in points. Default 36; animatable. 0 and less draw nothing.
  @Animatable open var fontSize: CGFloat = 36

  /// The colour of the text; nil draws none. Default opaque white; animatable.
  @Animatable open var foregroundColor: CGColor? = .white

  /// Whether lines break at the bounds. Default false.
  open var isWrapped: Bool {
    get { (value(forKey: "wrapped") as? NSNumber)?.boolValue ?? false }
    set { setValue(newValue, forKey: "wrapped") }
  }

  /// Where text is left out that does not fit. Default none.
  open var truncationMode: CATextLayerTruncationMode {
    get { name("truncationMode", CATextLayerTruncationMode.self) ?? .none }
    set { setValue(newValue, forKey: "truncationMode") }
  }

  /// Where lines lie. Default natural.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { name("alignmentMode", CATextLayerAlignmentMode.self) ?? .natural }
    set { setValue(newValue, forKey: "alignmentMode") }
  }

  /// Kept; glyphs stand at quarters of a pixel either way. Default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { (value(forKey: "allowsFontSubpixelQuantization") as? NSNumber)?.boolValue ?? false }
    set { setValue(newValue, forKey: "allowsFontSubpixelQuantization") }
  }

  private func name<Name: RawRepresentable>(_ key: String, _ type: Name.Type) -> Name?
  where Name.RawValue == String {
    let value = value(forKey: key)
    return value as? Name ?? (value as? String).flatMap { Name(rawValue: $0) }
  }

  /// Returns the defaults of the text's properties.
  open override class func defaultValue(forKey key: String) -> Any? {
    key == "font" ? "Helvetica" : super.defaultValue(forKey: key)
  }

  /// Everything that is drawn draws the text anew when it changes.
  open override class func needsDisplay(forKey key: String) -> Bool {
    switch key {
    case "string", "font", "wrapped", "truncationMode", "alignmentMode": true
    default: super.needsDisplay(forKey: key)
    }
  }

  /// The size that the text takes, in points: on as many lines as the bounds' width makes of it.
  open override func preferredFrameSize() -> CGSize {
    let width = isWrapped && bounds.width > 0 ? bounds.width : .infinity
    let size = layout(width: width, height: .infinity, lineBreak: .wordWrapping)?.size ?? .zero
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }

  /// Draws the text; what does not fit is cut at the bounds.
  open override func draw(in ctx: CGContext) {
    layout(width: bounds.width, height: .infinity, lineBreak: lineBreak)?
      .draw(in: ctx, at: bounds.origin)
  }

  // MARK: Layout

  private var lineBreak: ParagraphSettings.LineBreak {
    switch truncationMode {
    case .start: .truncatingHead
    case .middle: .truncatingMiddle
    case .end: .truncatingTail
    default: isWrapped ? .wordWrapping : .clipping
    }
  }

  private func layout(
    width: CGFloat, height: CGFloat, lineBreak: ParagraphSettings.LineBreak
  ) -> TextLayout? {
    let runs = runs
    guard let first = runs.first else { return nil }
    var paragraph = ParagraphSettings(lineBreak: lineBreak)
    paragraph.alignment =
      switch alignmentMode {
      case .left: .left
      case .right: .right
      case .center: .center
      case .justified: .justified
      default: .natural
      }
    if !isWrapped {
      paragraph.maximumLines = 1
    } else if truncationMode != .none, width.isFinite, bounds.height > 0 {
      // The last line that fits is the one that says that there is more.
      let metrics = Fonts.provider.metrics(of: first.attributes.face, size: first.attributes.size)
      let line = max(metrics.ascender + metrics.descender, 1)
      paragraph.maximumLines = Int(min(max((bounds.height / line).rounded(.down), 1), 100_000))
    }
    return TextLayout(
      runs, width: max(width, 0), height: height, paragraph: paragraph, fonts: Fonts.provider)
  }

  /// The text as layout takes it.
  private var runs: [AttributedRun] {
    guard fontSize > 0, fontSize.isFinite, let color = foregroundColor, let string else {
      return []
    }
    let plain = TextAttributes(
      face: Fonts.provider.face(for: Self.face(of: font)), size: fontSize, color: color)
    if let attributed = string as? NSAttributedString { return Self.runs(of: attributed, plain) }
    let text = string as? String ?? "\(string)"
    return text.isEmpty ? [] : [AttributedRun(text, plain)]
  }

  private static func face(of font: Any?) -> FontDescription {
    switch font {
    case let font as any TextFont: return font.face
    case let name as String:
      let parts = name.split(separator: "-", maxSplits: 1).map(String.init)
      let style = (parts.count > 1 ? parts[1] : "").lowercased()
      return FontDescription(
        family: parts.first, weight: style.contains("bold") ? 700 : 400,
        isItalic: style.contains("italic") || style.contains("oblique"),
        isMonospaced: name.lowercased().contains("mono"))
    default: return FontDescription()
    }
  }

  /// The stretches of an attributed string; what it does not say, the layer says.
  private static func runs(
    of string: NSAttributedString, _ plain: TextAttributes
  ) -> [AttributedRun] {
    var runs: [AttributedRun] = []
    let whole = string.string as NSString
    string.enumerateAttributes(in: NSRange(location: 0, length: string.length)) { given, range, _ in
      var look = plain
      if let font = given[NSAttributedString.Key("NSFont")] as? any TextFont {
        look.face = Fonts.provider.face(for: font.face)
        look.size = font.pointSize
      }
      switch given[NSAttributedString.Key("NSColor")] {
      case let color as CGColor: look.color = color
      case let color as any TextColor: look.color = color.cgColor
      default: break
      }
      func number(_ key: String) -> CGFloat {
        AnimatableValue(given[NSAttributedString.Key(key)]).lanes?.x ?? 0
      }
      look.kern = number("NSKern")
      look.baselineOffset = number("NSBaselineOffset")
      look.isUnderlined = number("NSUnderline") != 0
      look.isStruckThrough = number("NSStrikethrough") != 0
      runs.append(AttributedRun(whole.substring(with: range), look))
    }
    return runs
  }
}
