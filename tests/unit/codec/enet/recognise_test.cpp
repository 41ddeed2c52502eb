// SPDX-License-Identifier: MIT
// ENet is recognised in the captures of engines and of other games, from their beginning and from the middle, and in
// nothing else.
#include "codec/enet/recognise.h"

#include <gtest/gtest.h>

#include <map>

#include "tests/unit/codec/enet/decompressed.h"
#include "tests/unit/codec/enet/reading.h"
#include "tests/unit/codec/enet/vectors.h"
#include "tests/unit/support/capture.h"
#include "tests/unit/support/truth.h"

namespace godot::test {
namespace {

using enet::Strength;

enet::Observation observed(std::string_view hex, enet::Checksum checksum = enet::Checksum::automatic) {
  const ExactCopy copy(from_hex(hex));
  return enet::observe(copy.buffer(), checksum);
}

TEST(EnetRecognition, Vectors) {
  for (const EnetVector& row : enet_vectors) {
    SCOPED_TRACE(row.name);
    const bool handshake = std::string_view(row.name) == "connect" || std::string_view(row.name) == "verify_connect";
    const enet::Observation seen = observed(row.hex);
    EXPECT_EQ(seen.strength, handshake ? Strength::strong : Strength::weak);
    EXPECT_EQ(seen.checksum, row.checksum);
    EXPECT_GT(seen.points, 0);
    // If the caller knows whether there is a checksum, the answer does not differ from that.
    EXPECT_EQ(observed(row.hex, row.checksum ? enet::Checksum::absent : enet::Checksum::present).strength,
              Strength::none);
  }
  for (const EnetMalformed& row : enet_malformed) {
    EXPECT_LE(observed(row.hex).strength, Strength::compressed) << row.reason;
  }
}

// The same Connect, Verify connect and message behind the headers of other makes; written after their sources.
constexpr const char* connect_body =
    "82 ff 0001 0000 ff ff 00000578 00010000 00000003 00000000 00000000 00001388 00000002 00000002 12345678 00000000";
constexpr const char* verify_body =
    "83 ff 0001 0003 00 01 00000578 00010000 00000003 00000000 00000000 00001388 00000002 00000002 12345678";

TEST(EnetRecognition, OtherMakesAreRecognisedByTheirHandshakes) {
  struct Row {
    const char* header;
    const char* body;
    enet::Make make;
    std::uint16_t peer_id;
    std::uint8_t session_id;
  };
  const std::string after_acknowledgement = std::string("01 ff 0001 0001 1234 ") + verify_body;
  for (const Row& row : {Row{"4fff 1234", connect_body, enet::Make::enet_csharp, enet::no_peer_id, 0},
                         Row{"4000 1234", verify_body, enet::Make::enet_csharp, 0, 0},
                         Row{"5002 1234", verify_body, enet::Make::enet_csharp, 2, 1},
                         Row{"4000 1234", after_acknowledgement.c_str(), enet::Make::enet_csharp, 0, 0},
                         Row{"a7ff 1234 1f", connect_body, enet::Make::more_peers, enet::no_peer_id_of_more, 0},
                         Row{"a801 1234 02", verify_body, enet::Make::more_peers, 4097, 1},
                         Row{"8fff 1234", connect_body, enet::Make::stock, enet::no_peer_id, 0},
                         Row{"8000 1234", verify_body, enet::Make::stock, 0, 0}}) {
    SCOPED_TRACE(row.header);
    const ExactCopy copy(from_hex(std::string(row.header) + ' ' + row.body));
    const enet::Observation seen = enet::observe(copy.buffer());
    EXPECT_EQ(seen.strength, Strength::strong);
    EXPECT_EQ(seen.make, row.make);
    EXPECT_EQ(enet::make_of_handshake(copy.buffer()), row.make);
    enet::Header header;
    Problem problem;
    ASSERT_TRUE(enet::read_header(copy.buffer(), false, header, problem, row.make));
    EXPECT_EQ(header.peer_id, row.peer_id);
    EXPECT_EQ(header.session_id, row.session_id);
    EXPECT_EQ(header.sent_time, 0x1234);
    EXPECT_FALSE(header.compressed);
    const EnetReading reading(copy.buffer(), {.make = row.make});
    EXPECT_TRUE(reading.result.exact(copy.buffer()));
    EXPECT_EQ(enet::validate(copy.buffer(), {.make = row.make}).commands, reading.result.commands);
  }
}

TEST(EnetRecognition, OtherMakesAreRecognisedByNothingElse) {
  const std::string connect = connect_body;
  for (const std::string& hex : {
           "4fff 1234 " + connect.substr(0, connect.size() - 2),  // not whole
           "4fff 1234 " + connect + " 00",                        // something behind it
           "4001 1234 " + connect,                                // Connect to a known peer
           "cfff 1234 " + connect + " 00",                        // both bits
           std::string("4fff 1234 ") + verify_body,               // an answer to nobody
           std::string("4000 1234 86 00 0001 0002 3031"),         // a message proves nothing
           "a7ff 1234 02 " + connect,                             // peer id 6143
           "4fff 1234 " + std::string(connect).replace(connect.find("00000578"), 8, "0000023f"),  // mtu 575
       }) {
    const ExactCopy copy(from_hex(hex));
    EXPECT_EQ(enet::make_of_handshake(copy.buffer()), enet::Make::stock) << hex;
    EXPECT_NE(enet::observe(copy.buffer()).strength, Strength::strong) << hex;
  }
}

TEST(EnetRecognition, CutHeadersOfOtherMakes) {
  const auto missing = [](const char* hex, enet::Make make) {
    const ExactCopy copy(from_hex(hex));
    const EnetReading reading(copy.buffer(), {.make = make});
    EXPECT_EQ(reading.result.problem.code, Problem::Code::truncated) << hex;
    return std::string(info(reading.result.problem.field).filter);
  };
  EXPECT_EQ(missing("40", enet::Make::enet_csharp), "enet.header");
  EXPECT_EQ(missing("4000 12", enet::Make::enet_csharp), "enet.sent_time");
  EXPECT_EQ(missing("a7ff 1234", enet::Make::more_peers), "enet.peer_extra");
  EXPECT_EQ(missing("27ff", enet::Make::more_peers), "enet.peer_extra");
  EXPECT_EQ(missing("a7ff 1234 01 82", enet::Make::more_peers), "enet.channel");
  const ExactCopy whole(from_hex("27ff 1f"));
  enet::Header header;
  Problem problem;
  EXPECT_TRUE(enet::read_header(whole.buffer(), false, header, problem, enet::Make::more_peers));
  EXPECT_EQ(header.size, 3U);
  EXPECT_EQ(header.peer_id, enet::no_peer_id_of_more);
  const ExactCopy cut(from_hex("27ff"));
  EXPECT_FALSE(enet::read_header(cut.buffer(), false, header, problem, enet::Make::more_peers));
}

TEST(EnetRecognition, UnusualHandshakesAreNotRecognised) {
  const std::string good =
      "8fff 1234 82 ff 0001 0000 ff ff 00000578 00010000 00000003 00000000 00000000 00001388 00000002 00000002 "
      "00000001 "
      "00000000";
  ASSERT_EQ(observed(good).strength, Strength::strong);
  const auto with = [&](std::string_view from, std::string_view to) {
    std::string changed = good;
    changed.replace(changed.find(from), from.size(), to);
    return observed(changed).strength;
  };
  EXPECT_EQ(with("8fff", "9fff"), Strength::none);              // a session
  EXPECT_EQ(with("8fff", "0fff"), Strength::none);              // no sent time
  EXPECT_EQ(with("8fff", "8001"), Strength::none);              // a peer id
  EXPECT_EQ(with("82 ff", "82 00"), Strength::none);            // a channel
  EXPECT_EQ(with("82 ff", "02 ff"), Strength::none);            // no acknowledgement
  EXPECT_EQ(with("0000 ff ff", "0fff ff ff"), Strength::none);  // peer id 4095
  EXPECT_EQ(with("ff ff 0000", "04 ff 0000"), Strength::none);  // session 4
  EXPECT_EQ(with("00000578", "0000023f"), Strength::none);      // mtu 575
  EXPECT_EQ(with("00000578", "00001001"), Strength::none);      // mtu 4097
  EXPECT_EQ(with("00010000", "00010001"), Strength::none);      // window of 65537
  EXPECT_EQ(with("00010000", "00000fff"), Strength::none);      // window of 4095
  EXPECT_EQ(with("00000003", "00000000"), Strength::none);      // no channel
  EXPECT_EQ(with("00000003", "00000100"), Strength::none);      // 256 channels
}

/// A handshake with a wrong checksum is none, unless the capture has cut it.
TEST(EnetRecognition, ChecksumsOfHandshakes) {
  const Bytes bytes = from_hex(std::string("8fff 1234 deadbeef ") + connect_body);
  const ExactCopy whole(bytes);
  EXPECT_EQ(enet::observe(whole.buffer(), enet::Checksum::present).strength, Strength::none);
  const ExactCopy cut(bytes, static_cast<Offset>(bytes.size() + 1));
  EXPECT_EQ(enet::observe(cut.buffer(), enet::Checksum::present).strength, Strength::weak);
}

/// A point for each of a command, its channel and the datagram's end, two for a length, four for a fragment's numbers.
TEST(EnetRecognition, Points) {
  const auto points = [](std::string_view name) {
    for (const EnetVector& row : enet_vectors)
      if (row.name == name) return int{observed(row.hex).points};
    return 0;
  };
  EXPECT_EQ(points("send_reliable"), 1 + 2 + 1);
  EXPECT_EQ(points("send_fragment"), 1 + 2 + 4 + 1);
  EXPECT_EQ(points("acknowledge"), 1 + 2 + 1);
  EXPECT_EQ(points("bandwidth_limit"), 1 + 1 + 1);
}

/// Every datagram of the captures is found to be ENet, and a handful from anywhere in them are enough.
TEST(EnetRecognition, Captures) {
  std::vector<std::filesystem::path> paths = files_below(captures() / "enet", ".pcap");
  for (const auto& path : files_below(captures() / "noise", ".pcap")) {
    if (path.filename().string().starts_with("enet_other_game")) paths.push_back(path);
  }
  for (const auto& path : paths) {
    SCOPED_TRACE(path);
    const Capture capture = read_capture(path);
    std::map<Strength, std::size_t> strengths;
    std::size_t starts = 0;
    std::size_t needed = 0;
    for (std::size_t start = 0; start < capture.datagrams.size(); ++start) {
      const ExactCopy copy(capture.datagrams[start].payload);
      const enet::Observation seen = observe_any(copy.buffer());
      ++strengths[seen.strength];
      EXPECT_FALSE(seen.checksum);
      // From here on in this conversation; near the end there may be too few.
      if (start + 40 > capture.datagrams.size() || start % 5 != 0) continue;
      enet::Recognition recognition;
      std::size_t used = 0;
      for (std::size_t i = start; i < capture.datagrams.size() && !recognition.certain(); ++i) {
        if (capture.datagrams[i].flow != capture.datagrams[start].flow) continue;
        const ExactCopy next(capture.datagrams[i].payload);
        recognition.add(observe_any(next.buffer()), 0);
        ++used;
      }
      ++starts;
      needed = std::max(needed, used);
      EXPECT_TRUE(recognition.certain()) << "from " << start;
    }
    // The codec alone does not decompress zstd.
    EXPECT_EQ(strengths[Strength::none] != 0, path.string().find("zstd") != std::string::npos);
    EXPECT_GE(strengths[Strength::strong], 1U);
    std::printf("%s: %zu strong, %zu weak; at most %zu datagrams needed from any of %zu starts\n",
                std::filesystem::relative(path, captures()).generic_string().c_str(), strengths[Strength::strong],
                strengths[Strength::weak], needed, starts);
  }
}

/// No other protocol is recognised as ENet.
TEST(EnetRecognition, Noise) {
  std::size_t datagrams = 0;
  std::size_t weak = 0;
  std::size_t compressed = 0;
  for (const auto& path : files_below(captures(), ".pcap")) {
    const std::string name = std::filesystem::relative(path, captures()).generic_string();
    const bool is_faults_enet = name.starts_with("faults/") && name.find("websocket") == std::string::npos;
    const bool is_enet = name.starts_with("enet/") || name.starts_with("links/") || name.starts_with("netfox/") ||
                         name.starts_with("situations/") || name.starts_with("rollback/") ||
                         name.starts_with("foreign/") || name.starts_with("noray/") || is_faults_enet ||
                         name.find("_enet") != std::string::npos;
    if (is_enet || name.find("enet_other_game") != std::string::npos) continue;
    const Capture capture = read_capture(path);
    struct Flow {
      enet::Recognition recognition;
      std::uint32_t refusals = 0;
      std::uint32_t weak = 0;
      std::uint32_t points = 0;
    };
    std::map<std::string, Flow> flows;
    for (const Datagram& datagram : capture.datagrams) {
      Flow& flow = flows[datagram.flow];
      const ExactCopy copy(datagram.payload, datagram.reported);
      if (enet::observe(copy.buffer()).strength == Strength::compressed) ++compressed;
      const enet::Observation seen = observe_any(copy.buffer());
      EXPECT_NE(seen.strength, Strength::strong) << name;
      ++datagrams;
      if (seen.strength == Strength::none) ++flow.refusals;
      if (seen.strength == Strength::weak) {
        ++flow.weak;
        flow.points += seen.points;
      }
      flow.recognition.add(seen, flow.refusals);
    }
    for (const auto& [ends, flow] : flows) {
      EXPECT_FALSE(flow.recognition.certain()) << name;
      weak += flow.weak;
      if (flow.weak == 0) continue;
      std::printf("%s: %u weak with %u points, %u refusals\n", name.c_str(), flow.weak, flow.points, flow.refusals);
    }
  }
  std::printf("%zu datagrams, %zu weak, %zu might be compressed\n", datagrams, weak, compressed);
  EXPECT_GT(datagrams, 1000U);
}

/// Pings are the least that a game sends: two different ones are enough, if nothing else was seen between the ends.
TEST(EnetRecognition, TwoPings) {
  const enet::Observation first = observed("8000 0000 85 ff 0001");
  const enet::Observation second = observed("8000 01f4 85 ff 0002");
  EXPECT_EQ(first.points, 3) << "the command, its channel, and the datagram's end";
  EXPECT_EQ(second.points, 3);
  enet::Recognition recognition;
  recognition.add(first, 0);
  EXPECT_FALSE(recognition.certain());
  recognition.add(second, 0);
  EXPECT_TRUE(recognition.certain());
  enet::Recognition refused;
  refused.add(first, 1);
  refused.add(second, 1);
  EXPECT_FALSE(refused.certain());
}

TEST(EnetRecognition, OneHandshakeIsProof) {
  enet::Recognition recognition;
  recognition.add(observed(std::string("8fff 1234 ") + connect_body), 100);
  EXPECT_TRUE(recognition.certain()) << "whatever was refused";
}

TEST(EnetRecognition, RefusedDatagramsCountAgainstIt) {
  const enet::Observation ping = observed("8000 0000 85 ff 0001");
  ASSERT_EQ(ping.strength, Strength::weak);
  enet::Recognition recognition;
  for (int i = 0; i < 100; ++i) recognition.add(ping, 0);
  EXPECT_FALSE(recognition.certain()) << "the same again and again proves nothing";
  enet::Recognition refused;
  enet::Recognition accepted;
  for (std::uint32_t i = 1; i < 40; ++i) {
    enet::Observation next = ping;
    next.fingerprint = i;
    refused.add(next, i);
    accepted.add(next, 0);
  }
  EXPECT_FALSE(refused.certain());
  EXPECT_TRUE(accepted.certain());
  enet::Recognition by_choice;
  by_choice.accept();
  EXPECT_TRUE(by_choice.certain());
}

}  // namespace
}  // namespace godot::test
