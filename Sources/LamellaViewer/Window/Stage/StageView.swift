// StageView.swift
// The stage on which a sample plays. Its content has a clock of its own; see StageClock.
//
// This folder: where a sample is shown: its clock, playback, ghosts, and overlays of its painting.
//
// SPDX-License-Identifier: MIT

package import UIKit

/// The sample's stage. Everything in ``content`` is paused, stepped and slowed together.
package final class StageView: UIView {
  let content: UIView
  /// Whether the content is a program's window, and this view is over it.
  private let isOverlay: Bool
  /// Called with the place of a press beside the sample's controls, while ``picks``.
  var choose: (CGPoint) -> Void = { _ in }
  private let hint = UILabel(
    Wording.nothingMoves, color: Theme.dimText, alignment: .center)
  /// The sentence on a still stage.
  var hintText: String {
    get { hint.text ?? "" }
    set { hint.show(newValue) }
  }
  /// How the content is painted, over it.
  let rendering = RenderingView()
  let outline = UIView()
  private let picker = UITapGestureRecognizer()
  /// Shows the dock's state and figures.
  private let hud = StageHUD()
  private var sampleView: UIView?
  /// Why the sample cannot be shown; nil for one that is.
  private(set) var failure: String?

  /// Creates a stage.
  ///
  /// - Parameter window: A program's window, which the view is then over: it shows what is chosen in it and how it is
  ///   painted, and lets all input through. Nil, the default, for a stage of its own.
  package init(over window: UIWindow? = nil) {
    (content, isOverlay) = (window ?? UIView(), window != nil)
    super.init(frame: window?.bounds ?? .zero)
    if let window {
      isUserInteractionEnabled = false
      autoresizingMask = [.flexibleWidth, .flexibleHeight]
      window.addSubview(self)
    } else {
      backgroundColor = Theme.stage
    }
    clipsToBounds = true
    hint.isHidden = true
    outline.isHidden = true
    outline.isUserInteractionEnabled = false
    outline.layer.borderWidth = 1
    outline.layer.borderColor = Theme.accent.cgColor
    hud.isHidden = true
    layer.borderColor = Theme.accent.cgColor
    (isOverlay ? [rendering, outline, hud] : [hint, content, rendering, outline, hud])
      .forEach(addSubview)
    rendering.aspectsDidChange = { [weak self] in self?.showHint() }
    picker.isEnabled = false
    picker.addHandler { [weak self] in self?.choose($0.location(in: self)) }
    addGestureRecognizer(picker)
  }

  /// Whether to show the hint, on a still stage.
  var showsHint = false {
    didSet { if showsHint != oldValue { showHint() } }
  }

  /// Whether a press chooses a layer.
  var picks = false {
    didSet { if picks != oldValue { picker.isEnabled = picks } }
  }

  /// The layer with an outline; nil for none.
  weak var outlined: CALayer? { didSet { placeOutline() } }

  required init?(coder: NSCoder) { nil }

  /// Whether the stage is outlined, as the scrub line moves its time.
  var isScrubbed = false {
    didSet { if isScrubbed != oldValue { layer.borderWidth = isScrubbed ? 2 : 0 } }
  }

  /// Shows the dock's state and figures in a corner; nil shows none.
  func showHUD(_ dock: Dock?) {
    if hud.isHidden != (dock == nil) { hud.isHidden = dock == nil }
    guard let dock else { return }
    // Where the stage has no room for the hint, the dock has it, seen from there.
    let state = dock.stateText == dock.stillSentence ? Wording.still : dock.stateText
    hud.show(state: state, badge: dock.playback.badge, dock.figures)
    placeHUD()
  }

  /// The corner of the figures: from the one at the top right, clockwise. Default 0.
  var hudCorner = 0 { didSet { placeHUD() } }

  /// Moves the figures to the next corner, from what they cover.
  func moveHUD() { hudCorner = (hudCorner + 1) % 4 }

  private func placeHUD() {
    let size = hud.fittingSize
    let isLeft = hudCorner >= 2
    let isLow = hudCorner == 1 || hudCorner == 2
    // Above the hint, whether that is on show or not.
    let bottom = bounds.height - (hasRoomForHint ? 40 : 12)
    let frame = CGRect(
      x: isLeft ? 12 : bounds.width - coveredWidth - size.width - 12,
      y: isLow ? bottom - size.height : 12, width: size.width, height: size.height)
    if hud.frame != frame { hud.frame = frame }
  }

  /// The width at the right edge that a drawer covers, in points. Default 0.
  var coveredWidth: CGFloat = 0 { didSet { if coveredWidth != oldValue { setNeedsLayout() } } }

  /// Whether the stage is high enough for the hint, below the captions of the samples.
  var hasRoomForHint: Bool { bounds.height >= 380 }

  private func showHint() {
    hint.isHidden = !showsHint || !hasRoomForHint || rendering.shownTint != nil || failure != nil
  }

  /// Shows another sample, or why it cannot be shown.
  package func show(_ sample: any Sample) {
    if isOverlay { return }
    do {
      let view = try sample.makeView()
      failure = nil
      show(view)
    } catch {
      let text = Wording.limited(String(describing: error))
      failure = text
      show(FailureCard(of: type(of: sample), text))
    }
  }

  private func show(_ view: UIView) {
    outlined = nil
    sampleView?.removeFromSuperview()
    sampleView = view
    content.addSubview(view)
    setNeedsLayout()
  }

  /// Moves the outline to where its layer is shown.
  func placeOutline() {
    guard let outlined else {
      if !outline.isHidden { outline.isHidden = true }
      return
    }
    let shown = outlined.presentation() ?? outlined
    let frame = shown.convert(shown.bounds, to: content.layer.presentation() ?? content.layer)
    if outline.frame != frame.insetBy(dx: -2, dy: -2) {
      outline.frame = frame.insetBy(dx: -2, dy: -2)
    }
    if outline.isHidden { outline.isHidden = false }
  }

  package override func layoutSubviews() {
    if !isOverlay { content.frame = bounds }
    rendering.frame = bounds
    placeHUD()
    hint.frame = CGRect(x: 16, y: bounds.height - 32, width: bounds.width - 32, height: 20)
    sampleView?.frame = bounds
    showHint()
  }
}
