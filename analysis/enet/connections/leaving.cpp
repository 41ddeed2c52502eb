// SPDX-License-Identifier: MIT
#include "analysis/enet/connections/leaving.h"

namespace godot::analysis::enet {

const char* unsure_last_words(double before, std::uint32_t left_in, const analysis::Arena& arena) {
  constexpr double milliseconds = 1000;
  return arena.text(
      "Its sender closes the connection %.1f ms later, in frame %u: a receiver that reads both in one poll drops it. "
      "Wait "
      "half a second before disconnect_peer(), close() or quitting",
      before * milliseconds, left_in);
}

problems::Verdict verdict_on(const LastWords& message, const analysis::Arena& arena) {
  constexpr const char* remedy = "Wait for an answer, or half a second, before disconnect_peer(), close() or quitting";
  constexpr double milliseconds = 1000;
  problems::Verdict verdict(
      arena.text("Never acknowledged: its sender closes the connection %.1f ms later, in frame %u",
                 message.before * milliseconds, message.left_in));
  constexpr const char* dropped = "the receiver reads it together with the Disconnect, and drops it";
  const char* shown =
      message.acked_in != 0
          ? arena.text("it acknowledges the Disconnect in frame %u, and not the message", message.acked_in)
          : nullptr;
  verdict.possible(dropped, remedy, {shown, message.acked_in != 0 ? message.acked_in : message.left_in});
  if (message.acked_in == 0)
    verdict.possible("the receiver had ended, or stood still: it does not acknowledge the Disconnect either", nullptr);
  if (message.is_local) {
    verdict.excluded("it was lost", {"both ends are on one machine", 0});
  } else {
    verdict.possible("it was lost, and is not sent again after the Disconnect", remedy);
    verdict.possible("its acknowledgement was lost, and it was delivered", nullptr);
  }
  return verdict;
}

}  // namespace godot::analysis::enet
