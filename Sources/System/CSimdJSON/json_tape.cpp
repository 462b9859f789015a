// SPDX-License-Identifier: Apache-2.0
#include "json_tape.h"

#include <simdjson.h>

json_tape json_tape_parse(const uint8_t *bytes, size_t count) {
  // One parser a thread keeps its buffers from page to page; those of a very large document are given back.
  static thread_local simdjson::dom::parser parser;
  constexpr size_t largest_kept = 8 << 20;
  if (parser.capacity() > largest_kept && count <= largest_kept) parser = simdjson::dom::parser();
  const auto error = parser.parse(bytes, count).error();
  if (error) return {nullptr, nullptr, simdjson::error_message(error)};
  return {parser.doc.tape.get(), parser.doc.string_buf.get(), nullptr};
}
