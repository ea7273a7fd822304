// ListControllerOverrides.swift
// Code outside of the package overrides each method of the protocols that a list controller conforms to, as it does on
// iOS, where these classes have all of them.
//
// SPDX-License-Identifier: MIT

import Foundation
import Testing
import UIKit

private final class OwnUITableViewController: UITableViewController {
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    super.tableView(tableView, numberOfRowsInSection: section)
  }
  override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath)
    -> UITableViewCell
  {
    super.tableView(tableView, cellForRowAt: indexPath)
  }
  override func numberOfSections(in tableView: UITableView) -> Int {
    super.numberOfSections(in: tableView)
  }
  override func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?
  {
    super.tableView(tableView, titleForHeaderInSection: section)
  }
  override func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String?
  {
    super.tableView(tableView, titleForFooterInSection: section)
  }
  override func tableView(_ tableView: UITableView, heightForRowAt indexPath: IndexPath) -> CGFloat
  {
    super.tableView(tableView, heightForRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, estimatedHeightForRowAt indexPath: IndexPath)
    -> CGFloat
  {
    super.tableView(tableView, estimatedHeightForRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, heightForHeaderInSection section: Int)
    -> CGFloat
  {
    super.tableView(tableView, heightForHeaderInSection: section)
  }
  override func tableView(_ tableView: UITableView, heightForFooterInSection section: Int)
    -> CGFloat
  {
    super.tableView(tableView, heightForFooterInSection: section)
  }
  override func tableView(_ tableView: UITableView, viewForHeaderInSection section: Int) -> UIView?
  {
    super.tableView(tableView, viewForHeaderInSection: section)
  }
  override func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView?
  {
    super.tableView(tableView, viewForFooterInSection: section)
  }
  override func tableView(
    _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    super.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
  }
  override func tableView(
    _ tableView: UITableView, didEndDisplaying cell: UITableViewCell, forRowAt indexPath: IndexPath
  ) {
    super.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
  }
  override func tableView(
    _ tableView: UITableView, willDisplayHeaderView view: UIView, forSection section: Int
  ) {
    super.tableView(tableView, willDisplayHeaderView: view, forSection: section)
  }
  override func tableView(
    _ tableView: UITableView, willDisplayFooterView view: UIView, forSection section: Int
  ) {
    super.tableView(tableView, willDisplayFooterView: view, forSection: section)
  }
  override func tableView(
    _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
  ) {
    super.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
  }
  override func tableView(
    _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
  ) {
    super.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
  }
  override func tableView(_ tableView: UITableView, shouldHighlightRowAt indexPath: IndexPath)
    -> Bool
  {
    super.tableView(tableView, shouldHighlightRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, didHighlightRowAt indexPath: IndexPath) {
    super.tableView(tableView, didHighlightRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, didUnhighlightRowAt indexPath: IndexPath) {
    super.tableView(tableView, didUnhighlightRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, willSelectRowAt indexPath: IndexPath)
    -> IndexPath?
  {
    super.tableView(tableView, willSelectRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    super.tableView(tableView, didSelectRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, willDeselectRowAt indexPath: IndexPath)
    -> IndexPath?
  {
    super.tableView(tableView, willDeselectRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, didDeselectRowAt indexPath: IndexPath) {
    super.tableView(tableView, didDeselectRowAt: indexPath)
  }
  override func tableView(_ tableView: UITableView, indentationLevelForRowAt indexPath: IndexPath)
    -> Int
  {
    super.tableView(tableView, indentationLevelForRowAt: indexPath)
  }
  override func tableView(
    _ tableView: UITableView, accessoryButtonTappedForRowWith indexPath: IndexPath
  ) {
    super.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
  }
  override func scrollViewDidScroll(_ scrollView: UIScrollView) {
    super.scrollViewDidScroll(scrollView)
  }
  override func scrollViewDidZoom(_ scrollView: UIScrollView) {
    super.scrollViewDidZoom(scrollView)
  }
  override func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    super.scrollViewWillBeginDragging(scrollView)
  }
  override func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    super.scrollViewWillEndDragging(
      scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
  }
  override func scrollViewDidEndDragging(
    _ scrollView: UIScrollView, willDecelerate decelerate: Bool
  ) {
    super.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
  override func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    super.scrollViewWillBeginDecelerating(scrollView)
  }
  override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    super.scrollViewDidEndDecelerating(scrollView)
  }
  override func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    super.scrollViewDidEndScrollingAnimation(scrollView)
  }
  override func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    super.scrollViewDidChangeAdjustedContentInset(scrollView)
  }
  override func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    super.scrollViewShouldScrollToTop(scrollView)
  }
  override func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    super.scrollViewDidScrollToTop(scrollView)
  }
  override func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    super.viewForZooming(in: scrollView)
  }
  override func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    super.scrollViewWillBeginZooming(scrollView, with: view)
  }
  override func scrollViewDidEndZooming(
    _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
  ) {
    super.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
  }
}

