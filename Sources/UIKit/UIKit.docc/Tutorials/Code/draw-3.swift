import UIKit

final class RingController: UIViewController {
  let ring = RingView(frame: CGRect(x: 130, y: 20, width: 140, height: 140))
  let marker = UIView(frame: CGRect(x: 30, y: 200, width: 20, height: 20))

  override func viewDidLoad() {
    super.viewDidLoad()
    view.backgroundColor = .systemBackground
    ring.isOpaque = false
    marker.backgroundColor = .systemPink
    marker.layer.cornerRadius = 10
    view.addSubview(ring)
    view.addSubview(marker)
  }

  override func viewDidAppear(_ animated: Bool) {
    super.viewDidAppear(animated)
    UIView.animate(withDuration: 2, delay: 0, options: .curveLinear) { [ring, marker] in
      ring.progress = 1
      marker.center.x = 360
    }
  }
}
