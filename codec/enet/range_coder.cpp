// SPDX-License-Identifier: MIT
#include "codec/enet/range_coder.h"

namespace godot::enet {
namespace {

using Index = std::uint16_t;

constexpr std::uint32_t top = 1U << 24;
constexpr std::uint32_t bottom = 1U << 16;
constexpr Index root = 0;
constexpr unsigned max_order = 2;

// How a context adapts to a symbol. The root gives every byte a count, so that it never has to escape.
constexpr std::uint8_t root_step = 3;
constexpr std::uint16_t root_minimum = 1;
constexpr std::uint16_t root_escapes = 1;
constexpr std::uint8_t step = 2;
constexpr std::uint16_t escape_step = 5;

// Above these, all counts of a context are halved.
constexpr unsigned most_root_count = 0xFF - 2 * root_step + root_minimum;
constexpr unsigned most_count = 0xFF - 2 * step;
constexpr unsigned most_total = bottom - 0x100;

/// ENet's arithmetic: everything wraps at the width of its variable.
constexpr std::uint16_t low16(std::uint32_t number) noexcept { return static_cast<std::uint16_t>(number); }
constexpr std::uint8_t low8(std::uint32_t number) noexcept { return static_cast<std::uint8_t>(number); }

/// The range coder proper: which part of [0, total) comes next.
class Coder {
 public:
  explicit Coder(std::span<const std::uint8_t> input) noexcept : input_(input) {
    for (int i = 0; i < 4; ++i) code_ = code_ << 8U | next();
  }

  [[nodiscard]] std::uint16_t read(std::uint16_t total) noexcept {
    range_ /= total;
    return low16((code_ - low_) / range_);
  }

  void consume(std::uint32_t start, std::uint32_t width) noexcept {
    low_ += start * range_;
    range_ *= width;
    for (;;) {
      if ((low_ ^ (low_ + range_)) >= top) {
        if (range_ >= bottom) break;
        range_ = (0U - low_) & (bottom - 1);
      }
      code_ = code_ << 8U | next();
      range_ <<= 8U;
      low_ <<= 8U;
    }
  }

 private:
  std::uint8_t next() noexcept { return position_ < input_.size() ? input_[position_++] : 0; }

  std::span<const std::uint8_t> input_;
  std::size_t position_ = 0;
  std::uint32_t low_ = 0;
  std::uint32_t code_ = 0;
  std::uint32_t range_ = 0xFFFFFFFF;
};

/// A symbol that was found or created in a context.
struct Found {
  Index node = 0;
  std::uint16_t under = 0;  ///< its start among the context's counts
  std::uint16_t count = 0;  ///< before it was seen this time
};

class Decoder {
 public:
  Decoder(std::span<const std::uint8_t> input, std::span<std::uint8_t> output, RangeCoderScratch& scratch) noexcept
      : coder_(input), output_(output), scratch_(scratch), nodes_(scratch.nodes) {}

  Decompressed run() noexcept {
    forget();
    for (;;) {
      const Step taken = symbol();
      if (taken.end) return {size_, size_ == 0 ? DecompressionError::empty : DecompressionError::none};
      if (taken.corrupt) return {size_, DecompressionError::out_of_range};
      if (size_ == output_.size()) return {size_, DecompressionError::too_long};
      output_[size_++] = taken.value;
      if (order_ >= max_order) predicted_ = nodes_[predicted_].parent;
      else ++order_;
      // The next byte may need a node in each context.
      if (used_ >= nodes_.size() - max_order) forget();
    }
  }

 private:
  struct Step {
    std::uint8_t value = 0;
    bool end = false;
    bool corrupt = false;
  };

  // --- Nodes --------------------------------------------------------------------------------------------------------

  Index create(std::uint8_t value, std::uint8_t count) noexcept {
    const Index index = low16(used_++);
    nodes_[index] = {value, count, count, 0, 0, 0, 0, 0, 0};
    return index;
  }

  /// Starts with an empty root.
  void forget() noexcept {
    used_ = 0;
    create(0, 0);
    nodes_[root].escapes = root_escapes;
    nodes_[root].total = root_escapes + 256 * root_minimum;
    predicted_ = root;
    order_ = 0;
  }

  /// Halves the counts of a context. From left to right, without recursion: the path to the node and how much had been
  /// counted at each of its nodes are kept in the scratch.
  void rescale(Index context, std::uint16_t minimum) noexcept {
    RangeCoderNode& whole = nodes_[context];
    std::size_t depth = 0;
    std::uint16_t counted = 0;
    const auto descend = [&](Index index) {
      for (; index != 0; index = nodes_[index].left) {
        scratch_.path[depth] = index;
        scratch_.subtotal[depth] = counted;
        ++depth;
      }
    };
    descend(whole.tree);
    while (depth != 0) {
      --depth;
      RangeCoderNode& node = nodes_[scratch_.path[depth]];
      node.count = low8(node.count - (node.count >> 1U));
      node.under = low16(counted - scratch_.subtotal[depth] + node.count);
      counted = low16(counted + node.count);
      descend(node.right);
    }
    whole.escapes = low16(whole.escapes - (whole.escapes >> 1U));
    whole.total = low16(counted + whole.escapes + 256U * minimum);
  }

  // --- Contexts -----------------------------------------------------------------------------------------------------

