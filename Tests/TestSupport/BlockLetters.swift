// BlockLetters.swift
// A tiny font of blocks, five wide and seven high, for tests with text.
//
// SPDX-License-Identifier: MIT

package import CoreGraphics
package import Foundation

/// The font's metrics and blocks.
package enum BlockLetters {
  package static let face = FontFaceID(rawValue: 1)
  /// The advance of every character, in em.
  package static let advance = 0.6
  /// The side of a block, in em. A letter is seven blocks high, on the baseline.
  package static let block = 0.1

  /// Returns a character's blocks in em, y down, relative to its origin on the baseline; blocks of
  /// a row that touch are one rectangle. Characters outside of ASCII are a box.
  package static func blocks(of character: UInt32) -> [CGRect] {
    if character <= 32 { return [] }
    let isKnown = character < 127
    let bits = isKnown ? rows[Int(character) - 33] : 0x7_E318_C63F
    var blocks: [CGRect] = []
    for row in 0..<7 {
      let line = (bits >> UInt64(5 * (6 - row))) & 31
      var column = 0
      while column < 5 {
        let first = column
        while column < 5 && line & (16 >> UInt64(column)) != 0 { column += 1 }
        if column > first {
          blocks.append(
            CGRect(
              x: block * (Double(first) + 0.5), y: block * Double(row - 7),
              width: block * Double(column - first), height: block))
        }
        column += 1
      }
    }
    return blocks
  }

  /// Seven rows of five bits for each character from ! on, the top row first.
  private static let rows: [UInt64] = [
    0x108421004, 0x294A00000, 0x295F57D4A, 0x11F4717C4, 0x672222273, 0x32544564D,  // ! " # $ % &
    0x108000000, 0x088842082, 0x208210888, 0x009575480, 0x0084F9080, 0x000001088,  // ' ( ) * + ,
    0x0000F8000, 0x00000018C, 0x042222210, 0x3A33AE62E, 0x11842108E, 0x3A213221F,  // - . / 0 1 2
    0x7C441062E, 0x08CA97C42, 0x7E1E0862E, 0x1910F462E, 0x7C2221084, 0x3A317462E,  // 3 4 5 6 7 8
    0x3A317844C, 0x018C03180, 0x018C01088, 0x088882082, 0x001F07C00, 0x208208888,  // 9 : ; < = >
    0x3A2111004, 0x3A37ADE0E, 0x3A31FC631, 0x7A31F463E, 0x3A308422E, 0x72518C65C,  // ? @ A B C D
    0x7E10F421F, 0x7E10F4210, 0x3A30BC62F, 0x4631FC631, 0x38842108E, 0x1C4210A4C,  // E F G H I J
    0x4654C5251, 0x42108421F, 0x4775AC631, 0x47359C631, 0x3A318C62E, 0x7A31F4210,  // K L M N O P
    0x3A318D64D, 0x7A31F5251, 0x3E107043E, 0x7C8421084, 0x46318C62E, 0x46318C544,  // Q R S T U V
    0x4631AD771, 0x462A22A31, 0x462A21084, 0x7C222221F, 0x39084210E, 0x420820821,  // W X Y Z [ \
    0x38421084E, 0x115100000, 0x00000001F, 0x208000000, 0x000E0BE2F, 0x421E8C63E,  // ] ^ _ ` a b
    0x000F8420F, 0x042F8C62F, 0x000E8FE0E, 0x191C42108, 0x01F18BC2E, 0x421E8C631,  // c d e f g h
    0x100C2108E, 0x080610A4C, 0x4212A6292, 0x30842108E, 0x001AAD6B5, 0x001E8C631,  // i j k l m n
    0x000E8C62E, 0x03D18FA10, 0x01F18BC21, 0x0016C4210, 0x000F8383E, 0x211E42106,  // o p q r s t
    0x00118C62F, 0x00118C544, 0x0011AD6AA, 0x001151151, 0x02318BC2E, 0x001F1111F,  // u v w x y z
    0x0C8441083, 0x108421084, 0x608411098, 0x0008A8800,  // { | } ~
  ]
}
