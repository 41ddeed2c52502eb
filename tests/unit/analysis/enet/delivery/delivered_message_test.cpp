// SPDX-License-Identifier: MIT
// Messages as the protocol above gets them, their problems, costs, facts, and their place in the receiver's order.
#include "analysis/enet/delivery/delivered_message.h"

#include <gtest/gtest.h>

#include <deque>

#include "analysis/enet/shown/command_costs.h"
#include "analysis/enet/shown/datagram_facts.h"
#include "tests/unit/analysis/enet/capture/captured.h"

namespace godot::analysis::enet {
namespace {

using test::down;
using test::up;

class FixedContext final : public CommandContext, public UpperLayer {
 public:
  [[nodiscard]] Handshake handshake() const override { return {}; }
  [[nodiscard]] OtherSide other_side() const override { return other; }
  [[nodiscard]] bool is_judged_on_other_side() const override { return false; }
  [[nodiscard]] bool has_other_side() const override { return false; }
  [[nodiscard]] bool is_authenticating() const override { return false; }
  [[nodiscard]] ChannelUse highest_channel() const override { return {}; }
  [[nodiscard]] bool is_mesh() const override { return true; }
  [[nodiscard]] facts::Route route() const override {
    ++routes;
    return {.source = 5, .target = 1};
  }
  void name_ends(facts::Texts& texts) const override { texts.from = "peer 5"; }
  void add_left(facts::Item& item) const override { item.channel = 77; }

  OtherSide other;
  mutable int routes = 0;
};

class Messages : public testing::Test, protected test::Captured {
 protected:
  Sender sender(const Record& record, bool is_complete = true) {
    return capture().sender_of(record, is_complete, false);
  }
  /// The first command of the datagram read last.
  const Command& first() {
    Command& command = commands_.emplace_back();
    CommandReader reader = last_reading().reader();
    EXPECT_TRUE(reader.next(command));
    return command;
  }
  Message message(const Record& record, const Finding* finding = nullptr, const Fragmented* whole = nullptr) {
    return message_of(record, sender(record), {.command = first(), .finding = finding, .cost = {.own = 7}}, whole);
  }
  const char* problem(const Record& record, const Finding* finding) {
    return problem_of_message(sender(record), record.frame, {first(), finding}, context_, 100 * millisecond);
  }

  std::deque<Command> commands_;
  FixedContext context_;
};

TEST_F(Messages, HaveTheirConnectionChannelAndSize) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(1, 4, 10)});
  const Message found = message(record);
  EXPECT_EQ(found.link, &capture().stream_of(record)->link);
  EXPECT_TRUE(found.from_client);
  EXPECT_EQ(found.channel, 1);
  EXPECT_EQ(found.delivery, multiplayer::Delivery::reliable);
  EXPECT_EQ(found.cost.own, 7U);
  EXPECT_EQ(found.plain, 16U);
  EXPECT_FALSE(found.fragmented);
  EXPECT_FALSE(found.repeated);
  EXPECT_TRUE(found.turn.numbered);
  EXPECT_EQ(found.turn.number, 4);
  EXPECT_TRUE(found.turn.waits) << "1 to 3 are missing";
  const Record& next = send(pair, up, {test::reliable(0, 1)});
  EXPECT_FALSE(message(next).turn.waits) << "of another channel";
  capture().stream_of(next)->analysis = nullptr;
  EXPECT_FALSE(message(next).turn.waits) << "nothing is known";
  const Message unordered = message(send(pair, down, {test::unsequenced(1)}));
  EXPECT_FALSE(unordered.from_client);
  EXPECT_FALSE(unordered.turn.numbered);
  EXPECT_FALSE(unordered.shows_gaps) << "nothing is known of it";
}

