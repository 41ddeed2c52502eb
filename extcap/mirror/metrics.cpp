// SPDX-License-Identifier: MIT
#include "extcap/mirror/metrics.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <map>
#include <system_error>
#include <utility>

#include "analysis/facts/counted_hops.h"
#include "answers/options/request.h"
#include "answers/questions/profile/row_filter_names.h"
#include "base/protected_file.h"
#include "base/shown_text.h"
#include "capture/file/capture_reader.h"
#include "capture/frame/packet.h"
#include "engine/engine.h"

namespace godotdump {
namespace {

namespace analysis = godot::analysis;
namespace facts = analysis::facts;

/// The labels of a number: kind, sender, receiver.
using Labels = std::array<std::string, 3>;

struct Traffic {
  std::uint64_t bytes = 0;
  std::uint64_t messages = 0;
};

/// The series of these labels; beyond the limit, one for all others of the kind.
template <class Value>
Value& series(std::map<Labels, Value>& all, Labels labels) {
  if (const auto found = all.find(labels); found != all.end()) return found->second;
  if (all.size() >= Metrics::most_series) labels[1] = labels[2] = "other";
  return all[std::move(labels)];
}

/// A label's value: senders choose names.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char sign : analysis::without_acting(text, "?")) {
    if (sign == '\\' || sign == '"') out += '\\';
    out += sign;
  }
  return out;
}

std::string labels_of(const Labels& labels, const char* first) {
  return std::string("{") + first + "=\"" + escaped(labels[0]) + "\",from=\"" + escaped(labels[1]) + "\",to=\"" +
         escaped(labels[2]) + "\"}";
}

void head(std::string& out, const char* name, const char* type, const char* help) {
  out.append("# HELP ").append(name).append(" ").append(help);
  out.append("\n# TYPE ").append(name).append(" ").append(type).append("\n");
}

}  // namespace

/// Counts what the engine says of each record.
class Metrics::Counters final : public analysis::Request {
 public:
  void begin(const analysis::Environment& /*environment*/) override {}
  void add(facts::Frame& frame, const analysis::Packet& /*packet*/) override {
    for (const facts::Envelope* envelope = frame.envelopes; envelope != nullptr; envelope = envelope->next)
      for (const facts::Item* item = envelope->items; item != nullptr; item = item->next) count(*item);
  }
  void finish(const analysis::report::Output& /*out*/) override {}

  void forget_senders() { hops_ = {}; }

  void write(std::string& out) const {
    head(out, "godot_bytes_total", "counter", "Bytes of messages, without the headers of their transport.");
    for (const auto& [labels, each] : traffic_)
      out += "godot_bytes_total" + labels_of(labels, "kind") + " " + std::to_string(each.bytes) + "\n";
    head(out, "godot_messages_total", "counter", "Messages; a relayed one counts once.");
    for (const auto& [labels, each] : traffic_)
      out += "godot_messages_total" + labels_of(labels, "kind") + " " + std::to_string(each.messages) + "\n";
    head(out, "godot_problems_total", "counter", "Messages that do not arrive, or not as they should.");
    for (const auto& [labels, each] : problems_)
      out += "godot_problems_total" + labels_of(labels, "problem") + " " + std::to_string(each) + "\n";
  }

 private:
  static std::string source(const facts::Route& route) {
    return analysis::profile::peer_name(route.source, route.source != 0, route.source_name);
  }
  static std::string target(const facts::Route& route) {
    return analysis::profile::peer_name(route.target, route.target_known, route.target_name);
  }

  void count(const facts::Item& item) {
    count_problems(item);
    if (item.counted_elsewhere) return;
    const facts::Route& route = item.route();
    Traffic& traffic = series(traffic_, Labels{facts::name(item.kind), source(route), target(route)});
    traffic.bytes += std::uint64_t{item.own} + item.protocol;
    if (facts::is_message(item.kind) && !item.again && hops_.is_news(route)) ++traffic.messages;
  }

  void count_problems(const facts::Item& item) {
    for (const facts::Problem* problem = item.problems; problem != nullptr; problem = problem->next) {
      if (problem->counted_elsewhere) continue;
      const facts::Route& ends = problem->route != nullptr ? *problem->route : item.route();
      ++series(problems_, Labels{problem->kind, source(ends), target(ends)});
    }
  }

