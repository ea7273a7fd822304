// libpng. Its simplified interface writes whole pictures without setjmp. Files are read row by row by the function
// below, in C, as an error of libpng is a longjmp, which must not cross Swift's frames. The simplified reader is not
// used: it gets interlaced pictures of 16 bits wrong, and gives nothing of a file that was cut off.
#ifndef LAMELLA_CPNG_SHIM_H
#define LAMELLA_CPNG_SHIM_H

#include <png.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

// What was read of a file.
struct lamella_png_reading {
  // Of the pixels, as the file's header has them.
  uint32_t width, height;
  // Four bytes for each pixel, alpha last and not premultiplied.
  uint8_t *pixels;
  // The rows from the top that the file delivered.
  uint32_t rows;
  // Whether the file's end was reached.
  int is_whole;
  // Why it was not; "" when the bytes came to an end.
  char message[96];
};

static inline void lamella_png_error(png_structp png, png_const_charp message) {
  struct lamella_png_reading *reading = (struct lamella_png_reading *)png_get_error_ptr(png);
  snprintf(reading->message, sizeof(reading->message), "%s", message);
  png_longjmp(png, 1);
}

static inline void lamella_png_warning(png_structp png, png_const_charp message) {
  (void)png;
  (void)message;
}

static inline void lamella_png_header(png_structp png, png_infop info) {
  struct lamella_png_reading *reading =
      (struct lamella_png_reading *)png_get_progressive_ptr(png);
  if (png_get_image_width(png, info) != reading->width ||
      png_get_image_height(png, info) != reading->height)
    png_error(png, "the size changes");
  // A file without a colour space is sRGB, at each depth.
  png_set_alpha_mode(png, PNG_ALPHA_PNG, PNG_DEFAULT_sRGB);
  png_set_expand(png);
  png_set_gray_to_rgb(png);
  png_set_scale_16(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  png_set_interlace_handling(png);
  png_read_update_info(png, info);
  if (png_get_rowbytes(png, info) != (size_t)reading->width * 4)
    png_error(png, "its pixels have an unknown form");
}

static inline void lamella_png_row(
    png_structp png, png_bytep row, png_uint_32 number, int pass) {
  struct lamella_png_reading *reading =
      (struct lamella_png_reading *)png_get_progressive_ptr(png);
  (void)pass;
  if (row == NULL || number >= reading->height) return;
  png_progressive_combine_row(
      png, reading->pixels + (size_t)number * reading->width * 4, row);
  if (number >= reading->rows) reading->rows = number + 1;
}

static inline void lamella_png_end(png_structp png, png_infop info) {
  (void)info;
  ((struct lamella_png_reading *)png_get_progressive_ptr(png))->is_whole = 1;
}

// Reads a file into the pixels, as far as it goes.
static inline __attribute__((noinline)) void lamella_png_read(
    const uint8_t *bytes, size_t count, struct lamella_png_reading *reading) {
  static const png_byte used[] = "gAMA\0iCCP\0sRGB";
  png_infop info = NULL;
  png_structp png = png_create_read_struct(
      PNG_LIBPNG_VER_STRING, reading, lamella_png_error, lamella_png_warning);
  if (png != NULL) info = png_create_info_struct(png);
  if (info == NULL) {
    snprintf(reading->message, sizeof(reading->message), "there is no memory for it");
    png_destroy_read_struct(&png, NULL, NULL);
    return;
  }
  // No variable changes between here and the return of setjmp for an error.
  if (setjmp(png_jmpbuf(png)) == 0) {
    png_set_benign_errors(png, 1);
    // Texts and the like are not even kept.
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
    png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_AS_DEFAULT, used, 3);
    png_set_progressive_read_fn(
        png, reading, lamella_png_header, lamella_png_row, lamella_png_end);
    png_process_data(png, info, (png_bytep)(uintptr_t)bytes, count);
  }
  png_destroy_read_struct(&png, &info, NULL);
}

#endif