TEST_F(Messages, OfFragmentsHaveTheCostOfAll) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::fragment(0, 1, 1, 2, 10)});
  const FragmentPart& part = *capture().parts_of(&record);
  const KnownCommand fragment = {
      .command = first(), .finding = nullptr, .cost = {.own = 10, .protocol = 24, .share = 3}};
  charge(fragment, part);
  FragmentPart copy = part;
  copy.is_new = false;
  copy.fits = true;
  charge(fragment, copy);
  EXPECT_EQ(part.message->cost.own, 10U) << "a copy is not counted again";
  copy.fits = false;
  charge(fragment, copy);
  const Message found = message(record, nullptr, part.message);
  EXPECT_EQ(found.cost.own, 20U);
  EXPECT_EQ(found.cost.protocol, 48U);
  EXPECT_EQ(found.cost.share, 6U);
  EXPECT_EQ(found.plain, 68U);
  EXPECT_TRUE(found.fragmented);
}

TEST_F(Messages, HaveWhatTheAnalysisFound) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::unsequenced(1)});
  Sequel sequel = {};
  sequel.held_until = 9;
  Finding finding = {};
  finding.set_sequel(sequel);
  Message found = message(record, &finding);
  EXPECT_TRUE(found.shows_gaps);
  EXPECT_EQ(found.held_until, 9U);
  EXPECT_FALSE(found.late);
  EXPECT_FALSE(found.missing_before);
  sequel.perhaps = true;
  EXPECT_EQ(message(record, &finding).held_until, 0U);
  for (const Event event : {Event::retransmission, Event::out_of_order}) {
    Finding late = {};
    late.set(event);
    EXPECT_TRUE(message(record, &late).late);
  }
  finding.set(Event::lost_command);
  finding.set(Event::repeated);
  found = message(record, &finding);
  EXPECT_TRUE(found.missing_before);
  EXPECT_TRUE(found.repeated);
}

TEST_F(Messages, KnowThatTheirReceiverHasLeft) {
  Pair& pair = connected();
  const Record& own = send(pair, up, {test::disconnect(2)});
  EXPECT_EQ(message(own).left_in, 0U) << "the sender has left, not the receiver";
  EXPECT_EQ(message(send(pair, up, {test::reliable(0, 1)})).left_in, 0U);
  EXPECT_EQ(message(send(pair, down, {test::reliable(0, 1)})).left_in, own.frame);
}

TEST_F(Messages, KnowThatTheirReceiversSystemReturnedOne) {
  Pair& pair = connected();
  for (const Direction direction : {up, down}) {
    const Record& returned = send(pair, direction, {test::unsequenced(1)});
    Stream& stream = *capture().stream_of(returned);
    (direction == up ? stream.returned_in : stream.returned_to_server_in) = returned.frame;
    EXPECT_EQ(message(returned).returns_since, 0U) << "it is returned itself";
    const Record& next = send(pair, direction, {test::unsequenced(2)});
    EXPECT_EQ(message(next).returns_since, returned.frame);
    const Record& other = send(pair, opposite(direction), {test::unsequenced(3)});
    EXPECT_EQ(message(other).returns_since, 0U) << "the sender's system has returned nothing";
    EXPECT_EQ(message(send(pair, direction, {test::unsequenced(4)})).returns_since, 0U) << "the receiver goes on";
    stream.returned_in = stream.returned_to_server_in = 0;
  }
}

TEST_F(Messages, AreNeverDeliveredIfTheyAreLostOrNotRead) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(0, 1)});
  Sequel tried = {};
  tried.sendings = 5;
  Finding lost = {};
  lost.set_sequel(tried);
  EXPECT_EQ(problem(record, &lost), nullptr);
  lost.set(Event::never_acknowledged);
  EXPECT_STREQ(problem(record, &lost), "never_delivered");
  Sequel left = {};
  Finding unread = {};
  unread.set_sequel(left);
  left.left_in = send(pair, up, {test::disconnect(2)}).frame;
  EXPECT_EQ(problem(record, &unread), nullptr) << "it may be acknowledged yet";
  send(pair, down, {test::acknowledge(0xFF, 2, 60)});
  EXPECT_STREQ(problem(record, &unread), "never_delivered");
}

