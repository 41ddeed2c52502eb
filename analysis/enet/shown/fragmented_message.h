// SPDX-License-Identifier: MIT
// What a tree shows of a fragment: its bytes, and its message: which frame completes it, or that it is never complete
// and which fragments are missing. Nothing here has a destructor: an output may leave any of these functions by
// longjmp.
//
// `Output`: as of TreeItems (tree_items.h), with
//   add_read(tree, row, range)   bytes of the wire, in a field that no walk has
#pragma once

#include "analysis/enet/connections/two_ends.h"
#include "analysis/enet/shown/enet_items.h"

namespace godot::analysis::enet {

template <class Output>
class FragmentItems {
 public:
  using Item = typename Output::Item;
  using Tree = typename Output::Tree;

  /// Items go to `tree`; `item` has it: the command.
  FragmentItems(const Output& output, Tree tree, Item item) noexcept : out_(output), tree_(tree), item_(item) {}

  /// Its bytes, which are no message.
  void bytes(const godot::enet::Command& command) const {
    out_.add_read(tree_, EnetField::enet_fragment_data,
                  {command.payload_begin, static_cast<Offset>(command.payload.size())});
  }

  /// The frame that completes its message, or the fragments missing there.
  void message(const godot::enet::Command& command, const FragmentPart& part, std::uint32_t frame,
               bool is_second_pass) const {
    if (!part.fits) return out_.remark(item_, EnetExpert::enet_fragment_mismatch, {});
    Fragmented& message = *part.message;
    const ByteRange range = {command.payload_begin, 0};
    const bool completes = message.complete_in == frame && message.complete_at == part.command;
    if (message.complete_in != 0 && !completes && (is_second_pass || !part.is_new))
      add(EnetField::enet_reassembled_in, range, message.complete_in);
    if (message.complete_in != 0 || !is_second_pass) return;
    const char* missing = message.missing();
    if (missing == nullptr) return;
    const Item item = add(EnetField::enet_fragments_missing, range, missing);
    if (message.last_frame == frame && part.is_new) out_.remark(item, EnetExpert::enet_message_incomplete, {});
  }

 private:
  Item add(EnetField row, const ByteRange& range, DerivedValue value) const {
    return out_.add_derived(tree_, DerivedItem<EnetField>{row, value, false}, range);
  }

  const Output& out_;
  Tree tree_;
  Item item_;
};

}  // namespace godot::analysis::enet
