// SPDX-License-Identifier: Apache-2.0
//
// The heap in use by the whole process, in bytes: a library's structures take what it grows by while they are made.
#pragma once

#include <malloc.h>

static inline double heap_bytes(void) {
  struct mallinfo2 info = mallinfo2();
  return (double)info.uordblks + (double)info.hblkhd;
}
