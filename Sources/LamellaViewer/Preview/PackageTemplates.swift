// PackageTemplates.swift
// The files of a new package: a gallery of samples, or a program with a window, each with a view and its test.
//
// SPDX-License-Identifier: MIT

/// The files of a new package, by their paths in it.
enum PackageTemplates {
  /// A package with a gallery of one sample.
  static func gallery(named name: String, dependency: String) -> [String: String] {
    files(named: name, dependency: dependency, products: ["UIKit", "LamellaViewer"]).merging([
      "Sources/\(name)/\(name).swift": """
      import LamellaViewer

      /// The samples in the list of the window. `swift run` opens it.
      @main struct \(name): SampleGallery {
        static let samples: [any Sample.Type] = [CardSample.self]
      }

      """,
      "Sources/\(name)/CardSample.swift": """
      import LamellaViewer
      import UIKit

      /// A card, and the buttons beneath it.
      final class CardSample: Sample {
        static let summary = "A card that turns."

        private let card = Card(frame: CGRect(x: 0, y: 0, width: 160, height: 160))

        var triggers: [Trigger] {
          [Trigger("Turn", duration: Card.duration) { [card] in card.turn() }]
        }

        func makeView() -> UIView { CenteredView(card) }
      }

      """,
    ]) { $1 }
  }

  /// A package with a program that has a window.
  static func program(named name: String, dependency: String) -> [String: String] {
    files(named: name, dependency: dependency, products: ["UIKit", "LamellaInspector"]).merging([
      "Sources/\(name)/\(name).swift": """
      import UIKit

      @main final class \(name): UIResponder, UIApplicationDelegate {
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 480, height: 320))
        private let card = Card(frame: CGRect(x: 160, y: 60, width: 160, height: 160))

        func application(
          _ application: UIApplication,
          didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
          let controller = UIViewController()
          controller.view.backgroundColor = .systemBackground
          controller.view.addSubview(card)
          let button = UIButton(type: .system)
          button.setTitle("Turn", for: .normal)
          button.frame = CGRect(x: 190, y: 250, width: 100, height: 40)
          button.addAction(UIAction { [card] _ in card.turn() }, for: .touchUpInside)
          controller.view.addSubview(button)
          window.rootViewController = controller
          window.makeKeyAndVisible()
          return true
        }
      }

      """
    ]) { $1 }
  }

  /// What both have: the manifest, the view and its test.
  private static func files(
    named name: String, dependency: String, products: [String]
  ) -> [String: String] {
    let package = LamellaPackage.identity(of: dependency)
    func product(_ name: String) -> String {
      ".product(name: \"\(name)\", package: \"\(package)\")"
    }
    let own = products.map(product).joined(separator: ", ")
    return [
      "Package.swift": """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "\(name)",
        dependencies: [\(dependency)],
        targets: [
          .executableTarget(name: "\(name)", dependencies: [\(own)]),
          .testTarget(
            name: "\(name)Tests",
            dependencies: ["\(name)", \(product("UIKit")), \(product("LamellaTesting"))]),
        ])

      """,
      "Sources/\(name)/Card.swift": """
      import UIKit

      /// A card that turns.
      final class Card: UIView {
        /// Of one turn, in seconds.
        static let duration: TimeInterval = 0.6

        private var angle: CGFloat = 0

        override init(frame: CGRect) {
          super.init(frame: frame)
          backgroundColor = .systemOrange
          layer.cornerRadius = 16
        }

        required init?(coder: NSCoder) { fatalError("the card is made in code") }

        /// Turns the card by a quarter, on a spring.
        func turn() {
          angle += .pi / 2
          UIView.animate(
            withDuration: Self.duration, delay: 0, usingSpringWithDamping: 0.6,
            initialSpringVelocity: 0, options: []
          ) {
            self.transform = CGAffineTransform(rotationAngle: self.angle)
          }
        }
      }

      """,
      "Tests/\(name)Tests/CardTests.swift": """
      import LamellaTesting
      import UIKit
      import XCTest

      @testable import \(name)

      /// On a virtual clock: the same on every machine, and without a display.
      final class CardTests: XCTestCase {
        @MainActor func testCardTurnsInTimeAndOnTime() async throws {
          let card = Card(frame: CGRect(x: 0, y: 0, width: 160, height: 160))
          let scene = OffscreenScene(card)
          card.turn()
          scene.advance(to: Card.duration)
          try scene.verifyNoHitch()
          try scene.finish()
          XCTAssertEqual(card.transform.b, 1, accuracy: 1e-9)
        }
      }

      """,
      ".gitignore": ".build\nPackage.resolved\n",
    ]
  }
}
