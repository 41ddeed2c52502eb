// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/core/outermost_values.h"

#include <algorithm>

#include "codec/core/utf8.h"
#include "plugin/core/fields.h"
#include "plugin/core/labels.h"

namespace godot::plugin {

std::span<char> text_buffer(packet_info* pinfo, std::size_t size, const Display& display) {
  const std::size_t capacity = variant::TextWriter::capacity(size, display.text_limit);
  return {static_cast<char*>(wmem_alloc(pinfo->pool, capacity)), capacity};
}

const char* kept_text(packet_info* pinfo, const variant::Text& text) {
  const std::string_view mark = text.cut ? variant::ellipsis : std::string_view{};
  const std::size_t size = text.text.size();
  auto* kept = static_cast<char*>(wmem_alloc(pinfo->pool, size + mark.size() + 1));
  std::copy_n(text.text.data(), size, kept);
  if (!text.ascii) replace_noncharacters({kept, size});
  std::copy_n(mark.data(), mark.size(), kept + size);
  kept[size + mark.size()] = '\0';
  return kept;
}

void report_problem(packet_info* pinfo, proto_item* item, const Problem& problem, bool in_value) {
  if (problem.code == Problem::Code::cut) return;  // the capture is cut; not the sender's fault
  char buffer[max_problem_text];
  const std::string_view sentence = describe(problem, buffer);
  add_expert(pinfo, item, in_value ? expert(CoreExpert::variant_malformed) : malformed(problem.field), {sentence});
}

}  // namespace godot::plugin
