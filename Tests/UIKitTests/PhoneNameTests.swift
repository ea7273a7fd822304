// PhoneNameTests.swift
// Names of iOS with little or no meaning on a desktop: what they do here.
//
// SPDX-License-Identifier: MIT

import CoreGraphics
import Foundation
import HostInterface
import QuartzCore
import TestSupport
import Testing
import UIKit
import UIKitCore

@Suite struct PhoneNameTests {
  @Test func stringsAreIdentifiers() {
    let identifier: any NSCopying = "floor" as NSString
    #expect(identifier as? String == "floor")
    let other = "wall" as NSCopying
    #expect(other as? String == "wall" && other.copy(with: nil) as? String == "wall")
  }

  @MainActor @Test func motionIsKept() {
    let view = UIView()
    let effect = UIInterpolatingMotionEffect(keyPath: "center.x", type: .tiltAlongHorizontalAxis)
    effect.minimumRelativeValue = -10
    view.addMotionEffect(effect)
    #expect(view.motionEffects == [effect])
    view.removeMotionEffect(effect)
    #expect(view.motionEffects == [])
    #expect(effect.keyPathsAndRelativeValues(forViewerOffset: .zero) == nil)
  }

  @MainActor @Test func motionIsPassedOn() {
    final class Shaken: UIView {
      var kinds: [UIEvent.EventSubtype] = []
      override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        kinds.append(motion)
      }
    }
    let (outer, inner) = (Shaken(), UIView())
    outer.addSubview(inner)
    inner.motionEnded(.motionShake, with: nil)
    inner.motionBegan(.motionShake, with: nil)
    #expect(outer.kinds == [.motionShake] && UIEvent().subtype == .none)
  }

  @Test func objectsHaveLocks() {
    final class Object: Sendable {}
    let object = Object()
    #expect(objc_sync_exit(object) == -1)
    objc_sync_enter(object)
    objc_sync_enter(object)
    nonisolated(unsafe) var other: Int32 = 0
    let end = DispatchSemaphore(value: 0)
    Thread {
      other = objc_sync_exit(object)
      end.signal()
    }.start()
    end.wait()
    #expect(other == -1)
    #expect(objc_sync_exit(object) == 0)
    #expect(objc_sync_exit(object) == 0 && objc_sync_exit(object) == -1)
    #expect(objc_sync_enter(3) == 0 && objc_sync_exit(3) == 0)
  }

  @Test func locksExcludeOtherThreads() {
    final class Counter: @unchecked Sendable { var count = 0 }
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      for _ in 0..<1000 {
        objc_sync_enter(counter)
        counter.count += 1
        objc_sync_exit(counter)
      }
    }
    #expect(counter.count == 8000)
  }

  @Test func pathsOfStrokesAreMadeByTheirOlderName() {
    let line = CGMutablePath()
    line.move(to: CGPoint(x: 0, y: 0))
    line.addLine(to: CGPoint(x: 10, y: 0))
    var move = CGAffineTransform(translationX: 5, y: 0)
    let outline = CGPath(
      __byStroking: line, transform: &move, lineWidth: 4, lineCap: .butt, lineJoin: .miter,
      miterLimit: 10)
    #expect(outline?.boundingBox == CGRect(x: 5, y: -2, width: 10, height: 4))
    let plain = CGPath(
      __byStroking: line, transform: nil, lineWidth: 0, lineCap: .butt, lineJoin: .miter,
      miterLimit: 10)
    #expect(plain?.isEmpty == true)
  }

  @MainActor @Test func classesHaveMessages() {
    let (shared, other) = (Selector("sharedApplication"), Selector("nothing"))
    #expect(UIApplication.responds(to: shared) && !UIApplication.responds(to: other))
    #expect(!UIView.responds(to: shared) && UIScreen.responds(to: Selector("mainScreen")))
    #expect(UIApplication.perform(shared).takeUnretainedValue() === UIApplication.shared)
    #expect(UIApplication.value(forKeyPath: "shared") as? UIApplication === UIApplication.shared)
    let lines = Diagnostics.collecting {
      #expect(UIView.value(forKey: "sharedApplication") == nil)
      #expect(UIView.perform(shared) == nil)
    }.lines
    #expect(lines == ["There is no message \"sharedApplication\" to the class UIView"])
    #expect(UILabel.classForCoder() == UILabel.self)
  }

  @MainActor @Test func elementsOfAccessibilityHavePlaces() {
    let (view, inner) = (UIView(), UIView())
    #expect(view.accessibilityElementCount() == 0 && view.accessibilityElement(at: 0) == nil)
    view.accessibilityElements = [UIView(), inner]
    #expect(view.accessibilityElementCount() == 2)
    #expect(view.accessibilityElement(at: 1) as? UIView === inner)
    #expect(view.index(ofAccessibilityElement: inner) == 1)
    #expect(view.index(ofAccessibilityElement: view) == NSNotFound)
    #expect(view.accessibilityElement(at: -1) == nil && !view.accessibilityElementIsFocused())
  }

  @Test func indexPathsOfFoundationHaveSections() {
    #expect(NSIndexPath(item: 3, section: 2) as IndexPath == IndexPath(row: 3, section: 2))
    let path = NSIndexPath(indexes: [2, 3], length: 2)
    #expect(path.section == 2 && path.row == 3 && path.item == 3)
  }

  @Test func methodsCannotBeExchanged() {
    #expect(class_getInstanceMethod(UIView.self, Selector("layoutSubviews")) == nil)
    #expect(class_getClassMethod(nil, Selector("x")) == nil)
  }

  @MainActor @Test func textHasTheSizeOfANewPhone() {
    #expect(UIApplication.shared.preferredContentSizeCategory == .large)
    #expect(UIScreen.main.traitCollection.preferredContentSizeCategory == .large)
    #expect(
      UIContentSizeCategory.small < .large && !UIContentSizeCategory.large.isAccessibilityCategory)
    #expect(UIContentSizeCategory.accessibilityLarge.isAccessibilityCategory)
    let font = UIFont.systemFont(ofSize: 20)
    #expect(UIFontMetrics.default.scaledFont(for: font) === font)
    #expect(
      UIFontMetrics(forTextStyle: .body).scaledFont(for: font, maximumPointSize: 12).pointSize == 12
    )
    let views: [any UIContentSizeCategoryAdjusting] = [UILabel(), UITextField(), UITextView()]
    for view in views {
      view.adjustsFontForContentSizeCategory = true
      #expect(view.adjustsFontForContentSizeCategory)
    }
  }

  @MainActor @Test func blackBarsAreDark() {
    let (bar, tabs) = (UINavigationBar(), UITabBar())
    #expect(bar.traitCollection.userInterfaceStyle == .light)
    (bar.barStyle, tabs.barStyle) = (.black, .black)
    #expect(bar.traitCollection.userInterfaceStyle == .dark)
    #expect(tabs.traitCollection.userInterfaceStyle == .dark)
    bar.barStyle = .default
    #expect(bar.traitCollection.userInterfaceStyle == .light)
  }

  @MainActor @Test func filesOfInterfaceBuilderEndWithWords() async {
    let nib = UINib(nibName: "Cell", bundle: nil)
    UITableView().register(nib, forCellReuseIdentifier: "a")
    #expect(Bundle.main.loadNibNamed("View", owner: nil, options: nil) == nil)
    #expect(UIView.classForCoder() == UIView.self)
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run {
        _ = UINib(nibName: "Cell", bundle: nil).instantiate(withOwner: nil, options: nil)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("the nib \"Cell\" cannot be read on Linux"), "\(text)")
  }
}

