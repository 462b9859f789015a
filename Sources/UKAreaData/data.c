// SPDX-License-Identifier: Apache-2.0
#include "uk_area_data.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

static const unsigned char outcodes[] = {
#embed "gb-outcode.areas"
};
static const unsigned char areas[] = {
#embed "gb-area.areas"
};

const unsigned char *uk_outcode_bytes(size_t *count) {
  *count = sizeof outcodes;
  return outcodes;
}

const unsigned char *uk_area_bytes(size_t *count) {
  *count = sizeof areas;
  return areas;
}
