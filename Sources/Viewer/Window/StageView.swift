// StageView.swift
// Where the sample plays. Its content has a time of its own, see StageClock.
//
// SPDX-License-Identifier: MIT

import UIKit

/// The sample's stage; everything in ``content`` is paused, stepped and slowed together.
final class StageView: UIView {
  let content = UIView()
  private var sampleView: UIView?

  override init(frame: CGRect) {
    super.init(frame: frame)
    backgroundColor = Theme.stage
    clipsToBounds = true
    addSubview(content)
  }

  required init?(coder: NSCoder) { nil }

  /// Puts another sample's view in place of the one before.
  func show(_ view: UIView) {
    sampleView?.removeFromSuperview()
    sampleView = view
    content.addSubview(view)
    setNeedsLayout()
  }

  override func layoutSubviews() {
    content.frame = bounds
    sampleView?.frame = bounds
  }
}
