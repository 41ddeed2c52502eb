// SPDX-License-Identifier: MIT
// What Statistics > ENet counts of a datagram.
#include "analysis/enet/shown/counted.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/unit/analysis/enet/capture/captured.h"

namespace godot::analysis::enet {
namespace {

/// "title/entry" of each, with "=number" if it has one.
class Counted final : public Counts {
 public:
  void alone(unsigned title) override { add(title, ""); }
  void size(unsigned title, std::uint32_t number) override { add(title, "=" + std::to_string(number)); }
  void entry(unsigned title, const char* name) override { add(title, std::string("/") + name); }
  int entry(unsigned title, const char* name, std::uint32_t number, bool) override {
    add(title, std::string("/") + name + "=" + std::to_string(number));
    return 0;
  }
  int below(int, const char*, std::uint32_t, bool, bool) override { return 0; }

  std::string text;

 private:
  void add(unsigned title, const std::string& what) {
    text += (text.empty() ? "" : "; ") + std::string(CountedDatagram::titles[title].title) + what;
  }
};

class CountedDatagrams : public testing::Test, protected test::Captured {
 protected:
  static std::string counts_of(const CountedDatagram& datagram) {
    Counted counted;
    datagram.count_in(counted);
    return counted.text;
  }
  [[nodiscard]] CountedDatagram counted(const Datagram* analysis = nullptr) const {
    return {.size = last_reading().datagram.reported,
            .header_size = last_reading().header.size,
            .plain = 0,
            .compression = godot::enet::Compression::none,
            .commands = last_reading().reader(),
            .analysis = analysis,
            .malformed = false,
            .stream = 0,
            .is_first = true};
  }
};

TEST_F(CountedDatagrams, CommandsByTypeAndMessagesByChannel) {
  read(bytes_of(test::up, {test::ping(2), test::reliable(3, 1, 10)}));
  EXPECT_EQ(
      counts_of(counted()),
      "Datagram size=24; Datagrams by compression/none=100; Commands by type/Ping; Commands by type/Send reliable; "
      "Messages by channel/Channel 3=10");
}

/// 20 bytes, 4 of them the header: 16 that were 64.
TEST_F(CountedDatagrams, ACompressionWithItsPercentage) {
  read(bytes_of(test::up, {}));
  CountedDatagram datagram = counted();
  datagram.size = 20;
  datagram.plain = 64;
  datagram.compression = godot::enet::Compression::zlib;
  datagram.malformed = true;
  EXPECT_EQ(counts_of(datagram), "Datagram size=20; Datagrams by compression/zlib=25; Events/Malformed datagrams");
}

TEST_F(CountedDatagrams, EventsAndRetransmissions) {
  constexpr Event events[] = {Event::retransmission, Event::duplicate,  Event::out_of_order, Event::lost_command,
                              Event::duplicate_ack,  Event::ack_unseen, Event::timeout};
  constexpr const char* names[] = {
      "Retransmissions by channel/Connection", "Events/Duplicate commands",
      "Events/Commands out of order",          "Events/Gaps in sequence numbers",
      "Events/Duplicate acknowledgements",     "Events/Acknowledgements of unseen commands",
      "Events/Connections about to time out"};
  read(bytes_of(test::up, {test::ping(2)}));
  const std::string plain = counts_of(counted());
  for (std::size_t i = 0; i != std::size(events); ++i) {
    Finding finding;
    finding.set(events[i]);
    Datagram analysed;
    analysed.first = &finding;
    EXPECT_EQ(counts_of(counted(&analysed)), plain + "; " + names[i]);
  }
  read(bytes_of(test::up, {test::reliable(2, 1)}));
  Finding again;
  again.set(Event::retransmission);
  Datagram analysed;
  analysed.first = &again;
  EXPECT_EQ(counts_of(counted(&analysed)), counts_of(counted()) + "; Retransmissions by channel/Channel 2");
}

}  // namespace
}  // namespace godot::analysis::enet
