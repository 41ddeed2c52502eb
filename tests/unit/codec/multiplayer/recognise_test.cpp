// SPDX-License-Identifier: MIT
// Recognition of the generation: engines' captures from their beginning and from elsewhere, other programs over ENet,
// vectors of generations without a capture.
#include "codec/multiplayer/recognise.h"

#include <gtest/gtest.h>

#include "codec/multiplayer/fixed_state.h"
#include "codec/variant/fields.h"
#include "tests/unit/codec/multiplayer/samples.h"

namespace godot::test {
namespace {

using multiplayer::ConfirmForm;
using multiplayer::Delivery;
using multiplayer::Format;
using multiplayer::Observation;
using multiplayer::Recognition;
using multiplayer::Transmission;
using multiplayer::Transport;

Delivery delivery(enet::CommandType type) {
  switch (type) {
    case enet::CommandType::send_reliable:
    case enet::CommandType::send_fragment: return Delivery::reliable;
    case enet::CommandType::send_unsequenced: return Delivery::unsequenced;
    default: return Delivery::unreliable;
  }
}

Transmission transmission_of(const EngineMessage& message, bool handshake) {
  Transmission how{.delivery = delivery(message.type), .channel = message.channel, .from_client = message.from_client};
  how.has_handshake = handshake;
  how.channel_count = handshake ? message.link->channel_count : 0;
  how.connect_data = handshake ? message.link->connect_data : 0;
  return how;
}

/// The messages of one connection, and how many were needed for recognition, from the first of them or from a later
/// one.
struct Trial {
  std::vector<const EngineMessage*> messages;

