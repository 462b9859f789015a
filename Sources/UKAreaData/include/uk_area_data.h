// SPDX-License-Identifier: Apache-2.0
//
// The outcodes and areas of the United Kingdom as `AreaSet.encoded` writes them, made by scripts/make-uk-areas.
#pragma once
#include <stddef.h>

const unsigned char *uk_outcode_bytes(size_t *count);
const unsigned char *uk_area_bytes(size_t *count);
