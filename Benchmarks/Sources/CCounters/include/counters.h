// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many blocks this program has allocated.
unsigned long allocation_count(void);

// Processor seconds of the calling thread.
double thread_seconds(void);
