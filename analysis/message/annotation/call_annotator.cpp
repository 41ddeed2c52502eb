// SPDX-License-Identifier: MIT
#include "analysis/message/annotation/call_annotator.h"

#include <charconv>
#include <cstdint>
#include <string_view>

namespace godot::analysis::annotation {
namespace {

/// The type's name in each generation.
bool is_byte_array(std::string_view type) {
  return type == "PackedByteArray" || type == "PoolByteArray" || type == "RawArray";
}

}  // namespace

void CallAnnotator::node(const multiplayer::Node& node) {
  const ByteRange range = {node.begin, node.length};
  const account::Call& call = notes_.account().call();
  known_ = call.known;
  node_text_ = call.text;
  if (!node.by_path && known_ != nullptr) {
    notes_.add_text(MultiplayerField::node_path, range, node_text_);
    notes_.add_frame(MultiplayerField::learned_in, range, known_->frame);
  } else if (!node.by_path) {
    notes_.remark(MultiplayerExpert::godot_path_unknown);
  }
  notes_.node = call.node;
  notes_.summary.node = node_text_;
  notes_.show_findings();
}

void CallAnnotator::method(const multiplayer::Member& method) {
  const ByteRange range = {method.begin, method.length};
  named_by_wire_ = method.by_name;
  if (method.by_name) {
    member_ = notes_.account().host().shown(method.name);
  } else {
    method_ = notes_.account().call().method;
    method_range_ = range;
    method_id_ = method.id;
    notes_.node.own_method = method.id < multiplayer::first_configured_method;
    if (!method_) member_ = notes_.account().number_text(method.id);
    else if (is_guess()) member_ = notes_.arena().joined({method_.text, "?"});
    else notes_.add_text(MultiplayerField::rpc_method, range, member_ = method_.text);
  }
  notes_.add_script(range, notes_.account().script());
  notes_.summary.member = member_;
  if (has_member_name()) callee_.begin(notes_.subject(), known_, method, member_name());
  else if (notes_.show.has_tree) notes_.show.name_missing(range);
  naming_ = naming_call(notes_.context.naming_rows, node_text_, member_);
}

/// Rejects a guess whose declaration has another number of arguments.
void CallAnnotator::check_guess() {
  if (!is_guess()) return;
  const names::Signature declared = names::signature(notes_.node, method_.text);
  const bool none_or_one = maybe_no_bytes_ && declared.required <= 1;
  if (!declared.known || none_or_one || declared.takes(argument_count_)) {
    notes_.add_text(MultiplayerField::rpc_method, method_range_, method_.text);
    return;
  }
  method_ = {};
  member_ = notes_.account().number_text(method_id_);
  notes_.summary.member = member_;
}

void CallAnnotator::property(const multiplayer::Member& property) {
  member_ = notes_.account().host().shown(property.name);
  notes_.add_script({property.begin, property.length}, notes_.account().script());
  notes_.summary.member = member_;
}

// --- Arguments ------------------------------------------------------------------------------------------------------

bool CallAnnotator::has_member_name() const noexcept { return member_ != nullptr && member_[0] != '#'; }

const char* CallAnnotator::member_name() const noexcept { return method_ ? method_.text : member_; }

void CallAnnotator::arguments(const multiplayer::Arguments& arguments) {
  argument_count_ = arguments.count;
  maybe_no_bytes_ = arguments.count == 0 && arguments.bytes_only;
  check_guess();
}

names::Argument CallAnnotator::declared(const ShownValue& value) const {
  return has_member_name() ? names::argument(notes_.node, member_name(), value.index) : names::Argument{};
}

Owner CallAnnotator::owner_of(const ShownValue& value) const {
  return {.node = node_text_, .member = member_, .argument = declared(value).name.text};
}

/// Adds an argument to the call's text. `name`: null: not known.
void CallAnnotator::append(const char* name, const ShownValue& value) {
  if (has_values_) values_.append(", ");
  has_values_ = true;
  if (name != nullptr) {
    values_.append(name);
    values_.append(": ");
  }
  values_.append(value.text);
}

void CallAnnotator::argument(const ShownValue& value) {
  const names::Argument argument = declared(value);
  const char* name = argument.name.text;
  const ByteRange range = {value.begin, value.end - value.begin};
  if (notes_.context.reads_texts) append(name, value);
  if (notes_.show.visible) notes_.show.label_value(value.item, name, value.index, value.text);
  if (name != nullptr) notes_.add_text(MultiplayerField::argument_name, range, name, value.item);
  if (const char* type = is_guess() ? nullptr : full_type(value))
    judge({.method = member_, .index = value.index, .type = type, .type_asked = argument.type}, value.item);
  hand_on_bytes(value);
  if (naming_.found) read_name(value);
  notes_.watch(range, {.node = node_text_, .method = member_name(), .name = name, .index = value.index});
}

/// With the types of a container's elements, which begin its text: `Array[int]([1, 2])`. Null: the text was cut before
/// their end. For an object that is sent as its id: the class that it has at the receiver.
const char* CallAnnotator::full_type(const ShownValue& value) const {
  const std::string_view type = value.type;
  const bool is_container = type == "Array" || type == "Dictionary";
  if (!is_container && type != "Object") return value.type;
  const std::string_view text = value.text;
  if (type == "Object" && text.starts_with("Object(EncodedObjectAsID,")) return "EncodedObjectAsID";
  if (!is_container || text.starts_with('[') || text.starts_with('{')) return value.type;
  const std::size_t end = text.find("](");
  if (!text.starts_with(type) || end == std::string_view::npos) return nullptr;
  return notes_.arena().joined({text.substr(0, end + 1)});
}

/// Shows problems of the arguments, by the receiver's project. `item`: of an argument; null: the command.
void CallAnnotator::judge(const account::Arguments& arguments, Handle item) {
  if (!arguments.is_declared() && !callee_.several()) return;
  account::Findings found(notes_.arena());
  callee_.judge(notes_.subject(), arguments, found);
  if (found.first() != nullptr) other_arguments_ = found.first();
  notes_.show_findings(found, item);
}

/// Calls the game's own dissector for the bytes of a PackedByteArray.
void CallAnnotator::hand_on_bytes(const ShownValue& value) const {
  const Leaves& leaves = notes_.context.leaves;
  const bool is_here = leaves.has_packed && leaves.packed.begin >= value.begin;
  if (notes_.repeated() || !is_here || !is_byte_array(value.type)) return;
  notes_.show.hand_on({.node = notes_.node.path, .method = member_name(), .range = leaves.packed}, value.item);
}

void CallAnnotator::assigned(const ShownValue& value) {
  values_.clear();
  values_.append(value.text);
  has_values_ = true;
  notes_.watch({value.begin, value.end - value.begin}, {.node = node_text_, .name = member_, .index = UINT32_MAX});
}

void CallAnnotator::check_arguments() {
  if (!has_member_name() || is_guess()) return;
  const names::Signature declared = names::signature(notes_.node, member_name());
  judge({.method = member_, .count = argument_count_, .asked = declared, .maybe_one = maybe_no_bytes_}, nullptr);
  // Counts once for all arguments.
  if (other_arguments_ == nullptr || !knows_script() || notes_.repeated()) return;
  account::Findings found(notes_.arena());
  account::Finding& counted = found.copy(*other_arguments_);
  counted.text = nullptr;
  counted.counted = true;
  notes_.show_findings(found);
}

/// The receiver may have another method of this number, or none.
void CallAnnotator::check_reached() const {
  if (named_by_wire_ || notes_.repeated()) return;
  const bool has_name = has_member_name() && !is_guess();
  account::ReachedMethod reached = callee_.reached(notes_.subject(), has_name ? member_name() : nullptr);
  reached.known = known_;
  account::Findings found(notes_.arena());
  account::judge(notes_.subject(), reached, found);
  notes_.show_findings(found);
}

/// In Godot 4 the list of methods identifies the script; in Godot 3 only its place in the scene does.
bool CallAnnotator::knows_script() const {
  const names::Name& script = notes_.account().script();
  return script && (named_by_wire_ || script.certainty == names::Certainty::certain);
}

// --- Names of peers -------------------------------------------------------------------------------------------------

void CallAnnotator::read_name(const ShownValue& value) {
  if (value.index == naming_.name) peer_name_ = text_of_literal(value.text, notes_.arena());
  if (naming_.id < 0 || value.index != static_cast<std::uint32_t>(naming_.id) || value.type != std::string_view("int"))
    return;
  const std::string_view digits = value.text;
  std::int64_t id = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), id);
  peer_ = static_cast<PeerId>(id);
}

