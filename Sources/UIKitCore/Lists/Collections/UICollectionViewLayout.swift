// UICollectionViewLayout.swift
// Arranges the views of a collection. UICollectionViewFlowLayout is one; programs write others.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What an invalidation of a layout concerns.
@preconcurrency @MainActor
open class UICollectionViewLayoutInvalidationContext: NSObject {
  /// Creates a context that concerns everything.
  public required override init() { super.init() }
  /// Whether everything is to be computed again.
  open internal(set) var invalidateEverything = true
  /// A change of the offset that the invalidation requests, in points. Default zero.
  open var contentOffsetAdjustment = CGPoint.zero
}

/// A change of one item, for a layout.
@preconcurrency @MainActor
open class UICollectionViewUpdateItem: NSObject {
  /// The kind of a change.
  public enum Action: Int, Sendable {
    /// An item or section was inserted.
    case insert
    /// An item or section was deleted.
    case delete
    /// An item or section was reloaded.
    case reload
    /// An item or section was moved.
    case move
  }
  /// The path before the update; nil for an insertion. Sections have `NSNotFound` as their item.
  open private(set) var indexPathBeforeUpdate: IndexPath?
  /// The path after the update; nil for a deletion.
  open private(set) var indexPathAfterUpdate: IndexPath?
  /// The kind of change.
  open private(set) var updateAction = Action.reload

  /// Creates a change of nothing; those of an update are made by the collection view.
  public override init() {}

  convenience init(_ action: Action, before: IndexPath?, after: IndexPath?) {
    self.init()
    updateAction = action
    (indexPathBeforeUpdate, indexPathAfterUpdate) = (before, after)
  }
}

/// Arranges the views of a collection: computes the attributes of the views in a rectangle.
///
/// A subclass overrides ``prepare()``, ``collectionViewContentSize``,
/// ``layoutAttributesForElements(in:)`` and ``layoutAttributesForItem(at:)``.
@preconcurrency @MainActor
open class UICollectionViewLayout: NSObject {
  /// The collection. Nil for a layout without one.
  open internal(set) weak var collectionView: UICollectionView?
  final var isPrepared = false

  /// Creates a layout.
  public override init() { super.init() }

  /// Creates a layout. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) { super.init() }

  /// The class of the attributes.
  open class var layoutAttributesClass: AnyClass { UICollectionViewLayoutAttributes.self }

  /// The class of the contexts.
  open class var invalidationContextClass: AnyClass {
    UICollectionViewLayoutInvalidationContext.self
  }

  // MARK: For subclasses

  /// Computes what the other methods return. Called once after each invalidation. Overrides call super.
  open func prepare() {}

  /// The size of the content, in points. Default zero.
  open var collectionViewContentSize: CGSize { .zero }

  /// Returns the attributes of all views of which a part lies in a rectangle. Default nil.
  open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
    nil
  }

  /// Returns the attributes of an item. Default nil.
  open func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the attributes of a supplementary view. Default nil.
  open func layoutAttributesForSupplementaryView(
    ofKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Whether a change of the collection's bounds, such as a scroll, changes attributes. Default false. A
  /// change of size always does.
  open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }

  /// Returns the context of the invalidation that a change of bounds causes. Overrides call super.
  open func invalidationContext(
    forBoundsChange newBounds: CGRect
  ) -> UICollectionViewLayoutInvalidationContext { makeContext() }

  /// The bounds change within an animation: the layout was prepared for the new ones. Overrides call super.
  open func prepare(forAnimatedBoundsChange oldBounds: CGRect) {}

  /// The views have their places in the new bounds, within the animation. Overrides call super.
  open func finalizeAnimatedBoundsChange() {}

  /// Whether the layout is mirrored where text runs from right to left. Default false. Without effect: it does not.
  open var flipsHorizontallyInOppositeLayoutDirection: Bool { false }

  private func makeContext() -> UICollectionViewLayoutInvalidationContext {
    let type =
      type(of: self).invalidationContextClass as? UICollectionViewLayoutInvalidationContext.Type
      ?? UICollectionViewLayoutInvalidationContext.self
    return type.init()
  }

  /// Whether the layout changes as a view prefers other attributes than the layout's. Default false.
  open func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool { false }

  /// Returns the context of the invalidation as a view prefers other attributes. Overrides call super.
  open func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext { makeContext() }

  /// Whether views are asked for the attributes that they prefer.
  var asksForPreferredAttributes: Bool { true }

  /// The items have moved; nil for those that are gone or new. Without a function, all are new.
  func itemsDidMove(_ newPath: ((IndexPath) -> IndexPath?)?) {}

  /// Returns the offset at which a drag is to end, in place of the one that its velocity gives.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint,
    withScrollingVelocity velocity: CGPoint
  ) -> CGPoint { proposedContentOffset }

  /// Returns the offset after an update or a change of layouts, in place of the current one.
  open func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint { proposedContentOffset }

  /// Requests that everything be computed again before the next frame.
  open func invalidateLayout() {
    isPrepared = false
    collectionView?.layoutWasInvalidated()
  }

  /// Requests that everything be computed again.
  open func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
    invalidateLayout()
    let adjustment = context.contentOffsetAdjustment
    if adjustment != .zero, let collectionView {
      collectionView.contentOffset = CGPoint(
        x: collectionView.contentOffset.x + adjustment.x,
        y: collectionView.contentOffset.y + adjustment.y)
    }
  }

  // MARK: Updates

  /// An update is about to be animated. Overrides call super.
  open func prepare(forCollectionViewUpdates updateItems: [UICollectionViewUpdateItem]) {}

  /// The changes of an update were made, within its animation. Overrides call super.
  open func finalizeCollectionViewUpdates() {}

  /// Returns the attributes from which an inserted item animates. Default nil, which fades it in.
  open func initialLayoutAttributesForAppearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the attributes to which a deleted item animates. Default nil, which fades it out.
  open func finalLayoutAttributesForDisappearingItem(
    at itemIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the attributes from which a new supplementary view animates. Default nil, which fades it in.
  open func initialLayoutAttributesForAppearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// Returns the attributes to which a supplementary view that is gone animates. Default nil, which fades it out.
  open func finalLayoutAttributesForDisappearingSupplementaryElement(
    ofKind elementKind: String, at elementIndexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? { nil }

  /// The collection is about to change to another layout.
  open func prepareForTransition(to newLayout: UICollectionViewLayout) {}

  /// The collection is about to change from another layout to this one.
  open func prepareForTransition(from oldLayout: UICollectionViewLayout) {}

  /// The change of layouts was made, within its animation.
  open func finalizeLayoutTransition() {}

  final func prepareIfNeeded() {
    guard !isPrepared else { return }
    isPrepared = true
    prepare()
  }
}
