// SPDX-License-Identifier: MIT
// Prints the items of all packets of a capture as the page gets them, a line of JSON each: show_packets CAPTURE
// [NUMBER]...
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "analyse/reading/merged_frames.h"
#include "analyse/reading/passes.h"
#include "engine/engine.h"
#include "engine/packed/decompressors.h"
#include "web/fields.h"

int main(int count, char** words) {
  if (count < 2) return 2;
  godot::analyse::Source source({words[1]});
  godot::engine::Engine engine({}, godot::engine::packed::decompressors());
  godot::analyse::Passes passes(source, engine);
  for (const auto pass : {godot::engine::Pass::learn, godot::engine::Pass::answer}) passes.make(pass, [] {});
  std::vector<unsigned> frames;
  for (int i = 2; i < count; ++i) frames.push_back(static_cast<unsigned>(std::strtoul(words[i], nullptr, 10)));
  for (unsigned frame = 1; count == 2 && frame <= source.frames(); ++frame) frames.push_back(frame);
  for (const unsigned frame : frames) {
    godot::engine::Tree tree;
    passes.show(frame, tree);
    std::printf("%s\n", godot::web::json_of(tree).c_str());
  }
  return source.error().empty() ? 0 : 2;
}