/// Stored on the first pass, like all state. On a lossy link a call may precede the path that it refers to: a
/// retransmission of the call, or the second pass, then names the peer.
void CallAnnotator::name_peer() const {
  if (peer_name_ == nullptr) return;
  const PeerId peer = naming_.id >= 0 ? peer_ : notes_.route.source_id;
  const Peers& among = notes_.message.link.peers;
  PeerNames& names = notes_.context.peer_names;
  const bool late = !notes_.context.first_pass || notes_.repeated();
  if (!late || !names.is_given(among, peer)) names.add(among, peer, peer_name_, notes_.message.frame);
}

// --- The end --------------------------------------------------------------------------------------------------------

/// The node before a dot. `.` is the root of the sender's MultiplayerAPI.
const char* CallAnnotator::owner_text() const {
  return node_text_ != nullptr && std::string_view(node_text_) == "." ? "(root)" : node_text_;
}

const char* CallAnnotator::call_text(bool good) const {
  if (member_ == nullptr) return node_text_;
  const char* missing = good ? "" : has_values_ ? ", \u2026" : "\u2026";
  return notes_.arena().joined({owner_text(), ".", member_, "(", values_.text(), missing, ")"});
}

void CallAnnotator::end_call(ByteRange whole, bool good) {
  if (notes_.context.reads_texts) notes_.summary.text = call_text(good);
  notes_.add_text(MultiplayerField::rpc_text, whole, notes_.summary.text);
  if (!good) return;
  check_reached();
  check_arguments();
  check_scene();
  if (naming_.found) name_peer();
  if (!has_member_name() || is_guess() || !show_declaration(whole)) leave_open(whole);
}

