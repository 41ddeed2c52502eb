// SPDX-License-Identifier: MIT
// The clock of a system that sleeps: CLOCK_MONOTONIC of Linux, Android and Apple's systems does not go on meanwhile.
// Preloaded into an engine, it takes off the nanoseconds that the file CLOCK_STOOD has, eight bytes.
//
// The official engine's ENet reads that clock, through the engine. Debian's engine has the system's libenet, which reads
// the time of day: here it gets the official engine's.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static const int64_t second = 1000000000;
static volatile int64_t *stood;

__attribute__((constructor)) static void begin(void) {
  const char *path = getenv("CLOCK_STOOD");
  const int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, sizeof *stood, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) stood = mapped;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  const int result = (int)syscall(SYS_clock_gettime, clock, time);
  if (result != 0 || stood == NULL || clock == CLOCK_REALTIME) return result;
  const int64_t now = time->tv_sec * second + time->tv_nsec - *stood;
  time->tv_sec = now / second;
  time->tv_nsec = now % second;
  return 0;
}

int gettimeofday(struct timeval *time, void *zone) {
  (void)zone;
  struct timespec now;
  syscall(SYS_clock_gettime, CLOCK_REALTIME, &now);
  Dl_info caller;
  const int is_known = dladdr(__builtin_return_address(0), &caller) != 0 && caller.dli_fname != NULL;
  const int64_t off = stood != NULL && is_known && strstr(caller.dli_fname, "libenet") != NULL ? *stood : 0;
  const int64_t shown = now.tv_sec * second + now.tv_nsec - off;
  time->tv_sec = shown / second;
  time->tv_usec = shown % second / 1000;
  return 0;
}
