// SPDX-License-Identifier: Apache-2.0
//
// The face of the shared libraries in Rivals/, for Swift.
#pragma once

#include "../../../Rivals/rival.h"
