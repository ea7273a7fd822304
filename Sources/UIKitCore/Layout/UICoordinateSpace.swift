// UICoordinateSpace.swift
// Conversion of points and rectangles between views, the screen and scenes.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// A frame of reference: a view, the screen, or a scene. A window's origin is that of its scene and of the screen.
@preconcurrency @MainActor
public protocol UICoordinateSpace: AnyObject {
  /// The rectangle of the space in its own coordinates, in points.
  var bounds: CGRect { get }
  /// Converts a point of this space to another.
  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint
  /// Converts a point of another space to this one.
  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint
  /// Converts a rectangle of this space to another.
  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect
  /// Converts a rectangle of another space to this one.
  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect
}

extension UIView: UICoordinateSpace {}

extension UIScreen: UICoordinateSpace {
  /// The screen itself, in points.
  public var coordinateSpace: any UICoordinateSpace { self }
  /// The screen itself: it is not rotated.
  public var fixedCoordinateSpace: any UICoordinateSpace { self }
  /// Converts a point to another space.
  public func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    ScreenSpace.shared.convert(point, to: coordinateSpace)
  }
  /// Converts a point of another space.
  public func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    ScreenSpace.shared.convert(point, from: coordinateSpace)
  }
  /// Converts a rectangle to another space.
  public func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    ScreenSpace.shared.convert(rect, to: coordinateSpace)
  }
  /// Converts a rectangle of another space.
  public func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    ScreenSpace.shared.convert(rect, from: coordinateSpace)
  }
}

/// The coordinates of the screen, and of a scene, whose windows all begin at its origin.
@MainActor
final class ScreenSpace: UICoordinateSpace {
  static let shared = ScreenSpace(size: .zero)

  let bounds: CGRect

  init(size: CGSize) { bounds = CGRect(origin: .zero, size: size) }

  func convert(_ point: CGPoint, to coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? UIView)?.convert(point, from: nil) ?? point
  }

  func convert(_ point: CGPoint, from coordinateSpace: any UICoordinateSpace) -> CGPoint {
    (coordinateSpace as? UIView)?.convert(point, to: nil) ?? point
  }

  func convert(_ rect: CGRect, to coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.convert(rect, from: nil) ?? rect
  }

  func convert(_ rect: CGRect, from coordinateSpace: any UICoordinateSpace) -> CGRect {
    (coordinateSpace as? UIView)?.convert(rect, to: nil) ?? rect
  }
}
