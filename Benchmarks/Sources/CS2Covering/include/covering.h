// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// Covers a circle with up to `cells` cells by S2's own coverer and returns how many they are; 0 when S2 is not there.
int s2_covering(double latitude, double longitude, double radius_radians, int cells);

#ifdef __cplusplus
}
#endif
