import LamellaTesting
import Testing
import UIKit

@Test @MainActor func ringAndMarkerHaveOneTime() throws {
  let page = RingController()
  let scene = OffscreenScene(page, size: CGSize(width: 400, height: 240))
  scene.advance(to: 1)
  let progress = (page.ring.layer.presentation() as? RingLayer)?.progress
  let x = page.marker.layer.presentation()?.position.x
  #expect(progress == 0.5 && x == 200)
  try scene.verifyNoHitch()
}
