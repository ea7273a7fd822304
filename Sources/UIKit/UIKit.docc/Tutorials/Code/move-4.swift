import UIKit

final class CardController: UIViewController {
  let card = UIView(frame: CGRect(x: 40, y: 80, width: 80, height: 80))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    card.backgroundColor = .systemOrange
    card.layer.cornerRadius = 16
    view.addSubview(card)
    let tap = UITapGestureRecognizer()
    tap.addHandler { [weak self] _ in self?.move() }
    card.addGestureRecognizer(tap)
  }

  func move() {
    let isLeft = card.center.x < 200
    UIView.animate(
      withDuration: 0.8, delay: 0, usingSpringWithDamping: 0.5, initialSpringVelocity: 0,
      options: .allowUserInteraction
    ) { [card] in
      card.center.x = isLeft ? 320 : 80
      card.transform = isLeft ? CGAffineTransform(rotationAngle: .pi / 2) : .identity
      card.backgroundColor = isLeft ? .systemIndigo : .systemOrange
    }
  }
}
