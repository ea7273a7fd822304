// WindowHost.swift
// Starts the run loop of a program with windows, and ends it on request. HostedWindow handles the close button,
// after which HostRunner ends without windows.
//
// This folder: the run loop, windows on a screen and their frames, hosts off screen.
//
// SPDX-License-Identifier: MIT

package import Compositor
package import Foundation
package import SDLRenderer
package import UIKitCore

/// The reason why a program with windows could not start or continue.
package struct HostError: Error, CustomStringConvertible {
  package let description: String
}

/// The host of a program with windows on the desktop.
@MainActor package enum WindowHost {
  private static var session: SDLSession?
  private static var runner: HostRunner?

  /// Starts SDL. Returns the reason why no window can be opened; nil when one can.
  package static func canOpenWindow() -> String? {
    do throws(SDLError) {
      _ = try openSession()
      return nil
    } catch {
      return error.reason
    }
  }

  /// Why the limit on open files is too low for a window; nil if it is high enough. Raises a limit that can be raised.
  package static func fileShortage() -> String? { OpenFiles.reserve() }

  /// Why the limit on the stack is too low for any picture; nil if it is high enough. Raises a limit that can be raised.
  package static func stackShortage() -> String? { CallStack.reserve() }

  /// The video driver and the renderers, such as "SDL x11 · memory".
  package static var description: String {
    guard let session else { return "SDL" }
    return (["SDL \(session.driver)"] + renderers.map(\.rawValue)).joined(separator: " · ")
  }

  /// The part of the screen that windows may cover, in points of the desktop; nil without a screen, or when it is
  /// unknown.
  package static var usableScreenSize: CGSize? {
    do throws(SDLError) {
      guard let size = try openSession().usableSize else { return nil }
      let unit = ApplicationOptions.windowScale ?? 1
      return CGSize(width: size.width / unit, height: size.height / unit)
    } catch {
      return nil
    }
  }

  /// The renderer of each window.
  package static var renderers: [RendererKind] { runner?.renderers ?? [] }

  /// Whether every window is drawn on a thread of its own, so that a busy main thread stops no animation.
  package static var hasRenderThreads: Bool { runner?.hasRenderThreads ?? false }

  /// Makes things go wrong with the next frames of every window; without any, with those off screen.
  ///
  /// - Parameter window: The only one. Nil for all.
  package static func inject(_ faults: FrameFaults, into window: UIWindow? = nil) {
    if let runner {
      runner.inject(faults, into: window)
    } else {
      OffscreenHost.last?.inject(faults)
    }
  }

  /// The place of a window's content on the screen, in pixels; nil where the window system does not tell.
  package static func origin(of window: UIWindow) -> CGPoint? { runner?.origin(of: window) }

  /// Ends the program's run loop after its current iteration.
  package static func terminate() { runner?.isEnding = true }

  private static func openSession() throws(SDLError) -> SDLSession {
    if let session { return session }
    let new = try SDLSession()
    ApplicationOptions.adoptDesktopScale(driver: new.driver)
    session = new
    return new
  }

  /// Runs until the last window that was open is closed.
  ///
  /// - Throws: When no window can be opened, or drawing into one fails.
  static func run(_ launch: () -> Void) throws(HostError) {
    if let shortage = CallStack.reserve() ?? OpenFiles.reserve() {
      throw HostError(description: shortage)
    }
    if let failure = HostResources.missingFonts { throw HostError(description: "\(failure)") }
    if let problem = ApplicationOptions.environmentProblem { throw HostError(description: problem) }
    let renderer = try rendererChoice()
    do throws(SDLError) {
      let session = try openSession()
      HostResources.install(session: session)
      let runner = HostRunner(session: session, renderer: renderer)
      self.runner = runner
      defer { self.runner = nil }
      try runner.run(launch)
    } catch {
      throw HostError(description: error.description)
    }
  }

  private static func rendererChoice() throws(HostError) -> RendererChoice {
    if let choice = ApplicationOptions.renderer { return choice }
    let name = ApplicationOptions.environment["LAMELLA_RENDERER"] ?? ""
    if let choice = RendererChoice(name: name) { return choice }
    let names = RendererChoice.names.joined(separator: ", ")
    throw HostError(description: "There is no renderer named \"\(name)\"; there are \(names).")
  }
}
