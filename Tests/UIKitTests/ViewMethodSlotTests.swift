// ViewMethodSlotTests.swift
// The slots of the method tables by which views of registered classes are created and overrides of views are found.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import TestSupport
import Testing

@testable import UIKitCore

private final class Plain: UIView {}
private final class OwnDraw: UIView {
  override func draw(_ rect: CGRect) {}
}
private final class OwnConstraints: UIView {
  override func updateConstraints() {}
}
private final class OwnController: UIViewController {
  override func updateViewConstraints() {}
}
private final class OwnCell: UITableViewCell {
  override init(style: CellStyle, reuseIdentifier: String?) {
    super.init(style: style, reuseIdentifier: reuseIdentifier.map { "own " + $0 })
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
private final class OwnHeader: UITableViewHeaderFooterView {
  override init(reuseIdentifier: String?) {
    super.init(reuseIdentifier: reuseIdentifier.map { "own " + $0 })
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}
private final class OwnView: UIView {
  var first: CGRect?
  override init(frame: CGRect) {
    first = frame
    super.init(frame: frame)
  }
  required init?(coder: NSCoder) { super.init(coder: coder) }
}

@MainActor @Suite struct ViewMethodSlotTests {
  @Test func aSlotDiffersInTheClassThatOverridesItsMethodAlone() {
    #expect(!MethodSlot.viewDraw.isOverridden(in: Plain.self))
    #expect(!MethodSlot.viewUpdateConstraints.isOverridden(in: Plain.self))
    #expect(MethodSlot.viewDraw.isOverridden(in: OwnDraw.self))
    #expect(!MethodSlot.viewUpdateConstraints.isOverridden(in: OwnDraw.self))
    #expect(MethodSlot.viewUpdateConstraints.isOverridden(in: OwnConstraints.self))
    #expect(!MethodSlot.viewDraw.isOverridden(in: OwnConstraints.self))
    #expect(MethodSlot.controllerUpdateConstraints.isOverridden(in: OwnController.self))
    #expect(!MethodSlot.controllerUpdateConstraints.isOverridden(in: UIViewController.self))
  }

  @Test func theSlotsOfInitialisersCreateAViewOfTheGivenClass() {
    let rect = CGRect(x: 1, y: 2, width: 3, height: 4)
    #expect((ListClasses.make(OwnView.self, frame: rect) as OwnView).first == rect)
    let cell = ListClasses.makeCell(OwnCell.self, "cell of a list", style: .subtitle)
    #expect(cell is OwnCell && cell.reuseIdentifier == "own cell of a list")
    let header = ListClasses.makeHeader(OwnHeader.self, "header of a list")
    #expect(header is OwnHeader && header.reuseIdentifier == "own header of a list")
  }

  @Test func aMethodTableHasEachAddressOnce() {
    let types: [AnyClass] = [
      UIResponder.self, UIView.self, UIView.self, UIViewController.self, UIView.self,
      UITableViewCell.self, UITableViewHeaderFooterView.self,
    ]
    for (slot, type): (MethodSlot, AnyClass) in zip(MethodSlot.ofViews, types) {
      #expect(MethodSlot.indices(of: slot.method(in: type), in: type).count == 1, "\(type)")
    }
  }
}
