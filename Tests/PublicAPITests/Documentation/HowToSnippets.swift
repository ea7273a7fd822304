// HowToSnippets.swift
// The code of the article How to.
//
// SPDX-License-Identifier: MIT

import Foundation
import UIKit

/// The article How to.
@MainActor enum HowTo {
  static func register(font file: URL) throws {
    var error: Unmanaged<CFError>?
    if !CTFontManagerRegisterFontsForURL(file as CFURL, .process, &error) {
      throw error?.takeRetainedValue() ?? CocoaError(.fileReadUnknown)
    }
  }

  final class Canvas: UIView, UIPointerInteractionDelegate {
    override init(frame: CGRect) {
      super.init(frame: frame)
      addInteraction(UIPointerInteraction(delegate: self))
    }

    required init?(coder: NSCoder) { nil }

    func pointerInteraction(
      _ interaction: UIPointerInteraction, styleFor region: UIPointerRegion
    ) -> UIPointerStyle? {
      UIPointerStyle(
        shape: .path(UIBezierPath(ovalIn: CGRect(x: 0, y: 0, width: 12, height: 12))))
    }
  }

  final class Frame: UIImageView, UIDropInteractionDelegate {
    override init(frame: CGRect) {
      super.init(frame: frame)
      isUserInteractionEnabled = true
      addInteraction(UIDropInteraction(delegate: self))
    }

    required init?(coder: NSCoder) { nil }

    func dropInteraction(
      _ interaction: UIDropInteraction, canHandle session: any UIDropSession
    ) -> Bool { session.canLoadObjects(ofClass: UIImage.self) }

    func dropInteraction(
      _ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession
    ) -> UIDropProposal { UIDropProposal(operation: .copy) }

    func dropInteraction(
      _ interaction: UIDropInteraction, performDrop session: any UIDropSession
    ) {
      session.loadObjects(ofClass: UIImage.self) { self.image = $0.first }
    }
  }

  final class Opener: UIResponder, UIApplicationDelegate {
    func application(
      _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
    ) -> Bool {
      print("Dropped: \(url.path)")
      return true
    }
  }

  static func background(in bundle: Bundle) -> (UIImage?, UIColor?) {
    (
      UIImage(named: "sky", in: bundle, compatibleWith: nil),
      UIColor(named: "ground", in: bundle, compatibleWith: nil)
    )
  }

  static func title(files: Int) -> String {
    files == 0
      ? NSLocalizedString("nothing", comment: "An empty folder")
      : String(localized: "\(files) files")
  }

  static func play(_ sheet: UIImage, columns: Int, secondsPerPicture: Double, on layer: CALayer) {
    let width = 1 / CGFloat(columns)
    layer.contents = sheet.cgImage
    layer.contentsRect = CGRect(x: 0, y: 0, width: width, height: 1)
    let animation = CAKeyframeAnimation(keyPath: "contentsRect")
    animation.values = (0..<columns).map { column in
      NSValue(cgRect: CGRect(x: CGFloat(column) * width, y: 0, width: width, height: 1))
    }
    animation.calculationMode = .discrete
    animation.duration = Double(columns) * secondsPerPicture
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "sprites")
  }

  @MainActor final class Windows {
    private var open: [UIWindow] = []

    func show(_ controller: UIViewController, size: CGSize) {
      let window = UIWindow(frame: CGRect(origin: .zero, size: size))
      window.rootViewController = controller
      window.makeKeyAndVisible()
      open.append(window)
    }

    func close(_ controller: UIViewController) {
      open.removeAll { $0.rootViewController === controller }
    }
  }

  static func duplicateClipboard() {
    let board = UIPasteboard.general
    if let text = board.string { board.string = text + text }
  }

  final class Page: UIView {
    var save: () -> Void = {}

    override var canBecomeFirstResponder: Bool { true }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
      let isSave = presses.contains { press in
        press.key?.modifierFlags == .control && press.key?.charactersIgnoringModifiers == "s"
      }
      if isSave { save() } else { super.pressesBegan(presses, with: event) }
    }
  }

  final class Spot: UIView {
    override init(frame: CGRect) {
      super.init(frame: frame)
      let hover = UIHoverGestureRecognizer()
      hover.addHandler { [weak self] hover in
        let isOver = hover.state == .began || hover.state == .changed
        UIView.animate(withDuration: 0.15) { self?.alpha = isOver ? 1 : 0.5 }
      }
      addGestureRecognizer(hover)
    }

    required init?(coder: NSCoder) { nil }
  }

  static func addMenu(
    to button: UIButton, rename: @escaping () -> Void, remove: @escaping () -> Void
  ) {
    button.menu = UIMenu(children: [
      UIAction(title: "Rename") { _ in rename() },
      UIAction(title: "Remove", attributes: .destructive) { _ in remove() },
    ])
    button.showsMenuAsPrimaryAction = true
  }

  static func ask(before remove: @escaping () -> Void, from controller: UIViewController) {
    let alert = UIAlertController(
      title: "Remove the picture?", message: "It cannot be brought back.", preferredStyle: .alert)
    alert.addAction(UIAlertAction(title: "Remove", style: .destructive) { _ in remove() })
    alert.addAction(UIAlertAction(title: "Cancel", style: .cancel))
    controller.present(alert, animated: true)
  }

  static func ask(
    _ program: String, _ arguments: [String], answer: @escaping @MainActor (String?) -> Void
  ) {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardOutput = output
    process.terminationHandler = { process in
      let line = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      let isGiven = process.terminationStatus == 0
      Task { @MainActor in answer(isGiven ? line.trimmingCharacters(in: .newlines) : nil) }
    }
    do { try process.run() } catch { answer(nil) }
  }
}
