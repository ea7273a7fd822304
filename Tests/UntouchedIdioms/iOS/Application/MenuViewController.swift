// MenuViewController.swift
// The list of idioms.
//
// SPDX-License-Identifier: MIT

import UIKit

struct Idiom {
  let title: String
  let make: () -> UIViewController
}

class MenuViewController: UITableViewController {

  static let cellIdentifier = "Cell"

  let idioms: [Idiom] = [
    Idiom(title: "Ball indicator") { StageViewController(BallIndicatorView()) },
    Idiom(title: "Gradient ring") { StageViewController(GradientRingView()) },
    Idiom(title: "Wave") { StageViewController(WaveView()) },
    Idiom(title: "Pulse") { StageViewController(PulseView()) },
    Idiom(title: "Confetti") { StageViewController(ConfettiView()) },
    Idiom(title: "Marquee") { StageViewController(MarqueeView()) },
    Idiom(title: "Spring button") { StageViewController(SpringButtonView()) },
    Idiom(title: "Card") { CardPresentingViewController() },
    Idiom(title: "Floating label") { FloatingLabelViewController() },
    Idiom(title: "Counter") { StageViewController(CounterView()) },
    Idiom(title: "Shimmer") { StageViewController(ShimmerView()) },
    Idiom(title: "Flip card") { StageViewController(FlipCardView()) },
    Idiom(title: "Expanding cell") { ExpandingTableViewController(style: .plain) },
    Idiom(title: "Spring constraints") { SpringConstraintsViewController() },
  ]

  override func viewDidLoad() {
    super.viewDidLoad()
    title = "Idioms"
    tableView.register(
      UITableViewCell.self, forCellReuseIdentifier: MenuViewController.cellIdentifier)
    tableView.rowHeight = 34
    tableView.tableFooterView = UIView()
  }

  override func numberOfSections(in tableView: UITableView) -> Int {
    return 1
  }

  override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
    return idioms.count
  }

  override func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell {
    let cell = tableView.dequeueReusableCell(
      withIdentifier: MenuViewController.cellIdentifier, for: indexPath)
    cell.textLabel?.text = idioms[indexPath.row].title
    cell.accessoryType = .disclosureIndicator
    return cell
  }

  override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
    tableView.deselectRow(at: indexPath, animated: true)
    let idiom = idioms[indexPath.row]
    let controller = idiom.make()
    controller.title = idiom.title
    navigationController?.pushViewController(controller, animated: true)
  }
}
