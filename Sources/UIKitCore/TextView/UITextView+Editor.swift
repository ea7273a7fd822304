// UITextView+Editor.swift
// Stage: events. The decisions and the lines of a text view, for its editor.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import Typesetting

extension UITextView: TextEditorClient {
  func mayReplace(_ range: Range<Int>, with text: String) -> Bool {
    textDelegate?.textView(
      self, shouldChangeTextIn: NSRange(location: range.lowerBound, length: range.count),
      replacementText: text) ?? true
  }

  func textDidChange() { textChanged() }
  func selectionDidChange() { selectionChanged() }
  func willKeepState() { keepStorage() }
  func returnWasPressed() { insertText("\n") }

  var isCopyable: Bool { isSelectable }

  private var lines: [TextLayout.Line] { contentView.layout.lines }

  private func lineIndex(at offset: Int) -> Int? { contentView.line(at: offset) }

  var hasRightToLeft: Bool { contentView.layout.hasRightToLeft }

  var isRightToLeft: Bool {
    lineIndex(at: editor.model.caret).map { lines[$0].isRightToLeft } ?? false
  }

  func x(of offset: Int) -> CGFloat { contentView.caretRect(at: offset).minX }

  func offset(beside offset: Int, isOnTheLeft: Bool) -> Int {
    if let result = contentView.layout.offset(beside: offset, isOnTheLeft: isOnTheLeft) {
      return result
    }
    // From the edge of a line to the next or the one before, as its direction has it.
    guard let index = lineIndex(at: offset) else { return offset }
    let isForward = lines[index].isRightToLeft == isOnTheLeft
    if isForward {
      return index + 1 < lines.count ? lines[index + 1].range.lowerBound : offset
    }
    return index > 0 ? lines[index - 1].carets.last?.offset ?? offset : offset
  }

  func line(around offset: Int) -> Range<Int> {
    guard let index = lineIndex(at: offset) else { return 0..<editor.model.length }
    let line = lines[index]
    // A caret at the end of a wrapped line would be at the begin of the next.
    let isWrapped =
      index + 1 < lines.count && lines[index + 1].range.lowerBound == line.range.upperBound
    let end = isWrapped ? line.carets.dropLast().last?.offset : line.carets.last?.offset
    return line.range.lowerBound..<max(line.range.lowerBound, end ?? line.range.upperBound)
  }

  func offset(
    _ direction: TextEditingModel.Direction, from offset: Int, at x: CGFloat
  ) -> Int? {
    guard let index = lineIndex(at: offset) else { return nil }
    let target = direction == .backward ? index - 1 : index + 1
    guard lines.indices.contains(target) else { return nil }
    let line = lines[target]
    let nearest = contentView.layout.offset(
      nearestTo: CGPoint(x: x, y: (line.top + line.bottom) / 2))
    // The end of a wrapped line is the begin of the next.
    guard lineIndex(at: nearest) == target else {
      return line.carets.dropLast().last?.offset ?? line.range.lowerBound
    }
    return nearest
  }
}
