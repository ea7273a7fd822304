// SourcePane.swift
// The sample's summary, its name on the command line, and its essential code in colours.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The sample's summary and code.
final class SourcePane: UIView {
  private let scroller = UIScrollView()
  private let title = UILabel("", font: Theme.heading)
  private let summary = UILabel("", color: Theme.dimText, lines: 0)
  private let code = UIView()
  private let essence = UILabel("", font: Theme.smallNumbers, lines: 0)
  private let command = UILabel("", font: Theme.smallNumbers, color: Theme.dimText)

  override init(frame: CGRect) {
    super.init(frame: frame)
    code.backgroundColor = Theme.stage
    code.layer.cornerRadius = 6
    if let edge = Theme.edge {
      (code.layer.borderWidth, code.layer.borderColor) = (1, edge.cgColor)
    }
    addSubview(scroller)
    [title, summary, code, essence, command].forEach(scroller.addSubview)
  }

  required init?(coder: NSCoder) { nil }

  func show(_ sample: any Sample.Type) {
    title.show(sample.title)
    summary.show(sample.summary)
    // What a sample of one's own does not tell is in its file.
    let code = sample.essence.isEmpty ? SampleSource.text(of: "\(sample)") ?? "" : sample.essence
    essence.attributedText = SwiftColours.colour(code, font: Theme.smallNumbers)
    command.show("\(Viewer.program) view \(sample.name)")
    scroller.contentOffset = .zero
    setNeedsLayout()
  }

  /// The height of everything, in points.
  func fittingHeight(width: CGFloat) -> CGFloat { layOut(width: width) }

  @discardableResult
  private func layOut(width: CGFloat) -> CGFloat {
    let room = CGSize(width: width, height: 1000)
    title.frame = CGRect(x: 0, y: 0, width: width, height: 20)
    summary.frame = CGRect(
      x: 0, y: 28, width: width, height: summary.sizeThatFits(room).height.rounded(.up))
    let codeRoom = CGSize(width: width - 24, height: .greatestFiniteMagnitude)
    let codeHeight = essence.sizeThatFits(codeRoom).height.rounded(.up)
    // A sample that shows no code has no box for it.
    code.isHidden = codeHeight == 0
    code.frame = CGRect(
      x: 0, y: summary.frame.maxY + 12, width: width, height: codeHeight > 0 ? codeHeight + 20 : 0)
    essence.frame = CGRect(
      x: 12, y: code.frame.minY + 10, width: width - 24, height: codeHeight)
    command.frame = CGRect(x: 0, y: code.frame.maxY + 10, width: width, height: 16)
    return command.frame.maxY
  }

  override func layoutSubviews() {
    scroller.frame = bounds
    scroller.contentSize = CGSize(width: bounds.width, height: layOut(width: bounds.width - 12))
  }
}

/// Swift code in colours.
@MainActor enum SwiftColours {
  private static let keywords: Set<Substring> = [
    "class", "struct", "func", "var", "let", "override", "init", "return", "if", "else", "guard",
    "in", "for", "self", "super", "true", "false", "nil", "didSet", "get", "set", "extension",
    "static", "final", "import", "case", "switch", "is", "as", "try", "weak",
  ]

  /// Returns code with keywords, types, numbers, strings and comments in their colours.
  static func colour(_ code: String, font: UIFont) -> NSAttributedString {
    let result = NSMutableAttributedString(
      string: code, attributes: [.font: font, .foregroundColor: Theme.text])
    var rest = Substring(code)
    while let first = rest.first {
      let token: Substring
      var color: UIColor?
      if rest.hasPrefix("//") {
        token = rest.prefix { $0 != "\n" }
        color = Theme.dimText
      } else if first == "\"" {
        let end = rest.dropFirst().firstIndex(of: "\"").map { rest.index(after: $0) }
        token = rest[..<(end ?? rest.endIndex)]
        color = Theme.codeString
      } else if first.isNumber {
        token = rest.prefix { $0.isNumber || $0 == "." }
        color = Theme.codeNumber
      } else if first == "@" || first.isLetter || first == "_" {
        token = rest.prefix { $0 == "@" || $0.isLetter || $0.isNumber || $0 == "_" }
        if keywords.contains(token) || first == "@" {
          color = Theme.codeKeyword
        } else if first.isUppercase {
          color = Theme.accent
        }
      } else {
        token = rest.prefix(1)
      }
      if let color {
        result.addAttribute(
          .foregroundColor, value: color,
          range: NSRange(token.startIndex..<token.endIndex, in: code))
      }
      rest = rest[token.endIndex...]
    }
    return result
  }
}
