// LayersPane.swift
// The sample's layers as a tree, and what the chosen one shows: its model's values and those on the screen.
//
// SPDX-License-Identifier: MIT

import QuartzCore
import UIKit

/// The tree of layers and the values of the chosen one.
final class LayersPane: UIView {
  private static let rowHeight: CGFloat = 24
  /// More layers than these are not listed.
  private static let mostLayers = 200

  /// Called when a layer is chosen in the tree; nil for none.
  var choose: (CALayer?) -> Void = { _ in }

  private struct Row: Hashable {
    let layer: ObjectIdentifier
    var title: String
    var depth: Int
    var animations: Int

    @MainActor init(_ layer: CALayer, _ title: String, depth: Int) {
      self.layer = ObjectIdentifier(layer)
      (self.title, self.depth) = (title, depth)
      animations = layer.animationKeys()?.count ?? 0
    }
  }

  private weak var root: CALayer?
  /// A layer that is not listed, with all beneath it.
  weak var excluded: CALayer?
  private(set) weak var chosen: CALayer?
  private let tree = RowScroller()
  private var rows: [Row] = []
  /// The listed layers.
  private(set) var layers: [CALayer] = []
  private var buttons: [ActionButton] = []
  private let split = UIView()
  private var values: [(name: UILabel, value: UILabel)] = []
  /// The number of values that are shown.
  private var shownCount = 0
  /// What the values are of, and what their columns are.
  private let heading = (
    name: UILabel("", font: Theme.bodyBold),
    columns: UILabel(
      "model → on the screen", font: Theme.small, color: Theme.dimText, alignment: .right)
  )

  override init(frame: CGRect) {
    super.init(frame: frame)
    split.backgroundColor = Theme.hairline
    [tree, split, heading.name, heading.columns].forEach(addSubview)
  }

  required init?(coder: NSCoder) { nil }

  /// Shows the layers beneath a root.
  func show(_ root: CALayer) {
    self.root = root
    refresh()
  }

  /// The titles of all listed layers, no two alike: where layers beneath different ones have the same title, it is
  /// followed by that of the layer above.
  var titles: [ObjectIdentifier: String] {
    guard let root else { return [:] }
    var (found, rows): ([CALayer], [Row]) = ([], [])
    collect(root, root.plainTitleInRows, depth: 0, &found, &rows)
    var counts: [String: Int] = [:]
    for row in rows { counts[row.title, default: 0] += 1 }
    var titles: [ObjectIdentifier: String] = [:]
    // The titles on the way from the root.
    var path: [String] = []
    for row in rows {
      path.removeLast(max(0, path.count - row.depth))
      var title = row.title
      if counts[title, default: 0] > 1, let above = path.last { title += " in \(above)" }
      titles[row.layer] = title
      path.append(title)
    }
    return titles
  }

  /// Chooses a layer; nil for none.
  func select(_ layer: CALayer?) {
    chosen = layer
    refresh()
    // The values have room only where a layer is chosen.
    setNeedsLayout()
    guard let layer, let index = layers.firstIndex(where: { $0 === layer }) else { return }
    layoutIfNeeded()
    tree.scrollRectToVisible(buttons[index].frame, animated: false)
  }

  /// The places of the chosen layer and of those above it; nil without one.
  var pathOfChosen: [Int]? { root.flatMap { root in chosen.flatMap { $0.path(from: root) } } }

  /// Chooses the layer at a path, where there is one.
  func select(path: [Int]?) { select(path.flatMap { path in root?.descendant(at: path) }) }

  /// Chooses the layer at the place of the one that is chosen in another tree of the same sample, listed or not.
  func takeOver(_ old: LayersPane) {
    guard let path = old.pathOfChosen else { return }
    select(path: path)
  }