TEST_F(Messages, HaveAWordForTheirProblem) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::unreliable(0, 0, 1)});
  EXPECT_EQ(problem(record, nullptr), nullptr);
  Finding finding = {};
  EXPECT_EQ(problem(record, &finding), nullptr);
  context_.other.never_arrived = true;
  EXPECT_STREQ(problem(record, &finding), "never_delivered");
  EXPECT_EQ(problem(record, nullptr), nullptr);
  context_.other.never_arrived = false;
  Finding dropped = {};
  dropped.set(Event::dropped);
  EXPECT_STREQ(problem(record, &dropped), "never_delivered");
  Sequel sequel = {};
  sequel.held_until = 9;
  sequel.held = 100 * millisecond;
  finding.set_sequel(sequel);
  EXPECT_STREQ(problem(record, &finding), "held");
  sequel.held -= 1;
  EXPECT_EQ(problem(record, &finding), nullptr);
}

TEST_F(Messages, OfAReliableOneTheOtherSideAloneIsNoProblem) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(0, 1)});
  context_.other.never_arrived = true;
  const Finding finding = {};
  EXPECT_EQ(problem(record, &finding), nullptr) << "it is sent again";
}

TEST_F(Messages, OfADatagramThatFillsTheWindow) {
  Pair& pair = connected();
  Record& record = send(pair, up, {test::reliable(0, 1)});
  const auto word = [&] { return problem_of_window(sender(record), record, first()); };
  EXPECT_EQ(word(), nullptr);
  record.window_full = true;
  EXPECT_STREQ(word(), "too_much");
  record.is_analysed = false;
  EXPECT_EQ(word(), nullptr);
  record.is_analysed = true;
  read(bytes_of(up, {test::unreliable(0, 1, 1)}));
  EXPECT_EQ(word(), nullptr) << "not of an unreliable one";
}

TEST(EndsOfStreams, AnEndThatIsNotTheFirstOfTheOther) {
  Stream stream;
  stream.routes[down] = {.known = true, .peer_id = 1};
  stream.routes[up] = {.known = true, .peer_id = 0};
  learn_ends(stream);
  EXPECT_TRUE(stream.link.first_has_many);
  EXPECT_FALSE(stream.link.second_has_many);
  stream.routes[down].known = false;
  stream.routes[up].peer_id = 2;
  learn_ends(stream);
  EXPECT_FALSE(stream.link.first_has_many);
  EXPECT_TRUE(stream.link.second_has_many);
  stream.link.has_handshake = true;
  stream.routes[up].peer_id = 0;
  learn_ends(stream);
  EXPECT_TRUE(stream.link.second_has_many) << "the handshake tells it";
}

TEST(Deliveries, OfEachKindOfCommand) {
  using Kind = enet::Delivery::Kind;
  test::ReadCommands commands;
  const auto of = [&](const test::Bytes& bytes) { return delivery_message_of(commands.read(bytes)); };
  enet::Delivery::Message message = of(test::reliable(2, 7));
  EXPECT_EQ(message.kind, Kind::reliable);
  EXPECT_EQ(message.channel, 2);
  EXPECT_EQ(message.reliable, 7);
  EXPECT_EQ(message.numbers, 1);
  message = of(test::unreliable(1, 5, 8));
  EXPECT_EQ(message.kind, Kind::unreliable);
  EXPECT_EQ(message.reliable, 5);
  EXPECT_EQ(message.unreliable, 8);
  EXPECT_EQ(of(test::unsequenced(3)).kind, Kind::unsequenced);
  message = of(test::fragment(0, 12, 10, 4, 5));
  EXPECT_EQ(message.kind, Kind::reliable);
  EXPECT_EQ(message.reliable, 10);
  EXPECT_EQ(message.numbers, 4);
  message = of(test::unreliable_fragment(0, 13, 1, 2));
  EXPECT_EQ(message.kind, Kind::unreliable);
  EXPECT_EQ(message.unreliable, 13);
  EXPECT_EQ(message.numbers, 1);
}

// --- Costs ----------------------------------------------------------------------------------------------------------

TEST_F(Messages, DivideTheBytesOfTheFrame) {
  const Reading& reading = read(bytes_of(up, {test::reliable(0, 1, 10), test::ping(2)}));
  test::HeapArena heap;
  constexpr std::uint32_t headers_below = 42;
  CommandCosts costs(heap.arena(), reading.datagram.reported + headers_below,
                     {reading, CommandList(reading.reader()), 0});
  const facts::Cost of_message = costs.next();
  const facts::Cost of_ping = costs.next();
  EXPECT_EQ(of_message.own, 10U);
  EXPECT_EQ(of_message.protocol, 6U);
  EXPECT_EQ(of_ping.own, 0U);
  EXPECT_EQ(of_ping.protocol, 4U);
  EXPECT_EQ(of_message.total() + of_ping.total(), reading.datagram.reported + headers_below);
  EXPECT_EQ(costs.next().total(), 0U) << "no more commands";
  EXPECT_EQ(CommandCosts().next().total(), 0U) << "unknown";
}

