// StageView.swift
// The stage on which a sample plays. Its content has a clock of its own; see StageClock.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The sample's stage. Everything in ``content`` is paused, stepped and slowed together.
final class StageView: UIView {
  let content = UIView()
  private let hint = UILabel(
    Wording.nothingMoves, color: Theme.wait, alignment: .center)
  private var sampleView: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.stage
    clipsToBounds = true
    hint.isHidden = true
    addSubview(hint)
    addSubview(content)
  }

  /// Whether to show the hint, on a still stage.
  var showsHint = false {
    didSet { if showsHint != oldValue { showHint() } }
  }

  required init?(coder: NSCoder) { nil }

  /// A low stage has no room for the hint.
  private func showHint() { hint.isHidden = !showsHint || bounds.height < 340 }

  /// Replaces the sample's view.
  func show(_ view: UIView) {
    sampleView?.removeFromSuperview()
    sampleView = view
    content.addSubview(view)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    content.frame = bounds
    hint.frame = CGRect(x: 16, y: bounds.height - 32, width: bounds.width - 32, height: 20)
    sampleView?.frame = bounds
    showHint()
  }
}