  /// Reads the tree and the values again.
  func refresh() {
    guard let root, !isHidden else { return }
    var (found, new): ([CALayer], [Row]) = ([], [])
    collect(root, root.plainTitleInRows, depth: 0, &found, &new)
    if let chosen, !found.contains(where: { $0 === chosen }) {
      // A layer that was chosen in the stage is listed, though it is one of too many.
      if let depth = chosen.path(from: root)?.count {
        found.append(chosen)
        new.append(Row(chosen, chosen.titleInRows, depth: depth))
      } else {
        self.chosen = nil
      }
    }
    if new != rows {
      (rows, layers) = (new, found)
      writeRows()
      setNeedsLayout()
    }
    layers = found
    for (index, button) in buttons.enumerated() where index < rows.count {
      let isChosen = layers[index] === chosen
      if button.isSelected != isChosen { button.isSelected = isChosen }
    }
    writeValues()
  }

  private func collect(
    _ layer: CALayer, _ title: String, depth: Int, _ found: inout [CALayer], _ rows: inout [Row]
  ) {
    guard found.count < Self.mostLayers else { return }
    found.append(layer)
    rows.append(Row(layer, title, depth: depth))
    for sublayer in layer.sublayersInRows(first: Self.mostLayers - found.count)
    where sublayer.layer !== excluded {
      collect(sublayer.layer, sublayer.title, depth: depth + 1, &found, &rows)
    }
  }

  private func writeRows() {
    while buttons.count < rows.count {
      let index = buttons.count
      let button = ListRow("") { [weak self] in self?.press(index) }
      tree.addSubview(button)
      buttons.append(button)
    }
    for (index, button) in buttons.enumerated() {
      button.isHidden = index >= rows.count
      guard index < rows.count else { continue }
      let row = rows[index]
      let count = row.animations == 0 ? "" : "  · \(Wording.count(row.animations, "animation"))"
      let title = row.title + count
      if button.title(for: .normal) != title { button.setTitle(title, for: .normal) }
      let left = 8 + 12 * CGFloat(min(row.depth, 12))
      button.contentEdgeInsets = UIEdgeInsets(top: 0, left: left, bottom: 0, right: 4)
    }
  }

  private func press(_ index: Int) {
    guard layers.indices.contains(index) else { return }
    let layer = layers[index] === chosen ? nil : layers[index]
    select(layer)
    choose(layer)
  }

  private func writeValues() {
    let row = layers.firstIndex { $0 === chosen }
    heading.name.show(row.map { rows[$0].title } ?? "")
    let listed = chosen.map { LayerValue.all + LayerValue.own(of: $0) } ?? []
    while values.count < listed.count {
      let pair = (
        UILabel("", font: Theme.small, color: Theme.dimText),
        UILabel("", font: Theme.smallNumbers, alignment: .right)
      )
      addSubview(pair.0)
      addSubview(pair.1)
      values.append(pair)
    }
    if listed.count != shownCount {
      shownCount = listed.count
      setNeedsLayout()
    }
    for (value, labels) in zip(listed, values) {
      guard let chosen else { break }
      labels.name.show(value.name)
      let model = value.text(chosen)
      let shown = value.text(chosen.presentation() ?? chosen)
      labels.value.show(model == shown ? model : "\(model) → \(shown)")
      let color = model == shown ? Theme.dimText : Theme.accent
      if labels.value.textColor != color { labels.value.textColor = color }
    }
  }

