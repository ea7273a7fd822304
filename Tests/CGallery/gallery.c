// gallery.c
// Shows the gallery of `lamella` to the tests of the viewer, before the first of them runs.
//
// SPDX-License-Identifier: MIT

extern void lamella_tests_show_gallery(void);

__attribute__((constructor)) static void show_gallery(void) { lamella_tests_show_gallery(); }
