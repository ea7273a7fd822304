// UICollectionView.swift
// Items in sections, placed by a layout: properties, counts, and the views of what is visible.
//
// This folder: collections: layouts, cells, and animated updates.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// Items in sections, placed by a layout. Only the visible ones have views.
///
///     let view = UICollectionView(frame: frame, collectionViewLayout: UICollectionViewFlowLayout())
///     view.register(Cell.self, forCellWithReuseIdentifier: "cell")
///     view.dataSource = self
@preconcurrency @MainActor
open class UICollectionView: UIScrollView {
  /// A batch of changes.
  struct Batch {
    var list = ListUpdate()
    var completions: [(Bool) -> Void] = []
  }

  final var arrangement: UICollectionViewLayout
  final var counts: [Int] = []
  private var isLoaded = false
  private var laidOutBounds = CGRect.zero
  final var visible: SortedDictionary<CollectionElement, UICollectionReusableView> = [:]
  final var pool: [String: [UICollectionReusableView]] = [:]
  final var classes: [String: UICollectionReusableView.Type] = [:]
  final var selection: [IndexPath] = []
  final var pressed: IndexPath?
  final var openBatches = 0
  final let changes = ListChanges()
  final var batch = Batch()
  final weak var collectionDelegate: (any UICollectionViewDelegate)?

  // MARK: Creating

  /// Creates a collection with a layout, and a frame in its superview's coordinates.
  public init(frame: CGRect, collectionViewLayout layout: UICollectionViewLayout) {
    arrangement = layout
    super.init(frame: frame)
    layout.collectionView = self
    backgroundColor = .systemBackground
  }

