// SPDX-License-Identifier: MIT
#include "web/fields.h"

#include <algorithm>
#include <cstdint>
#include <string_view>

#include "base/json.h"
#include "engine/tree/field_labels.h"

namespace godot::web {
namespace {

namespace json = analysis::json;
using engine::TreeItem;

void append(std::string& out, const engine::TreeBytes& bytes) {
  out += R"({"title":)";
  json::append_text(out, bytes.title);
  out += R"(,"size":)" + std::to_string(bytes.bytes.size()) + R"(,"hex":")";
  const std::size_t shown = std::min(bytes.bytes.size(), most_shown_bytes);
  out += engine::hexadecimal({reinterpret_cast<const char*>(bytes.bytes.data()), shown}, shown) + "\"}";
}

void append(std::string& out, const TreeItem& item, unsigned depth) {
  out += '[' + std::to_string(depth) + ',';
  json::append_text(out, item.label);
  out += ',';
  json::append_text(out, item.filter);
  for (const std::uint32_t number : {item.bytes, item.begin, item.length}) out += ',' + std::to_string(number);
  out += item.is_problem ? ",2]" : item.is_derived ? ",1]" : ",0]";
}

/// The next item that is displayed, in the order of the tree, and its depth below the root; null: there is none. What
/// is below a hidden item is hidden, too.
const TreeItem* next(const TreeItem& item, unsigned& depth) {
  const TreeItem* at = &item;
  while (true) {
    if (at->first != nullptr && !at->is_hidden) {
      at = at->first;
      ++depth;
    } else {
      for (; at->next == nullptr; at = at->parent, --depth)
        if (at->parent == nullptr) return nullptr;
      at = at->next;
    }
    if (!at->is_hidden) return at;
  }
}

}  // namespace

std::string json_of(const engine::Tree& tree) {
  std::string out = R"({"bytes":[)";
  for (const engine::TreeBytes& bytes : tree.bytes()) {
    if (out.back() == '}') out += ',';
    append(out, bytes);
  }
  out += R"(],"items":[)";
  unsigned depth = 0;
  for (const TreeItem* item = next(tree.root(), depth); item != nullptr; item = next(*item, depth)) {
    if (out.back() == ']') out += ',';
    append(out, *item, depth - 1);
  }
  out += "]}";
  return out;
}

}  // namespace godot::web