  [[nodiscard]] Recognition run(std::size_t begin, bool handshake, std::size_t& needed) const {
    Recognition recognition;
    needed = 0;
    for (std::size_t i = begin; i < messages.size() && !recognition.certain(); ++i) {
      const Transmission how = transmission_of(*messages[i], handshake);
      recognition.add(multiplayer::observe(Buffer(messages[i]->bytes), how), how);
      ++needed;
    }
    return recognition;
  }
};

std::map<const EngineLink*, Trial> trials(const EngineCapture& capture) {
  std::map<const EngineLink*, Trial> all;
  for (const EngineMessage& message : capture.messages()) all[message.link].messages.push_back(&message);
  return all;
}

/// 4.0 to 4.6.2 leave arbitrary bytes in the padding of NodePaths: in arguments, in each kind of state, in a function's
/// value.
TEST(MultiplayerRecognition, ResidueInNodePathsChangesNothing) {
  const std::string path = "16000000 01000080 00000000 00000000 01000000 61";  // 24 bytes with three of padding
  const std::string messages[] = {
      "00 02 01 01" + path + "R",
      "04 00 03000000 01000000 01000000 05000000 02000000 526f636b00" + path + "R",
      "04 ff 03000000 01000000 00000000 05000000 526f636b00 18000000" + path + "R",
      "06 0500 01000080 18000000" + path + "R",
      "16 02000080 0100000000000000 18000000" + path + "R",
      "07 03 02000000 00 02 01 01" + path + "R",
  };
  for (const std::string& text : messages) {
    std::vector<Observation> seen;
    for (const char* const residue : {"000000", "cd017f", "616263"}) {
      std::string hex = text;
      hex.replace(hex.find('R'), 1, residue);
      const Bytes bytes = from_hex(hex);
      const multiplayer::Options options{.api = multiplayer::Api::scene};
      const multiplayer::Result result = multiplayer::validate(Buffer(bytes), options);
      EXPECT_TRUE(result.exact(Buffer(bytes))) << text;
      EXPECT_FALSE(result.notes.has(note::padding_not_zero)) << text;
      seen.push_back(multiplayer::observe(Buffer(bytes), {.delivery = Delivery::reliable}));
    }
    for (const Observation& other : seen) EXPECT_EQ(other.points, seen[0].points) << text;
  }
}

/// A client that is refused sends its authentication alone. Two bytes count only at the beginning of a connection that
/// begins as Godot's do; the same bytes of a program with a protocol of its own are contradicted by what follows.
TEST(MultiplayerRecognition, AnAuthenticationAlone) {
  const Bytes password = from_hex("07 00 6f70656e");
  const Transmission first{.delivery = Delivery::reliable,
                           .from_client = true,
                           .first = true,
                           .has_handshake = true,
                           .channel_count = 255,
                           .connect_data = 0x1a7ec4cb};
  const auto recognised = [&](const Bytes& bytes, const Transmission& how) {
    Recognition recognition;
    recognition.add(multiplayer::observe(Buffer(bytes), how), how);
    return recognition;
  };
  Recognition known = recognised(password, first);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::scene);
  EXPECT_FALSE(recognised(from_hex("08 00 6f70656e"), first).certain());
  for (const auto change :
       {+[](Transmission& how) { how.first = false; }, +[](Transmission& how) { how.channel = 1; },
        +[](Transmission& how) { how.channel_count = 2; }, +[](Transmission& how) { how.connect_data = 5; },
        +[](Transmission& how) { how.delivery = Delivery::unreliable; },
        +[](Transmission& how) { how.has_handshake = false; }}) {
    Transmission other = first;
    change(other);
    EXPECT_FALSE(recognised(password, other).certain());
  }
  for (int i = 0; i < 4; ++i) known.add_reading(true, multiplayer::CommandType::remote_call, first);
  EXPECT_TRUE(known.withdrawn());
}

/// Messages that only Redot sends make a connection Redot's; malformed ones do not.
TEST(MultiplayerRecognition, RedotIsRecognisedByItsOwnForms) {
  const auto generation_of = [](const char* hex) {
    Recognition recognition;
    recognition.accept(Format::scene);
    const Bytes bytes = from_hex(hex);
    recognition.check(Buffer(bytes), {});
    return recognition.generation();
  };
  using variant::Generation;
  EXPECT_EQ(generation_of("06 0100 02000000 05000000 05003c00c0"), Generation::redot);
  EXPECT_EQ(generation_of("00 07 03 01 27000000 00000000"), Generation::redot);
  // A struct in an Array, and one in a relayed call.
  EXPECT_EQ(generation_of("00 07 03 01 1c000000 01000000 27000000 00000000"), Generation::redot);
  EXPECT_EQ(generation_of("07 03 02000000 00 07 03 01 27000000 00000000"), Generation::redot);
  EXPECT_EQ(generation_of("06 0100 02000000 0c000000 05000000 0000803f00000040"), Generation::godot4);
  EXPECT_EQ(generation_of("06 0100 02000000 04000000 05003c00"), Generation::godot4);
  EXPECT_EQ(generation_of("00 07 03 01 28000000 00000000"), Generation::godot4);
  // Halves after a bool, an int of two bytes and a double; of the second synchronizer; in changes; in a relayed state.
  EXPECT_EQ(generation_of("06 0100 02000000 15000000 81 42e803 03000100 000000000000f03f 05003c00c0"),
            Generation::redot);
  EXPECT_EQ(generation_of("06 0100 02000000 01000000 81 03000000 05000000 05003c00c0"), Generation::redot);
  EXPECT_EQ(generation_of("16 02000000 0100000000000000 05000000 05003c00c0"), Generation::redot);
  EXPECT_EQ(generation_of("07 03 02000000 06 0100 02000000 05000000 05003c00c0"), Generation::redot);
}

/// A state that the recognition does not walk is one that a walk finds to be Godot's: engines' states, and each of them
/// with another byte, or shorter.
TEST(MultiplayerRecognition, StatesOfFixedLengthsAreGodots) {
  constexpr std::size_t most = 40;  // states of a capture
  const multiplayer::Options options{.api = multiplayer::Api::scene};
  std::size_t fixed = 0;
  std::size_t others = 0;
  const auto check = [&](const Bytes& bytes) {
    const bool delta = (bytes[0] & multiplayer::delta_bit) != 0;
    if (!multiplayer::detail::is_fixed_state(std::span(bytes).subspan(1), delta)) {
      ++others;
      return;
    }
    ++fixed;
    const multiplayer::Result result = multiplayer::validate(Buffer(bytes), options);
    EXPECT_TRUE(result.exact(Buffer(bytes)));
    EXPECT_FALSE(result.notes.has(note::reserved_bits));
  };
  for (const auto& path : engine_captures()) {
    if (how_name(path, 1) != "scene") continue;
    SCOPED_TRACE(path);
    const EngineCapture capture(path);
    std::size_t states = 0;
    for (const EngineMessage& message : capture.messages()) {
      if (message.bytes.empty() || states == most) continue;
      if (multiplayer::command_type(multiplayer::Api::scene, message.bytes[0]) != multiplayer::CommandType::sync)
        continue;
      ++states;
      check(message.bytes);
      for (std::size_t i = 0; i != message.bytes.size(); ++i) {
        Bytes changed = message.bytes;
        for (const std::uint8_t change : {0x01, 0x05, 0x10, 0x40, 0x80, 0xFF}) {
          changed[i] = message.bytes[i] ^ change;
          if (i != 0) check(changed);
        }
        if (i != 0) check(Bytes(message.bytes.begin(), message.bytes.begin() + static_cast<std::ptrdiff_t>(i)));
      }
    }
  }
  EXPECT_GT(fixed, 1000U);
  EXPECT_GT(others, 1000U);
}

TEST(MultiplayerRecognition, EnginesAreKnownFromTheBeginning) {
  std::size_t connections = 0;
  for (const auto& path : engine_captures()) {
    SCOPED_TRACE(path);
    const EngineCapture capture(path);
    const Format expected = how_name(path, 1) == "scene" ? Format::scene : Format::enet_8;
    for (const auto& [link, trial] : trials(capture)) {
      ++connections;
      std::size_t needed = 0;
      const Recognition known = trial.run(0, true, needed);
      EXPECT_TRUE(known.certain());
      EXPECT_EQ(known.format(), expected);
      EXPECT_LE(needed, 2U);
      // Without the handshake, authentication is arbitrary bytes: a refused client sends nothing else.
      constexpr std::size_t few = 10;
      const Recognition guessed = trial.run(0, false, needed);
      EXPECT_TRUE(guessed.certain() || trial.messages.size() < few);
      EXPECT_TRUE(!guessed.certain() || guessed.format() == expected);
      EXPECT_LE(needed, few);
    }
  }
  EXPECT_GT(connections, 10U);
}

/// A capture may begin anywhere: without a handshake, and without announcements of paths.
TEST(MultiplayerRecognition, EnginesAreKnownFromTheMiddle) {
  std::size_t begun = 0;
  std::size_t known = 0;
  std::size_t most = 0;
  for (const auto& path : engine_captures()) {
    SCOPED_TRACE(path);
    const EngineCapture capture(path);
    const Format expected = how_name(path, 1) == "scene" ? Format::scene : Format::enet_8;
    for (const auto& [link, trial] : trials(capture)) {
      constexpr std::size_t rest = 40;  // of messages, at least
      constexpr std::size_t step = 7;
      for (std::size_t begin = 1; begin + rest < trial.messages.size(); begin += step) {
        std::size_t needed = 0;
        const Recognition recognition = trial.run(begin, false, needed);
        ++begun;
        if (!recognition.certain()) continue;
        ++known;
        most = std::max(most, needed);
        EXPECT_EQ(recognition.format(), expected) << "from message " << begin;
      }
    }
  }
  EXPECT_GT(begun, 500U);
  EXPECT_EQ(known, begun);
  std::printf("%zu of %zu, after %zu messages at most\n", known, begun, most);
}

/// Other programs over ENet, with random numbers, text and structs: the captures of noise.
TEST(MultiplayerRecognition, OtherProtocolsAreNotRecognised) {
  std::size_t messages = 0;
  for (const auto& path : files_below(captures() / "noise", ".pcap")) {
    const EngineCapture capture(path);
    for (const auto& [link, trial] : trials(capture)) {
      for (const bool handshake : {true, false}) {
        std::size_t needed = 0;
        EXPECT_FALSE(trial.run(0, handshake, needed).certain()) << path;
        messages += needed;
      }
    }
  }
  EXPECT_GT(messages, 500U);
}

/// The same bytes alone, as messages of any transport: datagrams and random text.
TEST(MultiplayerRecognition, NoiseOverAnyTransportIsNotRecognised) {
  for (const auto& path : files_below(captures() / "noise", ".pcap")) {
    for (const Transport transport : {Transport::enet, Transport::websocket, Transport::data_channel}) {
      Recognition recognition;
      for (const Datagram& datagram : read_capture(path).datagrams) {
        const Transmission how{.transport = transport, .channel = 1};
        recognition.add(multiplayer::observe(Buffer(datagram.payload, datagram.reported), how), how);
      }
      EXPECT_FALSE(recognition.certain()) << path << " as transport " << static_cast<int>(transport);
    }
  }
}

/// Variants over a Godot host without the multiplayer API: a Godot program, but no message of the multiplayer.
TEST(MultiplayerRecognition, VariantsAloneAreNotRecognised) {
  const EngineCapture capture(captures() / "enet/godot-4.6/raw_enet_peer.pcap");
  const auto connections = trials(capture);
  EXPECT_FALSE(connections.empty());
  for (const auto& [link, trial] : connections) {
    for (const bool handshake : {true, false}) {
      std::size_t needed = 0;
      EXPECT_FALSE(trial.run(0, handshake, needed).certain());
      EXPECT_GT(needed, 100U);
    }
  }
}

struct Spoken {
  std::string hex;
  bool from_client;
  std::uint8_t channel;
  Delivery delivery;
};

Recognition listen(std::initializer_list<Spoken> messages, Transmission how, bool first = false) {
  Recognition recognition;
  for (const Spoken& message : messages) {
    how.from_client = message.from_client;
    how.channel = message.channel;
    how.delivery = message.delivery;
    how.first = first;
    first = false;
    const Bytes bytes = from_hex(message.hex);
    recognition.add(multiplayer::observe(Buffer(bytes), how), how);
  }
  return recognition;
}

constexpr std::uint32_t client = 0x12345678;
constexpr Transmission godot3_handshake{.has_handshake = true, .channel_count = 3, .connect_data = client};
constexpr Transmission godot4_handshake{.has_handshake = true, .channel_count = 255, .connect_data = client};

TEST(MultiplayerRecognition, HeadersOf12BytesAre31AndBefore) {
  // A server announces a number for /root/Main; the client calls by it.
  const Recognition known =
      listen({{"01000000 78563412 01000000 02 01000000 2f726f6f742f4d61696e00", false, 1, Delivery::reliable},
              {"78563412 01000000 00000000 00 01000000 6d6f766500 01 05000000 00000000 0000803f", true, 2,
               Delivery::unreliable}},
             godot3_handshake);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::enet_12);
  EXPECT_EQ(known.generation(), variant::Generation::godot3);
}

