// SPDX-License-Identifier: MIT
// Any bytes as an ENet datagram, or as its commands: the walk keeps its guarantees (see checker.h), agrees with the
// validation, and recognised datagrams can be read.
//
// The first byte: bit 0 a checksum, bit 1 commands may be padded, bit 2 the bytes after the header are decompressed
// commands, bits 3-4 the make of ENet, bits 6-7 how many bytes were not captured.
#include "codec/enet/recognise.h"
#include "tests/fuzz/input.h"
#include "tests/unit/codec/enet/reading.h"

using namespace godot;

namespace {

void require_kept(const test::EnetReading& reading, const Buffer& buffer, const enet::Result& checked) {
  const std::string fault = test::fault_of(reading, buffer, checked);
  test::require(fault.empty(), fault);
  char sentence[max_problem_text];
  const std::string_view text = describe(reading.result.problem, sentence);
  test::require(text.empty() == !reading.result.problem && text.size() < max_problem_text, "the problem has no text");
}

void check_commands(const Buffer& datagram, const enet::Options& options) {
  enet::Header header;
  Problem problem;
  if (!enet::read_header(datagram, options.checksum, header, problem, options.make)) return;
  const test::ExactCopy body(datagram.captured.subspan(header.size), datagram.reported - header.size);
  const test::EnetReading reading(body.buffer(), header, options);
  require_kept(reading, body.buffer(), enet::validate_commands(body.buffer(), header, options));
  const enet::Observation seen = enet::observe_commands(body.buffer(), header, options);
  const bool readable = reading.result.exact(body.buffer()) || reading.result.problem.code == Problem::Code::cut;
  test::require(seen.strength == enet::Strength::none || readable, "commands are recognised that cannot be read");
}

void check_datagram(const Buffer& datagram, const enet::Options& given) {
  const test::EnetReading first(datagram, given);
  require_kept(first, datagram, enet::validate(datagram, given));
  const auto known = given.checksum ? enet::Checksum::present : enet::Checksum::absent;
  const enet::Observation seen = enet::observe(datagram, known);
  // Recognition is of the stock make, unless the datagram is a handshake of another.
  enet::Options options = given;
  options.make = seen.make;
  if (seen.make != enet::Make::stock) options.checksum = false;
  const test::EnetReading reading(datagram, options);
  require_kept(reading, datagram, enet::validate(datagram, options));
  test::require(seen.make == enet::make_of_handshake(datagram) || seen.strength == enet::Strength::none,
                "two functions see different makes");
  test::require(seen.strength == enet::Strength::none || enet::possible(datagram, known),
                "something is recognised that the first check refuses");
  test::require(seen.strength != enet::Strength::compressed || reading.result.header.compressed,
                "something is taken for compressed that is not");
  if (seen.strength < enet::Strength::weak) return;
  test::require(reading.result.exact(datagram) || reading.result.problem.code == Problem::Code::cut,
                "a datagram is recognised that cannot be read");
  test::require(!reading.result.notes.any() && seen.points != 0, "something is recognised that nobody sends");
  test::require(enet::observe(datagram).strength >= enet::Strength::weak, "it is recognised only if one knows how");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  constexpr Offset not_captured[] = {0, 1, 100, 1U << 20};
  const unsigned choice = *data;
  const enet::Options options{.checksum = (choice & 1) != 0,
                              .padded = (choice & 2) != 0,
                              .make = static_cast<enet::Make>((choice >> 3 & 3) % enet::make_count)};
  const test::ExactCopy copy({data + 1, size - 1}, static_cast<Offset>(size - 1) + not_captured[choice >> 6]);
  if ((choice & 4) != 0) check_commands(copy.buffer(), options);
  else check_datagram(copy.buffer(), options);
  return 0;
}