private final class OwnUICollectionViewController: UICollectionViewController {
  override func collectionView(
    _ collectionView: UICollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    super.collectionView(collectionView, numberOfItemsInSection: section)
  }
  override func collectionView(
    _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
  ) -> UICollectionViewCell {
    super.collectionView(collectionView, cellForItemAt: indexPath)
  }
  override func numberOfSections(in collectionView: UICollectionView) -> Int {
    super.numberOfSections(in: collectionView)
  }
  override func collectionView(
    _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
    at indexPath: IndexPath
  ) -> UICollectionReusableView {
    super.collectionView(collectionView, viewForSupplementaryElementOfKind: kind, at: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, shouldHighlightItemAt indexPath: IndexPath
  ) -> Bool {
    super.collectionView(collectionView, shouldHighlightItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, didHighlightItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, didHighlightItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, didUnhighlightItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, didUnhighlightItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, shouldSelectItemAt indexPath: IndexPath
  ) -> Bool {
    super.collectionView(collectionView, shouldSelectItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, shouldDeselectItemAt indexPath: IndexPath
  ) -> Bool {
    super.collectionView(collectionView, shouldDeselectItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, didSelectItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, didSelectItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, didDeselectItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, didDeselectItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, willDisplay: cell, forItemAt: indexPath)
  }
  override func collectionView(
    _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
    forItemAt indexPath: IndexPath
  ) {
    super.collectionView(collectionView, didEndDisplaying: cell, forItemAt: indexPath)
  }
  override func scrollViewDidScroll(_ scrollView: UIScrollView) {
    super.scrollViewDidScroll(scrollView)
  }
  override func scrollViewDidZoom(_ scrollView: UIScrollView) {
    super.scrollViewDidZoom(scrollView)
  }
  override func scrollViewWillBeginDragging(_ scrollView: UIScrollView) {
    super.scrollViewWillBeginDragging(scrollView)
  }
  override func scrollViewWillEndDragging(
    _ scrollView: UIScrollView, withVelocity velocity: CGPoint,
    targetContentOffset: UnsafeMutablePointer<CGPoint>
  ) {
    super.scrollViewWillEndDragging(
      scrollView, withVelocity: velocity, targetContentOffset: targetContentOffset)
  }
  override func scrollViewDidEndDragging(
    _ scrollView: UIScrollView, willDecelerate decelerate: Bool
  ) {
    super.scrollViewDidEndDragging(scrollView, willDecelerate: decelerate)
  }
  override func scrollViewWillBeginDecelerating(_ scrollView: UIScrollView) {
    super.scrollViewWillBeginDecelerating(scrollView)
  }
  override func scrollViewDidEndDecelerating(_ scrollView: UIScrollView) {
    super.scrollViewDidEndDecelerating(scrollView)
  }
  override func scrollViewDidEndScrollingAnimation(_ scrollView: UIScrollView) {
    super.scrollViewDidEndScrollingAnimation(scrollView)
  }
  override func scrollViewDidChangeAdjustedContentInset(_ scrollView: UIScrollView) {
    super.scrollViewDidChangeAdjustedContentInset(scrollView)
  }
  override func scrollViewShouldScrollToTop(_ scrollView: UIScrollView) -> Bool {
    super.scrollViewShouldScrollToTop(scrollView)
  }
  override func scrollViewDidScrollToTop(_ scrollView: UIScrollView) {
    super.scrollViewDidScrollToTop(scrollView)
  }
  override func viewForZooming(in scrollView: UIScrollView) -> UIView? {
    super.viewForZooming(in: scrollView)
  }
  override func scrollViewWillBeginZooming(_ scrollView: UIScrollView, with view: UIView?) {
    super.scrollViewWillBeginZooming(scrollView, with: view)
  }
  override func scrollViewDidEndZooming(
    _ scrollView: UIScrollView, with view: UIView?, atScale scale: CGFloat
  ) {
    super.scrollViewDidEndZooming(scrollView, with: view, atScale: scale)
  }
}

@MainActor @Suite struct ListControllerOverrides {
  @Test func overridesCallTheClassesOwn() {
    let table = OwnUITableViewController(style: .plain)
    let path = IndexPath(row: 0, section: 0)
    #expect(table.tableView.delegate === table && table.tableView.dataSource === table)
    #expect(table.tableView(table.tableView, shouldHighlightRowAt: path))
    #expect(table.tableView(table.tableView, willSelectRowAt: path) == path)
    #expect(table.tableView(table.tableView, viewForFooterInSection: 0) == nil)
    let items = OwnUICollectionViewController(collectionViewLayout: UICollectionViewFlowLayout())
    #expect(items.collectionView(items.collectionView, shouldSelectItemAt: path))
    #expect(items.viewForZooming(in: items.collectionView) == nil)
  }
}
