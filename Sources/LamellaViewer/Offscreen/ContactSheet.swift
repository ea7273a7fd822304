// ContactSheet.swift
// All triggers of all samples at six times, in one picture. `lamella` writes it without a display.
//
// SPDX-License-Identifier: MIT

import UIKit

@MainActor enum ContactSheet {
  nonisolated static let fileName = "lamella-contact-sheet.png"
  /// Times of the pictures, as fractions of a trigger's duration.
  static let moments = [0, 0.1, 0.35, 0.5, 0.9, 1.0]
  /// A third of the stage's size.
  private static let cell = CGSize(width: 240, height: 140)
  private static let margin: CGFloat = 24
  private static let gap: CGFloat = 8
  private static let rowHeight: CGFloat = 140 + 36
  /// In one column, the sheet would exceed the maximum height of a PNG file.
  private static let columns = 2

  /// Plays all samples, writes the sheet, and returns its path.
  static func write(into directory: String) throws(CommandFailure) -> String {
    let path = directory + "/" + fileName
    // The samples play for seconds.
    try requireWritable(path)
    try writePNG(draw(), to: path)
    return path
  }

  /// One row of the sheet.
  private struct Row {
    var title: String
    var pictures: [(caption: String, image: CGImage)]
  }

  static func draw() -> CGImage {
    let rows = SampleCatalogue.all.flatMap(play)
    let rowWidth = CGFloat(moments.count) * (cell.width + gap) - gap
    let height = (rows.count + columns - 1) / columns
    let size = CGSize(
      width: margin + CGFloat(columns) * (rowWidth + margin),
      height: 2 * margin + CGFloat(height) * rowHeight)
    return SheetRenderer.draw(size: size, background: Theme.window) { sheet in
      for (place, row) in rows.enumerated() {
        let corner = CGPoint(
          x: margin + CGFloat(place / height) * (rowWidth + margin),
          y: margin + CGFloat(place % height) * rowHeight)
        lay(row, at: corner, in: sheet)
      }
    }
  }

  /// Plays each trigger of a sample in a new stage.
  private static func play(_ kind: any Sample.Type) -> [Row] {
    kind.init().triggers.indices.map { index in
      let stage = OffscreenStage(kind, scale: 1.0 / 3)
      defer { stage.close() }
      let trigger = stage.sample.triggers[index]
      stage.run(trigger)
      // A change without duration has one picture, right after it.
      let times = trigger.duration > 0 ? moments.map { $0 * trigger.duration } : [0.1]
      let pictures = times.map { time in
        (caption: Wording.seconds(time), image: stage.image(of: nil, at: time))
      }
      return Row(title: "\(kind.title) · \(trigger.title)", pictures: pictures)
    }
  }

  private static func lay(_ row: Row, at corner: CGPoint, in sheet: UIView) {
    let title = UILabel(row.title, font: Theme.heading)
    title.frame = CGRect(x: corner.x, y: corner.y, width: 480, height: 20)
    sheet.addSubview(title)
    for (place, picture) in row.pictures.enumerated() {
      let x = corner.x + CGFloat(place) * (cell.width + gap)
      let view = UIImageView(image: UIImage(cgImage: picture.image))
      view.frame = CGRect(origin: CGPoint(x: x, y: corner.y + 24), size: cell)
      sheet.addSubview(view)
      let caption = UILabel(
        picture.caption, font: Theme.smallNumbers, color: Theme.dimText, alignment: .right)
      caption.frame = CGRect(x: x + cell.width - 88, y: corner.y + 28, width: 80, height: 16)
      sheet.addSubview(caption)
    }
  }
}
