// SPDX-License-Identifier: MIT
#include "codec/mirror/record_stream.h"

#include <algorithm>
#include <string_view>

#include "codec/mirror/walk.h"

namespace godot::mirror {
namespace {

constexpr std::string_view magic = "godot.mirror";
constexpr std::size_t prefix = sizeof(std::uint32_t);
constexpr std::size_t smallest_record = 4;  // version, kind, length of the head
constexpr std::size_t longest_head = 44;

class HeadReader final : public Listener {
 public:
  bool found = false;
  void head(const Head&) override { found = true; }
};

static_assert(magic.size() + 2 * sizeof(std::uint16_t) == greeting_size);

}  // namespace

Greeting greeting() noexcept {
  Greeting bytes = {};
  std::copy(magic.begin(), magic.end(), bytes.begin());
  bytes[magic.size()] = version;
  return bytes;
}

Greeted greeted(std::span<const std::uint8_t> stream) noexcept {
  const std::size_t compared = std::min(stream.size(), magic.size());
  if (!std::equal(stream.begin(), stream.begin() + static_cast<std::ptrdiff_t>(compared), magic.begin()))
    return {.who = Greeted::Who::stranger};
  if (stream.size() < greeting_size) return {};
  const auto spoken = load_le<std::uint16_t>(stream.data() + magic.size());
  return {.who = spoken == version ? Greeted::Who::mirror : Greeted::Who::other, .version = spoken};
}

Framed framed(std::span<const std::uint8_t> stream) noexcept {
  if (stream.size() < prefix) return {};
  const auto length = load_le<std::uint32_t>(stream.data());
  if (length < smallest_record || length > max_record) return {.status = Framed::Status::bad};
  const std::span<const std::uint8_t> there =
      stream.subspan(prefix, std::min<std::size_t>(stream.size() - prefix, length));
  // Parses the head first: invalid records are detected before the rest arrives, and the head is parsed once only.
  HeadReader reader;
  const Result read = validate(Buffer(there.first(std::min(there.size(), longest_head)), length), &reader);
  const bool is_cut = read.problem.code == Problem::Code::cut;
  if (!reader.found && read.problem && !is_cut) return {.status = Framed::Status::bad};
  if (there.size() < length) return {};
  return {.status = Framed::Status::whole, .size = prefix + length, .record = there, .head = read.head};
}

}  // namespace godot::mirror
