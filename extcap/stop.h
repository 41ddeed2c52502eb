// SPDX-License-Identifier: MIT
// Whether the program is to end: set by signals, and by Wireshark through the control pipe.
#pragma once

#include <csignal>

namespace godotdump {

inline volatile std::sig_atomic_t stopping = 0;

}  // namespace godotdump
