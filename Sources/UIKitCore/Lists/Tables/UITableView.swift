// UITableView.swift
// A list of rows in sections: its properties, its layout, and the frames of what is visible.
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
  public final let style: Style

  // MARK: State

  final var tableLayout = TableLayout()
  final var isLoaded = false
  private var laidOutWidth: CGFloat = 0
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
    setUp()
  }

  /// Creates a plain table.
  public override init(frame: CGRect) {
    style = .plain
    super.init(frame: frame)
    setUp()
  }

  /// Creates a plain table. There are no archives, so the coder is ignored.
  public required init?(coder: NSCoder) {
    style = .plain
    super.init(coder: coder)
    setUp()
  }

  private func setUp() {
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
    for view in headers.values { recycleHeader(view) }
    for view in footers.values { recycleHeader(view) }
    (headers, footers, madeHeaders, madeFooters) = ([:], [:], [:], [:])
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

  /// Returns the places of the data source's current contents.
  final func makeLayout() -> TableLayout {
    let count = checkedCount(dataSource?.numberOfSections(in: self))
    let sections = (0..<count).map { section in
      let rows = checkedCount(dataSource?.tableView(self, numberOfRowsInSection: section))
      return TableLayout.Section(
        header: headerHeight(section), rows: rowHeights(section, count: rows),
        footer: footerHeight(section))
    }
    return TableLayout(
      sections, head: tableHeaderView?.frame.height ?? 0, foot: tableFooterView?.frame.height ?? 0)
  }

  private func rowHeights(_ section: Int, count: Int) -> RowHeights {
    guard let tableDelegate else {
      if rowHeight >= 0 { return RowHeights(count: count, height: rowHeight) }
      if measured.isEmpty { return RowHeights(count: count, height: estimate(estimatedRowHeight)) }
      return RowHeights(
        (0..<count).map {
          measured[IndexPath(row: $0, section: section)] ?? estimate(estimatedRowHeight)
        })
    }
    var heights: [CGFloat] = []
    heights.reserveCapacity(count)
    for row in 0..<count {
      let path = IndexPath(row: row, section: section)
      let height = tableDelegate.tableView(self, heightForRowAt: path)
      if height >= 0 {
        heights.append(height)
      } else {
        heights.append(
          measured[path] ?? estimate(tableDelegate.tableView(self, estimatedHeightForRowAt: path)))
      }
    }
    return RowHeights(heights)
  }

  private func estimate(_ height: CGFloat) -> CGFloat {
    height > 0 ? height : Self.standardRowHeight
  }

  /// Whether a row has the height of its content.
  final func isAutomatic(_ path: IndexPath) -> Bool {
    (tableDelegate?.tableView(self, heightForRowAt: path) ?? rowHeight) < 0
  }

  final func frame(ofRow path: IndexPath) -> CGRect {
    let row = tableLayout.row(path)
    return CGRect(x: 0, y: row.top, width: bounds.width, height: row.height)
  }

  /// Lays out the visible rows, and removes those that are no longer visible.
  open override func layoutSubviews() {
    super.layoutSubviews()
    guard !changes.isRunning else { return }
    changes.run(layOutRows)
  }

  private func layOutRows() {
    loadIfNeeded()
    if bounds.width != laidOutWidth {
      laidOutWidth = bounds.width
      measured = [:]
      tableLayout = makeLayout()
      updateContentSize()
      placeVisible()
    }
    // What enters the screen during an animation is not animated itself.
    UIView.performWithoutAnimation { updateVisible() }
    placeEdgeViews()
  }

  /// Gives all visible cells the frames of the layout.
  final func placeVisible() {
    for (path, cell) in visible where tableLayout.contains(path) {
      cell.frame = frame(ofRow: path)
    }
  }

  final func placeEdgeViews() {
    if let view = tableHeaderView {
      view.frame = CGRect(x: 0, y: 0, width: bounds.width, height: view.frame.height)
    }
    if let view = tableFooterView {
      view.frame = CGRect(
        x: 0, y: tableLayout.sectionsEnd, width: bounds.width, height: view.frame.height)
    }
    backgroundView?.frame = bounds
    for (section, view) in headers where tableLayout.sections.indices.contains(section) {
      view.frame = headerFrame(section)
    }
    for (section, view) in footers where tableLayout.sections.indices.contains(section) {
      view.frame = footerFrame(section)
    }
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
}
