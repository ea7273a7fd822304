// CollectionLayoutSample.swift
// A collection: its items move from a grid to a circle, and enter and leave.
//
// SPDX-License-Identifier: MIT

import LamellaViewer
import UIKit

/// A collection that changes between a flow layout and a custom one.
final class CollectionLayoutSample: Sample {
  static let name = "CollectionLayout"
  static let title = "From grid to circle"
  static let summary =
    "setCollectionViewLayout(_:animated:) moves every visible item from its place in one layout to that "
    + "in the other. Deleted items leave by the layout's final attributes."
  static let essence = """
    final class Circle:
      UICollectionViewLayout {
      override func
        layoutAttributesForItem(at path:
          IndexPath) -> … {
        attributes.center = …
        attributes.transform = …
      }
    }
    view.setCollectionViewLayout(
      circle, animated: true)
    """

  static let duration: TimeInterval = 0.3

  var onCompletion: (SampleReport) -> Void = { _ in }
  let grid = UICollectionViewFlowLayout()
  let circle = CircleLayout()
  private(set) lazy var collection = UICollectionView(frame: .zero, collectionViewLayout: grid)
  let items = DiscItems()

  init() {}

  var triggers: [Trigger] {
    [
      Trigger(name: "layout", title: "Change layout", duration: Self.duration) { [self] in
        change()
      },
      Trigger(name: "insert", title: "Insert", duration: Self.duration) { [self] in insert() },
      Trigger(name: "delete", title: "Delete", duration: Self.duration) { [self] in delete() },
    ]
  }

  func makeView() -> UIView {
    grid.itemSize = CGSize(width: 52, height: 52)
    grid.minimumLineSpacing = 12
    grid.minimumInteritemSpacing = 12
    grid.sectionInset = UIEdgeInsets(top: 12, left: 12, bottom: 12, right: 12)
    collection.backgroundColor = Theme.panel
    collection.layer.cornerRadius = 10
    collection.register(DiscCell.self, forCellWithReuseIdentifier: "disc")
    collection.dataSource = items
    return CollectionLayoutStage(collection)
  }

  private func change() {
    let start = SampleTime.now
    let next: UICollectionViewLayout = collection.collectionViewLayout === grid ? circle : grid
    collection.setCollectionViewLayout(next, animated: true) { [weak self] finished in
      self?.report("Layout", finished: finished, since: start)
    }
  }

  private func insert() {
    let start = SampleTime.now
    collection.performBatchUpdates { [self] in
      items.numbers.insert((items.numbers.max() ?? 0) + 1, at: 1)
      collection.insertItems(at: [IndexPath(item: 1, section: 0)])
    } completion: { [weak self] finished in
      self?.report("Insert", finished: finished, since: start)
    }
  }

  private func delete() {
    let start = SampleTime.now
    guard items.numbers.count > 2 else { return }
    collection.performBatchUpdates { [self] in
      items.numbers.remove(at: 1)
      collection.deleteItems(at: [IndexPath(item: 1, section: 0)])
    } completion: { [weak self] finished in
      self?.report("Delete", finished: finished, since: start)
    }
  }
}

/// The items of the collection.
final class DiscItems: UICollectionViewDataSource {
  var numbers = Array(1...12)

  func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int { numbers.count }

  func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    let cell = collectionView.dequeueReusableCell(withReuseIdentifier: "disc", for: indexPath)
    (cell as? DiscCell)?.number = numbers[indexPath.item]
    return cell
  }
}

/// A disc with a number.
final class DiscCell: UICollectionViewCell {
  private let label = UILabel(
    "", font: Theme.numbers, color: UIColor(hex: 0x14181D), alignment: .center)

  var number = 0 {
    didSet {
      label.text = "\(number)"
      contentView.backgroundColor = UIColor(
        hue: CGFloat(number * 37 % 100) / 100, saturation: 0.35, brightness: 0.9, alpha: 1)
    }
  }

  override init(frame: CGRect) {
    super.init(frame: frame)
    contentView.layer.cornerRadius = 14
    contentView.addSubview(label)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    super.layoutSubviews()
    label.frame = contentView.bounds
  }
}

/// Items on a circle, from the top, turned outwards.
final class CircleLayout: UICollectionViewLayout {
  private static let side: CGFloat = 52

  override var collectionViewContentSize: CGSize { collectionView?.bounds.size ?? .zero }

  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    (0..<(collectionView?.numberOfItems(inSection: 0) ?? 0)).compactMap {
      layoutAttributesForItem(at: IndexPath(item: $0, section: 0))
    }
  }

  override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    let size = collectionViewContentSize
    let count = max(1, collectionView?.numberOfItems(inSection: 0) ?? 1)
    let angle = CGFloat(indexPath.item) / CGFloat(count) * 2 * .pi
    let radius = max(0, min(size.width, size.height) / 2 - Self.side)
    let attributes = UICollectionViewLayoutAttributes(forCellWith: indexPath)
    attributes.size = CGSize(width: Self.side, height: Self.side)
    attributes.center = CGPoint(
      x: size.width / 2 + radius * sin(angle), y: size.height / 2 - radius * cos(angle))
    attributes.transform = CGAffineTransform(rotationAngle: angle)
    return attributes
  }

  /// New items come from the middle.
  override func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { atCentre(itemIndexPath) }

  /// Deleted items go to the middle.
  override func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { atCentre(itemIndexPath) }

  private func atCentre(_ path: IndexPath) -> UICollectionViewLayoutAttributes {
    let attributes = UICollectionViewLayoutAttributes(forCellWith: path)
    let size = collectionViewContentSize
    attributes.size = CGSize(width: Self.side, height: Self.side)
    attributes.center = CGPoint(x: size.width / 2, y: size.height / 2)
    attributes.transform = CGAffineTransform(scaleX: 0.1, y: 0.1)
    attributes.alpha = 0
    return attributes
  }
}

/// The layout: the collection in the middle.
private final class CollectionLayoutStage: UIView {
  private let collection: UIView

  init(_ collection: UIView) {
    self.collection = collection
    super.init(frame: .zero)
    addSubview(collection)
  }

  required init?(coder: NSCoder) { nil }

  override func layoutSubviews() {
    let size = CGSize(
      width: max(0, min(bounds.width - 32, 420)), height: max(0, min(bounds.height - 56, 340)))
    collection.frame = CGRect(
      x: ((bounds.width - size.width) / 2).rounded(),
      y: ((bounds.height - 40 - size.height) / 2).rounded(), width: size.width,
      height: size.height)
  }
}
