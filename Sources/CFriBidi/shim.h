// FriBidi: the Unicode bidirectional algorithm.
#include <fribidi.h>
#include <stdlib.h>

// Writes the embedding level of each character of a paragraph. Returns the paragraph's own level, or -1
// without memory. Here because the types of FriBidi's arguments differ between its versions.
//
// natural: whether the first letter decides the direction, not is_right_to_left.
static inline int lamella_levels(const FriBidiChar *text, int count, int natural,
                                 int is_right_to_left, FriBidiLevel *levels) {
  FriBidiParType base = natural            ? FRIBIDI_PAR_ON
                        : is_right_to_left ? FRIBIDI_PAR_RTL
                                           : FRIBIDI_PAR_LTR;
  FriBidiCharType *types = calloc((size_t)count, sizeof *types);
  FriBidiBracketType *brackets = calloc((size_t)count, sizeof *brackets);
  int result = -1;
  if (types && brackets) {
    fribidi_get_bidi_types(text, count, types);
    fribidi_get_bracket_types(text, count, types, brackets);
    if (fribidi_get_par_embedding_levels_ex(types, brackets, count, &base, levels) > 0)
      result = FRIBIDI_IS_RTL(base) ? 1 : 0;
  }
  free(types);
  free(brackets);
  return result;
}
