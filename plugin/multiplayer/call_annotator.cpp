// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/multiplayer/call_annotator.h"

#include <cstring>

#include "codec/multiplayer/fields.h"
#include "plugin/core/fields.h"
#include "plugin/core/items.h"
#include "plugin/core/joined.h"
#include "plugin/core/labels.h"
#include "plugin/facts/collector.h"
#include "plugin/multiplayer/findings.h"
#include "plugin/multiplayer/hooks.h"
#include "plugin/project_settings/generated.h"

namespace godot::plugin {
namespace {

/// The type's name in each generation.
bool is_byte_array(std::string_view type) {
  return type == "PackedByteArray" || type == "PoolByteArray" || type == "RawArray";
}

}  // namespace

void CallAnnotator::node(const multiplayer::Node& node) {
  const ByteRange range = {node.begin, node.length};
  const analysis::account::Call& call = notes_.account().call();
  const analysis::AnnouncedPath* known = call.known;
  known_ = known;
  by_number_ = !node.by_path;
  node_text_ = call.text;
  if (by_number_ && known != nullptr) {
    notes_.add_node_path(range, node_text_);
    notes_.add_frame(MultiplayerField::godot_learned_in, range, known->frame);
  } else if (by_number_) {
    notes_.note(MultiplayerExpert::godot_path_unknown);
  }
  notes_.node = call.node;
  notes_.summary.node = node_text_;
  show_findings(notes_, notes_.account().findings());
}

void CallAnnotator::method(const multiplayer::Member& method) {
  const ByteRange range = {method.begin, method.length};
  named_by_wire_ = method.by_name;
  if (method.by_name) {
    member_ = utf8_text(notes_.context.pinfo, method.name);
  } else {
    method_ = notes_.account().call().method;
    notes_.node.own_method = method.id < multiplayer::first_configured_method;
    if (method_) {
      member_ = is_guess() ? wmem_strdup_printf(notes_.pool(), "%s?", method_.text) : method_.text;
      method_range_ = range;
      method_id_ = method.id;
      if (!is_guess()) notes_.add_text(notes_.tree(), header_field(field::godot_rpc_method), range, method_.text);
    } else {
      member_ = notes_.account().number_text(method.id);
    }
  }
  notes_.add_script(range, notes_.account().script());
  notes_.summary.member = member_;
  if (!has_member_name() && notes_.tree() != nullptr && !has_projects())
    notes_.add_text(notes_.tree(), header_field(ProjectField::godot_names_missing), range,
                    "add your project for names: Tools > Godot > Project folder\u2026");
  if (has_member_name()) callee_.begin(subject_of(notes_), known_, method, member_name());
  names_peer_ = naming_call(node_text_, member_, naming_);
}

/// Rejects a guess whose declaration has another number of arguments.
void CallAnnotator::check_guess() {
  if (!is_guess()) return;
  const analysis::names::Signature declared = analysis::names::signature(notes_.node, method_.text);
  const bool none_or_one = maybe_no_bytes_ && declared.required <= 1;
  if (!declared.known || none_or_one || declared.takes(argument_count_)) {
    notes_.add_text(notes_.tree(), header_field(field::godot_rpc_method), method_range_, method_.text);
    return;
  }
  method_ = {};
  member_ = notes_.account().number_text(method_id_);
  notes_.summary.member = member_;
}

void CallAnnotator::property(const multiplayer::Member& property) {
  member_ = utf8_text(notes_.context.pinfo, property.name);
  notes_.add_script({property.begin, property.length}, notes_.account().script());
  notes_.summary.member = member_;
}

// --- Arguments ----------------------------------------------------------------------------------------------------

bool CallAnnotator::has_member_name() const noexcept { return member_ != nullptr && member_[0] != '#'; }

const char* CallAnnotator::member_name() const noexcept { return method_ ? method_.text : member_; }

void CallAnnotator::arguments(const multiplayer::Arguments& arguments) {
  argument_count_ = arguments.count;
  maybe_no_bytes_ = arguments.count == 0 && arguments.bytes_only;
  check_guess();
}

objects::Owner CallAnnotator::owner_of(const OutermostValue& value) const {
  const analysis::names::Argument declared = has_member_name()
                                                 ? analysis::names::argument(notes_.node, member_name(), value.index)
                                                 : analysis::names::Argument{};
  return {
      .node = node_text_, .member = member_, .argument = declared.name ? declared.name.text : nullptr, .from = nullptr};
}

void CallAnnotator::argument(const OutermostValue& value) {
  const analysis::names::Argument declared = has_member_name()
                                                 ? analysis::names::argument(notes_.node, member_name(), value.index)
                                                 : analysis::names::Argument{};
  if (has_values_) values_.append(", ");
  has_values_ = true;
  if (declared.name) {
    values_.append(declared.name.text);
    values_.append(": ");
  }
  values_.append(value.text);
  show_argument(value, declared.name ? declared.name.text : nullptr);
  if (const char* type = is_guess() ? nullptr : full_type(value))
    judge({.method = member_, .index = value.index, .type = type, .type_asked = declared.type}, value.item);
  hand_on_bytes(value);
  if (names_peer_) read_name(value);
  if (watches_in_use()) {
    add_watches(notes_.watched(value.begin, value.end),
                {.node = node_text_,
                 .method = member_name(),
                 .name = declared.name ? declared.name.text : nullptr,
                 .index = value.index},
                notes_.context.leaves.numbers);
  }
}

/// With the types of a container's elements, which begin its text: `Array[int]([1, 2])`. Null: the text was cut before
/// their end. For an object that is sent as its id: the class that it has at the receiver.
const char* CallAnnotator::full_type(const OutermostValue& value) const {
  const std::string_view text = value.text;
  const std::string_view type = value.type;
  if (type == "Object" && text.starts_with("Object(EncodedObjectAsID,")) return "EncodedObjectAsID";
  const bool is_container = type == "Array" || type == "Dictionary";
  if (!is_container || text.starts_with('[') || text.starts_with('{')) return value.type;
  const std::size_t end = text.find("](");
  if (!text.starts_with(type) || end == std::string_view::npos) return nullptr;
  return wmem_strndup(notes_.pool(), value.text, end + 1);
}

/// Shows problems of the arguments, by the receiver's project. `item`: of an argument; null: the command.
void CallAnnotator::judge(const analysis::account::Arguments& arguments, proto_item* item) {
  if (!arguments.is_declared() && !callee_.several()) return;
  analysis::account::Findings found(notes_.arena());
  callee_.judge(subject_of(notes_), arguments, found);
  if (found.first() != nullptr) other_arguments_ = found.first();
  show_findings(notes_, found, item);
}

// --- Names of peers -----------------------------------------------------------------------------------------------

namespace {

/// The text of a script's literal: "red" or &"red".
const char* text_of_literal(wmem_allocator_t* pool, std::string_view literal) {
  if (literal.starts_with('&')) literal.remove_prefix(1);
  if (literal.size() < 2 || literal.front() != '"') return nullptr;
  literal.remove_prefix(1);
  if (literal.ends_with('"')) literal.remove_suffix(1);
  wmem_strbuf_t* text = wmem_strbuf_new(pool, "");
  for (std::size_t i = 0; i < literal.size(); ++i) {
    if (literal[i] == '\\' && i + 1 < literal.size()) ++i;
    wmem_strbuf_append_c(text, literal[i]);
  }
  return wmem_strbuf_get_str(text);
}

}  // namespace

void CallAnnotator::read_name(const OutermostValue& value) {
  if (value.index == naming_.name) peer_name_ = text_of_literal(notes_.pool(), value.text);
  if (naming_.id >= 0 && value.index == static_cast<std::uint32_t>(naming_.id) && std::strcmp(value.type, "int") == 0)
    peer_ = static_cast<analysis::PeerId>(g_ascii_strtoll(value.text, nullptr, 10));
}

/// Stored on the first pass, like all state. On a lossy link a call may precede the path that it refers to: a
/// retransmission of the call, or the second pass, then names the peer.
void CallAnnotator::name_peer() const {
  const packet_info* pinfo = notes_.context.pinfo;
  if (peer_name_ == nullptr) return;
  const analysis::PeerId peer = naming_.id >= 0 ? peer_ : notes_.route.source_id;
  const analysis::Peers& among = notes_.context.link.peers;
  const bool late = pinfo->fd->visited != 0 || notes_.context.message.repeated;
  if (!late || !state().peer_names.is_given(among, peer)) state().peer_names.add(among, peer, peer_name_, pinfo->num);
}

void CallAnnotator::show_argument(const OutermostValue& value, const char* name) const {
  if (bridge::visible(notes_.tree())) {
    if (name != nullptr) set_label(value.item, {name, ": ", value.text});
    else set_label(value.item, {"[", value.index, "]: ", value.text});
  }
  if (name == nullptr) return;
  notes_.add_text(proto_item_get_subtree(value.item), header_field(MultiplayerField::godot_argument_name),
                  {value.begin, value.end - value.begin}, name);
}

/// Calls the game's own dissector for the bytes of a PackedByteArray.
void CallAnnotator::hand_on_bytes(const OutermostValue& value) const {
  const PackedBytes& packed = notes_.context.leaves.packed;
  const bool is_here = packed.seen && packed.range.begin >= value.begin;
  if (notes_.context.message.repeated || !is_here || !is_byte_array(value.type)) return;
  const ArgumentBytes bytes = {.node = notes_.node.path,
                               .method = member_name(),
                               .begin = static_cast<int>(packed.range.begin),
                               .length = static_cast<int>(packed.range.length)};
  dissect_argument(notes_.context.tvb, notes_.context.pinfo, proto_item_get_subtree(value.item), bytes);
}

void CallAnnotator::assigned(const OutermostValue& value) {
  values_.clear();
  values_.append(value.text);
  has_values_ = true;
  if (!watches_in_use()) return;
  add_watches(notes_.watched(value.begin, value.end), {.node = node_text_, .name = member_, .index = UINT32_MAX},
              notes_.context.leaves.numbers);
}

void CallAnnotator::check_arguments() {
  if (!has_member_name() || is_guess()) return;
  const analysis::names::Signature declared = analysis::names::signature(notes_.node, member_name());
  judge({.method = member_, .count = argument_count_, .asked = declared, .maybe_one = maybe_no_bytes_}, nullptr);
  // Counts once for all arguments.
  if (other_arguments_ == nullptr || !knows_script() || notes_.context.message.repeated) return;
  analysis::account::Findings found(notes_.arena());
  analysis::account::Finding& counted = found.copy(*other_arguments_);
  counted.text = nullptr;
  counted.counted = true;
  show_findings(notes_, found);
}

/// In Godot 4 the list of methods identifies the script; in Godot 3 only its place in the scene does.
bool CallAnnotator::knows_script() const {
  const analysis::names::Name& script = notes_.account().script();
  return script && (named_by_wire_ || script.certainty == analysis::names::Certainty::certain);
}

// --- The end ------------------------------------------------------------------------------------------------------

const char* CallAnnotator::call_text(bool good) const {
  if (member_ == nullptr) return node_text_;
  const char* missing = good ? "" : has_values_ ? ", \u2026" : "\u2026";
  return joined(notes_.pool(), {node_text_, ".", member_, "(", values_.text(), missing, ")"});
}

const char* CallAnnotator::set_text() const {
  if (member_ == nullptr) return node_text_;
  return joined(notes_.pool(), {node_text_, ".", member_, " = ", values_.text()});
}

void CallAnnotator::end_call(ByteRange whole, bool good) {
  notes_.summary.text = call_text(good);
  notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_rpc_text), whole, notes_.summary.text);
  if (!good) return;
  check_arguments();
  if (names_peer_) name_peer();
  if (has_member_name() && method_.certainty != analysis::names::Certainty::guessed) show_declaration(whole);
}

