// GLProgram.swift
// Stage: canvas. Shaders compiled and linked: one program for each amount of detail, made when it is first needed.
//
// SPDX-License-Identifier: MIT

internal import CSDL2
import Foundation

/// A program, and the places of its uniforms.
struct GLProgram {
  /// What a program can draw. One that can draw less is faster.
  enum Detail {
    /// Boxes without a border that are only moved, turned, and scaled alike in both directions.
    case boxes
    /// These, with a border, too.
    case borders
    /// Masks alone.
    case masks
    /// Masks, and boxes of these kinds.
    case labels
    /// These, pictures, and boxes with any map.
    case pictures
    /// These, gradients and shadows.
    case paints
    /// One direction of a blur.
    case blur
    /// A map of colours.
    case matrix
    /// A picture mixed with what is beneath it.
    case blend
  }

  /// What an instance needs a program for; several of them need one for all.
  struct Needs: OptionSet {
    let rawValue: UInt8

    static let boxes = Needs(rawValue: 1)
    static let borders = Needs(rawValue: 2)
    static let masks = Needs(rawValue: 4)
    static let pictures = Needs(rawValue: 8)
    static let paints = Needs(rawValue: 16)

    /// The fastest program.
    var detail: Detail {
      if contains(.paints) { return .paints }
      if contains(.pictures) { return .pictures }
      if contains(.masks) { return self == .masks ? .masks : .labels }
      return contains(.borders) ? .borders : .boxes
    }
  }

  /// The units of textures, in all programs alike.
  enum Unit: Int32, CaseIterable {
    case masks
    case picture
    case ramps
    case beneath
  }

  /// The uniforms that only some programs have.
  enum Uniform: CaseIterable {
    case taps, direction, matrix, mode, origin
  }

  let name: GLName
  let view: Int32
  let rows: Int32
  private let others: [Uniform: Int32]

  /// Compiles a program.
  ///
  /// - Throws: The driver's own words.
  init(_ detail: Detail, _ context: GLContext) throws(SDLError) {
    let gl = context.functions
    let prefix = context.version.shaderPrefix
    let vertex = try Self.shader(
      GL_VERTEX_SHADER, prefix + ShaderSource.vertex, "vertex shader", gl)
    defer { gl.deleteShader(vertex) }
    let fragment = try Self.shader(
      GL_FRAGMENT_SHADER, prefix + ShaderSource.main(detail), "shader of \(detail)", gl)
    defer { gl.deleteShader(fragment) }
    let program = gl.createProgram()
    gl.attachShader(program, vertex)
    gl.attachShader(program, fragment)
    gl.linkProgram(program)
    var status: Int32 = 0
    gl.getProgramiv(program, UInt32(GL_LINK_STATUS), &status)
    guard status != 0 else {
      let words = Self.log { gl.getProgramInfoLog(program, $0, nil, $1) }
      gl.deleteProgram(program)
      throw SDLError(action: "linking the program of \(detail)", reason: words)
    }
    name = program
    view = gl.getUniformLocation(program, "view")
    rows = gl.getUniformLocation(program, "rows")
    var others: [Uniform: Int32] = [:]
    for uniform in Uniform.allCases {
      others[uniform] = gl.getUniformLocation(program, "\(uniform)")
    }
    self.others = others
    gl.useProgram(program)
    for unit in Unit.allCases {
      let place = gl.getUniformLocation(program, "\(unit)")
      if place >= 0 { gl.uniform1i(place, unit.rawValue) }
    }
  }

  /// The place of a uniform; -1 in programs without it.
  func place(_ uniform: Uniform) -> Int32 { others[uniform] ?? -1 }

  private static func shader(
    _ kind: Int32, _ source: String, _ what: String, _ gl: GLFunctions
  ) throws(SDLError) -> GLName {
    let shader = gl.createShader(UInt32(kind))
    source.withCString { text in
      withUnsafePointer(to: UnsafePointer<CChar>?.some(text)) {
        gl.shaderSource(shader, 1, $0, nil)
      }
    }
    gl.compileShader(shader)
    var status: Int32 = 0
    gl.getShaderiv(shader, UInt32(GL_COMPILE_STATUS), &status)
    if status != 0 { return shader }
    let words = log { gl.getShaderInfoLog(shader, $0, nil, $1) }
    gl.deleteShader(shader)
    throw SDLError(action: "compiling the \(what)", reason: words)
  }

  /// A driver's words, on one line.
  private static func log(_ read: (Int32, UnsafeMutablePointer<CChar>) -> Void) -> String {
    var letters = [CChar](repeating: 0, count: 2048)
    read(Int32(letters.count), &letters)
    let words = String(decoding: letters.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      .split(whereSeparator: \.isNewline).joined(separator: "; ")
    return words.isEmpty ? "the driver gives no reason" : words
  }
}