// --- Points ---------------------------------------------------------------------------------------------------------

/// The points of a message in a format; -1: it is refused.
int points_of(Format format, const std::string& hex, const Transmission& how) {
  const Bytes bytes = from_hex(hex);
  const Observation seen = multiplayer::observe(Buffer(bytes), how);
  return (seen.fits & multiplayer::set_of(format)) == 0 ? -1 : seen.points[static_cast<std::size_t>(format)];
}

/// Roughly one for each byte that another protocol would have had to hit.
TEST(MultiplayerRecognition, EachPartOfAMessageOf4HasItsPoints) {
  const std::string word = " 04000000 04000000 61626364";
  const std::string state = " 05000000 02000000 0201";
  const struct {
    std::string hex;
    int points;
    Delivery delivery = Delivery::reliable;
  } rows[] = {
      {"00 07 03 01 0201", 1},
      {"00 07 03 01" + word, 3},
      {"00 07 03 03 0201 0201" + word, 5},
      {"00 07 03 03" + word + word + word, 9},
      {"00 07 03 04" + word + word + word + word, 9},
      {"00 07 03 04" + word + word + word + "0201", 9},
      {"a0 06000080 00 4d61696e00", 10},
      {"01 6434316438636439386630306232303465393830303939386563663834323765 00 01000000 4100", 200},
      {"02 01 01000000", 3},
      {"02 01 4d61696e00", 3},
      {"04 00 03000000 01000000 00000000 05000000 526f636b00", 10},
      {"05 01000000", 2},
      {"06 0100" + state, 4, Delivery::unreliable},
      {"06 0100" + state + state + state + state, 16, Delivery::unreliable},
      {"06 0100" + state + state + state + state + state, 17, Delivery::unreliable},
      {"16 05000000 0100000000000000 02000000 0201", 4},
      {"07 01 05000070", 4},
      {"07 03 05000070 00 07 03 01 0201", 4},
  };
  for (const auto& [hex, points, delivery] : rows)
    EXPECT_EQ(points_of(Format::scene, hex, {.delivery = delivery}), points) << hex;
}

/// Oddities that engines send are no evidence against them, others are.
TEST(MultiplayerRecognition, OnlyUsualOdditiesFit) {
  EXPECT_EQ(points_of(Format::scene, "02 00 01000000", {}), 3) << "another checksum";
  EXPECT_EQ(points_of(Format::scene, "02 02 01000000", {}), -1) << "neither 0 nor 1";
  EXPECT_EQ(points_of(Format::scene, "00 07 03 01 18000000", {}), 3) << "a freed object";
  EXPECT_EQ(points_of(Format::scene, "00 07 03 01 03000000 0000c07f", {}), 3) << "not a number";
  EXPECT_EQ(points_of(Format::scene, "90 ff00 03", {}), -1) << "a needless width";
}

