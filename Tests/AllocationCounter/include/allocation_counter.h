// allocation_counter.h
// See allocation_counter.c.
//
// SPDX-License-Identifier: MIT

#ifndef LAMELLA_ALLOCATION_COUNTER_H
#define LAMELLA_ALLOCATION_COUNTER_H

#include <stdint.h>

// Blocks of memory that the process has asked for, on all threads.
uint64_t lamella_allocations(void);

#endif
