// SPDX-License-Identifier: Apache-2.0
#include <curl/curl.h>

// Functions with variable arguments are not callable from Swift: one wrapper for each type of argument.
static inline CURLcode curl_easy_set_long(CURL *handle, CURLoption option, long value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_easy_set_text(CURL *handle, CURLoption option, const char *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(handle, option, value);
}
static inline CURLcode curl_easy_set_callback(
    CURL *handle, CURLoption option, size_t (*callback)(char *, size_t, size_t, void *)) {
  return curl_easy_setopt(handle, option, callback);
}
static inline CURLcode curl_easy_set_request_guard(
    CURL *handle, int (*guard)(void *, char *, char *, int, int), void *context) {
  const CURLcode code = curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, guard);
  return code ? code : curl_easy_setopt(handle, CURLOPT_PREREQDATA, context);
}
static inline CURLcode curl_easy_get_long(CURL *handle, CURLINFO info, long *value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLcode curl_easy_get_pointer(CURL *handle, CURLINFO info, void **value) {
  return curl_easy_getinfo(handle, info, value);
}
static inline CURLMcode curl_multi_set_long(CURLM *handle, CURLMoption option, long value) {
  return curl_multi_setopt(handle, option, value);
}
