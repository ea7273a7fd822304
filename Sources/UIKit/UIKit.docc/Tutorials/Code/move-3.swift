import UIKit

final class CardController: UIViewController {
  let card = UIView(frame: CGRect(x: 40, y: 80, width: 80, height: 80))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    card.backgroundColor = .systemOrange
    card.layer.cornerRadius = 16
    view.addSubview(card)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    UIView.animate(withDuration: 1) { [card] in
      card.center.x = 320
      card.transform = CGAffineTransform(rotationAngle: .pi / 2)
      card.backgroundColor = .systemIndigo
    }
  }
}
