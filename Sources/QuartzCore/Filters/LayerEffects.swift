// LayerEffects.swift
// What all filters of a layer do together.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
import Foundation

/// What a layer's filters do, taken from their values when they are set. Immutable, so that copies of a layer's
/// values share it.
package final class LayerEffects: Hashable, Sendable {
  /// How the layer is combined with what is behind it.
  package let blendMode: CGBlendMode
  /// Applied to the layer with its sublayers.
  package let filters: [LayerFilter]
  /// Applied to what is behind the layer, within its bounds.
  package let backdrop: [LayerFilter]
  private let filterValues: [FilterValues]
  private let backdropValues: [FilterValues]

  private init(blendMode: CGBlendMode, filters: [FilterValues], backdrop: [FilterValues]) {
    self.blendMode = blendMode
    (filterValues, backdropValues) = (filters, backdrop)
    self.filters = filters.compactMap { LayerFilter($0) }
    self.backdrop = backdrop.compactMap { LayerFilter($0) }
  }

  package static func == (a: LayerEffects, b: LayerEffects) -> Bool {
    a === b
      || (a.blendMode == b.blendMode && a.filterValues == b.filterValues
        && a.backdropValues == b.backdropValues)
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(blendMode)
    hasher.combine(filterValues)
    hasher.combine(backdropValues)
  }

  /// Returns the effects after a change of one of the layer's three filter properties; nil where they would
  /// change nothing.
  static func changing(
    _ old: LayerEffects?, blendMode: CGBlendMode? = nil, filters: [FilterValues]? = nil,
    backdrop: [FilterValues]? = nil
  ) -> LayerEffects? {
    let mode = blendMode ?? old?.blendMode ?? .normal
    let (filters, backdrop) = (
      filters ?? old?.filterValues ?? [], backdrop ?? old?.backdropValues ?? []
    )
    if mode == .normal && filters.isEmpty && backdrop.isEmpty { return nil }
    return LayerEffects(blendMode: mode, filters: filters, backdrop: backdrop)
  }

  // MARK: Inputs

  /// The numbers that all filters read, those of the layer first: what animations change.
  package var inputs: [Double] { (filterValues + backdropValues).flatMap(\.numbers) }

  /// Returns the effects with other ``inputs``; the same where their number differs.
  func with(inputs: [Double]) -> LayerEffects {
    guard inputs.count == self.inputs.count else { return self }
    var rest = inputs[...]
    func replaced(_ values: FilterValues) -> FilterValues {
      var values = values
      values.numbers = Array(rest.prefix(values.numbers.count))
      rest = rest.dropFirst(values.numbers.count)
      return values
    }
    let filters = filterValues.map(replaced)
    return LayerEffects(
      blendMode: blendMode, filters: filters, backdrop: backdropValues.map(replaced))
  }

  /// The place among ``inputs`` of a number, by a layer's property and the rest of a key path, such as
  /// "blur.inputRadius"; nil for an unknown one. Of several filters of one name, the first is used.
  func index(of property: StoredOnlyProperty, _ rest: String) -> Int? {
    guard let dot = rest.firstIndex(of: ".") else { return nil }
    let (name, key) = (rest[..<dot], String(rest[rest.index(after: dot)...]))
    let list = property == .filters ? filterValues : backdropValues
    guard property == .filters || property == .backgroundFilters,
      let place = list.firstIndex(where: { $0.name == name }), let own = list[place].index(of: key)
    else { return nil }
    let before = (property == .filters ? [] : filterValues) + list[..<place]
    return before.reduce(own) { $0 + $1.numbers.count }
  }
}

extension LayerValues {
  /// The numbers that the layer's filters read, as one list. Without filters there are none, and none can be
  /// set.
  package var filterInputs: [Double]? {
    get { rare.fields.effects?.inputs }
    set { self.effects = self.effects.map { $0.with(inputs: newValue ?? []) } }
  }
}
