// SpringConstraintsViewController.swift
// A panel whose constraints spring between two layouts.
//
// SPDX-License-Identifier: MIT

import UIKit

class SpringConstraintsViewController: UIViewController {

  @IBOutlet weak var panel: UIView!
  @IBOutlet var heightConstraint: NSLayoutConstraint!
  @IBOutlet var bottomConstraint: NSLayoutConstraint!

  private(set) var isOpen = false
  private(set) var ends: [Bool] = []

  override func loadView() {
    view = UIView()
    view.backgroundColor = UIColor.groupTableViewBackground
    let panel = UIView()
    panel.backgroundColor = UIColor(red: 0.35, green: 0.3, blue: 0.75, alpha: 1)
    panel.layer.cornerRadius = 14
    panel.translatesAutoresizingMaskIntoConstraints = false
    view.addSubview(panel)
    self.panel = panel

    let badge = UILabel()
    badge.text = "Tap"
    badge.textColor = .white
    badge.translatesAutoresizingMaskIntoConstraints = false
    panel.addSubview(badge)

    heightConstraint = NSLayoutConstraint(
      item: panel, attribute: .height, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
      multiplier: 1, constant: 80)
    bottomConstraint = NSLayoutConstraint(
      item: panel, attribute: .bottom, relatedBy: .equal, toItem: view, attribute: .bottom,
      multiplier: 1, constant: -20)
    let views: [String: Any] = ["panel": panel, "badge": badge]
    view.addConstraints(
      NSLayoutConstraint.constraints(
        withVisualFormat: "H:|-20-[panel]-20-|", options: [], metrics: nil, views: views))
    view.addConstraints([heightConstraint, bottomConstraint])
    panel.addConstraints(
      NSLayoutConstraint.constraints(
        withVisualFormat: "V:|-16-[badge]", options: NSLayoutConstraint.FormatOptions(),
        metrics: nil,
        views: views))
    badge.centerXAnchor.constraint(equalTo: panel.centerXAnchor).isActive = true
    panel.addGestureRecognizer(UITapGestureRecognizer(target: self, action: #selector(toggle)))
  }

  @objc func toggle() {
    isOpen = !isOpen
    heightConstraint.constant = isOpen ? 260 : 80
    bottomConstraint.constant = isOpen ? -60 : -20
    UIView.animate(
      withDuration: 0.9, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
      options: [],
      animations: {
        self.panel.alpha = self.isOpen ? 1 : 0.8
        self.view.layoutIfNeeded()
      },
      completion: { finished in
        self.ends.append(finished)
      })
  }
}
