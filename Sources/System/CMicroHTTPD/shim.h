// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>
#include <microhttpd.h>
