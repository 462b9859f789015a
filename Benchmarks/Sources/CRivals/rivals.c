// SPDX-License-Identifier: Apache-2.0
//
// Nothing: a target has a source.
#include "rivals.h"
