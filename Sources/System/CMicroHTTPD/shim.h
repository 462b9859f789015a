// SPDX-License-Identifier: Apache-2.0
#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <microhttpd.h>

// Functions with variable arguments are not callable from Swift.

// A server on a free port of 127.0.0.1 with a thread for each connection; over TLS when a key and a certificate are given, as PEM.
static inline struct MHD_Daemon *MHD_start_on_loopback(
    MHD_AccessHandlerCallback handler, MHD_RequestCompletedCallback completed, void *context, const char *key,
    const char *certificate) {
  struct sockaddr_in address = {0};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)certificate},
      {MHD_OPTION_END, 0, NULL},
  };
  const unsigned int flags =
      MHD_USE_THREAD_PER_CONNECTION | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_POLL | MHD_USE_ITC;
  return MHD_start_daemon(
      key ? flags | MHD_USE_TLS : flags, 0, NULL, NULL, handler, context, MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_ARRAY, key ? tls : tls + 2, MHD_OPTION_END);
}

// The port of such a server.
static inline uint16_t MHD_bound_port(struct MHD_Daemon *daemon) {
  const union MHD_DaemonInfo *info = MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT);
  return info ? info->port : 0;
}