/// A header tells more if the capture has the handshake, and so the client's id.
TEST(MultiplayerRecognition, EachPartOfAMessageOf3HasItsPoints) {
  const std::string call = " 00 01000000 6d6f766500 01 02000000 05000000";
  constexpr std::uint32_t random = 0x12345678;
  constexpr std::uint32_t small = 0x0000FFFF;
  const struct {
    std::string hex;
    int points;
    std::uint8_t channel = 1;
    std::uint32_t client = 0;  ///< its id, if the capture has the handshake
    bool from_client = false;
  } rows[] = {
      {"02000070 03000070" + call, 8},
      {"01000000 03000070" + call, 10},
      {"02000070 01000000" + call, 10},
      {"01000000 78563412" + call, 16, 1, random},
      {"02000070 78563412" + call, 14, 1, random},
      {"01000000 00000000" + call, 10, 1, random},
      {"01000000 79563412" + call, -1, 1, random},
      {"78563412 00000000" + call, -1, 1, random},
      {"78563412 01000000" + call, 14, 1, random, true},
      {"79563412 01000000" + call, -1, 1, random, true},
      {"ffff0000 01000000" + call, 8, 1, small, true},
      {"00000100 01000000" + call, 14, 1, small + 1, true},
      {"01000000 ffff0000" + call, 10, 1, small},
      {"01000000 00000100" + call, 16, 1, small + 1},
      {"00000000 03000070" + call, -1},
      {"02000070 03000070 00 0b000080 6d6f766500 00 4d61696e00", 15},
      {"02000070 03000070 02 01000000 2f726f6f742f4d61696e00", 6},
      {"02000070 03000070 03 2f726f6f7400", 3},
      {"00000000 05000070", 4, 0},
      {"00000000 05000070", 4, 0, random},
      {"00000000 05000070", -1, 0, random, true},
  };
  for (const auto& [hex, points, channel, client, from_client] : rows) {
    EXPECT_EQ(points_of(Format::enet_8, hex,
                        {.channel = channel,
                         .from_client = from_client,
                         .has_handshake = client != 0,
                         .channel_count = 3,
                         .connect_data = client}),
              points)
        << hex;
  }
}

TEST(MultiplayerRecognition, EachMessageOverWebSocketHasItsPoints) {
  const Transmission how{.transport = Transport::websocket, .first = true, .has_handshake = true};
  EXPECT_EQ(points_of(Format::websocket_9, "03 01000000 00000000 87d61200", how), 8);
  EXPECT_EQ(points_of(Format::websocket_9, "03 02000000 00000000 87d61200", how), 6);
  EXPECT_EQ(points_of(Format::websocket_9, "03 00000000 00000000 87d61200", how), -1);
  EXPECT_EQ(points_of(Format::scene, "00000100", how), 3);
  EXPECT_EQ(points_of(Format::scene, "ffff0000", how), -1) << "no engine chooses such an id";
  EXPECT_EQ(points_of(Format::scene, "00000080", how), -1);
}

/// Numbers of paths and nodes are counted from 1.
TEST(MultiplayerRecognition, NumbersAreBelowALimit) {
  EXPECT_EQ(points_of(Format::scene, "20 ffffff00 03 01 0201", {}), 1);
  EXPECT_EQ(points_of(Format::scene, "20 00000001 03 01 0201", {}), -1);
  EXPECT_EQ(points_of(Format::scene, "05 00000000", {}), -1);
  EXPECT_EQ(points_of(Format::scene, "05 ffffff00", {}), 2);
  EXPECT_EQ(points_of(Format::scene, "05 00000001", {}), -1);
  // Of a spawn: the spawner, the node, its synchronizer.
  EXPECT_EQ(points_of(Format::scene, "04 00 00000000 01000000 00000000 05000000 526f636b00", {}), -1);
  EXPECT_EQ(points_of(Format::scene, "04 00 03000000 00000000 00000000 05000000 526f636b00", {}), -1);
  EXPECT_EQ(points_of(Format::scene, "04 00 03000000 01000000 01000000 05000000 02000000 526f636b00", {}), 10);
  EXPECT_EQ(points_of(Format::scene, "04 00 03000000 01000000 01000000 05000000 00000000 526f636b00", {}), -1);
  EXPECT_EQ(points_of(Format::scene, "04 00 03000000 01000000 00000000 05000000 526f630a00", {}), -1) << "no name";
}

TEST(MultiplayerRecognition, NamesOfMethodsAreLettersDigitsAndFewSigns) {
  const auto fits = [](int letter) {
    char hex[3];
    std::snprintf(hex, sizeof hex, "%02x", letter);
    return points_of(Format::enet_8, "02000070 03000070 00 01000000 " + std::string(hex) + "00 00", {.channel = 1}) >=
           0;
  };
  for (const char letter : {'a', 'z', 'A', 'Z', '0', '9', '_', ':', '/'}) EXPECT_TRUE(fits(letter)) << letter;
  for (const char letter : {'`', '{', '@', '[', ';', '.', ' ', '^'}) EXPECT_FALSE(fits(letter)) << letter;
  EXPECT_FALSE(fits(0x80)) << "not the beginning of a character";
  EXPECT_EQ(points_of(Format::enet_8, "02000070 03000070 00 01000000 c3a400 00", {.channel = 1}), 5);
}

TEST(MultiplayerRecognition, NamesOfPathsHaveNoControlCharacters) {
  const auto fits = [](const std::string& hex) {
    return points_of(Format::enet_8, "02000070 03000070 02 01000000 " + hex + "00", {.channel = 1}) >= 0;
  };
  EXPECT_TRUE(fits("2f6120"));
  EXPECT_FALSE(fits("2f611f"));
  EXPECT_FALSE(fits(""));
}

/// Messages that no engine sends in this way.
TEST(MultiplayerRecognition, TheTransportIsUsedAsByEngines) {
  const std::string state = "06 0100 05000000 02000000 0201";
  const auto fits = [](const std::string& hex, const Transmission& how) {
    return points_of(Format::scene, hex, how) >= 0;
  };
  EXPECT_TRUE(fits(state, {.delivery = Delivery::unreliable}));
  EXPECT_FALSE(fits(state, {.delivery = Delivery::reliable}));
  EXPECT_TRUE(fits(state, {.transport = Transport::websocket, .delivery = Delivery::reliable}));
  const std::string ordered[] = {"16 05000000 0100000000000000 02000000 0201", "05 01000000",
                                 "04 00 03000000 01000000 00000000 05000000 526f636b00", "02 01 01000000",
                                 "07 01 05000070"};
  for (const std::string& hex : ordered) {
    EXPECT_TRUE(fits(hex, {})) << hex;
    EXPECT_FALSE(fits(hex, {.channel = 1})) << hex;
    EXPECT_FALSE(fits(hex, {.delivery = Delivery::unreliable})) << hex;
    EXPECT_TRUE(fits(hex, {.transport = Transport::data_channel, .delivery = Delivery::unreliable})) << hex;
  }
  EXPECT_TRUE(fits("00 07 03 01 0201", {.delivery = Delivery::unreliable, .channel = 5}));
}

