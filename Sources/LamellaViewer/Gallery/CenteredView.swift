// CenteredView.swift
// A view in the middle of a sample's stage.
//
// SPDX-License-Identifier: MIT

public import UIKit

/// Shows a view in the middle, in its own size, and no larger than there is room.
public final class CenteredView: UIView {
  private let content: UIView
  private let size: CGSize

  /// Creates a view around another.
  ///
  /// - Parameter content: Its size is that of its bounds, in points; of a view without one, the size that fits, by its
  ///   constraints or its content; of a view that has no such size either, 200 x 200.
  public init(_ content: UIView) {
    self.content = content
    var size = content.bounds.size
    if size.width < 1 || size.height < 1 {
      size = content.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
    }
    if size.width < 1 || size.height < 1 {
      size = content.sizeThatFits(CGSize(width: 400, height: 400))
    }
    if size.width < 1 || size.height < 1 { size = CGSize(width: 200, height: 200) }
    self.size = size
    super.init(frame: .zero)
    addSubview(content)
  }

  /// Makes no view: it is made in code.
  public required init?(coder: NSCoder) { nil }

  /// Places the view, which may be transformed.
  public override func layoutSubviews() {
    content.translatesAutoresizingMaskIntoConstraints = true
    content.bounds.size = CGSize(
      width: min(size.width, bounds.width), height: min(size.height, bounds.height))
    content.center = CGPoint(x: bounds.midX, y: bounds.midY)
  }
}
