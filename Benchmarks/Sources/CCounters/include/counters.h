// SPDX-License-Identifier: Apache-2.0
#pragma once

// How many blocks this program has allocated.
unsigned long allocation_count(void);

// Processor seconds of the calling thread.
double thread_seconds(void);

// Processor seconds of this process, all its threads.
double process_seconds(void);

// Nanoseconds of a clock that only goes forward.
unsigned long monotonic_nanoseconds(void);

// Has the standard output written line by line, also into files.
void print_by_lines(void);

// Bytes of this process that are in memory, after memory that is free was given back to the system. 0 when unreadable.
double resident_bytes(void);
