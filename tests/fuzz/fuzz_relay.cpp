// SPDX-License-Identifier: MIT
// The relay without its sockets. Any text is a change or has a sentence that says why not, and what is written is read
// again as the same; messages of Wireshark's toolbar in pieces give the same orders as whole; and whatever is done to a
// link, a datagram that passes goes on once, one that is dropped never does, and memory stays bounded. Strangers take
// no place from a player whom the server has answered, and nobody gets more than three times what they sent unproven.
//
// The first byte: what the rest is (2 bits), and the size of pieces.
#include <algorithm>
#include <map>
#include <string>

#include "extcap/relay/network_link.h"
#include "extcap/relay/players.h"
#include "extcap/toolbar/toolbar_controls.h"
#include "tests/fuzz/input.h"

using namespace godotdump;
using namespace godotdump::relay;
using godot::test::require;

namespace {

void try_texts(std::string_view text) {
  std::string error;
  if (const auto change = read_change(text, error)) {
    const auto again = read_change(text_of(*change), error);
    require(again && text_of(*again) == text_of(*change), "a change is written as it is read");
  } else {
    require(!error.empty(), "it is refused without a reason");
  }
  std::vector<Step> steps;
  error.clear();
  require(read_script(text, steps, error) == error.empty(), "a script is refused with a reason, or taken without one");
  require(steps.size() <= most_steps, "a script is bounded");
  CurrentFaults settings;
  settings.set_script(steps, 0);
  for (Time now = 0; now < 10; ++now) (void)settings.proceed(now * second);
  godot::relay::Fate fate;
  godot::relay::FateText out;
  if (godot::relay::read_fate(text, fate)) {
    godot::relay::Fate again;
    require(godot::relay::read_fate(godot::relay::write_fate(fate, out), again) && again == fate,
            "a fate is written as it is read");
  }
}

std::vector<std::string> orders(View bytes, std::size_t piece) {
  ControlReader reader;
  Controls controls;
  std::vector<std::string> all;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    std::vector<ControlMessage> messages;
    reader.feed(bytes.subspan(at, std::min(piece, bytes.size() - at)), messages);
    for (const ControlMessage& message : messages) {
      std::string error;
      const auto order = controls.apply(message, error);
      std::string text = error;
      if (order)
        text += order->is_quit ? "quit" : order->change ? text_of(*order->change) : std::string(order->preset->name);
      all.push_back(text);
    }
  }
  return all;
}

/// Commands of a byte and its arguments.
void drive_link(View bytes) {
  Link link(1);
  Time now = 0;
  std::map<std::pair<unsigned, std::uint64_t>, unsigned> expected;  // player and direction, number: copies to come
  const auto key = [](unsigned player, Way way, std::uint64_t number) {
    return std::pair(player * 2 + (way == Way::up ? 0 : 1), number);
  };
  const auto depart = [&] {
    while (const auto departure = link.depart(now)) {
      auto& left = expected[key(departure->player, departure->way, departure->number)];
      require(left != 0, "something goes on that should not");
      --left;
    }
  };
  std::size_t at = 0;
  const auto next = [&] { return at < bytes.size() ? bytes[at++] : std::uint8_t{0}; };
  while (at < bytes.size()) {
    const std::uint8_t command = next();
    const unsigned player = 1 + next() % most_players;
    const Way way = (command & 1) != 0 ? Way::up : Way::down;
    switch (command >> 1 & 7) {
      case 0:
      case 1:
      case 2: {
        constexpr std::size_t largest = 65535;  // of 255 steps
        const std::vector<std::uint8_t> datagram(std::size_t{next()} * (largest / 255));
        const auto arrival = link.arrive(player, way, datagram, 28, now);
        require(arrival.fate.outcome == godot::relay::Outcome::passed || !arrival.goes_at_once,
                "what is dropped goes on");
        unsigned copies = 0;
        if (arrival.fate.outcome == godot::relay::Outcome::passed) copies = arrival.goes_at_once ? 0 : 1;
        if (arrival.fate.twice != 0) ++copies;
        expected[key(player, way, arrival.fate.number)] = copies;
        break;
      }
      case 3: now += Time{next()} * millisecond; break;
      case 4: {
        const std::size_t length = std::min<std::size_t>(next() % 32, bytes.size() - at);
        std::string error;
        const std::string text(bytes.begin() + static_cast<std::ptrdiff_t>(at),
                               bytes.begin() + static_cast<std::ptrdiff_t>(at + length));
        at += length;
        if (const auto change = read_change(text, error)) {
          link.faults_now().change(*change);
          if (change->setting == Setting::freeze) link.stand_still(*change, now);
        }
        break;
      }
      case 5:
        link.forget(player);
        for (auto& [which, left] : expected)
          if (which.first / 2 == player) left = 0;
        break;
      case 6: link.faults_now().set_preset(presets()[next() % presets().size()], now); break;
      case 7: (void)link.faults_now().proceed(now); break;
      default: break;
    }
    require(link.waiting() <= Link::most_waiting, "the link is bounded");
    depart();
  }
  // A datagram of 64 KiB takes longer than eight minutes at 1 kbit/s, so the clock follows what is due.
  while (link.waiting() != 0) {
    require(link.next() != godotdump::relay::never, "what waits is never due");
    now = std::max(now, link.next());
    (void)link.faults_now().proceed(now);
    depart();
  }
  for (const auto& [which, left] : expected) require(left == 0, "something never went on");
  require(link.waiting() == 0, "something is left");
}

