// CSpawn.h
// Pipes and processes that inherit nothing from each other.
//
// SPDX-License-Identifier: MIT

#ifndef CSPAWN_H
#define CSPAWN_H

#include <sys/types.h>

/// Makes a pipe whose ends no process inherits. Returns 0, or an error number.
int makePipe(int ends[2]);

/// Starts a program with three files, and no other, as its standard files, in a process group of its own. No signal is
/// blocked or ignored.
///
/// Returns 0, or an error number.
///
/// - directory: Its working directory; null for this process's.
int startProgram(
    pid_t *process, const char *path, char *const arguments[], char *const environment[], const char *directory,
    const int files[3]);

#endif
