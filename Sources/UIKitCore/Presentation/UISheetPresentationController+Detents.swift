// UISheetPresentationController+Detents.swift
// The heights at which a sheet rests.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// What a custom height may depend on.
@preconcurrency @MainActor
public protocol UISheetPresentationControllerDetentResolutionContext: AnyObject {
  /// The traits of the sheet.
  var containerTraitCollection: UITraitCollection { get }
  /// The height of the large detent, in points.
  var maximumDetentValue: CGFloat { get }
}

/// The traits and the greatest height of one sheet.
@MainActor
final class DetentContext: UISheetPresentationControllerDetentResolutionContext {
  let containerTraitCollection: UITraitCollection
  let maximumDetentValue: CGFloat

  init(containerTraitCollection: UITraitCollection, maximumDetentValue: CGFloat) {
    self.containerTraitCollection = containerTraitCollection
    self.maximumDetentValue = maximumDetentValue
  }
}

extension UISheetPresentationController {
  /// A height at which a sheet rests.
  @preconcurrency @MainActor
  public final class Detent: NSObject {
    /// The name of a height.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Creates a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Creates a name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// About half of the window.
      public static let medium = Identifier(rawValue: "com.apple.UIKit.medium")
      /// As high as possible.
      public static let large = Identifier(rawValue: "com.apple.UIKit.large")
    }

    /// A function that returns a height in points, or nil for none.
    public typealias Resolver =
      @MainActor (
        any UISheetPresentationControllerDetentResolutionContext
      ) -> CGFloat?

    /// The name of the height.
    public let identifier: Identifier
    private let resolver: Resolver

    private init(_ identifier: Identifier, _ resolver: @escaping Resolver) {
      self.identifier = identifier
      self.resolver = resolver
    }

    /// Half of the large height.
    public class func medium() -> Detent {
      Detent(.medium) { ($0.maximumDetentValue / 2).rounded() }
    }

    /// As high as possible.
    public class func large() -> Detent { Detent(.large) { $0.maximumDetentValue } }

    /// A height of one's own.
    ///
    /// - Parameters:
    ///   - identifier: Its name. Nil for one that no other has.
    ///   - resolver: Returns the height in points, at most `maximumDetentValue`; nil where the sheet cannot have it.
    public class func custom(
      identifier: Identifier? = nil, resolver: @escaping Resolver
    ) -> Detent {
      Detent(identifier ?? Identifier(UUID().uuidString), resolver)
    }

    /// The height in points; nil where the sheet cannot have it.
    public func resolvedValue(
      in context: any UISheetPresentationControllerDetentResolutionContext
    ) -> CGFloat? { resolver(context) }
  }
}
