// SPDX-License-Identifier: Apache-2.0
#include <yajl/yajl_parse.h>

// yajl_config takes a variable number of arguments, which Swift cannot pass.
static inline int geoquery_yajl_switch_on(yajl_handle handle, yajl_option option) {
  return yajl_config(handle, option, 1);
}