extension LiveViews {
  @MainActor @Suite struct PhoneNameViewTests {
    @Test func inputIsIgnoredBetweenBeginAndEnd() {
      let scene = ViewScene()
      let button = UIButton(frame: scene.window.bounds)
      var presses = 0
      button.addAction(UIAction { _ in presses += 1 }, for: .touchUpInside)
      scene.window.addSubview(button)
      let application = UIApplication.shared
      application.beginIgnoringInteractionEvents()
      application.beginIgnoringInteractionEvents()
      application.endIgnoringInteractionEvents()
      #expect(application.isIgnoringInteractionEvents)
      scene.host.press(button)
      scene.host.advance(to: 0.1)
      #expect(presses == 0)
      application.endIgnoringInteractionEvents()
      application.endIgnoringInteractionEvents()
      scene.host.press(button)
      scene.host.advance(to: 0.2)
      #expect(presses == 1)
    }

    @Test func headersThatAreNoLongerVisibleAreReported() {
      final class Source: UITableViewDelegate, UITableViewDataSource {
        var log: [String] = []
        func numberOfSections(in tableView: UITableView) -> Int { 4 }
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 3 }
        func tableView(
          _ tableView: UITableView, cellForRowAt indexPath: IndexPath
        ) -> UITableViewCell { UITableViewCell() }
        func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String? {
          "h"
        }
        func tableView(_ tableView: UITableView, titleForFooterInSection section: Int) -> String? {
          "f"
        }
        func tableView(
          _ tableView: UITableView, didEndDisplayingHeaderView view: UIView, forSection section: Int
        ) { log.append("header \(section)") }
        func tableView(
          _ tableView: UITableView, didEndDisplayingFooterView view: UIView, forSection section: Int
        ) { log.append("footer \(section)") }
      }
      let source = Source()
      let table = UITableView(frame: CGRect(x: 0, y: 0, width: 100, height: 100), style: .grouped)
      (table.delegate, table.dataSource) = (source, source)
      let scene = ViewScene()
      scene.window.addSubview(table)
      scene.host.advance(to: 0.1)
      #expect(source.log == [])
      table.contentOffset.y = 250
      scene.host.advance(to: 0.2)
      #expect(source.log.first == "header 0" && source.log.contains("footer 0"))
    }

    @Test func layoutsOfCollectionsAreNotifiedOfAnimatedBounds() {
      final class Layout: UICollectionViewFlowLayout {
        var log: [String] = []
        override func invalidationContext(
          forBoundsChange newBounds: CGRect
        ) -> UICollectionViewLayoutInvalidationContext {
          log.append("context \(Int(newBounds.width))")
          return super.invalidationContext(forBoundsChange: newBounds)
        }
        override func prepare(forAnimatedBoundsChange oldBounds: CGRect) {
          super.prepare(forAnimatedBoundsChange: oldBounds)
          log.append("from \(Int(oldBounds.width))")
        }
        override func finalizeAnimatedBoundsChange() {
          super.finalizeAnimatedBoundsChange()
          log.append("done")
        }
      }
      let layout = Layout()
      let scene = ViewScene()
      let view = UICollectionView(
        frame: CGRect(x: 0, y: 0, width: 80, height: 80), collectionViewLayout: layout)
      scene.window.addSubview(view)
      scene.host.advance(to: 0.1)
      layout.log = []
      view.frame.size.width = 60
      view.layoutIfNeeded()
      #expect(layout.log == ["context 60"])
      UIView.animate(withDuration: 0.1) {
        view.frame.size.width = 40
        view.layoutIfNeeded()
      }
      #expect(layout.log == ["context 60", "context 40", "from 60", "done"])
    }
  }
}
