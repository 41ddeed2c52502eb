// SPDX-License-Identifier: MIT
// An encoder of debugger messages for tests: messages of Godot 2.x, 3.0, 4.0 and 4.1, of which no engine is available,
// and messages that no engine sends.
#pragma once

#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "codec/debugger/messages.h"
#include "tests/unit/support/bytes.h"

namespace godot::test {

/// Writes values of one generation, whose ids of containers differ.
class Encoder {
 public:
  explicit Encoder(debugger::Era era) : era_(era) {}

  [[nodiscard]] Bytes nil() const { return word(0); }
  [[nodiscard]] Bytes boolean(bool value) const { return join({word(1), word(value ? 1 : 0)}); }
  [[nodiscard]] Bytes integer(std::int32_t value) const {
    return join({word(2), word(static_cast<std::uint32_t>(value))});
  }
  [[nodiscard]] Bytes real(float value) const {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &value, sizeof bits);
    return join({word(3), word(bits)});
  }
  [[nodiscard]] Bytes string(std::string_view text) const { return join({word(4), text_block(text)}); }
  [[nodiscard]] Bytes path(std::string_view name) const {
    constexpr std::uint32_t new_format = 1U << 31;
    return join({word(id(16, 15, 22)), word(new_format | 1), word(0), word(0), text_block(name)});
  }
  [[nodiscard]] Bytes array(const std::vector<Bytes>& elements) const {
    Bytes all = join({word(id(21, 19, 28)), word(static_cast<std::uint32_t>(elements.size()))});
    for (const Bytes& element : elements) all.insert(all.end(), element.begin(), element.end());
    return all;
  }
  [[nodiscard]] Bytes dictionary(const std::vector<std::pair<Bytes, Bytes>>& pairs) const {
    Bytes all = join({word(id(20, 18, 27)), word(static_cast<std::uint32_t>(pairs.size()))});
    for (const auto& [key, value] : pairs) all = join({all, key, value});
    return all;
  }
  /// PackedStringArray and PackedInt32Array of Godot 4.
  [[nodiscard]] Bytes strings(const std::vector<std::string>& texts) const {
    Bytes all = join({word(34), word(static_cast<std::uint32_t>(texts.size()))});
    for (const std::string& text : texts)
      all = join({all, text_block(std::string_view(text.c_str(), text.size() + 1))});
    return all;
  }
  [[nodiscard]] Bytes integers(const std::vector<std::uint32_t>& numbers) const {
    Bytes all = join({word(30), word(static_cast<std::uint32_t>(numbers.size()))});
    for (const std::uint32_t number : numbers) all = join({all, word(number)});
    return all;
  }

  /// A value with the length before it.
  [[nodiscard]] static Bytes unit(const Bytes& value) {
    return join({word(static_cast<std::uint32_t>(value.size())), value});
  }

  /// A message as this era sends it in this direction, as a stream's bytes.
  [[nodiscard]] Bytes message(std::string_view name, const std::vector<Bytes>& elements,
                              debugger::Direction direction = debugger::Direction::to_editor,
                              std::int32_t thread = 1) const {
    const debugger::EraInfo& era = debugger::info(era_);
    if (!era.units) {
      if (!era.has_thread) return unit(array({string(name), array(elements)}));
      return unit(array({string(name), integer(thread), array(elements)}));
    }
    if (direction == debugger::Direction::to_game) {
      std::vector<Bytes> all = {string(name)};
      all.insert(all.end(), elements.begin(), elements.end());
      return unit(array(all));
    }
    Bytes all = join({unit(string(name)), unit(integer(static_cast<std::int32_t>(elements.size())))});
    for (const Bytes& element : elements) all = join({all, unit(element)});
    return all;
  }

  [[nodiscard]] static Bytes word(std::uint32_t value) {
    return {static_cast<std::uint8_t>(value), static_cast<std::uint8_t>(value >> 8),
            static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 24)};
  }
  [[nodiscard]] static Bytes join(std::initializer_list<Bytes> parts) {
    Bytes all;
    for (const Bytes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

 private:
  [[nodiscard]] static Bytes text_block(std::string_view text) {
    Bytes all = word(static_cast<std::uint32_t>(text.size()));
    all.insert(all.end(), text.begin(), text.end());
    all.insert(all.end(), padding_after(static_cast<Offset>(text.size())), 0);
    return all;
  }
  [[nodiscard]] std::uint32_t id(std::uint32_t godot2, std::uint32_t godot3, std::uint32_t godot4) const {
    if (era_ == debugger::Era::godot2) return godot2;
    return era_ == debugger::Era::godot3 ? godot3 : godot4;
  }

  debugger::Era era_;
};

}  // namespace godot::test
