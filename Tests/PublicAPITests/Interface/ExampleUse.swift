// ExampleUse.swift
// Each symbol of further.tsv that one of the 45 libraries or its examples use, in a place where the compiler checks it.
//
// SPDX-License-Identifier: MIT

import Foundation
import QuartzCore
import UIKit

/// The other symbols that were counted with the interface.
@MainActor struct ExampleUse {
  /// The symbols as in `further.tsv`.
  private(set) var symbols: Set<String> = []

  init() {
    views()
    controllers()
  }

  /// Notes a symbol. Compiling its uses is the check.
  private mutating func use(_ symbol: String, _ members: Any...) { symbols.insert(symbol) }

  private mutating func views() {
    use("UIColor.blue", UIColor.blue)
    use("override func viewWillAppear(_:)", ExampleController.self)
    use("UISlider", UISlider.self)
    use("UITableViewController", UITableViewController.self)
    use("UIButton.setTitleColor(_:for:)", UIButton().setTitleColor)
    use("UIViewController.present(_:animated:completion:)", UIViewController().present)
    use("UIColor.brown", UIColor.brown)
    use("UIFont.systemFont(ofSize:weight:)", UIFont.systemFont(ofSize: 1, weight: .bold))
    use("UISlider/UISwitch/UISegmented.isOn", \UISwitch.isOn)
    use("override func touchesMoved(_:with:)", ExampleView.self)
    use("NSIndexPath", NSIndexPath.self)
    use("UICollectionViewDelegate", (any UICollectionViewDelegate).self)
    use("UIColor.yellow", UIColor.yellow)
    use("UIImageView.init(frame:)", UIImageView(frame: .zero))
    use("UIViewController.modalPresentationStyle", \UIViewController.modalPresentationStyle)
    use(
      "CGContext.setStrokeColor(_:)",
      { (context: CGContext) in context.setStrokeColor(UIColor.red.cgColor) })
    use(
      "UINavigationBar/UITabBar/UIBarItem.barTintColor", \UINavigationBar.barTintColor,
      \UITabBar.barTintColor)
    use(
      "UINavigationBar/UITabBar/UIBarItem.isTranslucent", \UINavigationBar.isTranslucent,
      \UITabBar.isTranslucent)
    use("UIViewController.popViewController(animated:)", UINavigationController().popViewController)
    use("UIViewController.topViewController", \UINavigationController.topViewController)
    use("CAShapeLayerLineCap", CAShapeLayerLineCap.round)
    use("CGContext.setLineCap(_:)", CGContext.setLineCap)
    use(
      "CGPoint/CGRect/CGSize.applying(_:)", CGPoint.zero.applying(.identity),
      CGRect.zero.applying(.identity), CGSize.zero.applying(.identity))
    use("UIGraphicsPopContext()", UIGraphicsPopContext)
  }

  private mutating func controllers() {
    use("UIGraphicsPushContext()", UIGraphicsPushContext)
    use("UITable/CollectionView.section", \IndexPath.section)
    use(
      "UIViewPropertyAnimator.startAnimation()",
      { (animator: UIViewPropertyAnimator) in animator.startAnimation() })
    use("override var layerClass", ExampleView.self)
    use("override var backgroundColor", ExampleView.self)
    use("UIApplicationDelegate", (any UIApplicationDelegate).self)
    use("UIApplication.LaunchOptionsKey", UIApplication.LaunchOptionsKey.self)
    let older: any OlderExample = OlderNames()
    use("UIApplicationLaunchOptionsKey", older.key())
    use("override func didReceiveMemoryWarning()", ExampleController.self)
    use("UIColor.green", UIColor.green)
    use("UIWindow.makeKeyAndVisible()", UIWindow.makeKeyAndVisible)
    use("UIColor.orange", UIColor.orange)
    use("UIStatusBarStyle", UIStatusBarStyle.lightContent)
    use("UISegmentedControl", UISegmentedControl.self)
    use(
      "UISlider/UISwitch/UISegmented.selectedSegmentIndex", \UISegmentedControl.selectedSegmentIndex
    )
    use("UISwitch", UISwitch.self)
    use("UIWindow.init(frame:)", UIWindow(frame: .zero))
    use("override func tableView(_:cellForRowAt:)", ExampleTable.self)
    use("override func tableView(_:numberOfRowsInSection:)", ExampleTable.self)
    use("override func viewDidLayoutSubviews()", ExampleController.self)
    use("override var preferredStatusBarStyle", ExampleController.self)
    use("override func tableView(_:didSelectRowAt:)", ExampleTable.self)
    use("UIColor.darkGray", UIColor.darkGray)
    use("UIColor.purple", UIColor.purple)
    use("override func numberOfSections(in:)", ExampleTable.self)
  }
}

private final class ExampleView: UIView {
  override class var layerClass: AnyClass { CAShapeLayer.self }
  override var backgroundColor: UIColor? { didSet { setNeedsDisplay() } }
  override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {}
}

private final class ExampleController: UIViewController {
  override var preferredStatusBarStyle: UIStatusBarStyle { .lightContent }
  override func viewWillAppear(_ animated: Bool) { super.viewWillAppear(animated) }
  override func viewDidLayoutSubviews() { super.viewDidLayoutSubviews() }
  override func didReceiveMemoryWarning() { super.didReceiveMemoryWarning() }
}

private final class ExampleTable: UITableViewController {
  override func numberOfSections(in tableView: UITableView) -> Int { 1 }
  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 1 }
  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell { UITableViewCell() }
  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
}

/// Calls deprecated code without a warning.
private protocol OlderExample {
  func key() -> Any
}

private struct OlderNames: OlderExample {
  @available(*, deprecated)
  func key() -> Any { UIApplicationLaunchOptionsKey.self }
}
