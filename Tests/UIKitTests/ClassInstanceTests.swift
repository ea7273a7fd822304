// ClassInstanceTests.swift
// Instances of classes that are known only at run time, which the plug-in's calls of `instantiate` make.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import QuartzCore
import Testing
import UIKit

private final class Box: UIView {
  var note = ""
  override init(frame: CGRect) {
    super.init(frame: frame)
    note = "frame"
  }
  required init?(coder: NSCoder) { nil }
}

private final class Pressed: UIButton {
  let own = 7
}

private final class Row: UITableViewCell {
  private(set) var made: CellStyle?
  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier)
    made = style
  }
  required init?(coder: NSCoder) { nil }
}

private final class Page: UIViewController {
  let own = 9
}

private final class Ring: CALayer {
  let own = 11
}

@MainActor @Suite struct ClassInstanceTests {
  /// As `type.init(frame:)` on iOS, which calls the class's own initialiser.
  @Test func initialisersOfTheClassAreCalled() {
    let frame = CGRect(x: 1, y: 2, width: 3, height: 4)
    let view: UIView.Type = Box.self
    #expect((view.instantiate(frame: frame) as? Box)?.note == "frame")
    #expect(view.instantiate(frame: frame).frame == frame)
    #expect((view.instantiate() as? Box)?.note == "frame")
    let plain: UIView.Type = UILabel.self
    #expect(plain.instantiate() is UILabel)
    let page: UIViewController.Type = Page.self
    #expect((page.instantiate() as? Page)?.own == 9)
    let layer: CALayer.Type = Ring.self
    #expect((layer.instantiate() as? Ring)?.own == 11)
  }

  @Test func buttonsAndCellsHaveTheirArguments() {
    func make<Button: UIButton>(_ type: Button.Type) -> Button { Button.instantiate(type: .system) }
    let button = make(Pressed.self)
    #expect(button.own == 7 && button.buttonType == .system)
    let cell: UITableViewCell.Type = Row.self
    for style in [UITableViewCell.CellStyle.default, .value1, .value2, .subtitle] {
      let row = cell.instantiate(style: style, reuseIdentifier: "row \(style)")
      #expect((row as? Row)?.made == style && row.reuseIdentifier == "row \(style)")
    }
    #expect(cell.instantiate(style: .default, reuseIdentifier: nil).reuseIdentifier == nil)
  }
}
