// StageViewController.swift
// Shows a view in the middle, and plays it when it is tapped.
//
// SPDX-License-Identifier: MIT

import UIKit

@objc protocol Playable: NSObjectProtocol {
  func play()
  @objc optional func stop()
}

class StageViewController: UIViewController {

  let stage: UIView & Playable

  init(_ stage: UIView & Playable) {
    self.stage = stage
    super.init(nibName: nil, bundle: nil)
  }

  required init?(coder aDecoder: NSCoder) {
    fatalError("init(coder:) has not been implemented")
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    stage.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(stage)
    NSLayoutConstraint.activate([
      stage.centerXAnchor.constraint(equalTo: view.centerXAnchor),
      stage.centerYAnchor.constraint(equalTo: view.centerYAnchor),
      stage.widthAnchor.constraint(equalToConstant: 200),
      stage.heightAnchor.constraint(equalToConstant: 200),
    ])
    let tap = UITapGestureRecognizer(target: self, action: #selector(handleTap(_:)))
    stage.addGestureRecognizer(tap)
  }

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    stage.stop?()
  }

  @objc private func handleTap(_ gesture: UITapGestureRecognizer) {
    guard gesture.state == .ended else { return }
    stage.play()
  }
}