/// Evidence of one format, as observed.
Observation evidence(unsigned points, std::uint32_t fingerprint) {
  Observation seen{.fits = multiplayer::set_of(Format::scene), .fingerprint = fingerprint};
  seen.points[static_cast<std::size_t>(Format::scene)] = static_cast<std::uint8_t>(points);
  return seen;
}

/// Whether messages with these points are enough, after so many that no engine sends.
bool enough(std::initializer_list<unsigned> points, const Transmission& how = {}, unsigned refusals = 0) {
  Recognition recognition;
  for (unsigned i = 0; i != refusals; ++i)
    recognition.add({.refused = multiplayer::set_of(Format::scene), .fingerprint = 1000 + i}, how);
  std::uint32_t fingerprint = 1;
  for (const unsigned each : points) recognition.add(evidence(each, fingerprint++), how);
  return recognition.certain();
}

/// How many malformed messages a connection bears that was recognised by these points, and had so many good ones since.
unsigned borne(std::initializer_list<unsigned> points, unsigned good) {
  using multiplayer::CommandType;
  Recognition recognition;
  std::uint32_t fingerprint = 1;
  for (const unsigned each : points) recognition.add(evidence(each, fingerprint++), {});
  EXPECT_TRUE(recognition.certain());
  for (unsigned i = 0; i != good; ++i) recognition.add_reading(false, CommandType::sync, {});
  for (unsigned i = 0; i != 1000; ++i) recognition.add_reading(false, CommandType::raw, {});
  for (unsigned bad = 0;; ++bad) {
    if (recognition.withdrawn()) {
      EXPECT_FALSE(recognition.certain());
      recognition.add(evidence(200, 9999), {});
      EXPECT_FALSE(recognition.certain()) << "it stays withdrawn";
      recognition.accept(Format::scene);
      EXPECT_TRUE(recognition.certain()) << "unless the user chooses it";
      return bad;
    }
    recognition.add_reading(true, CommandType::none, {});
  }
}

TEST(MultiplayerRecognition, MalformedMessagesCostMoreThanOthersEarn) {
  EXPECT_EQ(borne({6, 6}, 0), 4U);
  EXPECT_EQ(borne({6, 6}, 100), 16U);
  EXPECT_EQ(borne({200}, 0), 26U) << "a proof";
  EXPECT_GT(borne({200}, 10000), 1000U);
}

/// Source and target before each message of Godot 4: no header of Godot 3, whose handshake asks for other channels. The
/// configuration channel of Godot 3 has nothing of a game.
TEST(MultiplayerRecognition, AHeaderOfAnAddOnIsNotThatOfGodot3) {
  const auto known = [](const Transmission& handshake) {
    Recognition recognition;
    for (std::uint8_t i = 1; i != 60; ++i) {
      Transmission how = handshake;
      how.from_client = true;
      how.channel = 1;
      Bytes bytes = from_hex("78563412 01000000 00 07 03 01 0201");
      bytes.back() = i;
      recognition.add(multiplayer::observe(Buffer(bytes), how), how);
    }
    return recognition.certain();
  };
  EXPECT_FALSE(known(godot4_handshake));
  EXPECT_TRUE(known(godot3_handshake));
  Recognition recognition;
  recognition.accept(Format::enet_8);
  recognition.add_reading(true, multiplayer::CommandType::none, {.channel = 1});
  EXPECT_TRUE(recognition.certain());
  recognition.add_reading(true, multiplayer::CommandType::none, {.channel = 0});
  EXPECT_TRUE(recognition.withdrawn());
}

TEST(MultiplayerRecognition, TwoMessagesWith12PointsAreEnough) {
  EXPECT_TRUE(enough({6, 6}));
  EXPECT_FALSE(enough({6, 5}));
  EXPECT_FALSE(enough({12})) << "one message is not";
  EXPECT_FALSE(enough({199}));
  EXPECT_TRUE(enough({200})) << "unless it is a proof";
}

/// A connection that was taken for Godot's because of another one of its server has 24 points for that: it shows its
/// format itself with 12 more, of two messages, and with 8 for each malformed one.
TEST(MultiplayerRecognition, WhatIsTakenForGodotsShowsItItselfLater) {
  const auto shows = [](std::initializer_list<unsigned> points, unsigned malformed = 0) {
    Recognition recognition;
    recognition.accept(Format::scene);
    for (unsigned i = 0; i != malformed; ++i) recognition.add_reading(true, multiplayer::CommandType::none, {});
    std::uint32_t fingerprint = 1;
    for (const unsigned each : points) recognition.add(evidence(each, fingerprint++), {});
    EXPECT_TRUE(recognition.certain());
    return recognition.stands_alone();
  };
  EXPECT_FALSE(shows({}));
  EXPECT_FALSE(shows({6, 5}));
  EXPECT_TRUE(shows({6, 6}));
  EXPECT_FALSE(shows({12})) << "one message";
  EXPECT_FALSE(shows({10, 9}, 1));
  EXPECT_TRUE(shows({10, 10}, 1));
  // What it had earned before is not lost.
  Recognition known;
  known.add(evidence(200, 1), {});
  known.accept(Format::scene);
  known.add(evidence(0, 2), {});
  EXPECT_TRUE(known.stands_alone());
}

TEST(MultiplayerRecognition, EachRefusalTakes8Points) {
  EXPECT_FALSE(enough({10, 9}, {}, 1));
  EXPECT_TRUE(enough({10, 10}, {}, 1));
  EXPECT_FALSE(enough({13, 14}, {}, 2));
  EXPECT_TRUE(enough({14, 14}, {}, 2));
  EXPECT_FALSE(enough({200}, {}, 1)) << "of a proof, too";
  EXPECT_TRUE(enough({200, 8}, {}, 1));
}

TEST(MultiplayerRecognition, WithGodotsHandshakeLittleIsEnough) {
  const Transmission how{.has_handshake = true, .channel_count = 255, .connect_data = 0x12345678};
  EXPECT_TRUE(enough({2}, how));
  EXPECT_FALSE(enough({1}, how));
  EXPECT_TRUE(enough({0, 0}, how));
  EXPECT_FALSE(enough({2}, how, 1)) << "a message is refused";
  EXPECT_FALSE(enough({2}, {.has_handshake = true, .channel_count = 254, .connect_data = 0x12345678}));
}

