// SPDX-License-Identifier: MIT
#include "engine/message/tree_items.h"

#include "analysis/derived/common.h"
#include "codec/multiplayer/fields.h"
#include "codec/variant/walk.h"

namespace godot::engine {
namespace {

using analysis::annotation::MessageItem;

}  // namespace

void TreeItems::add(const MessageItem& item) const {
  TreeItem* in = item.in != nullptr ? static_cast<TreeItem*>(item.in) : open();
  if (in == nullptr || sink_ == nullptr) return;
  TreeItem* added = sink_->output().add_derived(in, item, item.range);
  if (item.label != nullptr) TreeOutput::append_label(added, {item.label});
}

void TreeItems::label(const char* text, bool continues) const {
  if (continues) TreeOutput::append_label(open(), {text});
  else TreeOutput::set_label(open(), {text});
}

void TreeItems::label_value(TreeItem* item, const char* name, std::uint32_t index, const char* text) {
  if (name != nullptr) TreeOutput::set_label(item, {name, ": ", text});
  else TreeOutput::set_label(item, {"[", index, "]: ", text});
}

void TreeItems::add_costs(TreeItem* in, analysis::ByteRange range, std::optional<std::uint32_t> own,
                          std::uint32_t total) const {
  if (in == nullptr || sink_ == nullptr) return;
  const auto add = [&](analysis::CommonField field, std::uint32_t bytes) {
    return sink_->output().add_derived(in, analysis::DerivedItem<analysis::CommonField>{field, bytes}, range.start());
  };
  if (total == 0 && own) add(analysis::CommonField::cost_own, *own);
  if (total == 0) return;
  TreeItem* item = add(analysis::CommonField::cost_total, total);
  if (own) TreeOutput::append_label(item, {", of its own: ", *own});
}

void TreeItems::remark(analysis::MultiplayerExpert remark, const char* text) const {
  if (open() == nullptr) return;
  const analysis::ExpertRow& row = analysis::expert_row(remark);
  sink_->output().add_remark(open(), row.filter, 0, 0, text != nullptr ? text : row.text, false);
}

const char* TreeItems::variant(const multiplayer::UserBytes& bytes, const variant::Dialect& dialect) const {
  TreeItem* item = sink_->output().add(open(), bytes.field, bytes.begin, bytes.length, {}, false);
  const analysis::ExpertRow& guess = analysis::expert_row(analysis::MultiplayerExpert::godot_raw_guess);
  sink_->output().add_remark(item, guess.filter, bytes.begin, 0, guess.text, false);
  const Buffer buffer(bytes.captured, bytes.length);
  const auto sink = TreeSink::make(packet_, buffer, "Value", display_, dialect, "heuristic", nullptr, item);
  variant::walk(buffer, {.dialect = &dialect}, *sink);
  return sink->text();
}

}  // namespace godot::engine
