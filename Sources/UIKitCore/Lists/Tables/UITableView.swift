// UITableView.swift
// A list of rows in sections: properties, contents and updates.
//
// This folder: tables: the places of rows (`TableLayout`), cells, and animated updates (`TableUpdate`).
//
// SPDX-License-Identifier: MIT

import CoreGraphics
public import Foundation
import QuartzCore

/// A list of rows in sections, of which only the visible ones have views.
///
///     table.register(UITableViewCell.self, forCellReuseIdentifier: "row")
///     table.dataSource = self
///     table.delegate = self
///
/// Cells that leave the screen are reused. The counts of the data source are read by ``reloadData()`` and
/// after updates.
@preconcurrency @MainActor
open class UITableView: UIScrollView {
  /// A change of rows or sections, and its look.
  struct RowChange {
    var list = ListUpdate()
    var rowAnimations: [IndexPath: RowAnimation] = [:]
    /// By old row, of deletions and reloads.
    var rowExits: [IndexPath: RowAnimation] = [:]
    var sectionAnimations: [Int: RowAnimation] = [:]
    var sectionExits: [Int: RowAnimation] = [:]
    var completions: [(Bool) -> Void] = []
  }

  /// The look of the table.
  open private(set) var style: Style

  // MARK: State

  final var tableLayout = TableLayout()
  final var isLoaded = false
  final var laidOutWidth: CGFloat = 0
  /// The cells of visible rows.
  final var visible: SortedDictionary<IndexPath, UITableViewCell> = [:]
  final var headers: SortedDictionary<Int, UIView> = [:]
  final var footers: SortedDictionary<Int, UIView> = [:]
  /// Header views that were made to be measured.
  final var madeHeaders: [Int: UIView] = [:]
  final var madeFooters: [Int: UIView] = [:]
  final var pool: [String: [UITableViewCell]] = [:]
  final var headerPool: [String: [UITableViewHeaderFooterView]] = [:]
  final var cellClasses: [String: UITableViewCell.Type] = [:]
  final var headerClasses: [String: UITableViewHeaderFooterView.Type] = [:]
  final var measured: [IndexPath: CGFloat] = [:]
  final var selection: [IndexPath] = []
  final var pressed: IndexPath?
  final var openUpdates = 0
  final let changes = ListChanges()
  final var change = RowChange()
  final weak var tableDelegate: (any UITableViewDelegate)?

  // MARK: Creating

  /// Creates a table of a style, with a frame in its superview's coordinates.
  public init(frame: CGRect, style: Style) {
    self.style = style
    super.init(frame: frame)
  }

  /// Creates a plain table.
  public override init(frame: CGRect) {
    style = .plain
    super.init(frame: frame)
  }

