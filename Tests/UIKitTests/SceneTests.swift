// SceneTests.swift
// Scenes: their connection by Info.plist and by the delegate, their activity, titles, limits, and their end.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import Testing
import UIKit

@testable import UIKitCore

/// What the delegates of the tests noted.
@MainActor private var notes: [String] = []

/// The delegate of the application that answers with a configuration, if there is one.
private final class ScenesApplication: UIResponder, UIApplicationDelegate {
  var answer: ((UISceneSession) -> UISceneConfiguration)?
  func application(
    _ application: UIApplication,
    willFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    notes.append("will launch")
    return true
  }
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    notes.append("launched")
    return true
  }
  func application(
    _ application: UIApplication, configurationForConnecting connectingSceneSession: UISceneSession,
    options: UIScene.ConnectionOptions
  ) -> UISceneConfiguration {
    notes.append("configuration")
    return answer?(connectingSceneSession) ?? connectingSceneSession.configuration
  }
  func application(
    _ application: UIApplication, didDiscardSceneSessions sceneSessions: Set<UISceneSession>
  ) { notes.append("discarded") }
  func applicationDidBecomeActive(_ application: UIApplication) { notes.append("app active") }
  func applicationDidEnterBackground(_ application: UIApplication) { notes.append("app back") }
}

/// The delegate that Info.plist names in the tests.
final class NotingSceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    notes.append("connects \(scene.activationState == .unattached)")
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    window.rootViewController = UIViewController()
    window.makeKeyAndVisible()
    self.window = window
  }
  func sceneDidDisconnect(_ scene: UIScene) { notes.append("disconnected") }
  func sceneDidBecomeActive(_ scene: UIScene) { notes.append("active") }
  func sceneWillResignActive(_ scene: UIScene) { notes.append("resigns") }
  func sceneWillEnterForeground(_ scene: UIScene) { notes.append("foreground") }
  func sceneDidEnterBackground(_ scene: UIScene) { notes.append("background") }
  func windowScene(
    _ windowScene: UIWindowScene, didUpdate previousCoordinateSpace: any UICoordinateSpace,
    interfaceOrientation previousInterfaceOrientation: UIInterfaceOrientation,
    traitCollection previousTraitCollection: UITraitCollection
  ) {
    notes.append(
      "was \(previousCoordinateSpace.bounds.size.width) \(previousInterfaceOrientation.isPortrait)")
  }
}

/// Not the delegate of a scene.
final class PlainResponder: UIResponder {}

extension LiveViews {
  @MainActor @Suite struct SceneTests {
    private static func manifest(
      _ delegate: String = "$(PRODUCT_MODULE_NAME).NotingSceneDelegate", storyboard: String? = nil,
      several: Bool = false
    ) -> SceneManifest? {
      var configuration = [
        "UISceneConfigurationName": "Default Configuration", "UISceneDelegateClassName": delegate,
      ]
      configuration["UISceneStoryboardFile"] = storyboard
      return SceneManifest(
        info: [
          "UIApplicationSceneManifest": [
            "UIApplicationSupportsMultipleScenes": several,
            "UISceneConfigurations": ["UIWindowSceneSessionRoleApplication": [configuration]],
          ] as [String: Any]
        ], source: "Info.plist of the test", module: "UIKitTests")
    }

    /// Launches an application with a manifest, runs a body, and restores the one before.
    private func launch(
      _ manifest: SceneManifest?, answer: ((UISceneSession) -> UISceneConfiguration)? = nil,
      _ body: (UIApplication, OffscreenHost) -> Void
    ) {
      let (before, host) = (
        UIApplication.shared, OffscreenHost(size: CGSize(width: 80, height: 60), scale: 1)
      )
      let application = UIApplication()
      UIApplication.shared = application
      let delegate = ScenesApplication()
      delegate.answer = answer
      application.delegate = delegate
      application.sceneManifest = manifest
      notes = []
      application.launch()
      #expect(notes.prefix(2) == ["will launch", "launched"])
      notes.removeFirst(2)
      body(application, host)
      application.willTerminate()
      CATransaction.flush()
      CallbackQueue.drain()
      CallbackQueue.driver = .mainQueue
      MediaClock.useReal()
      UIApplication.shared = before
      withExtendedLifetime(delegate) {}
    }

