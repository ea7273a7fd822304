// inspector.c
// Makes the inspector known before a program begins.
//
// SPDX-License-Identifier: MIT

extern void lamella_inspector_install(void);

__attribute__((constructor)) static void install(void) { lamella_inspector_install(); }
