// RingViewController.swift
// Targets of controls, recognizers, display links, timers and notifications, as they are written for iOS.
//
// SPDX-License-Identifier: MIT

import UIKit

@objc(RingController)
@objcMembers
class RingViewController: UIViewController, RingViewDelegate {
  let ringView = RingView()
  @IBOutlet var button: UIButton!
  private(set) var tap: UITapGestureRecognizer!
  private var link: CADisplayLink?
  private var timer: Timer?
  private(set) var log: [String] = []
  private(set) var frames = 0

  lazy var toggle: UISwitch = {
    let toggle = UISwitch()
    toggle.addTarget(self, action: #selector(toggled), for: .valueChanged)
    return toggle
  }()

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .white
    ringView.delegate = self
    ringView.frame = CGRect(x: 20, y: 80, width: 120, height: 120)
    ringView.ring.tint = #colorLiteral(red: 0.1, green: 0.4, blue: 0.9, alpha: 1)
    view.addSubview(ringView)
    button = UIButton(type: .system)
    button.setTitle("Advance", for: .normal)
    button.frame = CGRect(x: 20, y: 220, width: 120, height: 44)
    view.addSubview(button)
    button.addTarget(self, action: #selector(pressed), for: .touchUpInside)
    button.addTarget(
      self,
      action: #selector(
        RingViewController.button(_:with:)
      ), for: [.touchDown, .touchUpOutside])
    button.addTarget(self, action: #selector(choose as () -> Void), for: .touchCancel)
    tap = UITapGestureRecognizer(target: self, action: #selector(self.tapped(_:)))
    ringView.addGestureRecognizer(tap)
    link = CADisplayLink(target: self, selector: #selector(step))
    link?.add(to: .main, forMode: .common)
    timer = Timer.scheduledTimer(
      timeInterval: 0.02, target: self, selector: #selector(tick(_:)), userInfo: "info",
      repeats: false)
    let waiting = Timer(timeInterval: 0.06, repeats: false) { [weak self] _ in
      MainActor.assumeIsolated { self?.note("waited") }
    }
    RunLoop.main.add(waiting, forMode: .common)
    NotificationCenter.default.addObserver(
      self, selector: #selector(noted(_:)), name: .ringWasNoted, object: nil)
    perform(#selector(late(_:)), with: "x", afterDelay: 0.04)
  }

  deinit {
    NotificationCenter.default.removeObserver(self)
  }

  func stop() {
    link?.invalidate()
    timer?.invalidate()
    NSObject.cancelPreviousPerformRequests(withTarget: self)
  }

  private func note(_ text: String) { log.append(text) }

  @IBAction private func pressed() {
    note("pressed")
    ringView.progress += 0.25
  }

  @objc fileprivate func button(_ sender: UIButton, with event: UIEvent) { note("button") }
  @objc func choose() { note("chosen") }
  @objc func choose(_ sender: Any) { note("wrong") }
  @objc func toggled(_ sender: UISwitch) { note("toggled \(sender.isOn)") }
  @objc func tapped(_ recognizer: UITapGestureRecognizer) { note("tapped") }
  @objc func step(_ link: CADisplayLink) { frames += 1 }
  func tick(_ timer: Timer) { note("tick \(timer.userInfo as? String ?? "")") }
  @objc func noted(_ notification: Notification) { note("noted") }
  @objc func late(_ text: String) { note("late \(text)") }

  func ringViewDidChange(_ view: RingView) { note("changed") }
  func ringView(_ view: RingView, didReach progress: CGFloat) -> Bool { return progress >= 1 }
}

extension Notification.Name {
  static let ringWasNoted = Notification.Name("ringWasNoted")
}
