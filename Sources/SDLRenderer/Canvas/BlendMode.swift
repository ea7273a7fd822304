// BlendMode.swift
// Stage: canvas. The blend modes that a GPU has: those of groups and sprites. All others are the processor's; see
// PixelCanvas.
//
// SPDX-License-Identifier: MIT

internal import CSDL2

/// The blend modes of premultiplied colours.
enum BlendMode {
  static func over() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA)
  }
  static func add() -> SDL_BlendMode { compose(SDL_BLENDFACTOR_ONE, SDL_BLENDFACTOR_ONE) }
  static func destinationIn() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ZERO, SDL_BLENDFACTOR_SRC_ALPHA)
  }
  static func destinationOut() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_ZERO, SDL_BLENDFACTOR_ONE_MINUS_SRC_ALPHA)
  }
  /// The source's colour with the destination's alpha.
  static func sourceIn() -> SDL_BlendMode {
    compose(SDL_BLENDFACTOR_DST_ALPHA, SDL_BLENDFACTOR_ZERO)
  }

  private static func compose(
    _ source: SDL_BlendFactor, _ destination: SDL_BlendFactor
  ) -> SDL_BlendMode {
    SDL_ComposeCustomBlendMode(
      source, destination, SDL_BLENDOPERATION_ADD, source, destination, SDL_BLENDOPERATION_ADD)
  }
}
