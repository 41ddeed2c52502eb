// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/netfox/annotator.h"

#include <algorithm>

#include "codec/netfox/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/core/longjmp.h"
#include "plugin/core/preferences.h"

namespace godot::plugin {

LEFT_BY_LONGJMP(NetfoxAnnotator);

using netfox::CommandKind;
using netfox::Reading;

namespace {

/// "full state"
const char* title(CommandKind kind) {
  constexpr const char* titles[] = {"ping",  "pong",      "request time", "set time",   "full state", "diff state",
                                    "input", "full sync", "diff sync",    "identities", "command"};
  return titles[static_cast<std::size_t>(kind)];
}

/// Every path of netfox begins alike; others of Godot leave it out.
constexpr std::string_view tree_root = "/root/";

}  // namespace

// --- Texts --------------------------------------------------------------------------------------------------------

const char* NetfoxAnnotator::path_text(std::string_view path) {
  if (path_budget_ == 0) return "\u2026";
  path_budget_ -= std::min(path.size(), path_budget_);
  return utf8_text(message_.pinfo, path);
}

void NetfoxAnnotator::begin_text() {
  if (text_ == nullptr) text_ = wmem_strbuf_new(pool(), title(command_.kind));
}

/// As many nodes as a text may be long; the rest are counted.
bool NetfoxAnnotator::tells_more() const {
  const std::uint32_t limit = display().text_limit;
  return told_ == 0 || limit == variant::no_text_limit || wmem_strbuf_get_len(text_) < limit;
}

const char* NetfoxAnnotator::text(bool malformed) {
  begin_text();
  if (command_.kind == CommandKind::other)
    wmem_strbuf_append_printf(text_, " %u, %u byte%s", command_.number, command_.bytes.reported,
                              command_.bytes.reported == 1 ? "" : "s");
  if (untold_ != 0) wmem_strbuf_append_printf(text_, "; and %u more", untold_);
  if (older_ != 0) wmem_strbuf_append_printf(text_, "; and %u older", older_);
  if (malformed) wmem_strbuf_append(text_, " [Malformed]");
  return wmem_strbuf_get_str(text_);
}

void NetfoxAnnotator::add_text(proto_tree* tree, int field, Offset begin, Offset length, const char* text) const {
  if (tree == nullptr) return;
  proto_item_set_generated(proto_tree_add_string(tree, field, message_.tvb, static_cast<int>(command_.begin + begin),
                                                 static_cast<int>(length), text));
}

// --- Time ---------------------------------------------------------------------------------------------------------

void NetfoxAnnotator::times(const netfox::Times& times) {
  begin_text();
  if (command_.kind == CommandKind::ping) {
    wmem_strbuf_append_printf(text_, " %" G_GINT64_FORMAT, times.sample);
  } else if (command_.kind == CommandKind::pong) {
    wmem_strbuf_append_printf(text_, " %" G_GINT64_FORMAT ": %.6f s, answered after %.6f s", times.sample, times.first,
                              times.second - times.first);
  } else {
    wmem_strbuf_append_printf(text_, " %.6f s", times.first);
  }
}

// --- Snapshots ----------------------------------------------------------------------------------------------------

void NetfoxAnnotator::snapshot(const netfox::Snapshot& snapshot) {
  begin_text();
  if (snapshot.redundancy == 0) wmem_strbuf_append_printf(text_, " @%u  ", snapshot.tick);
  else ++older_;
  if (command_.kind == CommandKind::input && bridge::visible(tree()))
    append_label(tree(), ": tick %u%s", snapshot.tick, snapshot.redundancy != 0 ? ", again" : "");
}

netfox::Layout NetfoxAnnotator::layout(const netfox::NodeReference& node) {
  properties_ = nullptr;
  std::string_view path = node.path;
  const NetfoxIdentity* known = nullptr;
  if (node.id != 0) {
    known = netfox_memory().identity(command_.route.target, node.id, message_.pinfo->num);
    if (known != nullptr) path = known->path;
  }
  if (node.id != 0 && known == nullptr) {
    node_ = wmem_strdup_printf(pool(), "#%" G_GINT64_MODIFIER "u", node.id);
    expert_add_info(message_.pinfo, tree(), expert(NetfoxExpert::netfox_unknown));
    return {};
  }
  const char* shown = path_text(path);
  if (known != nullptr) {
    add_text(tree(), header_field(NetfoxField::netfox_node_path), node.begin, node.length, shown);
    if (tree() != nullptr)
      proto_item_set_generated(proto_tree_add_uint(tree(), header_field(NetfoxField::netfox_learned_in), message_.tvb,
                                                   static_cast<int>(command_.begin + node.begin),
                                                   static_cast<int>(node.length), known->frame));
  }
  node_ = std::string_view(shown).starts_with(tree_root) ? shown + tree_root.size() : shown;
  properties_ = netfox_properties(path, list_of(command_.kind));
  if (properties_ == nullptr) return {};
  return {.properties = properties_->schemas};
}

void NetfoxAnnotator::node(const netfox::NodeFrame& frame) {
  values_ = wmem_strbuf_new(pool(), "");
  // Without the schema that is known, or any: as many Variants as there are names.
  const bool as_many = properties_ != nullptr && (frame.diff || frame.values == properties_->size());
  named_ =
      properties_ != nullptr && frame.reading != Reading::unknown && (frame.reading != Reading::variants || as_many);
}

const char* NetfoxAnnotator::property_name(std::uint32_t index) const {
  if (named_ && index < properties_->size()) {
    const char* name = utf8_text(message_.pinfo, properties_->names[index]);
    return properties_->guessed ? joined(pool(), {name, "?"}) : name;
  }
  return wmem_strdup_printf(pool(), "#%u", index);
}

void NetfoxAnnotator::value(const OutermostValue& value) {
  if (value.role != field::netfox_value) return;
  const char* name = property_name(value.index);
  if (wmem_strbuf_get_len(values_) != 0) wmem_strbuf_append(values_, ", ");
  wmem_strbuf_append_printf(values_, "%s = %s", name, value.text);
  if (value.item == nullptr) return;
  add_text(proto_item_get_subtree(value.item), header_field(NetfoxField::netfox_property), value.begin,
           value.end - value.begin, name);
  if (bridge::visible(tree())) set_label(value.item, "%s: %s", name, value.text);
}

/// Which properties the values are of, where those could not be read.
void NetfoxAnnotator::show_changes(const netfox::NodeFrame& frame) const {
  if (!frame.diff) return;
  const auto begin = static_cast<Offset>(frame.changed.data() - command_.bytes.captured.data());
  const auto properties = static_cast<std::uint32_t>(frame.changed.size()) * 7;
  for (std::uint32_t i = 0; i < properties; ++i) {
    if (frame.has(i)) add_text(tree(), header_field(NetfoxField::netfox_property), begin + i / 7, 1, property_name(i));
  }
}

void NetfoxAnnotator::node_end(const netfox::NodeFrame& frame) {
  if (frame.reading == Reading::unknown) {
    if (tree() != nullptr) show_changes(frame);
    wmem_strbuf_append_printf(values_, "%u byte%s", frame.values_length, frame.values_length == 1 ? "" : "s");
  } else if (wmem_strbuf_get_len(values_) == 0) {
    wmem_strbuf_append(values_, "unchanged");
  }
  if (bridge::visible(tree())) set_label(tree(), "%s: %s", node_, wmem_strbuf_get_str(values_));
  if (older_ != 0) return;
  if (!tells_more()) {
    ++untold_;
    return;
  }
  wmem_strbuf_append_printf(text_, "%s%s: %s", told_ != 0 ? "; " : "", node_, wmem_strbuf_get_str(values_));
  ++told_;
}

// --- Identities ---------------------------------------------------------------------------------------------------

void NetfoxAnnotator::identity(const netfox::Identity& identity) {
  begin_text();
  const char* path = path_text(identity.path);
  if (bridge::visible(tree())) set_label(tree(), "%s = #%" G_GINT64_MODIFIER "u", path, identity.id);
  if (!tells_more()) {
    ++untold_;
    return;
  }
  const char* name = std::string_view(path).starts_with(tree_root) ? path + tree_root.size() : path;
  wmem_strbuf_append_printf(text_, "%s%s = #%" G_GINT64_MODIFIER "u", told_ != 0 ? ", " : "  ", name, identity.id);
  ++told_;
}

}  // namespace godot::plugin