/// More messages than are counted.
TEST(MultiplayerRecognition, CountsDoNotWrapAround) {
  Recognition fitting;
  for (std::uint32_t i = 0; i != 256; ++i) fitting.add(evidence(0, i), {});
  EXPECT_FALSE(fitting.certain());
  fitting.add(evidence(12, 1000), {});
  EXPECT_TRUE(fitting.certain());
  EXPECT_FALSE(enough({200, 200}, {}, 256));
}

TEST(MultiplayerRecognition, OnlyDifferentMessagesCount) {
  Recognition recognition;
  for (int i = 0; i != 3; ++i) recognition.add(evidence(12, 7), {});
  EXPECT_FALSE(recognition.certain());
  recognition.add(evidence(0, 8), {});
  EXPECT_TRUE(recognition.certain());
  // A message may have any fingerprint, also that of none.
  Recognition first;
  first.add(evidence(200, 0), {});
  EXPECT_TRUE(first.certain());
}

TEST(MultiplayerRecognition, HeadersOf12BytesHaveOneOfThreeModes) {
  const auto fits = [](const std::string& flags) {
    const Bytes bytes = from_hex("01000000 78563412 " + flags + " 02 01000000 2f726f6f742f4d61696e00");
    const Observation seen = multiplayer::observe(Buffer(bytes), {.delivery = Delivery::reliable, .channel = 1});
    return (seen.fits & multiplayer::set_of(Format::enet_12)) != 0;
  };
  for (const char* flags : {"00000000", "01000000", "02000000"}) EXPECT_TRUE(fits(flags)) << flags;
  EXPECT_FALSE(fits("03000000"));
}

TEST(MultiplayerRecognition, VariantsDistinguishGodot2From3) {
  // 15000000 is an Array of Godot 2, and an array of ints in Godot 3.
  const Recognition known =
      listen({{"01000000 78563412 01000000 02 01000000 2f726f6f742f4d61696e00", false, 1, Delivery::reliable},
              {"78563412 01000000 01000000 00 01000000 6d6f766500 01 15000000 01000000 04000000 01000000 61000000",
               true, 1, Delivery::reliable}},
             godot3_handshake);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::enet_12);
  EXPECT_EQ(known.generation(), variant::Generation::godot2);
}

TEST(MultiplayerRecognition, RawAloneNeedsTheHandshake) {
  const std::initializer_list<Spoken> raw = {{"03 68656c6c6f", true, 0, Delivery::reliable},
                                             {"03 776f726c64", false, 1, Delivery::unsequenced},
                                             {"03 21", true, 0, Delivery::reliable}};
  EXPECT_TRUE(listen(raw, godot4_handshake).certain());
  EXPECT_EQ(listen(raw, godot4_handshake).format(), Format::scene);
  EXPECT_FALSE(listen(raw, {}).certain());
  EXPECT_FALSE(listen(raw, {.has_handshake = true, .channel_count = 255, .connect_data = 5}).certain())
      << "no engine chooses such an id";
  EXPECT_FALSE(listen(raw, {.has_handshake = true, .channel_count = 255, .connect_data = 0x92345678}).certain())
      << "ids are positive";
  EXPECT_FALSE(listen(raw, {.channel_count = 255, .connect_data = client}).certain());
}

TEST(MultiplayerRecognition, StatesHaveANumberAndValues) {
  const auto fits = [](const char* hex) {
    const Bytes bytes = from_hex(hex);
    const Observation seen = multiplayer::observe(Buffer(bytes), {.delivery = Delivery::unreliable});
    return (seen.fits & multiplayer::set_of(Format::scene)) != 0;
  };
  EXPECT_TRUE(fits("06 0100 05000000 02000000 0201"));
  EXPECT_FALSE(fits("06 0100 00000000 02000000 0201")) << "no number";
  EXPECT_FALSE(fits("06 0100 05000000 00000000")) << "no value";
  EXPECT_FALSE(fits("06 0100 00000001 02000000 0201")) << "numbers are counted from 1";
}

/// A float of put_var() begins as Raw does.
TEST(MultiplayerRecognition, RawThatIsAValueIsEvidenceForNeither) {
  const auto seen = [](const char* hex) {
    const Bytes bytes = from_hex(hex);
    const Observation observation = multiplayer::observe(Buffer(bytes), {});
    const auto scene = multiplayer::set_of(Format::scene);
    return std::pair((observation.fits & scene) != 0, (observation.refused & scene) != 0);
  };
  EXPECT_EQ(seen("03000000 0000803f"), std::pair(false, false));
  EXPECT_EQ(seen("03010000 0000803f"), std::pair(true, false)) << "no value";
  EXPECT_EQ(seen("07 03 02000000 03000000 0000803f"), std::pair(true, false)) << "it is relayed";
}

TEST(MultiplayerRecognition, RawBehindAHeaderIsKnownByTheClientsId) {
  const Recognition known = listen({{"78563412 00000000 04 68656c6c6f", true, 1, Delivery::reliable},
                                    {"78563412 01000000 04 21", true, 1, Delivery::reliable}},
                                   godot3_handshake);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::enet_8);
}

// --- Packets without an API
// ---------------------------------------------------------------------------------------------

const std::string from_client = "78563412 00000000 ";
const std::string from_server = "01000000 78563412 ";

/// A Variant after the header is no command: the program uses the transport as a PacketPeer.
TEST(MultiplayerRecognition, VariantsBehindAHeaderArePackets) {
  for (const char* value : {"00000000", "01000000 01000000", "02000000 2a000000", "03000000 0000003f",
                            "04000000 02000000 68690000", "05000000 0000803f 00000040"}) {
    const Recognition known = listen({{from_client + value, true, 2, Delivery::unreliable}}, godot3_handshake);
    EXPECT_TRUE(known.certain()) << value;
    EXPECT_EQ(known.format(), Format::enet_8) << value;
    EXPECT_TRUE(known.has_packets()) << value;
    EXPECT_EQ(known.options(Buffer(Bytes{}), {.channel = 1}).api, multiplayer::Api::none) << value;
    EXPECT_TRUE(known.is_open()) << value;
  }
}

