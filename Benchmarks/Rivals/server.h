// SPDX-License-Identifier: Apache-2.0
//
// What the rivals with a server process share: starting and ending it, and what processor time it took.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Starts a program of PATH that says nothing and ends with the thread that called. `prepare`, unless NULL, runs in the child first. -1 on failure; a
// program that is not found ends at once.
static inline pid_t server_spawn(const char *const *words, void (*prepare)(void)) {
  pid_t child = fork();
  if (child != 0) return child;
  int null = open("/dev/null", O_RDWR);
  dup2(null, 0), dup2(null, 1), dup2(null, 2);
  closefrom(3);
  if (prepare) prepare();
  prctl(PR_SET_PDEATHSIG, SIGTERM);  // after `prepare`, since a change of user takes it back
  execvp(words[0], (char *const *)words);
  _exit(127);
}

// Asks the process to end, and waits until it has.
static inline void server_end(pid_t process, int signal) {
  if (process <= 0) return;
  kill(process, signal);
  waitpid(process, NULL, 0);
}

// User and system time of a process, in seconds, and that of its ended children if asked for; 0 if it is not there.
static inline double server_time(pid_t process, int with_ended_children) {
  char path[64], text[1024];
  snprintf(path, sizeof path, "/proc/%d/stat", (int)process);
  FILE *file = fopen(path, "r");
  if (!file) return 0;
  size_t length = fread(text, 1, sizeof text - 1, file);
  fclose(file);
  text[length] = 0;
  // The name of the program, in parentheses, may hold spaces; user time is the 12th word after it, then come system time and the
  // same of the ended children.
  const char *rest = strrchr(text, ')');
  unsigned long user = 0, system = 0, children[2] = {0, 0};
  if (!rest || sscanf(rest + 1, " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %lu %lu", &user, &system, &children[0],
                      &children[1]) != 4)
    return 0;
  if (with_ended_children) user += children[0] + children[1];
  return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static inline double server_processor_seconds(pid_t process) { return server_time(process, 0); }

// The same for a server with a process for each connection: its own, its children's and those of children that have ended.
static inline double server_family_seconds(pid_t process) {
  char path[64];
  double seconds = server_time(process, 1);
  snprintf(path, sizeof path, "/proc/%d/task/%d/children", (int)process, (int)process);
  FILE *file = fopen(path, "r");
  if (!file) return seconds;
  for (int child; fscanf(file, "%d", &child) == 1;) seconds += server_time(child, 0);
  fclose(file);
  return seconds;
}
