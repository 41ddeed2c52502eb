// SPDX-License-Identifier: MIT
// Two hosts of libenet talk on the loopback interface, with and without checksums and compression: every datagram is
// read to its end, every message is found, every checksum is right.
#include <enet/enet.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "codec/enet/crc.h"
#include "codec/enet/range_coder.h"
#include "codec/enet/recognise.h"
#include "tests/unit/codec/enet/messages.h"
#include "tests/unit/codec/enet/reading.h"

namespace godot::test {
namespace {

struct Captured {
  bool by_server = false;  ///< who received it
  Bytes bytes;
};

// The library's callback has no user pointer.
std::vector<Captured>* captured = nullptr;
ENetHost* server_host = nullptr;

int ENET_CALLBACK keep(ENetHost* host, ENetEvent*) {
  captured->push_back({host == server_host, Bytes(host->receivedData, host->receivedData + host->receivedDataLength)});
  return 0;
}

struct HostDeleter {
  void operator()(ENetHost* host) const { enet_host_destroy(host); }
};
using Host = std::unique_ptr<ENetHost, HostDeleter>;

struct Link {
  bool checksum;
  bool compressed;
};

class EnetLibrary : public testing::TestWithParam<Link> {
 protected:
  void SetUp() override {
    ASSERT_EQ(enet_initialize(), 0);
    captured = &captured_;
    server_ = make(true);
    client_ = make(false);
    ASSERT_TRUE(server_ && client_);
    server_host = server_.get();
  }
  void TearDown() override {
    client_.reset();
    server_.reset();
    enet_deinitialize();
  }

  static constexpr std::size_t channels = 4;

  Host make(bool server) {
    ENetAddress address{.host = ENET_HOST_ANY, .port = 0};
    enet_address_set_host_ip(&address, "127.0.0.1");
    Host host(enet_host_create(server ? &address : nullptr, 4, channels, 0, 0));
    if (!host) return host;
    host->intercept = keep;
    if (GetParam().checksum) host->checksum = enet_crc32;
    if (GetParam().compressed) enet_host_compress_with_range_coder(host.get());
    return host;
  }

  /// One of the tests waits for commands that the library sends on its own.
  static bool patient() { return !GetParam().checksum && !GetParam().compressed; }

  /// Runs both hosts until `done`, with a time limit for busy machines.
  template <class Done>
  void run(const Done& done) {
    for (int i = 0; i < 10000 && !done(); ++i) {
      for (ENetHost* host : {server_.get(), client_.get()}) {
        ENetEvent event;
        while (enet_host_service(host, &event, 1) > 0) {
          if (event.type == ENET_EVENT_TYPE_CONNECT && host == server_.get()) server_peer_ = event.peer;
          if (event.type == ENET_EVENT_TYPE_CONNECT) ++connected_;
          if (event.type == ENET_EVENT_TYPE_DISCONNECT) ++disconnected_;
          if (event.type == ENET_EVENT_TYPE_RECEIVE) {
            received_.emplace_back(event.packet->data, event.packet->data + event.packet->dataLength);
            enet_packet_destroy(event.packet);
          }
        }
      }
    }
    ASSERT_TRUE(done());
  }

  void connect(std::uint32_t data) {
    const ENetAddress address = server_->address;
    client_peer_ = enet_host_connect(client_.get(), &address, channels, data);
    ASSERT_NE(client_peer_, nullptr);
    const int wanted = connected_ + 2;
    run([&] { return connected_ == wanted; });
    // On a busy machine replies are late, and the library would drop unreliable messages before it sends them.
    for (ENetPeer* peer : {client_peer_, server_peer_}) peer->packetThrottleDeceleration = 0;
  }

  void disconnect() {
    enet_peer_disconnect(client_peer_, 77);
    const int wanted = disconnected_ + 2;
    run([&] { return disconnected_ == wanted; });
  }

  void send(ENetPeer* peer, std::uint8_t channel, std::size_t length, std::uint32_t flags) {
    Bytes bytes(length);
    for (std::size_t i = 0; i < length; ++i) bytes[i] = static_cast<std::uint8_t>(i * (length % 7 + 1) / 5);
    sent_.push_back(bytes);
    ASSERT_EQ(enet_peer_send(peer, channel, enet_packet_create(bytes.data(), length, flags)), 0);
  }