/// Without the handshake, values are needed as for messages of the API.
TEST(MultiplayerRecognition, PacketsAreKnownFromTheMiddle) {
  const Spoken first{from_server + "04000000 02000000 68690000", false, 1, Delivery::reliable};
  const Spoken second{from_server + "02000000 2a000000", false, 1, Delivery::reliable};
  const Spoken third{from_server + "02000000 2b000000", false, 1, Delivery::reliable};
  EXPECT_FALSE(listen({first, second}, {}).certain());
  EXPECT_TRUE(listen({first, second, third}, {}).certain());
  EXPECT_TRUE(listen({first, second, third}, {}).has_packets());
}

/// Bytes of the program's own are packets if the client's id is before them, and there are no commands.
TEST(MultiplayerRecognition, OtherBytesBehindTheClientsIdArePackets) {
  const Spoken first{from_client + "ff01", true, 1, Delivery::reliable};
  const Spoken second{from_client + "ff02", true, 1, Delivery::reliable};
  const Spoken third{from_server + "ff03", false, 1, Delivery::reliable};
  EXPECT_TRUE(listen({first}, godot3_handshake).certain());
  EXPECT_TRUE(listen({first}, godot3_handshake).has_packets());
  EXPECT_TRUE(listen({first, second, third}, godot3_handshake).has_packets());
  EXPECT_FALSE(listen({first, second, third}, {}).certain());
  const Spoken call{from_client + "00 01000000 6d6f766500 01 02000000 05000000", true, 1, Delivery::reliable};
  EXPECT_FALSE(listen({first, second, third, call}, godot3_handshake).has_packets());
  EXPECT_FALSE(listen({first, second, third, call}, godot3_handshake).is_open());
}

/// A game that sends nothing but Raw shows no command: the question is not asked for ever.
TEST(MultiplayerRecognition, WhetherThereArePacketsIsDecidedInTheEnd) {
  const Spoken raw{from_client + "04 01", true, 1, Delivery::reliable};
  Recognition known = listen({raw, raw}, godot3_handshake);
  EXPECT_TRUE(known.certain());
  EXPECT_TRUE(known.is_open());
  for (int i = 0; i != 250; ++i) known.add({}, godot3_handshake);
  EXPECT_FALSE(known.is_open());
  EXPECT_FALSE(known.has_packets());
}

/// The third word may be that of 12 bytes: then it is not known where the content begins.
TEST(MultiplayerRecognition, OtherBytesThatMayBeFlagsProveNothing) {
  EXPECT_EQ(points_of(Format::enet_8, from_client + "02000000 ff",
                      {.channel = 1, .from_client = true, .has_handshake = true, .connect_data = client}),
            -1);
  EXPECT_EQ(points_of(Format::enet_8, from_client + "03000000 ff",
                      {.channel = 1, .from_client = true, .has_handshake = true, .connect_data = client}),
            6);
  const Observation either =
      multiplayer::observe(Buffer(from_hex(from_client + "01000000 00000000")), {.channel = 1, .from_client = true});
  EXPECT_EQ(either.values, 0) << "false, or flags and null";
}

TEST(MultiplayerRecognition, PacketsOf12Bytes) {
  const Recognition known =
      listen({{from_client + "01000000 04000000 02000000 68690000", true, 1, Delivery::reliable}}, godot3_handshake);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::enet_12);
  EXPECT_TRUE(known.has_packets());
}

/// A notice about a peer is the same before 3.2: what follows decides.
TEST(MultiplayerRecognition, ANoticeDoesNotDecideBetween8And12) {
  const Spoken notice{"00000000 05000070", false, 0, Delivery::reliable};
  const Spoken call{from_server + "01000000 02 01000000 2f726f6f742f4d61696e00", false, 1, Delivery::reliable};
  EXPECT_EQ(listen({notice}, godot3_handshake).format(), Format::enet_8);
  EXPECT_EQ(listen({notice, call}, godot3_handshake).format(), Format::enet_12);
}

TEST(MultiplayerRecognition, PacketsOverWebSocket) {
  const Transmission how{.transport = Transport::websocket, .has_handshake = true};
  const Spoken id{"03 01000000 00000000 87d61200", false, 0, Delivery::reliable};
  const Spoken server{"01 01000000 00000000 01000000", false, 0, Delivery::reliable};
  const Spoken value{"00 87d61200 01000000 02000000 2a000000", true, 0, Delivery::reliable};
  const Spoken text{"00 87d61200 01000000 04000000 02000000 68690000", true, 0, Delivery::reliable};
  EXPECT_FALSE(listen({id, server}, how).has_packets());
  for (const Spoken& each : {value, text}) {
    EXPECT_TRUE(listen({id, server, each}, how).certain());
    EXPECT_TRUE(listen({id, server, each}, how).has_packets());
  }
}

TEST(MultiplayerRecognition, AnotherSourceThanTheClientsIsRefused) {
  const Recognition known = listen({{"79563412 00000000 04 68656c6c6f", true, 1, Delivery::reliable},
                                    {"79563412 01000000 04 21", true, 1, Delivery::reliable}},
                                   godot3_handshake);
  EXPECT_FALSE(known.certain());
}

TEST(MultiplayerRecognition, ConfirmPathDistinguishes42From43) {
  const Spoken announced{"01 6434316438636439386630306232303465393830303939386563663834323765 00 01000000 4100", false,
                         0, Delivery::reliable};
  EXPECT_EQ(listen({announced, {"02 01 4d61696e00", true, 0, Delivery::reliable}}, godot4_handshake).confirm(),
            ConfirmForm::by_path);
  EXPECT_EQ(listen({announced, {"02 01 01000000", true, 0, Delivery::reliable}}, godot4_handshake).confirm(),
            ConfirmForm::by_id);
  EXPECT_EQ(listen({announced}, godot4_handshake).confirm(), ConfirmForm::automatic);
}

/// Six bytes may be either: a path of three letters, or a number.
TEST(MultiplayerRecognition, AShortConfirmPathIsAPathIfItIsText) {
  const auto form = [](const char* hex) {
    const Bytes bytes = from_hex(hex);
    return multiplayer::observe(Buffer(bytes), {}).confirm;
  };
  EXPECT_EQ(form("02 01 41424300"), ConfirmForm::by_path);
  EXPECT_EQ(form("02 01 20414200"), ConfirmForm::by_path);
  EXPECT_EQ(form("02 01 41422000"), ConfirmForm::by_path);
  EXPECT_EQ(form("02 01 1f414200"), ConfirmForm::by_id);
  EXPECT_EQ(form("02 01 41421f00"), ConfirmForm::by_id);
  EXPECT_EQ(form("02 01 01000000"), ConfirmForm::by_id);
  EXPECT_EQ(form("02 01 414200"), ConfirmForm::by_path);
  EXPECT_EQ(form("02 01 4142434400"), ConfirmForm::by_path);
}