  /// Creates a plain table. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
  }

  override func setUp() {
    super.setUp()
    backgroundColor = style == .plain ? .systemBackground : .systemGroupedBackground
    alwaysBounceVertical = true
  }

  // MARK: Contents

  /// The data source. Default nil, for an empty table.
  open weak var dataSource: (any UITableViewDataSource)? {
    didSet { if dataSource !== oldValue { invalidateContents() } }
  }

  /// The delegate, which is a ``UITableViewDelegate``. Default nil.
  ///
  /// The property has the type of a scroll view's, as Swift has no covariant properties.
  open override weak var delegate: (any UIScrollViewDelegate)? {
    didSet {
      tableDelegate = delegate as? any UITableViewDelegate
      if delegate !== oldValue { invalidateContents() }
    }
  }

  /// A view above the first section, of its own height. Default nil.
  open var tableHeaderView: UIView? {
    didSet { replaceEdgeView(oldValue, tableHeaderView) }
  }

  /// A view below the last section, of its own height. Default nil.
  open var tableFooterView: UIView? {
    didSet { replaceEdgeView(oldValue, tableFooterView) }
  }

  private func replaceEdgeView(_ old: UIView?, _ new: UIView?) {
    if old !== new { old?.removeFromSuperview() }
    if let new { addSubview(new) }
    rebuildLayout()
  }

  /// A view behind the rows, of the table's size. Default nil.
  open var backgroundView: UIView? {
    didSet {
      oldValue?.removeFromSuperview()
      if let backgroundView { insertSubview(backgroundView, at: 0) }
      setNeedsLayout()
    }
  }

  // MARK: Heights

  /// The height of rows in points. Default automatic.
  open var rowHeight = automaticDimension { didSet { rebuildLayout() } }

  /// The height of a row of automatic height before it was visible. Default automatic, for 44 points.
  open var estimatedRowHeight = automaticDimension { didSet { rebuildLayout() } }

  /// The height of headers. Default automatic: that of the title or the view.
  open var sectionHeaderHeight = automaticDimension { didSet { rebuildLayout() } }

  /// The height of footers. Default automatic: that of the title or the view.
  open var sectionFooterHeight = automaticDimension { didSet { rebuildLayout() } }

  /// Stored, without effect: headers are measured at once. Default automatic.
  open var estimatedSectionHeaderHeight = automaticDimension

  /// Stored, without effect: footers are measured at once. Default automatic.
  open var estimatedSectionFooterHeight = automaticDimension

  // MARK: Separators

  /// The lines between rows. Default a line.
  open var separatorStyle = SeparatorStyle.singleLine { didSet { showSeparators() } }

  /// The colour of the lines. Default that of separators.
  open var separatorColor: UIColor? = .separator { didSet { showSeparators() } }

  /// The distances of the lines from the sides. Default 16 points at the left.
  open var separatorInset = UIEdgeInsets(top: 0, left: 16, bottom: 0, right: 0) {
    didSet { showSeparators() }
  }

  private func showSeparators() {
    for cell in visible.values { style(cell) }
  }

  final func style(_ cell: UITableViewCell) {
    cell.separator = separatorStyle == .none ? nil : (separatorColor, separatorInset)
    if style != .plain, cell.backgroundColor === UIColor.systemBackground {
      cell.backgroundColor = .secondarySystemGroupedBackground
    }
  }

  /// The distance of rows and headers from the sides, in points.
  final var groupInset: CGFloat { style == .insetGrouped ? Self.standardMargin : 0 }

  /// Rounds the corners of the first and the last row of a section.
  final func roundCorners(of cell: UITableViewCell, at path: IndexPath) {
    guard style == .insetGrouped else { return }
    let isLast = path.row == tableLayout.sections[path.section].rows.count - 1
    var corners: CACornerMask = []
    if path.row == 0 { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
    if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
    cell.layer.cornerRadius = corners.isEmpty ? 0 : Self.groupRadius
    cell.layer.maskedCorners = corners
    cell.isLastOfGroup = isLast
  }

  // MARK: Selection

  /// Whether a press selects a row. Default true.
  open var allowsSelection = true

  /// Whether presses select several rows. Default false.
  open var allowsMultipleSelection = false

  // MARK: Counts

  /// The number of sections.
  open var numberOfSections: Int {
    loadIfNeeded()
    return tableLayout.sections.count
  }

  /// Returns the number of rows in a section.
  ///
  /// - Precondition: There is such a section.
  open func numberOfRows(inSection section: Int) -> Int {
    loadIfNeeded()
    trap(
      unless: tableLayout.sections.indices.contains(section),
      "there is no section \(section) among \(tableLayout.sections.count)")
    return tableLayout.sections[section].rows.count
  }

  /// Reads everything from the data source again. Drops the selection.
  open func reloadData() {
    selection = []
    pressed = nil
    invalidateContents()
    loadIfNeeded()
  }

  /// Drops what was read from the data source.
  private func invalidateContents() {
    for (path, cell) in visible { recycle(cell, at: path) }
    visible = [:]
    removeHeaders()
    measured = [:]
    isLoaded = false
    setNeedsLayout()
  }

  private func removeHeaders() {
    let (oldHeaders, oldFooters) = (headers, footers)
    (headers, footers, madeHeaders, madeFooters) = ([:], [:], [:], [:])
    for (section, view) in oldHeaders { recycleHeader(view, of: section) }
    for (section, view) in oldFooters { recycleFooter(view, of: section) }
  }

  final func loadIfNeeded() {
    guard !isLoaded else { return }
    isLoaded = true
    tableLayout = makeLayout()
    updateContentSize()
    setNeedsLayout()
  }

  /// Computes the places again, with the same contents.
  final func rebuildLayout() {
    guard isLoaded else { return }
    removeHeaders()
    tableLayout = makeLayout()
    updateContentSize()
    placeVisible()
    setNeedsLayout()
  }

  final func updateContentSize() {
    contentSize = CGSize(width: bounds.width, height: tableLayout.height)
  }

  // MARK: Layout

  /// Lays out the visible rows, and removes those that are no longer visible.
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !changes.isRunning else { return }
    changes.run(layOutRows)
  }

  // MARK: Presses

  /// Highlights the pressed row.
  open override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
    if let touch = touches.first { press(at: touch.location(in: self)) }
  }

  /// Ends the highlight when the pointer leaves the row.
  open override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
    guard let touch = touches.first, pressed != nil,
      indexPathForRow(at: touch.location(in: self)) != pressed
    else { return }
    endPress(isTap: false)
  }

  /// Selects the pressed row.
  open override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
    endPress(isTap: true)
  }

  /// Ends the highlight.
  open override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
    endPress(isTap: false)
  }

  // MARK: Cells

  /// Makes a class the one of the cells with an identifier; nil removes it.
  open func register(
    _ cellClass: AnyClass?, forCellReuseIdentifier identifier: String
  ) {
    guard let cellClass else {
      cellClasses[identifier] = nil
      return
    }
    guard let type = cellClass as? UITableViewCell.Type else {
      trap("a cell's class must be a class of UITableViewCell, not \(cellClass)")
    }
    cellClasses[identifier] = type
  }

  /// Reports that files cannot be read on Linux.
  @_disfavoredOverload
  open func register(_ nib: UINib?, forCellReuseIdentifier identifier: String) {
    nib?.reportRegistration(of: identifier)
  }

  /// Reports that files cannot be read on Linux.
  @_disfavoredOverload
  open func register(_ nib: UINib?, forHeaderFooterViewReuseIdentifier identifier: String) {
    nib?.reportRegistration(of: identifier)
  }

  /// Makes a class the one of the headers and footers with an identifier; nil removes it.
  open func register(
    _ aClass: AnyClass?, forHeaderFooterViewReuseIdentifier identifier: String
  ) {
    guard let aClass else {
      headerClasses[identifier] = nil
      return
    }
    guard let type = aClass as? UITableViewHeaderFooterView.Type else {
      trap("a header's class must be a class of UITableViewHeaderFooterView, not \(aClass)")
    }
    headerClasses[identifier] = type
  }

  /// Returns a reused cell, else a new one of the registered class; nil without one.
  open func dequeueReusableCell(withIdentifier identifier: String) -> UITableViewCell? {
    if let cell = pool[identifier]?.popLast() {
      UIView.performWithoutAnimation { cell.prepareForReuse() }
      return cell
    }
    return UIView.withoutAnimation {
      cellClasses[identifier].map { ListClasses.makeCell($0, identifier) }
    }
  }

  /// Returns a reused cell, else a new one of the registered class.
  ///
  /// - Precondition: A class is registered for the identifier.
  open func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    guard let cell = dequeueReusableCell(withIdentifier: identifier) else {
      trap(
        "unable to dequeue a cell with identifier \(identifier) - must register a nib or a class for "
          + "the identifier or connect a prototype cell in a storyboard")
    }
    return cell
  }

  /// Returns a reused header or footer, else a new one of the registered class; nil without one.
  open func dequeueReusableHeaderFooterView(
    withIdentifier identifier: String
  ) -> UITableViewHeaderFooterView? {
    if let view = headerPool[identifier]?.popLast() {
      UIView.performWithoutAnimation { view.prepareForReuse() }
      return view
    }
    return UIView.withoutAnimation {
      headerClasses[identifier].map { ListClasses.makeHeader($0, identifier) }
    }
  }

  // MARK: Rows and sections

  /// Returns the cell of a row; nil for one that is not visible.
  open func cellForRow(at indexPath: IndexPath) -> UITableViewCell? { visible[indexPath] }

  /// Returns the row of a visible cell; nil for any other cell.
  open func indexPath(for cell: UITableViewCell) -> IndexPath? {
    visible.first { $0.value === cell }?.key
  }

  /// Returns the row at a point of the table's coordinates; nil for none.
  open func indexPathForRow(at point: CGPoint) -> IndexPath? {
    loadIfNeeded()
    guard (0..<max(bounds.width, 1)).contains(point.x) else { return nil }
    return tableLayout.rows(from: point.y, to: point.y.nextUp).first
  }

  /// Returns the rows of which a part lies in a rectangle of the table's coordinates.
  open func indexPathsForRows(in rect: CGRect) -> [IndexPath]? {
    loadIfNeeded()
    return tableLayout.rows(from: rect.minY, to: rect.maxY)
  }

  /// The visible rows, in order.
  open var indexPathsForVisibleRows: [IndexPath]? { visible.keys }

  /// The cells of the visible rows, in order.
  open var visibleCells: [UITableViewCell] {
    visible.values
  }

  /// Returns the header of a section; nil for one that is not visible.
  open func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers[section] as? UITableViewHeaderFooterView
  }

  /// Returns the footer of a section; nil for one that is not visible.
  open func footerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    footers[section] as? UITableViewHeaderFooterView
  }

  /// Returns the frame of a row in the table's coordinates; zero for none.
  open func rectForRow(at indexPath: IndexPath) -> CGRect {
    loadIfNeeded()
    return tableLayout.contains(indexPath) ? frame(ofRow: indexPath) : .zero
  }

  /// Returns the frame of a section, with header and footer; zero for none.
  open func rect(forSection section: Int) -> CGRect {
    loadIfNeeded()
    guard tableLayout.sections.indices.contains(section) else { return .zero }
    let place = tableLayout.sections[section]
    return CGRect(x: 0, y: place.top, width: bounds.width, height: place.height)
  }

  /// Returns the frame of a header where it does not stay at the top; zero for none.
  open func rectForHeader(inSection section: Int) -> CGRect {
    var rect = rect(forSection: section)
    if rect != .zero { rect.size.height = tableLayout.sections[section].header }
    return rect
  }

  /// Returns the frame of a footer; zero for none.
  open func rectForFooter(inSection section: Int) -> CGRect {
    loadIfNeeded()
    return tableLayout.sections.indices.contains(section) ? footerFrame(section) : .zero
  }

  /// Scrolls to a row.
  ///
  /// - Precondition: There is such a row.
  open func scrollToRow(
    at indexPath: IndexPath, at scrollPosition: ScrollPosition, animated: Bool
  ) {
    loadIfNeeded()
    trap(
      unless: tableLayout.contains(indexPath),
      "Attempted to scroll the table view to an out-of-bounds row (\(indexPath.row)) in section "
        + "\(indexPath.section); the sections have \(tableLayout.counts) rows")
    let row = frame(ofRow: indexPath)
    let inset = adjustedContentInset
    let header = style == .plain ? tableLayout.sections[indexPath.section].header : 0
    let visible = bounds.inset(by: inset)
    let top = row.minY - header
    var y: CGFloat
    switch scrollPosition {
    case .top: y = top
    case .middle: y = row.midY - visible.height / 2
    case .bottom: y = row.maxY - visible.height
    case .none:
      if top < visible.minY {
        y = top
      } else if row.maxY > visible.maxY {
        y = row.maxY - visible.height
      } else {
        return
      }
    }
    y = max(-inset.top, min(y - inset.top, contentSize.height + inset.bottom - bounds.height))
    setContentOffset(CGPoint(x: contentOffset.x, y: y), animated: animated)
  }

  /// Scrolls to the first selected row.
  open func scrollToNearestSelectedRow(at scrollPosition: ScrollPosition, animated: Bool) {
    guard let path = selection.min() else { return }
    scrollToRow(at: path, at: scrollPosition, animated: animated)
  }

  // MARK: Selection

  /// The selected row; the first one selected if there are several. Nil for none.
  open var indexPathForSelectedRow: IndexPath? { selection.first }

  /// The selected rows, in the order of their selection; nil for none.
  open var indexPathsForSelectedRows: [IndexPath]? { selection.isEmpty ? nil : selection }

  /// Selects a row and scrolls to it, without calling the delegate. Nil deselects all rows.
  open func selectRow(
    at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
  ) {
    loadIfNeeded()
    guard let indexPath else {
      for path in selection { deselectRow(at: path, animated: animated) }
      return
    }
    guard tableLayout.contains(indexPath), !selection.contains(indexPath) else { return }
    if !allowsMultipleSelection {
      for path in selection { deselectRow(at: path, animated: animated) }
    }
    selection.append(indexPath)
    visible[indexPath]?.setSelected(true, animated: animated)
    if scrollPosition != .none {
      scrollToRow(at: indexPath, at: scrollPosition, animated: animated)
    }
  }

  /// Deselects a row, without calling the delegate.
  open func deselectRow(at indexPath: IndexPath, animated: Bool) {
    guard let index = selection.firstIndex(of: indexPath) else { return }
    selection.remove(at: index)
    visible[indexPath]?.setSelected(false, animated: animated)
  }

  // MARK: Updates

  private func alone(_ collect: () -> Void) {
    beginUpdates()
    collect()
    endUpdates()
  }

  private func apply() {
    let change = change
    self.change = RowChange()
    changes.run { TableUpdate(self, change).run() }
  }

  /// Begins a batch of changes, which ``endUpdates()`` animates together. Batches nest.
  open func beginUpdates() {
    loadIfNeeded()
    openUpdates += 1
  }

  /// Ends a batch. Without changes of rows, it animates the changes of their heights.
  ///
  /// - Precondition: A batch is open; the data source's counts agree with the changes.
  open func endUpdates() {
    trap(unless: openUpdates > 0, "endUpdates() needs a beginUpdates() before")
    openUpdates -= 1
    guard openUpdates == 0 else { return }
    apply()
  }

  /// Animates changes of rows and sections together.
  ///
  /// - Parameters:
  ///   - updates: Calls of the methods below, and the changes of the data.
  ///   - completion: Called when the animations have stopped, with whether they finished.
  open func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    beginUpdates()
    updates?()
    if let completion { change.completions.append(completion) }
    endUpdates()
  }

  /// Inserts rows. The paths count after the update.
  open func insertRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.insert(indexPaths)
      for path in indexPaths { change.rowAnimations[path] = animation }
    }
  }

  /// Deletes rows. The paths count before the update.
  open func deleteRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.delete(indexPaths)
      for path in indexPaths { change.rowExits[path] = animation }
    }
  }

  /// Replaces the cells of rows. The paths count before the update.
  open func reloadRows(at indexPaths: [IndexPath], with animation: RowAnimation) {
    alone {
      change.list.reload(indexPaths)
      for path in indexPaths { change.rowExits[path] = animation }
    }
  }

  /// Replaces the cells of rows without an animation. Same as reloading them.
  open func reconfigureRows(at indexPaths: [IndexPath]) {
    reloadRows(at: indexPaths, with: .none)
  }

  /// Moves a row. The first path counts before the update, the second one after it.
  open func moveRow(at indexPath: IndexPath, to newIndexPath: IndexPath) {
    alone { change.list.move(indexPath, to: newIndexPath) }
  }

  /// Inserts sections. The indices count after the update.
  open func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.insertSections(sections)
      for section in sections { change.sectionAnimations[section] = animation }
    }
  }

  /// Deletes sections. The indices count before the update.
  open func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.deleteSections(sections)
      for section in sections { change.sectionExits[section] = animation }
    }
  }

  /// Replaces the rows of sections, of which there may be another number. The indices count before the
  /// update.
  open func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
    alone {
      change.list.reloadSections(sections)
      for section in sections { change.sectionExits[section] = animation }
    }
  }

  /// Moves a section. The first index counts before the update, the second one after it.
  open func moveSection(_ section: Int, toSection newSection: Int) {
    alone { change.list.moveSection(section, to: newSection) }
  }
}
