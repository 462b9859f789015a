// SPDX-License-Identifier: Apache-2.0
#include <yajl/yajl_parse.h>
