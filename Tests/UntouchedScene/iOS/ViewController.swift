// ViewController.swift
// The controller of the scene's window.
//
// SPDX-License-Identifier: MIT

import UIKit

class ViewController: UIViewController {
  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    print("appeared")
    // The user closes the window.
    if CommandLine.arguments.contains("--wait") { return }
    perform(#selector(close), with: nil, afterDelay: 0.3)
  }

  @objc private func close() {
    guard let scene = view.window?.windowScene else { return }
    print("closes", scene.title ?? "", scene.activationState.rawValue)
    UIApplication.shared.requestSceneSessionDestruction(scene.session, options: nil)
  }
}
