// SPDX-License-Identifier: MIT
#include "analyse/reading/progress.h"

#include <cstdint>
#include <cstdio>

#include "analyse/output/printing.h"
#include "codec/tool/console.h"

namespace godot::analyse {
namespace {

using namespace std::chrono_literals;

constexpr unsigned passes = 2;

}  // namespace

Progress::Progress(const Source& source)
    : source_(source), is_terminal_(tool::is_terminal(stderr)), due_(Clock::now() + 1s) {}

Progress::~Progress() {
  if (has_shown_ && is_terminal_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show() {
  const Clock::time_point now = Clock::now();
  if (now < due_) return;
  due_ = now + (is_terminal_ ? 250ms : 8s);
  has_shown_ = true;
  const std::uint64_t all = source_.size() * passes;
  const std::uint64_t done = source_.size() * pass_ + source_.read();
  if (is_terminal_) std::fputs("\r\x1b[K", stderr);
  std::fprintf(stderr, "%spass %u of %u, frame %u", own_name.data(), pass_ + 1, passes, source_.frames());
  if (all != 0) std::fprintf(stderr, ", %u %%", static_cast<unsigned>(done * 100 / all));
  if (!is_terminal_) std::fputc('\n', stderr);
  std::fflush(stderr);
}

}  // namespace godot::analyse