/// Adds the method's declaration, and how this call differs from it.
void CallAnnotator::show_declaration(ByteRange whole) const {
  if (notes_.node.path == nullptr || notes_.context.message.repeated) return;
  const analysis::names::Declaration declaration = analysis::names::declaration(notes_.node, member_name());
  if (!declaration) return;
  notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_rpc_mode), whole, declaration.mode);
  analysis::account::Findings found(notes_.arena());
  callee_.judge(subject_of(notes_),
                analysis::account::ReceivedCall{.method = member_name(), .declaration = declaration}, found);
  const analysis::account::SentCall sent = {.method = member_name(), .declaration = declaration};
  analysis::account::judge(subject_of(notes_), sent, found);
  show_findings(notes_, found);
}

/// Whether the receiver lets the sender set the variable.
void CallAnnotator::check_setter() const {
  if (notes_.node.path == nullptr || notes_.context.message.repeated) return;
  const analysis::names::Declaration declaration = analysis::names::set_declaration(notes_.node, member_);
  if (!declaration) return;
  analysis::account::Findings found(notes_.arena());
  const analysis::account::ReceivedSet set = {.property = member_, .declaration = declaration};
  analysis::account::judge(subject_of(notes_), set, found);
  show_findings(notes_, found);
}

void CallAnnotator::end_set(ByteRange whole, bool good) {
  notes_.summary.text = set_text();
  if (member_ != nullptr && has_values_) {
    add_value(notes_.context.pinfo, notes_.context.facts_item,
              {.node = node_text_, .member = member_, .text = values_.text()});
  }
  notes_.add_text(notes_.tree(), header_field(MultiplayerField::godot_set_text), whole, notes_.summary.text);
  if (good && member_ != nullptr) check_setter();
}

}  // namespace godot::plugin
