// SPDX-License-Identifier: MIT
#include "codec/tool/field_list.h"

#include <algorithm>
#include <bit>

#include "codec/core/problem.h"
#include "codec/core/sink.h"
#include "codec/variant/fields.h"
#include "codec/variant/node_path.h"
#include "codec/variant/text.h"

namespace godot::tool {
namespace {

using variant::no_text_limit;

std::uint32_t limit_or(std::uint32_t limit, std::uint32_t none) noexcept { return limit == 0 ? none : limit; }

class Recorder final : public Sink {
 public:
  Recorder(Report& report, const Request& request)
      : report_(report),
        request_(request),
        buffer_(
            variant::TextWriter::capacity(report.message.captured.size(), limit_or(request.text_limit, no_text_limit))),
        writer_(buffer_, limit_or(request.text_limit, no_text_limit), *report.options.dialect,
                limit_or(request.hex_bytes, variant::no_hex_bytes)) {}

  void open(Field field, Offset begin, const Value& value) override {
    writer_.open(field, value);
    const std::size_t node = add(field, begin, 0, value);
    if (request_.nodes && !open_.empty()) name_field(open_.back(), node);
    open_.push_back({.node = node, .field_names = {}});
  }

  void leaf(Field field, Offset begin, Offset length, const Value& value) override {
    writer_.leaf(field, value);
    add(field, begin, length, value);
    if (!request_.nodes || open_.empty()) return;
    Subtree& subtree = open_.back();
    // A text that is a key is shown unchanged.
    if (field == field::string || field == field::string_name) subtree.key_text = value;
    // The text is known at the value's end only: reserves its place.
    if (field == field::type_name) subtree.text = add(field::text, begin, 0, {});
  }

  void close(Field field, Offset end) override {
    const variant::Text text = writer_.close(field);
    if (request_.nodes) finish(open_.back(), end, text);
    open_.pop_back();
    if (!open_.empty()) return;
    report_.text = text.text;
    if (text.cut) report_.text += variant::ellipsis;
  }

  void note(Note note, Offset begin, Offset length) override {
    if (!request_.nodes || open_.empty()) return;
    Node& last = report_.nodes.back();
    Node& subtree = report_.nodes[open_.back().node];
    (last.begin == begin && last.length == length ? last : subtree).notes.push_back({note, begin, length});
  }

  void problem(const Problem&) override { writer_.problem(); }

  std::uint32_t wanted_elements(std::uint32_t count) override {
    return std::min(count, request_.nodes ? limit_or(request_.max_elements, count) : writer_.wanted_elements());
  }

 private:
  struct Subtree {
    std::size_t node = 0;
    std::size_t text = 0;  ///< place of its text; 0 = none
    std::uint32_t numbered = 0;
    Value key_text = {};
    std::vector<std::string_view> field_names;  ///< the names of a struct's fields, in their order
    std::size_t fields_named = 0;
  };

  /// A struct's fields are described first; their values follow.
  void name_field(Subtree& structure, std::size_t node) {
    Node& child = report_.nodes[node];
    if (child.field == field::structure_field) structure.field_names.push_back(child.value.view());
    if (child.field == field::structure_value && structure.fields_named < structure.field_names.size())
      child.name = structure.field_names[structure.fields_named++];
  }

  std::size_t add(Field field, Offset begin, Offset length, const Value& value) {
    if (!request_.nodes) return 0;
    Node node{.field = field,
              .depth = static_cast<std::uint32_t>(open_.size()),
              .begin = begin,
              .length = length,
              .value = value,
              .text = {},
              .notes = {}};
    const bool counted = field == field::int_ || field == field::float32 || field == field::string;
    if (counted && !open_.empty() && (info(report_.nodes[open_.back().node].field).flags & is_indexed) != 0) {
      node.is_numbered = true;
      node.number = open_.back().numbered++;
    }
    report_.nodes.push_back(std::move(node));
    return report_.nodes.size() - 1;
  }

  void finish(const Subtree& subtree, Offset end, const variant::Text& text) {
    Node& node = report_.nodes[subtree.node];
    node.length = end - node.begin;
    if ((info(node.field).flags & is_variant) == 0) return;
    std::string whole{text.text};
    if (text.cut) whole += variant::ellipsis;
    if (node.field == field::key && subtree.key_text.kind == Value::Kind::text) node.value = subtree.key_text;
    else node.text = whole;
    if (subtree.text == 0) return;
    report_.nodes[subtree.text].length = node.length;
    report_.nodes[subtree.text].text = std::move(whole);
  }

  Report& report_;
  const Request& request_;
  std::vector<char> buffer_;
  variant::TextWriter writer_;
  std::vector<Subtree> open_;
};

}  // namespace

std::string Report::problem_text() const {
  if (!result.problem) {
    if (exact()) return {};
    const std::size_t there = message.captured.size() - result.consumed;
    const std::size_t missing = message.reported - message.captured.size();
    if (missing == 0) return std::to_string(there) + " bytes follow the value's end";
    return "Incomplete: the input ends " + std::to_string(missing) + " bytes before its length says, " +
           std::to_string(there) + " behind the value's end";
  }
  char out[max_problem_text];
  const char* const what = result.problem.code == Problem::Code::cut ? "Incomplete: " : "Malformed: ";
  return what + std::string{describe(result.problem, out)};
}

Report read_value(const Buffer& message, const variant::Options& options, const Request& request) {
  Report report{.options = options, .result = {}, .message = message, .nodes = {}, .others = {}, .text = {}};
  Recorder recorder(report, request);
  report.result = variant::walk(message, options, recorder);
  return report;
}

std::string path_text(const Value& value, const variant::Dialect& dialect) {
  std::string text;
  variant::NodePathReader reader(value.view(), dialect.root_path);
  for (variant::NodePathReader::Part part; reader.next(part);) text.append(part.separator).append(part.name);
  return text;
}

std::uint64_t masked(Field field, const Value& value) noexcept {
  const std::uint32_t mask = info(field).mask;
  return mask == 0 ? value.uint : (value.uint & mask) >> std::countr_zero(mask);
}

}  // namespace godot::tool
