// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

// What simdjson makes of a document (simdjson, doc/tape.md): a word for each value, its type in the upper 8 bits.
struct json_tape {
  const uint64_t *words;    // null when the bytes are no JSON document
  const uint8_t *strings;   // texts, each a length of 32 bits, its bytes, and a zero
  const char *fault;        // why there is no tape; null when there is one
};

// Parses `count` bytes of JSON. The tape lives until the thread's next call; the bytes need not.
struct json_tape json_tape_parse(const uint8_t *bytes, size_t count);

#ifdef __cplusplus
}
#endif