  override func layoutSubviews() {
    // A low pane keeps two rows of the tree, and shows the first values.
    let room = Int((bounds.height - 2 * Self.rowHeight - 34) / 18)
    let count = max(0, min(shownCount, room))
    let height = chosen == nil ? 0 : CGFloat(count + 1) * 18 + 16
    (heading.name.isHidden, heading.columns.isHidden) = (chosen == nil, chosen == nil)
    for (index, labels) in values.enumerated() {
      let isHidden = chosen == nil || index >= count
      (labels.name.isHidden, labels.value.isHidden) = (isHidden, isHidden)
    }
    let oldHeight = tree.bounds.height
    tree.frame = CGRect(
      x: 0, y: 0, width: bounds.width, height: max(0, bounds.height - height))
    for (index, button) in buttons.enumerated() where index < rows.count {
      button.frame = CGRect(
        x: 0, y: CGFloat(index) * Self.rowHeight, width: bounds.width - 12, height: Self.rowHeight)
    }
    tree.contentSize = CGSize(
      width: bounds.width, height: CGFloat(rows.count) * Self.rowHeight)
    // What more values take must not hide the chosen layer.
    if tree.bounds.height < oldHeight, let row = layers.firstIndex(where: { $0 === chosen }) {
      tree.scrollRectToVisible(buttons[row].frame, animated: false)
    }
    split.isHidden = chosen == nil
    split.frame = CGRect(x: 0, y: tree.frame.maxY + 4, width: bounds.width - 12, height: 1)
    let top = tree.frame.maxY + 10
    let width = bounds.width - 12
    heading.name.frame = CGRect(x: 0, y: top, width: width - 152, height: 18)
    heading.columns.frame = CGRect(x: width - 148, y: top + 1, width: 148, height: 16)
    for (index, labels) in values.enumerated() {
      let y = top + 22 + CGFloat(index) * 18
      labels.name.frame = CGRect(x: 0, y: y, width: 96, height: 16)
      labels.value.frame = CGRect(x: 88, y: y + 1, width: bounds.width - 100, height: 16)
    }
  }
}

extension CALayer {
  /// The place in each layer's sublayers on the way from a layer above; nil where that is not above.
  fileprivate func path(from root: CALayer) -> [Int]? {
    if self === root { return [] }
    guard let superlayer, let path = superlayer.path(from: root) else { return nil }
    return superlayer.sublayers?.firstIndex { $0 === self }.map { path + [$0] }
  }

  /// The layer at the end of a path; nil where this tree has none there.
  ///
  /// - Parameter path: The place in the sublayers of each layer above; -1 for a mask.
  func descendant(at path: [Int]) -> CALayer? {
    path.reduce(Optional(self)) { layer, place in
      place < 0
        ? layer?.mask : layer?.sublayers.flatMap { $0.indices.contains(place) ? $0[place] : nil }
    }
  }
}

/// One property of a layer as text.
@MainActor struct LayerValue {
  let name: String
  let text: (CALayer) -> String

  static let all = [
    LayerValue(name: "position") { pair($0.position.x, $0.position.y) },
    LayerValue(name: "bounds.size") { pair($0.bounds.width, $0.bounds.height) },
    LayerValue(name: "opacity") { Wording.fixed(Double($0.opacity), 2) },
    LayerValue(name: "cornerRadius") { Wording.fixed($0.cornerRadius, 1) },
    LayerValue(name: "rotation") {
      // Of the transform about z.
      Wording.fixed(atan2($0.transform.m12, $0.transform.m11) * 180 / .pi, 1) + "°"
    },
    LayerValue(name: "scale") {
      let (m, length) = ($0.transform, { (x: CGFloat, y: CGFloat) in (x * x + y * y).squareRoot() })
      let (x, y) = (length(m.m11, m.m12), length(m.m21, m.m22))
      return abs(x - y) < 0.005
        ? Wording.fixed(x, 2) : "\(Wording.fixed(x, 2)), \(Wording.fixed(y, 2))"
    },
  ]

  /// The most properties that are listed beside ``all``.
  private static let mostOwn = 4

  /// The properties that the layer's class declares as animatable, and others that are animated and not listed anyway.
  static func own(of layer: CALayer) -> [LayerValue] {
    var keys = layer.animatableKeys.sorted()
    for name in layer.animationKeys() ?? [] {
      guard let animation = layer.animation(forKey: name) as? CAPropertyAnimation,
        let key = animation.keyPath?.split(separator: ".").first.map(String.init),
        !["bounds", "transform"].contains(key), !keys.contains(key),
        !all.contains(where: { $0.name == key })
      else { continue }
      keys.append(key)
    }
    return keys.prefix(mostOwn).map { key in
      LayerValue(name: key) { AnimatableValue($0.value(forKey: key)).text }
    }
  }

  private static func pair(_ x: CGFloat, _ y: CGFloat) -> String {
    "\(Wording.fixed(x, 1)), \(Wording.fixed(y, 1))"
  }
}