TEST(MultiplayerRecognition, WebSocketOf4BeginsWithAnId) {
  const Transmission how{.transport = Transport::websocket, .has_handshake = true};
  const Bytes id = from_hex("87d61200");
  const multiplayer::Options options = multiplayer::options_of(
      Format::scene, Buffer(id), {.transport = Transport::websocket, .first = true, .has_handshake = true});
  EXPECT_EQ(options.carrier, multiplayer::Carrier::assigned_id);
  const Recognition known = listen({{"87d61200", false, 0, Delivery::reliable},
                                    {"07 01 05000070", false, 0, Delivery::reliable},
                                    {"a0 06000080 00 4d61696e00", true, 0, Delivery::reliable}},
                                   how, true);
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::scene);
}

TEST(MultiplayerRecognition, WebSocketOf3HasHeadersOf9Bytes) {
  const Recognition known = listen({{"03 01000000 00000000 87d61200", false, 0, Delivery::reliable},
                                    {"01 01000000 00000000 01000000", false, 0, Delivery::reliable}},
                                   {.transport = Transport::websocket, .has_handshake = true});
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::websocket_9);
}

TEST(MultiplayerRecognition, DataChannelsOf3HaveNothingInFront) {
  const Recognition known = listen({{"02 01000000 4d61696e00", false, 0, Delivery::reliable},
                                    {"00 01000000 6d6f766500 01 02000000 05000000", false, 0, Delivery::reliable}},
                                   {.transport = Transport::data_channel});
  EXPECT_TRUE(known.certain());
  EXPECT_EQ(known.format(), Format::named);
}

/// A repeated message is no new evidence.
TEST(MultiplayerRecognition, OneRepeatedMessageProvesNothing) {
  const Spoken call{"00 07 03 02 0201 81", true, 0, Delivery::reliable};
  EXPECT_FALSE(listen({call, call, call, call, call, call, call, call, call, call}, {}).certain());
}

TEST(MultiplayerRecognition, EnginesAreNamedByTheirForms) {
  const auto accepted = [](Format format, bool redot = false) {
    Recognition recognition;
    recognition.accept(format, redot);
    return recognition;
  };
  EXPECT_STREQ(accepted(Format::scene).engines(), "Godot 4");
  EXPECT_STREQ(accepted(Format::scene).engines(ConfirmForm::by_id), "Godot 4.3 or later");
  EXPECT_STREQ(accepted(Format::scene).engines(ConfirmForm::by_path), "Godot 4.0 to 4.2");
  EXPECT_STREQ(accepted(Format::scene, true).engines(ConfirmForm::by_id), "Redot");
  EXPECT_STREQ(accepted(Format::enet_8).engines(), "Godot 3.2 to 3.6");
  EXPECT_STREQ(accepted(Format::enet_12).engines(), "Godot 2.1 to 3.1");
  EXPECT_STREQ(accepted(Format::websocket_9).engines(), "Godot 3");
  EXPECT_STREQ(accepted(Format::named).engines(), "Godot 3");
  EXPECT_EQ(accepted(Format::enet_12).generation(), variant::Generation::godot3);
  EXPECT_EQ(accepted(Format::enet_8, true).generation(), variant::Generation::godot3);
  // What the messages have shown counts, unless a later message is asked for.
  const Recognition by_id = listen({{"02 01 01000000", true, 0, Delivery::reliable}}, godot4_handshake);
  EXPECT_STREQ(by_id.engines(), "Godot 4.3 or later");
  EXPECT_STREQ(by_id.engines(ConfirmForm::by_path), "Godot 4.0 to 4.2");
}

TEST(MultiplayerRecognition, OnlyAConnectionOf4BecomesRedots) {
  Recognition recognition;
  recognition.set_redot();
  recognition.accept(Format::scene);
  EXPECT_EQ(recognition.generation(), variant::Generation::godot4) << "it was not known yet";
  recognition.set_redot();
  EXPECT_EQ(recognition.generation(), variant::Generation::redot);
  Recognition older;
  older.accept(Format::enet_8);
  older.set_redot();
  EXPECT_STREQ(older.engines(), "Godot 3.2 to 3.6");
}

/// The check reads whole messages of connections that are Godot 4's as far as known.
TEST(MultiplayerRecognition, TheCheckIsOfGodot4Alone) {
  const Bytes structure = from_hex("00 07 03 01 27000000 00000000");
  const auto checked = [](const Recognition& accepted, const Buffer& message) {
    Recognition recognition = accepted;
    recognition.check(message, {});
    return recognition.generation();
  };
  Recognition godot4;
  godot4.accept(Format::scene);
  Recognition godot3;
  godot3.accept(Format::enet_8);
  using variant::Generation;
  EXPECT_EQ(checked(godot4, Buffer(structure)), Generation::redot);
  EXPECT_EQ(checked({}, Buffer(structure)), Generation::godot4) << "not recognised";
  EXPECT_EQ(checked(godot3, Buffer(structure)), Generation::godot3);
  EXPECT_EQ(checked(godot4, Buffer(structure, static_cast<Offset>(structure.size() + 1))), Generation::godot4) << "cut";
}

TEST(MultiplayerRecognition, AttemptsAreBounded) {
  Recognition recognition;
  const Bytes nothing = from_hex("ffffffff");
  int asked = 0;
  for (; !recognition.hopeless() && asked < 10000; ++asked)
    recognition.add(multiplayer::observe(Buffer(nothing), {}), {});
  EXPECT_TRUE(recognition.hopeless());
  EXPECT_LT(asked, 1000);
  for (int more = 0; more != 10; ++more) recognition.add(multiplayer::observe(Buffer(nothing), {}), {});
  EXPECT_TRUE(recognition.hopeless()) << "further ones change nothing";
  recognition.accept(Format::scene);
  EXPECT_TRUE(recognition.certain());
  EXPECT_FALSE(recognition.hopeless());
}

}  // namespace
}  // namespace godot::test
