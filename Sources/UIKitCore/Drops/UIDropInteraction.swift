// UIDropInteraction.swift
// Views that take files which are dropped onto them.
//
// This folder: files that are dropped onto views: interactions, and what is read from the files.
//
// SPDX-License-Identifier: MIT

public import Foundation

/// Decides about items that are dropped onto a view, and takes them. Every method is optional.
@preconcurrency @MainActor
public protocol UIDropInteractionDelegate: AnyObject {
  /// Returns whether the view takes part. Default true.
  func dropInteraction(
    _ interaction: UIDropInteraction, canHandle session: any UIDropSession
  ) -> Bool
  /// Items are over the view.
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession)
  /// Returns what would be done with the items. Default nothing: a view that takes items needs this method.
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal
  /// Items have left the view, or were not taken.
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession)
  /// The items were dropped: their data can be read.
  func dropInteraction(
    _ interaction: UIDropInteraction, performDrop session: any UIDropSession)
  /// The drop is complete.
  func dropInteraction(
    _ interaction: UIDropInteraction, concludeDrop session: any UIDropSession)
  /// The session is over, whether or not items were taken.
  func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession)
}

extension UIDropInteractionDelegate {
  /// Returns true.
  public func dropInteraction(
    _ interaction: UIDropInteraction, canHandle session: any UIDropSession
  ) -> Bool { true }
  /// Does nothing.
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession
  ) {}
  /// Returns nothing to do.
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
  ) -> UIDropProposal { UIDropProposal(operation: .cancel) }
  /// Does nothing.
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession
  ) {}
  /// Does nothing.
  public func dropInteraction(
    _ interaction: UIDropInteraction, performDrop session: any UIDropSession
  ) {}
  /// Does nothing.
  public func dropInteraction(
    _ interaction: UIDropInteraction, concludeDrop session: any UIDropSession
  ) {}
  /// Does nothing.
  public func dropInteraction(
    _ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession
  ) {}
}

/// Files that a view takes from the desktop's other programs, by a delegate.
///
/// SDL reports files when they are dropped, and nothing before, so that the delegate's methods follow each other at once.
/// Of views inside of each other, the innermost that can handle the files gets them; where there is none, they are opened
/// as URLs.
///
/// Source: Apple's `UIDropInteraction`.
@preconcurrency @MainActor
open class UIDropInteraction: NSObject, UIInteraction {
  /// What decides and takes items.
  open private(set) weak var delegate: (any UIDropInteractionDelegate)?
  /// The view that has the interaction.
  open private(set) weak var view: UIView?

  /// Creates an interaction.
  ///
  /// - Parameter delegate: What decides and takes items. Stored weakly.
  public init(delegate: any UIDropInteractionDelegate) { self.delegate = delegate }

  /// Does nothing.
  open func willMove(to view: UIView?) {}

  /// Stores the view.
  open func didMove(to view: UIView?) { self.view = view }

  /// Goes through a whole session, as the files are dropped. Returns false where the delegate cannot handle them.
  final func take(_ session: any UIDropSession) -> Bool {
    guard let delegate, delegate.dropInteraction(self, canHandle: session) else { return false }
    delegate.dropInteraction(self, sessionDidEnter: session)
    switch delegate.dropInteraction(self, sessionDidUpdate: session).operation {
    case .copy, .move:
      delegate.dropInteraction(self, performDrop: session)
      delegate.dropInteraction(self, concludeDrop: session)
    case .cancel, .forbidden:
      delegate.dropInteraction(self, sessionDidExit: session)
    }
    delegate.dropInteraction(self, sessionDidEnd: session)
    return true
  }
}

extension UIWindow {
  /// Gives dropped files to the innermost view that takes them. Returns false where there is none.
  final func takeDrop(_ files: [URL], at place: CGPoint) -> Bool {
    let session = FileDrop(files, at: place, in: self)
    var current = hitTest(place, with: nil)
    while let view = current {
      for case let drop as UIDropInteraction in view.interactions where drop.take(session) {
        return true
      }
      current = view.superview
    }
    return false
  }
}