TEST_F(Messages, ShareWithBytesThatAreNoCommand) {
  test::Bytes bytes = bytes_of(up, {test::ping(1)});
  bytes.resize(bytes.size() + 6, 0xFF);
  const Reading& reading = read(bytes);
  test::HeapArena heap;
  const facts::Cost cost =
      CommandCosts(heap.arena(), reading.datagram.reported, {reading, CommandList(reading.reader()), 0}).next();
  EXPECT_EQ(cost.protocol, 4U);
  EXPECT_LT(cost.total(), reading.datagram.reported - 6U) << "the rest has its share of the header";
}

TEST_F(Messages, OfCompressedCommandsHaveTheBytesAsSent) {
  // Stands for 24 bytes of commands that were sent as 12.
  Reading reading = read(bytes_of(up, {test::reliable(0, 1, 10), test::reliable(0, 2, 2)}));
  reading.datagram.reported = static_cast<Offset>(reading.header.size + 12);
  test::HeapArena heap;
  CommandCosts costs(heap.arena(), reading.datagram.reported, {reading, CommandList(reading.reader()), 24});
  const facts::Cost longer = costs.next();
  const facts::Cost shorter = costs.next();
  EXPECT_EQ(longer.own + longer.protocol, 8U);
  EXPECT_EQ(shorter.own + shorter.protocol, 4U);
}

// --- Facts ----------------------------------------------------------------------------------------------------------

class Facts : public Messages {
 protected:
  DatagramFacts begin(const Record* record) {
    facts_.with_texts = facts_.with_ends = true;
    return {&facts_, last_reading(), record, record != nullptr ? sender(*record) : Sender{}, context_, context_};
  }
  facts::Envelope& envelope() { return *facts_.frame().envelopes; }

  test::HeapArena heap_;
  facts::InternedNames names_;
  facts::Collection facts_{heap_.packet_arena(), names_};
};

TEST_F(Facts, NobodyNeedsThem) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(0, 1)});
  DatagramFacts facts(nullptr, last_reading(), &record, sender(record), context_, context_);
  EXPECT_FALSE(facts.wanted());
  facts.add(first(), nullptr);
  facts.add_fragment({});
  facts.add_whole({});
  facts.finish(0, false);
  EXPECT_EQ(facts.item(), nullptr);
  EXPECT_EQ(facts.route(), nullptr);
}

TEST_F(Facts, OfADatagramOfAConnection) {
  Pair& pair = connected();
  Record& record = send(pair, up, {test::reliable(0, 1, 10)});
  record.window_full = true;
  context_.other = {.in = 8, .is_receivers = true};
  DatagramFacts facts = begin(&record);
  const Finding finding = {};
  facts.add(first(), &finding);
  facts.finish(0, false);
  EXPECT_EQ(envelope().transport, facts::Transport::enet);
  EXPECT_EQ(envelope().size, last_reading().datagram.reported);
  EXPECT_EQ(envelope().header, 4U);
  EXPECT_TRUE(envelope().has_link);
  EXPECT_TRUE(envelope().from_client);
  EXPECT_TRUE(envelope().mesh);
  EXPECT_TRUE(envelope().window_full);
  ASSERT_NE(envelope().peers, nullptr);
  EXPECT_EQ(envelope().peers->source, 5);
  EXPECT_EQ(facts.route(), envelope().peers);
  EXPECT_EQ(context_.routes, 1);
  EXPECT_EQ(envelope().in_flight, record.reliable_in_flight);
  EXPECT_EQ(facts.item()->command->fate.arrives_in, 8U);
  EXPECT_STREQ(facts.item()->texts->from, "peer 5");
  EXPECT_EQ(facts.item()->next, nullptr) << "all bytes belong to the command";
}

