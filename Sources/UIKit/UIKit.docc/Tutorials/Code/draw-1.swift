import UIKit

final class RingLayer: CALayer {
  @Animatable var progress: CGFloat = 0
}