  /// Creates a collection with a flow layout. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    arrangement = UICollectionViewFlowLayout()
    super.init(coder: coder)
    arrangement.collectionView = self
  }

  // MARK: Contents

  /// The data source. Default nil, for an empty collection.
  open weak var dataSource: (any UICollectionViewDataSource)? {
    didSet { if dataSource !== oldValue { reloadData() } }
  }

  /// The delegate, which is a ``UICollectionViewDelegate``. Default nil.
  ///
  /// The property has the type of a scroll view's, as Swift has no covariant properties.
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      collectionDelegate = delegate as? any UICollectionViewDelegate
      if delegate !== oldValue { arrangement.invalidateLayout() }
    }
  }

  /// The layout. Setting it does not animate.
  open var collectionViewLayout: UICollectionViewLayout {
    get { arrangement }
    set { setCollectionViewLayout(newValue, animated: false) }
  }

  /// A view behind the items, of the collection's size. Default nil.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  /// Whether a press selects an item. Default true.
  open var allowsSelection = true

  /// Whether presses select several items. Default false.
  open var allowsMultipleSelection = false

  /// The number of sections.
  open var numberOfSections: Int {
    loadIfNeeded()
    return counts.count
  }

  /// Returns the number of items in a section.
  ///
  /// - Precondition: There is such a section.
  open func numberOfItems(inSection section: Int) -> Int {
    loadIfNeeded()
    trap(
      unless: counts.indices.contains(section),
      "there is no section \(section) among \(counts.count)")
    return counts[section]
  }

  /// Reads everything from the data source again. Drops the selection.
  open func reloadData() {
    selection = []
    pressed = nil
    for (element, view) in visible { recycle(view, element) }
    visible = [:]
    isLoaded = false
    arrangement.itemsDidMove(nil)
    arrangement.invalidateLayout()
    setNeedsLayout()
  }

  final func loadIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    counts = currentCounts()
  }

  final func currentCounts() -> [Int] {
    (0..<checkedCount(dataSource?.numberOfSections(in: self))).map {
      checkedCount(dataSource?.collectionView(self, numberOfItemsInSection: $0))
    }
  }

  /// Whether the layout is invalidated by the collection's own layout, in which it is prepared at once.
  private final var adoptsBounds = false

  final func layoutWasInvalidated() { if !adoptsBounds { setNeedsLayout() } }

  // MARK: Layout

  /// Prepares the layout, and makes and removes the views of what has become visible or hidden.
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !changes.isRunning else { return }
    changes.run(layOutItems)
  }

  private func layOutItems() {
    loadIfNeeded()
    let oldBounds = laidOutBounds
    var changesBounds = false
    if bounds != laidOutBounds {
      let resized = bounds.size != laidOutBounds.size
      laidOutBounds = bounds
      // Cells may be of other sizes beside a side of another length.
      if resized { arrangement.itemsDidMove(nil) }
      if resized || arrangement.shouldInvalidateLayout(forBoundsChange: bounds) {
        adoptsBounds = true
        arrangement.invalidateLayout(with: arrangement.invalidationContext(forBoundsChange: bounds))
        adoptsBounds = false
        changesBounds = !oldBounds.isEmpty && UIView.inheritedAnimationDuration > 0
      }
    }
    let wasPrepared = arrangement.isPrepared
    prepareLayout()
    if changesBounds { arrangement.prepare(forAnimatedBoundsChange: oldBounds) }
    // What enters the screen during an animation is not animated itself; what is there may be.
    updateVisible(places: !wasPrepared)
    if changesBounds { arrangement.finalizeAnimatedBoundsChange() }
    backgroundView?.frame = bounds
  }

  final func prepareLayout() {
    loadIfNeeded()
    guard !arrangement.isPrepared else { return }
    arrangement.prepareIfNeeded()
    contentSize = arrangement.collectionViewContentSize
  }

  /// The attributes of what lies in a rectangle.
  final func attributes(
    in rect: CGRect
  ) -> SortedDictionary<CollectionElement, UICollectionViewLayoutAttributes> {
    SortedDictionary(
      (arrangement.layoutAttributesForElements(in: rect) ?? []).map { ($0.element, $0) })
  }

  /// Makes the views that are missing, and reuses those that are no longer visible.
  ///
  /// - Parameter places: Whether the attributes of the others may have changed.
  final func updateVisible(places: Bool) {
    var places = places
    // The size of a new cell may move others in or out.
    for _ in 0..<8 {
      let wanted = attributes(in: bounds)
      for (element, view) in visible where wanted[element] == nil {
        visible[element] = nil
        recycle(view, element)
      }
      var sizesChanged = false
      for (element, attributes) in wanted {
        if let view = visible[element] {
          guard places else { continue }
          view.take(attributes)
          sizesChanged = fit(view, attributes) || sizesChanged
        } else {
          UIView.performWithoutAnimation {
            guard let view = load(element, attributes) else { return }
            sizesChanged = fit(view, attributes) || sizesChanged
          }
        }
      }
      guard sizesChanged else { return }
      prepareLayout()
      places = true
    }
  }

  /// Asks a view for the attributes that it prefers, and the layout whether it takes them. Returns whether it does.
  final func fit(
    _ view: UICollectionReusableView, _ attributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    guard arrangement.asksForPreferredAttributes,
      let copy = attributes.copy(with: nil) as? UICollectionViewLayoutAttributes
    else { return false }
    let preferred = view.preferredLayoutAttributesFitting(copy)
    guard
      arrangement.shouldInvalidateLayout(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes)
    else { return false }
    arrangement.invalidateLayout(
      with: arrangement.invalidationContext(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: attributes))
    return true
  }

  /// The frame of the element whose view is being made; zero while none is.
  private(set) final var loadedFrame = CGRect.zero

  /// Makes the view of an element.
  @discardableResult
  final func load(
    _ element: CollectionElement, _ attributes: UICollectionViewLayoutAttributes
  ) -> UICollectionReusableView? {
    guard let dataSource else { return nil }
    let outer = loadedFrame
    loadedFrame = attributes.frame
    defer { loadedFrame = outer }
    let view: UICollectionReusableView
    if let kind = element.kind {
      view = dataSource.collectionView(
        self, viewForSupplementaryElementOfKind: kind, at: element.path)
    } else {
      let path = element.path
      trap(
        unless: path.count == 2 && counts.indices.contains(path.section)
          && (0..<counts[path.section]).contains(path.item),
        "the layout returned attributes for a cell at \(path), which does not exist")
      let cell = dataSource.collectionView(self, cellForItemAt: path)
      cell.isSelected = selection.contains(element.path)
      cell.isHighlighted = pressed == element.path
      view = cell
    }
    trap(
      unless: view.superview !== self || !visible.values.contains { $0 === view },
      "the data source returned the view of another visible element for \(element.path)")
    visible[element] = view
    view.take(attributes)
    insert(view, of: element)
    if let cell = view as? UICollectionViewCell {
      collectionDelegate?.collectionView(self, willDisplay: cell, forItemAt: element.path)
    }
    view.layoutIfNeeded()
    return view
  }

  /// Inserts a new view between those of the elements around it: of views with the same `zIndex` the one with the later
  /// path is in front, as in ``indexPathForItem(at:)``.
  private func insert(_ view: UIView, of element: CollectionElement) {
    if let next = visible.value(after: element), next.superview === self {
      insertSubview(view, belowSubview: next)
    } else if let last = visible.value(before: element), last.superview === self {
      insertSubview(view, aboveSubview: last)
    } else {
      insertSubview(view, at: backgroundView?.superview === self ? 1 : 0)
    }
  }

  /// Brings the visible views into the order of their elements, after these changed.
  final func orderVisible() {
    let wanted = visible.values
    let present = Set(wanted.map(ObjectIdentifier.init))
    let views = subviews.filter { present.contains(ObjectIdentifier($0)) }
    guard !views.elementsEqual(wanted, by: { $0 === $1 }) else { return }
    for (lower, upper) in zip(wanted, wanted.dropFirst()) where upper.superview === self {
      insertSubview(upper, aboveSubview: lower)
    }
  }

  /// Returns a view to the pool.
  final func recycle(_ view: UICollectionReusableView, _ element: CollectionElement) {
    view.removeFromSuperview()
    if let cell = view as? UICollectionViewCell {
      collectionDelegate?.collectionView(self, didEndDisplaying: cell, forItemAt: element.path)
    }
    if let identifier = view.reuseIdentifier {
      pool[Self.poolKey(element.kind, identifier), default: []].append(view)
    }
  }

  static func poolKey(_ kind: String?, _ identifier: String) -> String {
    kind.map { "\($0)\n\(identifier)" } ?? identifier
  }

  // MARK: Events

  /// Highlights the pressed item.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { press(at: touch.location(in: self)) }
  }

  /// Ends the highlight when the pointer leaves the item.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, pressed != nil,
      indexPathForItem(at: touch.location(in: self)) != pressed
    else { return }
    endPress(isTap: false)
  }

  /// Selects the pressed item.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    endPress(isTap: true)
  }

  /// Ends the highlight.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    endPress(isTap: false)
  }

  /// The layout may choose where a drag ends, unless the delegate does.
  override func proposedOffset(_ offset: CGPoint, velocity: CGPoint) -> CGPoint {
    arrangement.targetContentOffset(
      forProposedContentOffset: offset, withScrollingVelocity: velocity)
  }

  // MARK: Items

  /// Reports that files cannot be read on Linux.
  @_disfavoredOverload
  open func register(_ nib: UINib?, forCellWithReuseIdentifier identifier: String) {
    nib?.reportRegistration(of: identifier)
  }

  /// Reports that files cannot be read on Linux.
  @_disfavoredOverload
  open func register(
    _ nib: UINib?, forSupplementaryViewOfKind kind: String, withReuseIdentifier identifier: String
  ) { nib?.reportRegistration(of: identifier) }

  /// Makes a class the one of the cells with an identifier; nil removes it.
  open func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
    register(cellClass, UICollectionViewCell.self, Self.poolKey(nil, identifier))
  }

  /// Makes a class the one of the supplementary views of a kind with an identifier; nil removes it.
  open func register(
    _ viewClass: AnyClass?, forSupplementaryViewOfKind elementKind: String,
    withReuseIdentifier identifier: String
  ) {
    register(viewClass, UICollectionReusableView.self, Self.poolKey(elementKind, identifier))
  }

  /// Returns a reused cell, else a new one of the registered class.
  ///
  /// - Precondition: A class is registered for the identifier.
  open func dequeueReusableCell(
    withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionViewCell {
    let view = dequeue(nil, identifier, "cell")
    guard let cell = view as? UICollectionViewCell else { trap("\(view) is no cell") }
    return cell
  }

  /// Returns a reused supplementary view, else a new one of the registered class.
  ///
  /// - Precondition: A class is registered for the kind and the identifier.
  open func dequeueReusableSupplementaryView(
    ofKind elementKind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
  ) -> UICollectionReusableView { dequeue(elementKind, identifier, elementKind) }

  /// Returns the cell of an item; nil for one that is not visible.
  open func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    visible[CollectionElement(kind: nil, path: indexPath)] as? UICollectionViewCell
  }

  /// Returns a visible supplementary view; nil for one that is not visible.
  open func supplementaryView(
    forElementKind elementKind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    visible[CollectionElement(kind: elementKind, path: indexPath)]
  }

  /// Returns the item of a visible cell; nil for any other cell.
  open func indexPath(for cell: UICollectionViewCell) -> IndexPath? {
    visible.first { $0.value === cell }?.key.path
  }

  /// Returns the item at a point of the collection's coordinates, the front one of several; nil for none.
  open func indexPathForItem(at point: CGPoint) -> IndexPath? {
    prepareLayout()
    let hits = attributes(in: CGRect(x: point.x, y: point.y, width: 0.5, height: 0.5))
    return hits.values.filter { $0.representedElementKind == nil && $0.frame.contains(point) }
      .max { ($0.zIndex, $0.indexPath) < ($1.zIndex, $1.indexPath) }?.indexPath
  }

  /// The visible items, in the order of their paths.
  open var indexPathsForVisibleItems: [IndexPath] {
    visible.keys.filter { $0.kind == nil }.map(\.path)
  }

  /// The cells of the visible items, in the order of their paths.
  open var visibleCells: [UICollectionViewCell] {
    visible.values.compactMap { $0 as? UICollectionViewCell }
  }

  /// Returns the visible supplementary views of a kind.
  open func visibleSupplementaryViews(
    ofKind elementKind: String
  ) -> [UICollectionReusableView] {
    visible.filter { $0.key.kind == elementKind }.map(\.value)
  }

  /// Returns the attributes of an item; nil for none.
  open func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareLayout()
    return contains(indexPath) ? arrangement.layoutAttributesForItem(at: indexPath) : nil
  }

  /// Returns the attributes of a section's supplementary view; nil for none.
  open func layoutAttributesForSupplementaryElement(
    ofKind kind: String, at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    prepareLayout()
    guard indexPath.section < numberOfSections else { return nil }
    return arrangement.layoutAttributesForSupplementaryView(ofKind: kind, at: indexPath)
  }

  /// Scrolls to an item.
  ///
  /// - Precondition: There is such an item.
  open func scrollToItem(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    prepareLayout()
    trap(
      unless: contains(indexPath),
      "Attempted to scroll the collection view to an out-of-bounds item (\(indexPath.item)) in "
        + "section \(indexPath.section); the sections have \(counts) items")
    guard let frame = arrangement.layoutAttributesForItem(at: indexPath)?.frame else { return }
    let inset = adjustedContentInset
    let visible = bounds.inset(by: inset)
    func start(
      _ low: CGFloat, _ length: CGFloat, _ shown: ClosedRange<CGFloat>, _ size: CGFloat,
      _ position: (Bool, Bool, Bool)
    ) -> CGFloat {
      if position.0 { return low }
      if position.1 { return low + length / 2 - size / 2 }
      if position.2 { return low + length - size }
      if low < shown.lowerBound { return low }
      return low + length > shown.upperBound ? low + length - size : shown.lowerBound
    }
    let x = start(
      frame.minX, frame.width, visible.minX...visible.maxX, visible.width,
      (
        scrollPosition.contains(.left), scrollPosition.contains(.centeredHorizontally),
        scrollPosition.contains(.right)
      ))
    let y = start(
      frame.minY, frame.height, visible.minY...visible.maxY, visible.height,
      (
        scrollPosition.contains(.top), scrollPosition.contains(.centeredVertically),
        scrollPosition.contains(.bottom)
      ))
    setContentOffset(
      clampedToContent(CGPoint(x: x - inset.left, y: y - inset.top)), animated: animated)
  }

  /// The selected items, in the order of their selection; nil for none.
  open var indexPathsForSelectedItems: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects an item and scrolls to it, without calling the delegate. Nil deselects all items.
  open func selectItem(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    loadIfNeeded()
    guard let indexPath else {
      for path in selection { deselectItem(at: path, animated: animated) }
      return
    }
    guard contains(indexPath), !selection.contains(indexPath) else { return }
    if !allowsMultipleSelection {
      for path in selection { deselectItem(at: path, animated: animated) }
    }
    selection.append(indexPath)
    cellForItem(at: indexPath)?.isSelected = true
    if !scrollPosition.isEmpty {
      scrollToItem(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects an item, without calling the delegate.
  open func deselectItem(at indexPath: IndexPath, animated: Bool) {
    guard let index = selection.firstIndex(of: indexPath) else { return }
    selection.remove(at: index)
    cellForItem(at: indexPath)?.isSelected = false
  }

  // MARK: Updates

  /// Animates changes of items and sections together.
  ///
  /// - Parameters:
  ///   - updates: Calls of the methods below, and the changes of the data. A layout that is invalidated here
  ///     animates too.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  /// - Precondition: The data source's counts agree with the changes.
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    prepareLayout()
    openBatches += 1
    updates?()
    if let completion { batch.completions.append(completion) }
    openBatches -= 1
    guard openBatches == 0 else { return }
    let collected = batch
    batch = Batch()
    changes.run { CollectionUpdate(self).run(collected) }
  }

  /// Inserts items. The paths count after the update.
  open func insertItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.insert(indexPaths) })
  }

  /// Deletes items. The paths count before the update.
  open func deleteItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.delete(indexPaths) })
  }

  /// Replaces the cells of items. The paths count before the update.
  open func reloadItems(at indexPaths: [IndexPath]) {
    performBatchUpdates({ self.batch.list.reload(indexPaths) })
  }

  /// Moves an item. The first path counts before the update, the second one after it.
  open func moveItem(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    performBatchUpdates({ self.batch.list.move(indexPath, to: newIndexPath) })
  }

  /// Inserts sections. The indices count after the update.
  open func insertSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.insertSections(sections) })
  }

  /// Deletes sections. The indices count before the update.
  open func deleteSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.deleteSections(sections) })
  }

  /// Replaces the items of sections, of which there may be another number. The indices count before the
  /// update.
  open func reloadSections(_ sections: IndexSet) {
    performBatchUpdates({ self.batch.list.reloadSections(sections) })
  }

  /// Moves a section. The first index counts before the update, the second one after it.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    performBatchUpdates({ self.batch.list.moveSection(section, to: newSection) })
  }

  /// Changes to another layout: every visible item moves to its new place within 0.3 s, if animated.
  ///
  /// - Parameters:
  ///   - layout: The layout. One that belongs to another collection is taken from it.
  ///   - animated: Whether the items move.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  open func setCollectionViewLayout(
    _ layout: UICollectionViewLayout, animated: Bool, completion: ((Bool) -> Void)? = nil
  ) {
    guard layout !== arrangement else {
      completion?(true)
      return
    }
    changes.run {
      self.prepareLayout()
      CollectionUpdate(self).change(to: layout, animated: animated, completion)
    }
  }
}
