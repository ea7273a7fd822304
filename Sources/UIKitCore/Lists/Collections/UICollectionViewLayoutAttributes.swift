// UICollectionViewLayoutAttributes.swift
// The place and the look of one view of a collection.
//
// SPDX-License-Identifier: MIT

public import CoreGraphics
public import Foundation
public import QuartzCore

/// The place and the look of one view of a collection. Subclasses that add properties override `copy(with:)`
/// and `isEqual(_:)`.
@preconcurrency @MainActor
open class UICollectionViewLayoutAttributes: NSObject, @MainActor NSCopying {
  /// The item, or the place of a supplementary view.
  open var indexPath = IndexPath(item: 0, section: 0)

  /// The kind of view.
  open internal(set) var representedElementCategory = UICollectionView.ElementCategory.cell

  /// The kind of a supplementary view; nil for a cell.
  open internal(set) var representedElementKind: String?

  /// The centre in the collection's coordinates, in points. Default zero.
  open var center = CGPoint.zero

  /// The size in points. Default zero.
  open var size = CGSize.zero

  /// The two-dimensional transform about the centre. Default identity.
  open var transform: CGAffineTransform {
    get { CATransform3DGetAffineTransform(transform3D) }
    set { transform3D = CATransform3DMakeAffineTransform(newValue) }
  }

  /// The three-dimensional transform about the centre. Default identity.
  open var transform3D = CATransform3DIdentity

  /// The outline by which a dynamic animator lets the item collide. Default the bounds.
  open var collisionBoundsType: UIDynamicItemCollisionBoundsType { .rectangle }

  /// The outline of the type `path`, in points about the centre. Default empty.
  open var collisionBoundingPath: UIBezierPath { UIBezierPath() }

  /// The opacity, 0...1. Default 1.
  open var alpha: CGFloat = 1

  /// The order from back to front. Default 0.
  open var zIndex = 0

  /// Whether the view is hidden. Default false.
  open var isHidden = false

  /// Creates attributes of a cell at the first item.
  public required override init() { super.init() }

  /// Creates attributes of a cell.
  public convenience init(forCellWith indexPath: IndexPath) {
    self.init()
    self.indexPath = indexPath
  }

  /// Creates attributes of a supplementary view of a kind.
  public convenience init(
    forSupplementaryViewOfKind elementKind: String, with indexPath: IndexPath
  ) {
    self.init()
    self.indexPath = indexPath
    representedElementCategory = .supplementaryView
    representedElementKind = elementKind
  }

  /// The place and the size in the collection's coordinates, without the transform.
  open var frame: CGRect {
    get {
      CGRect(
        x: center.x - size.width / 2, y: center.y - size.height / 2, width: size.width,
        height: size.height)
    }
    set {
      size = newValue.size
      center = CGPoint(x: newValue.midX, y: newValue.midY)
    }
  }

  /// The size, at the origin.
  open var bounds: CGRect {
    get { CGRect(origin: .zero, size: size) }
    set { size = newValue.size }
  }

  /// Returns a copy, of the same class.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = type(of: self).init()
    copy.indexPath = indexPath
    copy.representedElementCategory = representedElementCategory
    copy.representedElementKind = representedElementKind
    copy.center = center
    copy.size = size
    copy.transform3D = transform3D
    copy.alpha = alpha
    copy.zIndex = zIndex
    copy.isHidden = isHidden
    return copy
  }

  /// The view that the attributes belong to.
  final var element: CollectionElement {
    CollectionElement(kind: representedElementKind, path: indexPath)
  }
}

/// A cell, or a supplementary view of a kind.
struct CollectionElement: Comparable {
  var kind: String?
  var path: IndexPath

  /// Cells come before supplementary views.
  static func < (first: CollectionElement, second: CollectionElement) -> Bool {
    guard first.kind != second.kind else { return first.path < second.path }
    guard let kind = first.kind else { return true }
    return second.kind.map { kind < $0 } ?? false
  }
}