/// Adds the method's declaration, and how this call differs from it. False: it is not known for certain.
bool CallAnnotator::show_declaration(ByteRange whole) {
  if (notes_.node.path == nullptr || notes_.repeated()) return false;
  const names::Declaration declaration = names::declaration(notes_.node, member_name());
  if (!declaration) return false;
  notes_.add_text(MultiplayerField::rpc_mode, whole, declaration.mode);
  account::Findings found(notes_.arena());
  callee_.judge(notes_.subject(), account::ReceivedCall{.method = member_name(), .declaration = declaration}, found);
  account::judge(notes_.subject(), account::SentCall{.method = member_name(), .declaration = declaration}, found);
  notes_.show_findings(found);
  return account::is_judged(notes_.subject(), declaration);
}

/// A receiver of Godot 3 confirms every path (core/io/multiplayer_api.cpp, _process_simplify_path), so that nothing
/// shows whether it has the node: the project does, of nodes in scenes.
void CallAnnotator::check_scene() const {
  facts::Item* item = notes_.context.item;
  if (item == nullptr || notes_.repeated() || notes_.subject().is_4() || !names::know_scenes()) return;
  item->in_no_scene = notes_.node.path != nullptr && !names::is_in_scene(notes_.node);
}

/// No declaration is known: facts say so, and the capture's first call, for lists of packets with problems.
void CallAnnotator::leave_open(ByteRange whole) const {
  if (notes_.context.item != nullptr) notes_.context.item->undeclared = true;
  if (notes_.repeated() || notes_.message.frame != notes_.message.state.memory.first_call) return;
  notes_.add_text(MultiplayerField::not_judged, whole,
                  "whether calls are refused whose declaration is not known, as of this one. "
                  "Set the folder of the game's project");
}

/// Whether the receiver lets the sender set the variable.
void CallAnnotator::check_setter(ByteRange whole) {
  if (notes_.repeated()) return;
  const names::Declaration declaration =
      notes_.node.path != nullptr ? names::set_declaration(notes_.node, member_) : names::Declaration{};
  check_scene();
  if (!declaration) leave_open(whole);
  account::Findings found(notes_.arena());
  account::judge(notes_.subject(), account::ReceivedSet{.property = member_, .declaration = declaration}, found);
  notes_.show_findings(found);
}

void CallAnnotator::end_set(ByteRange whole, bool good) {
  notes_.summary.text =
      member_ == nullptr ? node_text_ : notes_.arena().joined({owner_text(), ".", member_, " = ", values_.text()});
  if (member_ != nullptr && has_values_) notes_.add_value(node_text_, member_, values_.text());
  notes_.add_text(MultiplayerField::set_text, whole, notes_.summary.text);
  if (good && member_ != nullptr) check_setter(whole);
}

}  // namespace godot::analysis::annotation