  std::vector<Captured> captured_;
  Host server_;
  Host client_;
  ENetPeer* client_peer_ = nullptr;
  ENetPeer* server_peer_ = nullptr;
  std::vector<Bytes> sent_;
  std::vector<Bytes> received_;
  int connected_ = 0;
  int disconnected_ = 0;
};

TEST_P(EnetLibrary, Conversation) {
  connect(0x12345678);
  constexpr std::uint32_t reliable = ENET_PACKET_FLAG_RELIABLE;
  constexpr std::uint32_t fragments = ENET_PACKET_FLAG_UNRELIABLE_FRAGMENT;
  constexpr std::uint32_t unsequenced = ENET_PACKET_FLAG_UNSEQUENCED;
  for (const std::size_t length : {1U, 17U, 300U, 1300U}) {
    send(client_peer_, 0, length, reliable);
    send(client_peer_, 1, length + 1, 0);
    send(server_peer_, 2, length + 2, unsequenced);
    send(server_peer_, 3, length + 3, reliable);
    run([&] { return received_.size() == sent_.size(); });
  }
  send(server_peer_, 1, 20000, reliable);
  send(client_peer_, 2, 5000, fragments);
  run([&] { return received_.size() == sent_.size(); });
  enet_host_bandwidth_limit(server_.get(), 100000, 50000);
  enet_peer_throttle_configure(client_peer_, 1000, 4, 3);
  send(client_peer_, 0, 40, reliable);
  run([&] { return received_.size() == sent_.size(); });
  if (patient()) {
    // The library announces bandwidths once a second, and pings if nothing has arrived for half a second.
    const std::uint32_t start = enet_time_get();
    run([&] { return enet_time_get() - start > 1200; });
  }
  disconnect();
  connect(2);
  enet_peer_disconnect_now(client_peer_, 5);
  run([&] { return disconnected_ == 3; });

  // --- As the codec reads them
  const enet::Options options{.checksum = GetParam().checksum};
  std::map<enet::CommandType, int> types;
  Messages messages;
  std::uint32_t connect_id = 0;
  int compressed = 0;
  int mistaken = 0;
  const auto scratch = std::make_unique<enet::RangeCoderScratch>();
  for (std::size_t number = 0; number < captured_.size(); ++number) {
    SCOPED_TRACE(number);
    const ExactCopy copy(captured_[number].bytes);
    const EnetReading outer(copy.buffer(), options);
    ASSERT_EQ(fault_of(outer, copy.buffer(), enet::validate(copy.buffer(), options)), "");
    const enet::Header& header = outer.result.header;
    Bytes body(captured_[number].bytes.begin() + header.size, captured_[number].bytes.end());
    if (header.compressed) {
      ++compressed;
      Bytes plain(enet::most_decompressed(header.size));
      const enet::Decompressed done = enet::decompress_range_coder(body, plain, *scratch);
      ASSERT_TRUE(done.good()) << describe(done.error);
      plain.resize(done.size);
      body = plain;
    }
    const ExactCopy commands(body);
    const EnetReading reading(commands.buffer(), header, options);
    ASSERT_EQ(fault_of(reading, commands.buffer(), enet::validate_commands(commands.buffer(), header, options)), "");
    ASSERT_TRUE(reading.result.exact(commands.buffer()));
    ASSERT_FALSE(reading.result.notes.any());
    // Only an acknowledgement that was requested brings a sent time.
    bool asks = false;
    for (const enet::Command& command : reading.commands.commands()) {
      ++types[command.type];
      asks = asks || command.acknowledge;
      if (command.type == enet::CommandType::connect || command.type == enet::CommandType::verify_connect)
        connect_id = connection(command).connect_id;
      messages.add(captured_[number].by_server, command);
    }
    EXPECT_EQ(asks, header.has_sent_time);
    const std::uint32_t known = header.peer_id == enet::no_peer_id ? 0 : connect_id;
    EXPECT_TRUE(!options.checksum || enet::checksum(header, known, body) == header.checksum);
    const auto expected = options.checksum ? enet::Checksum::present : enet::Checksum::absent;
    const enet::Observation seen = header.compressed ? enet::observe_commands(commands.buffer(), header, options)
                                                     : enet::observe(copy.buffer(), expected);
    mistaken += !header.compressed && enet::observe(copy.buffer()).checksum != options.checksum ? 1 : 0;
    const bool handshake = reading.commands.commands()[0].type == enet::CommandType::connect ||
                           reading.commands.commands()[0].type == enet::CommandType::verify_connect;
    EXPECT_EQ(seen.strength, handshake ? enet::Strength::strong : enet::Strength::weak);
    EXPECT_EQ(seen.checksum, options.checksum);
    EXPECT_EQ(enet::observe(copy.buffer()).strength == enet::Strength::compressed, header.compressed);
  }
  EXPECT_EQ(compressed != 0, GetParam().compressed);
  // A checksum may look like the start of a short command by chance: one in 128 does before an acknowledgement of 4.
  EXPECT_LE(mistaken, 3);
  for (unsigned type = 1; type < enet::command_type_count; ++type) {
    const auto wanted = static_cast<enet::CommandType>(type);
    const bool takes_time = wanted == enet::CommandType::ping || wanted == enet::CommandType::bandwidth_limit;
    EXPECT_TRUE(types[wanted] > 0 || (takes_time && !patient())) << type;
  }
  for (const Bytes& message : sent_) EXPECT_TRUE(messages.contains(message)) << message.size() << " bytes";
  std::printf("%zu datagrams, %d of them compressed, %zu messages\n", captured_.size(), compressed, sent_.size());
}

INSTANTIATE_TEST_SUITE_P(All, EnetLibrary,
                         testing::Values(Link{false, false}, Link{true, false}, Link{false, true}, Link{true, true}),
                         [](const testing::TestParamInfo<Link>& link) {
                           return std::string(link.param.checksum ? "checksum" : "plain") +
                                  (link.param.compressed ? "_compressed" : "");
                         });

}  // namespace
}  // namespace godot::test