  /// Finds the symbol at `code` among the context's counts, and counts it. False if there is none.
  bool find(Index context, std::uint16_t code, Found& found) noexcept {
    Index index = nodes_[context].tree;
    while (index != 0) {
      RangeCoderNode& node = nodes_[index];
      const std::uint16_t after = low16(found.under + node.under);
      if (code >= after) {
        found.under = after;
        index = node.right;
      } else if (static_cast<int>(code) < after - node.count) {
        node.under = low16(node.under + step);
        index = node.left;
      } else {
        found.node = index;
        found.count = node.count;
        found.under = low16(after - node.count);
        node.under = low16(node.under + step);
        node.count = low8(node.count + step);
        return true;
      }
    }
    return false;
  }

  /// The same in the root, where every byte has a part and new nodes are created.
  Found find_in_root(std::uint16_t code) noexcept {
    Found found;
    Index* link = &nodes_[root].tree;
    std::uint32_t value = code;
    while (*link != 0) {
      RangeCoderNode& node = nodes_[*link];
      const std::uint16_t after = low16(found.under + node.under + (node.value + 1U) * root_minimum);
      const std::uint16_t before = low16(node.count + root_minimum);
      if (code >= after) {
        found.under = low16(found.under + node.under);
        value = node.value + 1U + (code - after);
        link = &node.right;
      } else if (static_cast<int>(code) < after - before) {
        node.under = low16(node.under + root_step);
        value = node.value - 1U - (static_cast<std::uint32_t>(after) - before - code - 1U);
        link = &node.left;
      } else {
        found.node = *link;
        found.count = before;
        found.under = low16(after - before);
        node.under = low16(node.under + root_step);
        node.count = low8(node.count + root_step);
        return found;
      }
    }
    found.node = create(low8(value), root_step);
    *link = found.node;
    found.under = code;
    found.count = root_minimum;
    return found;
  }

  /// Counts the symbol `value` in a context, created with a count of 0 if new.
  Found update(Index context, std::uint8_t value) noexcept {
    Found found;
    Index* link = &nodes_[context].tree;
    while (*link != 0) {
      RangeCoderNode& node = nodes_[*link];
      if (value > node.value) {
        link = &node.right;
        continue;
      }
      node.under = low16(node.under + step);
      if (value < node.value) {
        link = &node.left;
        continue;
      }
      found.node = *link;
      found.count = node.count;
      node.count = low8(node.count + step);
      return found;
    }
    found.node = create(value, step);
    *link = found.node;
    return found;
  }

  void grow(Index context, std::uint16_t count, std::uint16_t by, unsigned most, std::uint16_t minimum) noexcept {
    RangeCoderNode& node = nodes_[context];
    node.total = low16(node.total + by);
    if (count > most || node.total > most_total) rescale(context, minimum);
  }

  // --- One byte -----------------------------------------------------------------------------------------------------

  /// Searches the contexts from the longest to the root, and adds the byte to those that lack it.
  Step symbol() noexcept {
    Index context = predicted_;
    Found found;
    for (; context != root; context = nodes_[context].parent) {
      const std::uint16_t escapes = nodes_[context].escapes;
      const std::uint16_t total = nodes_[context].total;
      if (escapes == 0 || escapes >= total) continue;
      const std::uint16_t code = coder_.read(total);
      if (code < escapes) {
        coder_.consume(0, escapes);
        continue;
      }
      if (!find(context, low16(code - escapes), found)) return {.corrupt = true};
      coder_.consume(std::uint32_t{escapes} + found.under, found.count);
      grow(context, found.count, step, most_count, 0);
      break;
    }
    if (context == root) {
      const std::uint16_t escapes = nodes_[root].escapes;
      const std::uint16_t code = coder_.read(nodes_[root].total);
      if (code < escapes) return {.end = true};
      found = find_in_root(low16(code - escapes));
      coder_.consume(std::uint32_t{escapes} + found.under, found.count);
      grow(root, found.count, root_step, most_root_count, root_minimum);
    }
    const std::uint8_t value = nodes_[found.node].value;
    add_to_contexts(context, value, found.node);
    return {.value = value};
  }

  /// Adds the byte to each longer context, and links it to that of the next shorter one.
  void add_to_contexts(Index known, std::uint8_t value, Index last) noexcept {
    Index* link = &predicted_;
    for (Index context = predicted_; context != known; context = nodes_[context].parent) {
      const Found found = update(context, value);
      *link = found.node;
      link = &nodes_[found.node].parent;
      if (found.count == 0) nodes_[context].escapes = low16(nodes_[context].escapes + escape_step);
      grow(context, found.count, found.count == 0 ? escape_step + step : step, most_count, 0);
    }
    *link = last;
  }

  Coder coder_;
  std::span<std::uint8_t> output_;
  RangeCoderScratch& scratch_;
  std::array<RangeCoderNode, RangeCoderScratch::node_count>& nodes_;
  std::size_t used_ = 0;
  Offset size_ = 0;
  Index predicted_ = root;
  unsigned order_ = 0;
};

}  // namespace

Decompressed decompress_range_coder(std::span<const std::uint8_t> input, std::span<std::uint8_t> output,
                                    RangeCoderScratch& scratch) noexcept {
  if (input.empty()) return {.size = 0, .error = DecompressionError::empty};
  return Decoder(input, output, scratch).run();
}

}  // namespace godot::enet