  std::map<Labels, Traffic> traffic_;
  std::map<Labels, std::uint64_t> problems_;
  facts::CountedHops hops_;
};

class Metrics::Impl {
 public:
  Impl(std::vector<std::string> projects, bool local) : projects_(std::move(projects)), is_local_(local) {
    counters_.begin({});
    begin_anew();
  }

  void begin_anew() {
    engine_.reset();  // there is one at a time
    engine_ = std::make_unique<godot::engine::Engine>(
        godot::engine::Settings{.projects = projects_, .recorded_project = is_local_}, godot::enet::Decompressors{});
    engine_->listen({counters_, analysis::Extent::problems});
    engine_->begin_pass(godot::engine::Pass::only);
    counters_.forget_senders();
    known_records_ = 0;
    known_bytes_ = 0;
  }

  [[nodiscard]] bool is_full() const { return known_records_ >= most_records || known_bytes_ >= most_bytes; }

  void feed(View blocks) {
    reader_.feed(blocks);
    known_bytes_ += blocks.size();
    godot::capture::Frame frame;
    while (reader_.next(frame)) take(frame);
  }

  [[nodiscard]] std::string text(std::size_t games) const {
    std::string out;
    head(out, "godot_games", "gauge", "Games that are connected.");
    out += "godot_games " + std::to_string(games) + "\n";
    head(out, "godot_records_total", "counter", "Records of the mirror that were read.");
    out += "godot_records_total " + std::to_string(records_) + "\n";
    counters_.write(out);
    return out;
  }

 private:
  void take(const godot::capture::Frame& frame) {
    ++records_;
    if (known_records_++ == 0) begin_ = frame.time;
    if (!layers_.read(frame, packet_) || packet_.carrier != godot::capture::Carrier::pdu ||
        packet_.dissector != "godot.mirror")
      return;
    engine_->record({.number = static_cast<std::uint32_t>(known_records_),
                     .time = frame.time,
                     .since_begin = frame.time - begin_,
                     .length = frame.reported,
                     .captured_length = static_cast<std::uint32_t>(frame.bytes.size())},
                    packet_.payload, packet_.reported);
  }

  std::vector<std::string> projects_;
  bool is_local_;
  Counters counters_;
  std::unique_ptr<godot::engine::Engine> engine_;
  godot::capture::Reader reader_;
  godot::capture::Layers layers_;
  godot::capture::Packet packet_;
  std::uint64_t records_ = 0;
  std::uint64_t known_records_ = 0;  ///< since the engine began anew
  std::uint64_t known_bytes_ = 0;
  std::int64_t begin_ = 0;
};

Metrics::Metrics(std::vector<std::string> projects, bool local)
    : impl_(std::make_unique<Impl>(std::move(projects), local)) {}
Metrics::~Metrics() = default;
void Metrics::feed(View blocks) { impl_->feed(blocks); }
bool Metrics::is_full() const { return impl_->is_full(); }
void Metrics::begin_anew() { impl_->begin_anew(); }
std::string Metrics::text(std::size_t games) const { return impl_->text(games); }

std::string replace_file(const std::string& path, const std::string& text) {
  namespace fs = std::filesystem;
  const std::string beside = path + ".new";
  for (const std::string& name : {path, beside}) {
    std::error_code error;
    const std::string cannot = "Cannot write to " + name + ": ";
    if (fs::exists(name, error) && !fs::is_regular_file(name, error)) return cannot + "it is no file";
    if (godot::analysis::is_other_file(name, metrics_begin))
      return cannot + std::string(godot::analysis::other_file_stays);
  }
  std::FILE* file = std::fopen(beside.c_str(), "wb");
  if (file == nullptr) return "Cannot write to " + beside + ": " + std::strerror(errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  if (std::fclose(file) != 0 || !written) return "Cannot write to " + beside + ": " + std::strerror(errno);
  std::error_code error;
  std::filesystem::rename(beside, path, error);
  return error ? "Cannot replace " + path + ": " + error.message() : std::string();
}

}  // namespace godotdump