    private func scene(of application: UIApplication) -> UIWindowScene? {
      application.connectedScenes.first as? UIWindowScene
    }

    // MARK: Connection

    @Test func infoPlistNamesTheDelegateOfAScene() throws {
      launch(Self.manifest()) { application, _ in
        #expect(notes == ["configuration", "connects true", "foreground", "active"])
        let scene = scene(of: application)
        #expect(
          scene?.delegate is NotingSceneDelegate && scene?.activationState == .foregroundActive)
        #expect(scene?.windows.count == 1 && scene?.windows.first?.windowScene === scene)
        #expect(scene?.windows.first?.bounds == UIScreen.main.bounds)
        #expect(scene?.keyWindow === application.keyWindow && scene?.keyWindow != nil)
        #expect(application.openSessions == [scene?.session])
        #expect(application.applicationState == .active)
      }
      #expect(notes.suffix(4) == ["resigns", "background", "disconnected", "discarded"])
    }

    /// As on iOS, the name of a configuration leads to its classes.
    @Test func configurationOfANameHasTheClassesOfInfoPlist() {
      launch(
        Self.manifest(),
        answer: { session in
          UISceneConfiguration(name: "Default Configuration", sessionRole: session.role)
        },
        { application, _ in
          #expect(scene(of: application)?.delegate is NotingSceneDelegate)
          #expect(scene(of: application)?.session.configuration.name == "Default Configuration")
          let other = UISceneConfiguration(name: "Other", sessionRole: .windowApplication)
          #expect(other.delegateClass == nil)
        })
    }

    @Test func delegateNamesClassesWithoutInfoPlist() {
      final class OwnScene: UIWindowScene {}
      launch(
        nil,
        answer: { session in
          let configuration = UISceneConfiguration(name: nil, sessionRole: session.role)
          configuration.delegateClass = NotingSceneDelegate.self
          configuration.sceneClass = OwnScene.self
          return configuration
        },
        { application, _ in
          #expect(scene(of: application) is OwnScene)
          #expect(notes == ["configuration", "connects true", "foreground", "active"])
        })
    }

    @Test func windowOfADelegateIsFound() {
      final class Lazy: UIResponder, UIApplicationDelegate { private var window: UIWindow? }
      class Base: UIResponder, UIApplicationDelegate { var window: UIWindow? }
      final class Sub: Base {}
      let (empty, filled) = (Sub(), Sub())
      filled.window = UIWindow(frame: .zero)
      let delegates: [any UIApplicationDelegate] = [ScenesApplication(), Lazy(), empty, filled]
      #expect(delegates.map { $0.window == nil } == [true, false, false, false])
      #expect(delegates[3].window??.isHidden == true && delegates[2].window == .some(nil))
    }

