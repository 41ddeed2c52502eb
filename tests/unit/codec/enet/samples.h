// SPDX-License-Identifier: MIT
// ENet datagrams to damage: the vectors, and some of each real capture.
#pragma once

#include <string>
#include <vector>

#include "tests/unit/codec/enet/vectors.h"
#include "tests/unit/support/capture.h"
#include "tests/unit/support/truth.h"

namespace godot::test {

struct EnetSample {
  std::string name;
  Bytes bytes;
  bool checksum;
};

inline std::vector<EnetSample> enet_samples(std::size_t longest) {
  std::vector<EnetSample> samples;
  for (const EnetVector& row : enet_vectors) samples.push_back({row.name, from_hex(row.hex), row.checksum});
  for (const EnetMalformed& row : enet_malformed) samples.push_back({row.reason, from_hex(row.hex), row.checksum});
  constexpr std::size_t every = 37;  // of the captures' datagrams
  for (const auto& path : files_below(captures() / "enet", ".pcap")) {
    const Capture capture = read_capture(path);
    for (std::size_t i = 0; i < capture.datagrams.size(); i += every) {
      const Bytes& bytes = capture.datagrams[i].payload;
      if (bytes.size() <= longest)
        samples.push_back({path.filename().string() + ' ' + std::to_string(i), bytes, false});
    }
  }
  return samples;
}

}  // namespace godot::test
