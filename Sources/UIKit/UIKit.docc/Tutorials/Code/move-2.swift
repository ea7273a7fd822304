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
}