    /// A program as before 2019: its delegate hears of its activity, and its windows are those of one scene.
    @Test func programWithoutScenesHasOneSceneWithAllWindows() {
      launch(nil) { application, _ in
        #expect(notes == ["configuration", "app active"])
        let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 30, height: 40))
        window.makeKeyAndVisible()
        let scene = scene(of: application)
        #expect(scene?.windows == [window] && window.windowScene === scene)
        #expect(scene?.keyWindow === window && scene?.delegate == nil)
        #expect(scene?.activationState == .foregroundActive)
        #expect(scene?.interfaceOrientation == .portrait)
        #expect(scene?.coordinateSpace.bounds.size == window.bounds.size)
        window.isHidden = true
        #expect(scene?.activationState == .background && scene?.windows == [])
      }
    }

    // MARK: Bad input

    @Test(arguments: [
      ("Missing", "\"Missing\", \"UIKitTests.Missing\""),
      ("$(PRODUCT_MODULE_NAME).Missing", "\"UIKitTests.Missing\""),
    ])
    func missingClassEndsWithWhatWasSearchedFor(name: String, searched: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        await MainActor.run {
          UIApplication.shared.sceneManifest = SceneTests.manifest(name)
          UIApplication.shared.didLaunch()
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("UISceneDelegateClassName in Info.plist of the test is \"\(name)\""))
      #expect(text.contains("Searched for: \(searched)"), "\(text)")
    }

    @Test func delegateOfAnotherClassEndsWithWords() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        await MainActor.run {
          UIApplication.shared.sceneManifest = SceneTests.manifest("PlainResponder")
          UIApplication.shared.didLaunch()
        }
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("must be a UISceneDelegate, which PlainResponder is not"), "\(text)")
    }

    @Test func manifestWithValuesOfWrongTypesIsEmpty() {
      let wrong: [Any] = [
        "text", 3, ["UISceneConfigurations": 5], ["UISceneConfigurations": ["x": 1]],
      ]
      for value in wrong {
        let manifest = SceneManifest(
          info: ["UIApplicationSceneManifest": value], source: "Info.plist", module: nil)
        #expect(manifest?.entry(named: nil, role: .windowApplication) == nil)
      }
      #expect(SceneManifest(info: [:], source: "Info.plist", module: nil) == nil)
    }

    @Test func infoPlistIsFoundAmongTheResourcesOfTheModule() throws {
      let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
        "lamella-\(UUID().uuidString)")
      let bundle = folder.appendingPathComponent("package_Rings.resources")
      try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let files = SceneManifest.files(module: "Rings", folder: folder).map(\.lastPathComponent)
      #expect(files == ["Info.plist", "Rings-Info.plist", "Info.plist"])
      #expect(SceneManifest.files(module: "Other", folder: folder).count == 1)
    }

    // MARK: Activity

    @Test func activityFollowsWindows() throws {
      launch(Self.manifest()) { application, _ in
        guard let scene = scene(of: application), let window = scene.windows.first else {
          Issue.record("no window")
          return
        }
        nonisolated(unsafe) var posts: [String] = []
        let observers = [
          UIScene.didActivateNotification, UIScene.willDeactivateNotification,
          UIScene.didEnterBackgroundNotification, UIScene.willEnterForegroundNotification,
        ].map { name in
          NotificationCenter.default.addObserver(forName: name, object: scene, queue: nil) {
            posts.append($0.name.rawValue)
          }
        }
        @MainActor func send(_ kind: InputEvent.Kind) {
          notes = []
          window.deliver(InputEvent(time: 0, kind: kind))
        }
        send(.focusChanged(false))
        #expect(notes == ["resigns"] && scene.activationState == .foregroundInactive)
        send(.visibilityChanged(false))
        #expect(notes == ["background"] && scene.activationState == .background)
        send(.visibilityChanged(true))
        #expect(notes == ["foreground"])
        send(.focusChanged(true))
        #expect(notes == ["active"])
        #expect(
          posts == [
            "UISceneWillDeactivateNotification", "UISceneDidEnterBackgroundNotification",
            "UISceneWillEnterForegroundNotification", "UISceneDidActivateNotification",
          ])
        notes = []
        window.isHidden = true
        #expect(notes == ["resigns", "background"] && scene.activationState == .background)
        window.isHidden = false
        #expect(notes.suffix(2) == ["foreground", "active"])
        for observer in observers { NotificationCenter.default.removeObserver(observer) }
      }
    }

    /// The delegate of the application is not notified of activity where scenes are.
    @Test func closingTheLastWindowEndsTheScene() {
      launch(Self.manifest()) { application, _ in
        guard let scene = scene(of: application), let window = scene.windows.first else {
          Issue.record("no window")
          return
        }
        let second = UIWindow(windowScene: scene)
        second.isHidden = false
        notes = []
        second.close()
        #expect(notes == [] && application.connectedScenes == [scene])
        window.close()
        #expect(notes == ["resigns", "background", "disconnected", "discarded"])
        #expect(application.connectedScenes.isEmpty && scene.activationState == .unattached)
        #expect(scene.session.scene == nil)
      }
    }

    @Test func anotherSceneIsConnectedWhereInfoPlistAllowsIt() {
      for several in [true, false] {
        launch(Self.manifest(several: several)) { application, _ in
          notes = []
          var errors: [UISceneError.Code?] = []
          application.requestSceneSessionActivation(nil, userActivity: nil, options: nil) {
            errors.append(($0 as? UISceneError)?.code)
          }
          #expect(application.supportsMultipleScenes == several)
          #expect(application.connectedScenes.count == (several ? 2 : 1))
          #expect(errors == (several ? [] : [.multipleScenesNotSupported]))
          #expect(notes.last == (several ? "active" : nil))
        }
      }
    }

    /// A change of activity in a callback leads to the state that was set last.
    @Test func windowHiddenByACallbackLeavesTheSceneInTheBackground() {
      final class Hider: UIResponder, UIWindowSceneDelegate {
        var window: UIWindow?
        func sceneDidBecomeActive(_ scene: UIScene) {
          notes.append("active")
          window?.isHidden = true
        }
        func sceneDidEnterBackground(_ scene: UIScene) { notes.append("background") }
      }
      launch(Self.manifest()) { application, _ in
        guard let scene = scene(of: application), let window = scene.windows.first else {
          Issue.record("no window")
          return
        }
        let hider = Hider()
        hider.window = window
        scene.delegate = hider
        notes = []
        window.deliver(InputEvent(time: 0, kind: .focusChanged(false)))
        window.deliver(InputEvent(time: 0, kind: .focusChanged(true)))
        #expect(notes == ["active", "background"] && scene.activationState == .background)
      }
    }

    // MARK: The desktop's frame

    @Test func titleAndLimitsReachTheWindow() {
      launch(Self.manifest()) { application, _ in
        guard let scene = scene(of: application), let window = scene.windows.first else {
          Issue.record("no window")
          return
        }
        var changes = 0
        window.frameObserver = { changes += 1 }
        #expect(scene.title == "" && window.frameTitle == nil && window.sizeLimits == (nil, nil))
        scene.title = "Rings"
        #expect(window.frameTitle == "Rings" && changes == 1)
        scene.title = nil
        #expect(scene.title == "" && window.frameTitle == nil && changes == 2)
        scene.sizeRestrictions?.minimumSize = CGSize(width: 300, height: 200)
        #expect(window.sizeLimits == (CGSize(width: 300, height: 200), nil) && changes == 3)
        scene.sizeRestrictions?.maximumSize = CGSize(width: 600, height: 400)
        #expect(window.sizeLimits.maximum == CGSize(width: 600, height: 400) && changes == 4)
      }
    }

    @Test func delegateIsNotifiedOfAnotherSize() {
      launch(Self.manifest()) { application, host in
        guard let window = scene(of: application)?.windows.first else {
          Issue.record("no window")
          return
        }
        notes = []
        window.deliver(
          InputEvent(time: 0, kind: .resized(CGSize(width: 40, height: 60), scale: 1)))
        window.deliver(
          InputEvent(time: 0, kind: .resized(CGSize(width: 40, height: 50), scale: 1)))
        #expect(notes == ["was 80.0 false", "was 40.0 true"])
      }
    }

    @Test func windowMovesFromSceneToScene() {
      launch(Self.manifest(several: true)) { application, _ in
        guard let scene = scene(of: application), let window = scene.windows.first else {
          Issue.record("no window")
          return
        }
        application.requestSceneSessionActivation(nil, userActivity: nil, options: nil)
        let other = application.connectedScenes.first { $0 !== scene } as? UIWindowScene
        window.windowScene = other
        #expect(scene.windows.isEmpty && other?.windows.contains(window) == true)
        window.windowScene = nil
        #expect(window.windowScene == nil && other?.windows.contains(window) == false)
        #expect(window.next === application)
      }
    }

    @Test func windowsAreOrderedByLevel() {
      launch(nil) { application, _ in
        let windows = (0..<3).map { _ in UIWindow(frame: CGRect(x: 0, y: 0, width: 9, height: 9)) }
        for window in windows { window.isHidden = false }
        #expect(application.windows == windows)
        windows[0].windowLevel = .alert + 1
        #expect(application.windows == [windows[1], windows[2], windows[0]])
        windows[1].windowLevel = .statusBar
        #expect(scene(of: application)?.windows == [windows[2], windows[1], windows[0]])
        #expect(UIWindow.Level.normal < .statusBar && UIWindow.Level.alert - .statusBar == 1000)
      }
    }
  }
}
