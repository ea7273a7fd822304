// CATextLayer.swift
// A layer that draws text.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
import Typesetting

/// The position of the ellipsis in text that does not fit.
public struct CATextLayerTruncationMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``none``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// None: the text is clipped to the bounds. The default.
  public static let none = CATextLayerTruncationMode(rawValue: "none")
  /// At the start.
  public static let start = CATextLayerTruncationMode(rawValue: "start")
  /// At the end.
  public static let end = CATextLayerTruncationMode(rawValue: "end")
  /// In the middle.
  public static let middle = CATextLayerTruncationMode(rawValue: "middle")
}

/// The alignment of a text layer's lines.
public struct CATextLayerAlignmentMode: RawRepresentable, Hashable, Sendable {
  /// The mode's name.
  public let rawValue: String
  /// Creates a mode; an unknown name acts as ``natural``.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// By the text's script. The default.
  public static let natural = CATextLayerAlignmentMode(rawValue: "natural")
  /// At the left edge.
  public static let left = CATextLayerAlignmentMode(rawValue: "left")
  /// At the right edge.
  public static let right = CATextLayerAlignmentMode(rawValue: "right")
  /// In the middle.
  public static let center = CATextLayerAlignmentMode(rawValue: "center")
  /// At both edges.
  public static let justified = CATextLayerAlignmentMode(rawValue: "justified")
}

/// A layer that draws a string from its top left corner, first line at the top.
///
/// A new string is drawn by the commit, with the implicit animation of `contents`: as on iOS, it
/// cross-fades unless there is another action. Animations of ``fontSize`` and ``foregroundColor`` redraw the
/// text in each frame.
///
/// Source: Apple's `CATextLayer`.
open class CATextLayer: CALayer {
  /// Creates a layer without text.
  public override init() {
    super.init()
    needsDisplayOnBoundsChange = true
  }

  /// Creates the presentation copy of a layer; called by the system only.
  public override init(layer: Any) { super.init(layer: layer) }

  /// Creates a layer without text. Layers are not archived, so nothing is decoded.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    needsDisplayOnBoundsChange = true
  }

  /// The text: a `String`, an `NSAttributedString`, or the description of any other object. Default nil.
  ///
  /// The attributes of an attributed string replace the layer's font and colour, not its alignment and
  /// truncation.
  open var string: Any? {
    get { value(forKey: "string") }
    set { setValue(newValue, forKey: "string") }
  }

  /// The typeface: a family, PostScript or full name such as "Helvetica", or a `UIFont`, of which the size
  /// is ignored. Default "Helvetica"; the system's sans-serif where it is not installed.
  open var font: Any? {
    get { value(forKey: "font") }
    set { setValue(newValue, forKey: "font") }
  }

  /// The em size of the text in points. Default 36; animatable. 0 and less draw nothing.
  @Animatable open var fontSize: CGFloat = 36

  /// The colour of the text; nil draws none. Default opaque white; animatable.
  @Animatable open var foregroundColor: CGColor? = .white

  /// Whether lines wrap at the bounds. Default false.
  open var isWrapped: Bool {
    get { (value(forKey: "wrapped") as? NSNumber)?.boolValue ?? false }
    set { setValue(newValue, forKey: "wrapped") }
  }

  /// The position of the ellipsis in text that does not fit. Default none.
  open var truncationMode: CATextLayerTruncationMode {
    get { name("truncationMode", CATextLayerTruncationMode.self) ?? .none }
    set { setValue(newValue, forKey: "truncationMode") }
  }

  /// The alignment of lines. Default natural.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { name("alignmentMode", CATextLayerAlignmentMode.self) ?? .natural }
    set { setValue(newValue, forKey: "alignmentMode") }
  }

  /// Stored without an effect: glyphs are always at quarters of a pixel. Default false.
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

  /// Returns true for the properties of the text.
  open override class func needsDisplay(forKey key: String) -> Bool {
    switch key {
    case "string", "font", "wrapped", "truncationMode", "alignmentMode": true
    default: super.needsDisplay(forKey: key)
    }
  }

  /// The size of the text, in points, wrapped at the bounds' width.
  open override func preferredFrameSize() -> CGSize {
    let width = isWrapped && bounds.width > 0 ? bounds.width : .infinity
    let size = layout(width: width, height: .infinity, lineBreak: .wordWrapping)?.size ?? .zero
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }

  /// Draws the text, clipped to the bounds.
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
      // The last line that fits gets the ellipsis.
      let metrics = Fonts.provider.metrics(of: first.attributes.face, size: first.attributes.size)
      let line = max(metrics.ascender + metrics.descender, 1)
      paragraph.maximumLines = Int(min(max((bounds.height / line).rounded(.down), 1), 100_000))
    }
    return TextLayout(
      runs, width: max(width, 0), height: height, paragraph: paragraph, fonts: Fonts.provider)
  }

  /// The text as runs of one style.
  private var runs: [AttributedRun] {
    guard fontSize > 0, fontSize < .greatestFiniteMagnitude, let color = foregroundColor, let string
    else {
      return []
    }
    let plain = TextAttributes(
      face: Fonts.provider.face(for: Self.face(of: font)), size: fontSize, color: color)
    if let attributed = string as? NSAttributedString { return attributed.runs(plain: plain) }
    let text = string as? String ?? "\(string)"
    return text.isEmpty ? [] : [AttributedRun(text, plain)]
  }

  private static func face(of font: Any?) -> FontDescription {
    switch font {
    case let font as any TextFont: return font.face
    // The default is hardly ever installed, and the search for it would read every font file.
    case let name as String where name == "Helvetica": return FontDescription(family: name)
    case let name as String: return FontDescription(named: name)
    default: return FontDescription()
    }
  }
}
