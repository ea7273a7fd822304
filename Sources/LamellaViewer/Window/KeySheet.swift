// KeySheet.swift
// The sheet of all keys, above the window's content.
//
// SPDX-License-Identifier: MIT

import UIKit

/// A list of the window's keys, closed by a press anywhere.
final class KeySheet: Sheet {
  /// Keys and what they do, in two columns.
  static let columns: [[(key: String, effect: String)]] = [
    [
      ("Space", "Play or pause; at the end: again"),
      (",  .", "Step one frame back, on; Shift: ten"),
      ("Home  End", "Start and end of the run"), ("J", "Go to a time"), ("R", "Replay"),
      ("B", "Backwards"),
      ("O", "Loop; Shift+Home, Shift+End set its edges"),
      ("Left  Right", "Mark a frame; Shift: a range of them"),
      ("[  ]", "Slower, faster: 1 to 400 %"),
      ("Ctrl+1 … 4", "100, 50, 25, 10 %"), ("1 … 9", "Press a trigger"),
      ("Tab  Enter", "The next control, and press it"), ("F6", "The next region; Shift: before"),
      ("Ctrl+R", "Record the run"), ("Ctrl+S", "Write a picture"),
      ("Ctrl+C", "Copy everything on show as text"),
      ("V", "Any speed; how the stage is painted"),
    ],
    [
      ("Up  Down", "Choose a sample"), ("Ctrl+F  /", "Search samples"),
      ("F  T  S  K", "Frames, animations, skew, compare"),
      ("C  L  E  A", "Source, layers, curve, actions"), ("I", "Inspector, in a narrow window"),
      ("F3", "Figures in the stage; Shift: where"), ("F4", "Dock on or off"),
      ("F11  Ctrl+T", "Full screen; light or dark"),
      ("G  P  X", "Ghosts, repainted areas, tints"),
      ("M", "Make it stutter: all faults"), ("D", "Drop a frame"),
      ("Shift+D", "Block for 50 ms; Shift+L: 500 ms"),
      ("Shift+S", "Block the render thread for 50 ms"), ("N", "The next late frame; Shift: before"),
      ("Ctrl+E", "Write a trace of the run"), ("Esc", "Leave a field, close, clear"),
      ("Ctrl+Q", "Quit"),
    ],
  ]
  /// Between the panel's edges and its text, in points. Lines of text have four of their own above and below.
  private static let margin: CGFloat = 24
  private static let rowHeight: CGFloat = 28
  private static let titleHeight: CGFloat = 36
  /// From a key to its effect.
  private static let keyWidth: CGFloat = 92
  /// Between the columns.
  private static let gap: CGFloat = 24

  private let panel = UIView()
  private let title = UILabel("Keys", font: Theme.heading)
  private let rows = KeySheet.columns.map { column in
    column.map { row in
      (
        key: UILabel(row.key, font: Theme.smallNumbers, color: Theme.accent),
        effect: UILabel(row.effect, font: Theme.body)
      )
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = UIColor(hex: 0x0B0E11, alpha: 0.7)
    panel.backgroundColor = Theme.panel
    panel.layer.cornerRadius = 10
    panel.layer.borderWidth = 1
    panel.layer.borderColor = (Theme.edge ?? Theme.controlPressed).cgColor
    panel.isUserInteractionEnabled = false
    addSubview(panel)
    panel.addSubview(title)
    for row in rows.joined() {
      panel.addSubview(row.key)
      panel.addSubview(row.effect)
    }
  }

  required init?(coder: NSCoder) { nil }

  /// The panel is as large as its text and the margins around it.
  override func layoutSubviews() {
    let top = Self.margin - 4
    title.frame = CGRect(x: Self.margin, y: top, width: 200, height: 20)
    var (x, bottom) = (Self.margin, title.frame.maxY)
    for rows in rows {
      let room = CGSize(width: 1000, height: 20)
      let effectWidth = rows.map { $0.effect.sizeThatFits(room).width.rounded(.up) }.max() ?? 0
      for (index, row) in rows.enumerated() {
        let y = top + Self.titleHeight + CGFloat(index) * Self.rowHeight
        row.key.frame = CGRect(x: x, y: y + 1, width: Self.keyWidth - 4, height: 18)
        row.effect.frame = CGRect(x: x + Self.keyWidth, y: y, width: effectWidth, height: 20)
        bottom = max(bottom, row.effect.frame.maxY)
      }
      x += Self.keyWidth + effectWidth + Self.gap
    }
    let size = CGSize(width: x - Self.gap + Self.margin, height: bottom + top)
    panel.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: ((bounds.height - size.height) / 2).rounded(), width: size.width, height: size.height)
  }
}
