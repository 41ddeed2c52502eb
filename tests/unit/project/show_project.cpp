// SPDX-License-Identifier: MIT
// Prints what the reader finds in a project: show-project FOLDER [PATH...]. Each script's RPC list as
// `path<TAB>checksum<TAB>method,method…`, faults on the standard error stream; then the node of each PATH.
#include <chrono>
#include <cstdio>

#include "project/index/project.h"

using namespace godot::analysis::project;

namespace {

void show_script(const ScriptInfo& script) {
  std::printf("%s\t%s\t", script.path.c_str(), script.checksum.c_str());
  const char* separator = "";
  for (const Method* method : script.remote) {
    std::printf("%s%s", separator, method->name.c_str());
    separator = ",";
  }
  std::printf("\n");
}

void show_path(Project& project, const char* path) {
  std::printf("%s\n", path);
  for (const PathMatch& place : project.places(path)) {
    const char* script =
        place.script >= 0 ? project.scripts()[static_cast<std::size_t>(place.script)].path.c_str() : "no script";
    std::printf("  %d %s:%s (%s)\n", static_cast<int>(place.evidence), project.scene_path(place.scene).c_str(),
                place.scene >= 0 ? project.path_of(place.scene, place.node).c_str() : "", script);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 2) return 2;
  Project project(arguments[1]);
  const auto begin = std::chrono::steady_clock::now();
  project.refresh();
  const auto took = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin);
  for (const FileFault& fault : project.faults())
    std::fprintf(stderr, "%s:%u: %s\n", fault.path.c_str(), fault.fault.line, fault.fault.text.c_str());
  std::fprintf(stderr, "%zu scripts, %zu scenes, %.1f ms\n", project.scripts().size(), project.scene_count(),
               took.count());
  for (const ScriptInfo& script : project.scripts()) show_script(script);
  for (int i = 2; i < count; ++i) show_path(project, arguments[i]);
  return 0;
}