/// A capture may have one direction alone, of whichever end.
TEST_F(Facts, OfAConnectionWhoseOtherEndIsNotCaptured) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::reliable(0, 1, 10)});
  auto& last = sender(record).stream->link.last_frames;
  const struct {
    std::uint32_t first;
    std::uint32_t second;
    bool is_one;
  } rows[] = {{3, 4, false}, {3, 0, true}, {0, 4, true}};
  for (const auto& [first_end, second_end, is_one] : rows) {
    last[0] = first_end;
    last[1] = second_end;
    facts::Collection all(heap_.packet_arena(), names_);
    DatagramFacts(&all, last_reading(), &record, sender(record), context_, context_).finish(0, false);
    EXPECT_EQ(all.frame().envelopes->one_direction, is_one) << first_end << second_end;
  }
}

TEST_F(Facts, OfNoConnection) {
  read(bytes_of(up, {test::ping(1)}));
  DatagramFacts facts = begin(nullptr);
  facts.add(first(), nullptr);
  EXPECT_FALSE(envelope().has_link);
  EXPECT_EQ(facts.route(), nullptr);
  EXPECT_EQ(facts.item()->texts, nullptr);
  facts.finish(0, false);
}

TEST_F(Facts, InAnIncompleteCaptureNoWindowIsFull) {
  Pair& pair = connected();
  see(pair, up, read(bytes_of(up, {test::reliable(0, 1, 40)}), 20));
  Record& record = send(pair, up, {test::reliable(0, 2, 10)});
  record.window_full = true;
  begin(&record).finish(0, false);
  EXPECT_TRUE(envelope().incomplete);
  EXPECT_FALSE(envelope().window_full);
}

TEST_F(Facts, OfADisconnectAndOfACopy) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::disconnect(2)});
  DatagramFacts facts = begin(&record);
  Finding finding = {};
  finding.set(Event::repeated);
  context_.other.never_arrived = true;
  facts.add(first(), &finding);
  EXPECT_EQ(facts.item()->channel, 77);
  EXPECT_TRUE(facts.item()->again);
  EXPECT_FALSE(facts.item()->command->fate.lost) << "asked when the datagram began";
}

TEST_F(Facts, OfFragmentsAndTheirMessage) {
  Pair& pair = connected();
  const Record& record = send(pair, up, {test::fragment(1, 1, 1, 2, 10)});
  FragmentPart part = *capture().parts_of(&record);
  DatagramFacts facts = begin(&record);
  facts.add(first(), nullptr);
  const facts::Item& fragment = *facts.item();
  facts.add_fragment(part);
  EXPECT_EQ(fragment.kind, facts::Kind::fragment);
  EXPECT_EQ(fragment.message, part.message->id);
  EXPECT_FALSE(fragment.again);
  facts.add_whole(part);
  EXPECT_NE(facts.item(), &fragment);
  EXPECT_EQ(facts.item()->kind, facts::Kind::other_message);
  EXPECT_EQ(facts.item()->channel, 1);
  EXPECT_EQ(facts.item()->message, part.message->id);
  EXPECT_EQ(facts.item()->own, 0U) << "its bytes are the fragments'";
  part.is_new = false;
  facts.add(first(), nullptr);
  facts.add_fragment(part);
  EXPECT_TRUE(facts.item()->again);
  part.fits = false;
  facts.add_fragment(part);
  EXPECT_FALSE(facts.item()->again) << "it is another one's";
}

TEST_F(Facts, OfBytesThatAreNoCommand) {
  test::Bytes bytes = bytes_of(up, {test::ping(1)});
  bytes.resize(bytes.size() + 6, 0xFF);
  read(bytes);
  for (const bool padded : {true, false}) {
    DatagramFacts facts = begin(nullptr);
    facts.add(first(), nullptr);
    facts.finish(0, padded);
    EXPECT_EQ(facts.item()->next == nullptr, padded);
    if (!padded) {
      EXPECT_EQ(facts.item()->next->kind, facts::Kind::strange);
      EXPECT_EQ(facts.item()->next->own, 6U);
    }
  }
}

}  // namespace
}  // namespace godot::analysis::enet
