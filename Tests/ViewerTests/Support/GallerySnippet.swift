// GallerySnippet.swift
// The gallery that the pages show, as a user writes it.
//
// SPDX-License-Identifier: MIT

@testable import LamellaViewer
import Testing
import UIKit

final class CardSample: Sample {
  private let card = UIView(frame: CGRect(x: 0, y: 0, width: 160, height: 160))

  var triggers: [Trigger] {
    [
      Trigger("Turn", duration: 0.5) { [card] in
        UIView.animate(withDuration: 0.5) { card.transform = CGAffineTransform(rotationAngle: 1) }
      }
    ]
  }

  func makeView() -> UIView { CenteredView(card) }
}

struct Gallery: SampleGallery {
  static let samples: [any Sample.Type] = [CardSample.self]
}

@Suite @MainActor struct GallerySnippetTests {
  /// What a user does not say has a default.
  @Test func samplesHaveDefaults() {
    #expect(CardSample.name == "Card" && CardSample.title == "Card" && CardSample.summary.isEmpty)
    #expect(CardSample().triggers.map(\.name) == ["turn"])
    #expect(Gallery.title == "Gallery" && Gallery.groups.map(\.title) == ["Gallery"])
    #expect(Trigger("Fade in & out") {}.name == "fade-in-out")
    let view = CardSample().makeView()
    view.frame = CGRect(x: 0, y: 0, width: 720, height: 420)
    view.layoutIfNeeded()
    #expect(view.subviews[0].center == CGPoint(x: 360, y: 210))
    #expect(view.subviews[0].bounds.size == CGSize(width: 160, height: 160))
  }

  @Test(arguments: [
    ("CardFlip", "Card flip"), ("URLBar", "URL bar"), ("Pop", "Pop"), ("A", "A"),
    ("Card3D", "Card3D"),
  ]) func titlesAreNamesInWords(name: String, title: String) {
    #expect(words(of: name) == title)
  }
}
