// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/show/command_line.h"

#include <cstdio>
#include <cstdlib>

namespace godot::plugin {

void refuse(const char* argument, const char* why) {
  std::fprintf(stderr, "tshark: -z %s: %s\n", argument, why);
  std::exit(1);
}

}  // namespace godot::plugin