/// Commands of two bytes: what to do, and which of 256 clients.
void drive_players(View bytes) {
  struct Account {
    std::uint64_t sent = 0;
    std::uint64_t got = 0;
    bool is_proven = false;
  };
  const bool need_proof = !bytes.empty() && (bytes[0] & 1) != 0;
  Players players(need_proof);
  std::map<End, Account> accounts;  // of those who have a place
  Time now = 0;
  for (std::size_t at = 0; at + 1 < bytes.size(); at += 2) {
    End client;
    client.port = bytes[at + 1];
    const std::size_t size = std::size_t{bytes[at]} * 16;
    unsigned player = players.find(client);
    require((player != 0) == accounts.contains(client), "a player is forgotten, or has come by itself");
    switch (bytes[at] & 3) {
      case 0:
        if (player == 0) {
          const std::vector<std::pair<End, Account>> before(accounts.begin(), accounts.end());
          player = players.join(client, now).player;
          for (const auto& [end, account] : before)
            if (players.find(end) == 0) {
              require(account.got == 0, "one who was answered has lost the place");
              accounts.erase(end);
            }
          if (player == 0) break;
          accounts[client] = {};
        }
        players.heard(player, size, now);
        accounts[client].sent += size;
        accounts[client].is_proven = accounts[client].is_proven || accounts[client].got != 0;
        break;
      case 1: {
        if (player == 0) break;
        Account& account = accounts[client];
        if (!players.may_get(player, size + 1)) {
          require(need_proof && !account.is_proven, "a player does not get what is theirs");
          break;
        }
        account.got += size + 1;
        require(!need_proof || account.is_proven || account.got <= Players::times * account.sent, "amplified");
        break;
      }
      case 2: now += Time{bytes[at + 1]} * 100 * millisecond; break;
      default:
        (void)players.forget_silent(now);
        std::erase_if(accounts, [&](const auto& each) { return players.find(each.first) == 0; });
        break;
    }
    require(players.count() <= most_players && players.count() == accounts.size(), "too many players");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const View bytes(data + 1, size - 1);
  switch (*data & 3) {
    case 0: try_texts({reinterpret_cast<const char*>(bytes.data()), bytes.size()}); break;
    case 1:
      require(orders(bytes, 1 + (*data >> 2)) == orders(bytes, std::max<std::size_t>(bytes.size(), 1)),
              "pieces make a difference");
      break;
    case 2: drive_link(bytes); break;
    default: drive_players(bytes); break;
  }
  return 0;
}
