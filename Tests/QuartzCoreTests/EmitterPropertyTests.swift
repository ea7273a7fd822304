// EmitterPropertyTests.swift
// The properties of emitter layers and cells: defaults, keys, paths, bad input.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite("Properties of emitters, semantics 12") struct EmitterPropertyTests {
  @Test("The defaults of an emitter layer, semantics 12") func layerDefaults() {
    let layer = CAEmitterLayer()
    #expect(layer.emitterCells == nil)
    #expect(layer.birthRate == 1 && layer.lifetime == 1)
    #expect(layer.emitterPosition == .zero && layer.emitterZPosition == 0)
    #expect(layer.emitterSize == .zero && layer.emitterDepth == 0)
    #expect(layer.emitterShape == .point && layer.emitterMode == .volume)
    #expect(layer.renderMode == .unordered && !layer.preservesDepth)
    #expect(layer.velocity == 1 && layer.scale == 1 && layer.spin == 1 && layer.seed == 0)
  }

  @Test("The defaults of a cell, semantics 12 and 1") func cellDefaults() {
    let cell = CAEmitterCell()
    #expect(cell.name == nil && cell.isEnabled && cell.contents == nil)
    #expect(cell.birthRate == 0 && cell.lifetime == 0 && cell.lifetimeRange == 0)
    #expect(cell.velocity == 0 && cell.scale == 1 && cell.scaleSpeed == 0 && cell.spin == 0)
    #expect(cell.emissionLatitude == 0 && cell.emissionLongitude == 0 && cell.emissionRange == 0)
    #expect(cell.color == .white && cell.alphaRange == 0 && cell.alphaSpeed == 0)
    #expect(cell.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(cell.minificationFilter == "linear" && cell.emitterCells == nil)
    #expect(cell.beginTime == 0 && cell.duration == 0 && cell.speed == 1 && cell.repeatCount == 0)
    #expect(cell.fillMode == .removed && !cell.autoreverses)
  }

  /// Every key of a cell, with a value that is not its default.
  static let keys: [(String, Double)] = [
    "birthRate", "lifetime", "lifetimeRange", "emissionLatitude", "emissionLongitude",
    "emissionRange", "velocity", "velocityRange", "xAcceleration", "yAcceleration",
    "zAcceleration", "scale", "scaleRange", "scaleSpeed", "spin", "spinRange", "redRange",
    "greenRange", "blueRange", "alphaRange", "redSpeed", "greenSpeed", "blueSpeed", "alphaSpeed",
    "contentsScale", "minificationFilterBias", "beginTime", "duration", "timeOffset", "speed",
    "repeatCount", "repeatDuration",
  ].enumerated().map { ($1, Double($0) + 0.5) }

  @Test("Keys of cells, semantics 14", arguments: keys)
  func keysOfCells(key: String, value: Double) {
    let cell = CAEmitterCell()
    cell.setValue(value, forKey: key)
    #expect(cell.value(forKey: key) as? Double == value)
    let layer = CAEmitterLayer()
    let named = CAEmitterCell()
    named.name = "fire"
    layer.emitterCells = [named]
    layer.setValue(value, forKeyPath: "emitterCells.fire.\(key)")
    #expect(layer.value(forKeyPath: "emitterCells.fire.\(key)") as? Double == value)
    #expect(named.value(forKey: key) as? Double == value)
  }

  @Test("Other keys of cells, semantics 14") func otherKeys() {
    let cell = CAEmitterCell()
    cell.setValue("nearest", forKey: "magnificationFilter")
    cell.setValue(false, forKey: "enabled")
    cell.setValue(CGColor.black, forKey: "color")
    cell.setValue(0.25, forKeyPath: "contentsRect.size.width")
    cell.setValue("mine", forKey: "whatever")
    #expect(cell.magnificationFilter == "nearest" && !cell.isEnabled && cell.color == .black)
    #expect(cell.contentsRect.width == 0.25)
    #expect(cell.value(forKey: "whatever") as? String == "mine")
    #expect(cell.value(forKey: "unknown") == nil)
    cell.setValue(nil, forKey: "birthRate")
    cell.setValue("fast", forKey: "velocity")
    #expect(cell.birthRate == 0 && cell.velocity == 0)
  }

  @Test("Paths through the layer, semantics 14") func pathsThroughTheLayer() {
    let (rocket, flare) = (CAEmitterCell(), CAEmitterCell())
    (rocket.name, flare.name) = ("rocket", "flare")
    rocket.emitterCells = [flare]
    let layer = CAEmitterLayer()
    layer.emitterCells = [CAEmitterCell(), rocket]
    layer.setValue(7, forKeyPath: "emitterCells.rocket.emitterCells.flare.birthRate")
    layer.setValue(0.5, forKeyPath: "emitterCells.rocket.contentsRect.size.height")
    #expect(flare.birthRate == 7)
    #expect(
      layer.value(forKeyPath: "emitterCells.rocket.emitterCells.flare.birthRate") as? Double == 7)
    #expect(rocket.contentsRect.height == 0.5)
    // There is no cell of that name.
    layer.setValue(7, forKeyPath: "emitterCells.comet.birthRate")
    #expect(layer.value(forKeyPath: "emitterCells.comet.birthRate") == nil)
    #expect(layer.value(forKeyPath: "emitterCells.rocket") == nil)
    layer.setValue(nil, forKey: "emitterCells")
    #expect(layer.emitterCells == nil)
  }

  @Test("Keys of the layer, semantics 14") func keysOfTheLayer() {
    let layer = CAEmitterLayer()
    layer.setValue("circle", forKey: "emitterShape")
    layer.setValue(3, forKeyPath: "emitterSize.width")
    layer.setValue(4.0, forKeyPath: "emitterPosition.y")
    for key in ["birthRate", "lifetime", "velocity", "scale", "spin", "seed", "emitterDepth"] {
      layer.setValue(2, forKey: key)
      #expect(layer.value(forKey: key) as? Double == 2)
    }
    #expect(layer.emitterShape == .circle && layer.emitterSize.width == 3)
    #expect(layer.emitterPosition.y == 4 && layer.birthRate == 2 && layer.seed == 2)
    // A plain layer treats them as undeclared keys.
    #expect(CALayer().value(forKey: "birthRate") == nil)
  }

  /// The values of cells are read when `emitterCells` is set.
  @Test func aCellThatIsChangedLaterIsNotWatched() {
    let cell = CAEmitterCell()
    cell.name = "a"
    let layer = CAEmitterLayer()
    layer.emitterCells = [cell]
    cell.birthRate = 5
    #expect(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Double == 0)
    #expect(layer.emitterCells?.first === cell)
    layer.emitterCells = [cell]
    #expect(layer.value(forKeyPath: "emitterCells.a.birthRate") as? Double == 5)
  }

  @Test func aCellThatEmitsItselfIsLeftOut() {
    let (a, b) = (CAEmitterCell(), CAEmitterCell())
    (a.name, b.name) = ("a", "b")
    a.emitterCells = [b]
    b.emitterCells = [a, b]
    let layer = CAEmitterLayer()
    let lines = Diagnostics.collecting { layer.emitterCells = [a] }.lines
    #expect(lines.count == 2)
    #expect(layer.value(forKeyPath: "emitterCells.a.emitterCells.b.birthRate") != nil)
    #expect(
      layer.value(forKeyPath: "emitterCells.a.emitterCells.b.emitterCells.a.birthRate") == nil)
  }

  @Test func lifetimesMayBeEndless() {
    let cell = CAEmitterCell()
    cell.lifetime = .infinity
    #expect(cell.lifetime == .infinity)
  }
}
