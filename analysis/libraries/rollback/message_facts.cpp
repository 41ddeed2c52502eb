// SPDX-License-Identifier: MIT
#include "analysis/libraries/rollback/message_facts.h"

#include <array>
#include <cstddef>
#include <cstdint>

#include "analysis/facts/attribution.h"

namespace godot::analysis {
namespace {

constexpr std::array members = {"inputs", "inputs (again)", "state hashes"};

/// The bytes of each of them.
class Sizes final : public rollback::PacketSink {
 public:
  Sizes(const RollbackCommand& command, const RollbackMemory& memory)
      : message_(command.message), match_(command.known ? &memory.match(command.message) : nullptr) {}

  void input(const rollback::Input& input) override {
    const RollbackMatch::Place here{message_.frame, message_.index};
    const bool is_first = match_ == nullptr || match_->first_sent(message_, input.tick) == here;
    bytes[is_first ? 0 : 1] += input.length;
  }
  void hash(const rollback::StateHash&) override { bytes[2] += sizeof(std::uint32_t); }

  std::array<std::uint32_t, members.size()> bytes = {};

 private:
  const RollbackMessage& message_;
  const RollbackMatch* match_;
};

}  // namespace

void add_rollback_parts(const RollbackCommand& command, const RollbackMemory& memory, facts::Collection& collection,
                        facts::Item& item) {
  if (command.is_ping) item.library = &command.message;
  if (!command.reads) return;
  item.kind = facts::Kind::rollback;
  item.library = &command.message;
  if (item.message != 0) return;  // the cost of fragments belongs to the datagram
  Sizes sizes(command, memory);
  (void)rollback::validate(command.bytes, command.options, &sizes);
  const std::uint64_t all = std::uint64_t{item.own} + item.protocol;
  std::uint64_t own = 0;
  facts::Part* part = item.parts;  // the multiplayer's, reused for the first one
  for (std::size_t i = 0; i != members.size(); ++i) {
    if (sizes.bytes[i] == 0) continue;
    facts::Part& mine = part != nullptr ? *part : collection.part(item);
    part = nullptr;
    facts::InternedNames& names = collection.names();
    mine = {
        .next = mine.next, .node = names.keep(command.node), .member = names.keep(members[i]), .own = sizes.bytes[i]};
    own += sizes.bytes[i];
  }
  if (own == 0 || own > all) return;
  item.own = static_cast<std::uint32_t>(own);
  item.protocol = static_cast<std::uint32_t>(all - own);
  facts::Division headers(item.protocol, own);
  for (facts::Part* each = item.parts; each != nullptr; each = each->next) each->protocol = headers.next(each->own);
}

}  // namespace godot::analysis
