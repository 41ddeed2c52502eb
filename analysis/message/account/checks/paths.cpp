// SPDX-License-Identifier: MIT
#include <cstdint>
#include <string_view>

#include "analysis/message/account/checks/checks.h"
#include "analysis/message/account/checks/delay.h"
#include "analysis/problems/verdict.h"
#include "base/time.h"
#include "project/text/checksum.h"

namespace godot::analysis::account {

namespace {

using Missing = Paths::Missing;

/// False for what was sent reliably and was not acknowledged, or comes after such a message, for which its receiver
/// holds it back: it may not have been read, however much its receiver sends.
bool may_have_arrived(const Message& message) {
  if (message.link->transport != Transport::enet || message.delivery != Delivery::reliable) return true;
  return message.acknowledged && message.link->readable_at(message.from_client, message.turn, 1) != 0;
}

/// When the receiver could read the announcement of a path; 0: it is not known to.
std::int64_t announcement_read_at(const Subject& subject, const AnnouncedPath& path) {
  return subject.message.link->readable_at(subject.message.from_client, path.told, path.told_at);
}

/// The signs of life of the message's receiver, after it has acknowledged the message.
Paths::Signs signs_of(const Subject& subject) {
  const Link* link = subject.link.link;
  const Message& message = subject.message;
  if (link == nullptr || !may_have_arrived(message)) return {};
  const std::size_t receiver = message.from_client ? 1 : 0;
  return {.reads_at = link->reads_at[receiver], .acks_at = link->acks_at[receiver]};
}

/// True if one of two paths is the other one below some nodes: `Main/Child` and `Child`.
bool is_below(std::string_view longer, std::string_view path) {
  return longer.size() > path.size() && longer.ends_with(path) && longer[longer.size() - path.size() - 1] == '/';
}

/// The receiver announces the same remote methods at a path that differs by its beginning alone; null: it does not.
const char* same_elsewhere(const Subject& subject, const AnnouncedPath& path) {
  if (path.md5 == nullptr || std::string_view(path.md5) == project::empty_checksum) return nullptr;
  for (const MethodLists::Entry& entry : subject.link.peers.lists[index(other(subject.from))].entries) {
    if (entry.path == nullptr || std::string_view(entry.md5) != path.md5) continue;
    if (is_below(entry.path, path.path) || is_below(path.path, entry.path)) return entry.path;
  }
  return nullptr;
}

/// A path that the receiver never confirmed, as it was announced then.
struct Unconfirmed {
  const AnnouncedPath& path;
  Missing why;
  bool is_served;      ///< the receiver's MultiplayerAPI is known to serve the sender
  Paths::Sight shown;  ///< the receiver shows a node at this path by another confirmation, before or after

  /// It answers what it reads, so it has no such node.
  [[nodiscard]] bool surely_lacks_node() const noexcept { return is_served && why != Missing::acknowledged; }
  [[nodiscard]] bool had_node() const noexcept { return shown.frame != 0 && shown.frame < path.told_in; }
  [[nodiscard]] bool gets_node() const noexcept { return shown.frame > path.told_in; }
};

const char* evidence_of(const Unconfirmed& unconfirmed, const Arena& arena) {
  const bool is_never = unconfirmed.shown.frame == 0;
  const char* when = is_never ? ""
                     : unconfirmed.had_node()
                         ? arena.text(" then: it had shown it before, in frame %u", unconfirmed.shown.frame)
                         : arena.text(" then: it shows it in frame %u", unconfirmed.shown.frame);
  switch (unconfirmed.why) {
    case Missing::keeps_reading:
      return arena.joined(
          {"it reads what is sent to it, but ", is_never ? "never confirmed" : "did not confirm", " this path", when});
    case Missing::acknowledged:
      return arena.joined({"its system acknowledges what is sent to it, but the path was ",
                           is_never ? "never confirmed" : "not confirmed", when});
    case Missing::no:
    case Missing::later_confirmed:
    case Missing::keeps_sending: break;
  }
  return arena.joined(
      {"it sends other messages, but ", is_never ? "never confirmed" : "did not confirm", " this path", when});
}

/// What the receiver sends comes from its MultiplayerAPI, which answers what it has read before. A second: what it sent
/// before the announcement arrived may be on its way.
bool is_known_to_serve(const Subject& subject, const AnnouncedPath& path, Missing why) {
  return why == Missing::keeps_sending || why == Missing::later_confirmed ||
         subject.memory().paths.has_sent_since(subject.route.target, announcement_read_at(subject, path) + second);
}

/// Why a receiver that has the node may not answer. An end that waits for authentication sends nothing else.
void add_unserved(const Subject& subject, const Unconfirmed& unconfirmed, problems::Verdict& verdict) {
  if (!unconfirmed.is_served) {
    verdict.possible("its MultiplayerAPI does not know the sender, as after multiplayer_peer was set again",
                     "Connect again after multiplayer_peer was replaced");
    if (!subject.memory().paths.has_sent_since(subject.route.target, 0))
      verdict.possible("it has an auth_callback, and waits for the sender's authentication",
                       "Both ends need an auth_callback, and complete_auth() in it");
  }
  if (unconfirmed.why == Missing::acknowledged)
    verdict.possible("its game stands still, and confirms the path later (loading, a breakpoint)", nullptr);
}

/// The receiver may have the node: then it only does not answer.
const char* symptom_of(const Subject& subject, const Unconfirmed& unconfirmed, const Arena& arena) {
  const char* what = unconfirmed.surely_lacks_node() ? "has no node " : "runs no call of ";
  return arena.joined({"The receiver ", what, subject.node.path});
}

/// Different root paths. A receiver that has confirmed another path of this sender resolves its paths as the sender
/// does.
void add_root_cause(const Subject& subject, const char* cause, const char* remedy, problems::Evidence evidence,
                    problems::Verdict& verdict) {
  const AnnouncedPath* confirmed = subject.memory().paths.first_confirmed(subject.route.source);
  if (confirmed == nullptr) return verdict.possible(cause, remedy, evidence);
  verdict.excluded(cause, {"it has confirmed another path of this sender", confirmed->confirmed_in});
}

/// Paths are relative to the root of the sender's MultiplayerAPI. True if the ends may have different ones.
bool add_other_roots(const Subject& subject, const Unconfirmed& unconfirmed, Findings& found) {
  constexpr const char* cause = "the MultiplayerAPIs of the ends have different root paths";
  constexpr const char* remedy = "Call set_multiplayer() for the same branch at both ends";
  const AnnouncedPath& path = unconfirmed.path;
  problems::Verdict verdict(symptom_of(subject, unconfirmed, found.arena));
  // The lists are those of the ends of this link.
  const char* elsewhere = subject.route.relayed ? nullptr : same_elsewhere(subject, path);
  if (elsewhere != nullptr) {
    verdict.possible(
        "it has the node at another place of its tree", "Give the node the same path at both ends",
        {found.arena.text("it announces a node with the same remote methods as %s", elsewhere), path.told_in});
    add_root_cause(subject, cause, remedy, {}, verdict);
    verdict.possible("it has none, and that is another node with the same script", "Add the node before it is called");
    add_unserved(subject, unconfirmed, verdict);
    found.add(Problem::no_such_node, verdict);
    return true;
  }
  const Memory& memory = subject.memory();
  for (const Speaker& end : {subject.route.source, subject.route.target}) {
    const AnnouncedPath* root = memory.paths.find(end, std::string_view("."), UINT32_MAX);
    if (root == nullptr) continue;
    const char* whose = end.sender == subject.route.source.sender ? "the sender" : "the receiver";
    add_root_cause(subject, cause, remedy,
                   {found.arena.text("%s announces its root as a node in frame %u, so it has an API of its own for a "
                                     "branch",
                                     whose, root->frame),
                    root->frame},
                   verdict);
    verdict.possible("it has none there", "Add the node before it is called",
                     {evidence_of(unconfirmed, found.arena), path.told_in});
    add_unserved(subject, unconfirmed, verdict);
    found.add(Problem::no_such_node, verdict);
    return true;
  }
  return false;
}

/// The receiver announces the same methods at a path that differs by its beginning, and has confirmed none of the
/// sender's paths.
bool may_have_other_root(const Subject& subject, const AnnouncedPath& path) {
  return !subject.route.relayed && same_elsewhere(subject, path) != nullptr &&
         subject.memory().paths.first_confirmed(subject.route.source) == nullptr;
}

/// The receiver has confirmed the path of this node.
bool is_confirmed(const Subject& subject, const Speaker& sender, std::string_view node) {
  const AnnouncedPath* path = subject.memory().paths.find_on_link(sender, node, UINT32_MAX);
  return path != nullptr && path->confirmed_in != 0;
}

/// Older generations have no spawners.
const char* add_it(const Subject& subject) {
  if (subject.is_4() && subject.message.link->transport == Transport::websocket)
    return "Add the node there before it is called, under the same name (add_child(node, true)), or let a "
           "MultiplayerSpawner create it, whose spawn is lost if the outbound buffer is full";
  return subject.is_4()
             ? "Add the node there before it is called, under the same name (add_child(node, true)), or let a "
               "MultiplayerSpawner create it"
             : "Add the node there before it is called, under the same name (add_child(node, true))";
}

/// The receiver announces the same path itself, later: until then it has no such node.
void add_later(const Subject& subject, const AnnouncedPath& own, Findings& found) {
  Finding& finding = found.add(
      Problem::no_such_node,
      found.arena.text("The receiver has no node %s yet: it announces it itself only in frame %u", subject.node.path,
                       own.frame),
      "Call the node when both ends have it, or let it ask the other end for what it needs in its own _ready()");
  finding.basis.causes = 1;
  finding.basis.add(own.frame);
}

constexpr std::int64_t told_together = 5 * millisecond;

/// The outermost node on the path, above its last one, that the receiver has not shown before it was told the path;
/// empty: it has shown all.
std::string_view not_shown(const Subject& subject, const AnnouncedPath& path) {
  const std::string_view whole = path.path;
  const Paths& paths = subject.memory().paths;
  for (std::size_t slash = whole.find('/'); slash != std::string_view::npos; slash = whole.find('/', slash + 1)) {
    const Paths::Sight shown = paths.shown_in(subject.route.target, whole.substr(0, slash));
    // What was told within a few milliseconds is read in one frame of the game.
    if (shown.frame == 0 || shown.time - path.told_at > told_together) return whole.substr(0, slash);
  }
  return {};
}

/// The path of a branch, if the receiver was told it, too, and lacks it; else null.
const AnnouncedPath* branch_lacking(const Subject& subject, std::string_view branch) {
  const Paths& paths = subject.memory().paths;
  for (const Speaker& speaker : {subject.route.source, subject.link.peers.speaker(subject.from)}) {
    const AnnouncedPath* told = paths.find_on_link(speaker, branch, UINT32_MAX);
    if (told == nullptr || told->told_in == 0) continue;
    Paths::Signs signs = signs_of(subject);
    signs.got_at = announcement_read_at(subject, *told);
    if (signs.got_at == 0 && told->told.numbered) continue;
    const Missing why = paths.never_confirmed(speaker, subject.route.target, *told, signs);
    if (why == Missing::later_confirmed || why == Missing::keeps_sending) return told;
  }
  return nullptr;
}

/// The receiver shows nodes of the branch later: it was still loading it, or a script adds this one later.
void add_loading(const Subject& subject, const Unconfirmed& unconfirmed, std::string_view branch, Findings& found) {
  const Paths& paths = subject.memory().paths;
  const char* node = found.arena.joined({branch});
  const std::uint32_t shown = paths.shown_in(subject.route.target, branch).frame;
  problems::Verdict verdict(symptom_of(subject, unconfirmed, found.arena));
  verdict.possible(
      found.arena.text("it was still loading %s", node),
      "Call its nodes only after the receiver says that it has loaded the scene",
      {found.arena.text("the first path there that it confirms or announces is that of frame %u", shown), shown});
  if (!unconfirmed.gets_node()) {
    verdict.possible("it has no node of this name there", add_it(subject),
                     {evidence_of(unconfirmed, found.arena), unconfirmed.path.told_in});
    found.add(Problem::no_such_node, verdict);
    return;
  }
  constexpr const char* later = "a script adds the node there later";
  const std::uint32_t with = paths.comes_with(subject.route.source, unconfirmed.path.path, branch);
  if (with != 0)
    verdict.excluded(later, {found.arena.text("another receiver has it as soon as it has %s", node), with});
  else
    verdict.possible(later, "Call the node when both ends have it",
                     {found.arena.text("it shows it in frame %u", unconfirmed.shown.frame), unconfirmed.shown.frame});
  found.add(Problem::no_such_node, verdict);
}

/// The receiver shows no node of the branch in the whole capture.
void add_no_branch(const Subject& subject, const Unconfirmed& unconfirmed, std::string_view branch, Findings& found) {
  const char* node = found.arena.joined({branch});
  const char* cause = found.arena.text("it has no node %s at all: another scene, or another name", node);
  constexpr const char* remedy = "Give both ends the same scene, and its nodes the same names";
  problems::Verdict verdict(symptom_of(subject, unconfirmed, found.arena));
  if (const AnnouncedPath* lacking = branch_lacking(subject, branch); lacking != nullptr) {
    const problems::Evidence told = {
        found.arena.text("it was told %s itself in frame %u, and does not confirm it either", node, lacking->told_in),
        lacking->told_in};
    if (may_have_other_root(subject, *lacking)) {
      verdict.possible(cause, remedy, told);
      verdict.possible("the MultiplayerAPIs of the ends have different root paths",
                       "Call set_multiplayer() for the same branch at both ends");
    } else {
      verdict.proven(cause, remedy, told);
    }
    found.add(Problem::no_such_node, verdict);
    return;
  }
  verdict.possible(cause, remedy, {"it shows no node there in the capture", unconfirmed.path.told_in});
  verdict.possible("it has that one, but no node of this name in it", add_it(subject),
                   {evidence_of(unconfirmed, found.arena), unconfirmed.path.told_in});
  found.add(Problem::no_such_node, verdict);
}

/// The receiver has shown no node of a branch before: it may still load it, or have another one. True if so.
bool add_branch(const Subject& subject, const Unconfirmed& unconfirmed, Findings& found) {
  if (!unconfirmed.surely_lacks_node() || unconfirmed.had_node()) return false;
  const std::string_view path = unconfirmed.path.path;
  const bool is_root = path.find('/') == std::string_view::npos;
  const std::string_view branch = is_root ? path : not_shown(subject, unconfirmed.path);
  if (branch.empty() || branch == ".") return false;
  const std::uint32_t shown = subject.memory().paths.shown_in(subject.route.target, branch).frame;
  if (!is_root) {
    if (shown != 0) add_loading(subject, unconfirmed, branch, found);
    else add_no_branch(subject, unconfirmed, branch, found);
    return true;
  }
  if (shown != 0) return false;
  problems::Verdict verdict(symptom_of(subject, unconfirmed, found.arena));
  verdict.possible("it has none there: another scene, or its root has another name", add_it(subject),
                   {evidence_of(unconfirmed, found.arena), unconfirmed.path.told_in});
  found.add(Problem::no_such_node, verdict);
  return true;
}

/// It announces the node itself later, and another receiver had it with its branch: it was still loading that branch.
bool add_loading_of_own(const Subject& subject, const Unconfirmed& unconfirmed, const AnnouncedPath& own,
                        Findings& found) {
  if (!unconfirmed.surely_lacks_node()) return false;
  const std::string_view branch = not_shown(subject, unconfirmed.path);
  if (branch.empty() || branch == ".") return false;
  if (subject.memory().paths.comes_with(subject.route.source, unconfirmed.path.path, branch) == 0) return false;
  Unconfirmed later = unconfirmed;
  later.shown.frame = own.frame;
  add_loading(subject, later, branch, found);
  return true;
}

/// The receiver had a node at this path before, as it has shown itself, and has none when it is announced.
void add_gone(const Subject& subject, const Unconfirmed& unconfirmed, Findings& found) {
  problems::Verdict verdict(symptom_of(subject, unconfirmed, found.arena));
  verdict.possible("it has freed or renamed the node", "Call a node only while both ends have it, under one name",
                   {evidence_of(unconfirmed, found.arena), unconfirmed.path.told_in});
  verdict.possible("it loads its scene again",
                   "Call its nodes only after the receiver says that it has loaded the scene");
  found.add(Problem::no_such_node, verdict);
}

/// The receiver never confirmed the path. `before`: it announced the path itself before, so it had the node; null: it
/// did not.
void add_missing(const Subject& subject, const Unconfirmed& unconfirmed, const AnnouncedPath* before, Findings& found) {
  const char* evidence = evidence_of(unconfirmed, found.arena);
  const std::uint32_t told_in = unconfirmed.path.told_in;
  if (unconfirmed.surely_lacks_node() && before == nullptr) {
    if (unconfirmed.had_node()) return add_gone(subject, unconfirmed, found);
    Finding& finding =
        found.add(Problem::no_such_node,
                  found.arena.text("The receiver has no node %s: %s", subject.node.path, evidence), add_it(subject));
    finding.basis.causes = 1;
    finding.basis.add(told_in);
    return;
  }
  problems::Verdict verdict(found.arena.text("The receiver runs no call of %s", subject.node.path));
  const problems::Evidence shown = {evidence, told_in};
  if (before == nullptr) verdict.possible("it has no node there", add_it(subject), shown);
  else
    verdict.possible(
        found.arena.text("it has freed or renamed the node, which it announced itself in frame %u", before->frame),
        "Call a node only while both ends have it, under one name", shown);
  add_unserved(subject, unconfirmed, verdict);
  found.add(Problem::no_such_node, verdict);
}

/// The path of the node's spawner, if the receiver lacks that, too, and therefore did not spawn the node; else null.
const AnnouncedPath* spawner_lacking(const Subject& subject, const Speaker& speaker, const SpawnedNode& node,
                                     const Unconfirmed& unconfirmed) {
  if (subject.route.relayed || !unconfirmed.surely_lacks_node()) return nullptr;
  const Paths& paths = subject.memory().paths;
  const AnnouncedPath* spawner = paths.find_on_link(speaker, node.spawner, node.frame);
  if (spawner == nullptr || spawner->told_in == 0 || spawner->told_in > node.frame) return nullptr;
  Paths::Signs signs = signs_of(subject);
  signs.got_at = announcement_read_at(subject, *spawner);
  if (signs.got_at == 0 && spawner->told.numbered) return nullptr;
  const Missing why = paths.never_confirmed(speaker, subject.route.target, *spawner, signs);
  return why == Missing::later_confirmed || why == Missing::keeps_sending ? spawner : nullptr;
}

/// Its spawn came before, on this link, or that of a node above it: the receiver got it, and has no such node all the
/// same. True if so.
bool add_spawned(const Subject& subject, const Unconfirmed& unconfirmed, Findings& found) {
  const std::string_view node = subject.node.path;
  const Speaker spawner = subject.route.relayed ? subject.link.peers.speaker(subject.from) : subject.route.source;
  const SpawnedNodes::Within within = subject.memory().nodes.within(spawner, node, subject.frame);
  if (within.node == nullptr) return false;
  const bool is_below = within.below < node.size();
  if (is_below && is_confirmed(subject, spawner, node.substr(0, within.below - 1))) return false;
  const char* whose = is_below ? found.arena.text("the spawn of %s above it", within.node->name) : "its spawn";
  const char* symptom = symptom_of(subject, unconfirmed, found.arena);
  problems::Verdict verdict(found.arena.text("%s, although it got %s in frame %u", symptom, whose, within.node->frame));
  if (const AnnouncedPath* lacking = spawner_lacking(subject, spawner, *within.node, unconfirmed); lacking != nullptr) {
    verdict.proven(
        "the spawn failed there", "Give both ends the same scene, with this spawner at the same path",
        {found.arena.text("it has no spawner %s, whose path it was told in frame %u", lacking->path, lacking->told_in),
         lacking->told_in});
    found.add(Problem::no_such_node, verdict);
    return true;
  }
  verdict.possible("the spawn failed there", "Compare spawn_path and the list of scenes of the spawner at both ends",
                   {"the engine prints why, for example 'Parameter \"parent\" is null'", within.node->frame});
  if (is_below)
    verdict.possible("the spawned node has none of this name there",
                     "Let a script add it at both ends, under the same name (add_child(node, true))");
  // A spawner sends what it spawns to all who may see that, also to those from whom a node above is hidden.
  if (is_below && node.find('/', within.below) != std::string_view::npos)
    verdict.possible("a node between the two is hidden from it, and was not spawned there",
                     "Give what is spawned below a hidden node the same visibility: a MultiplayerSynchronizer with the "
                     "same filter");
  verdict.possible("a script of the receiver has freed or renamed the node", nullptr);
  add_unserved(subject, unconfirmed, verdict);
  found.add(Problem::no_such_node, verdict);
  return true;
}

/// Neither confirmed nor known to be missing: the capture or the connection ends before that shows. Older generations
/// confirm each path, whether they have the node or not. What never arrived has a verdict of its own.
void add_open(const Subject& subject, const AnnouncedPath& path, Findings& found) {
  if (subject.first_pass || !subject.is_4() || subject.message.lost || has_ended(subject)) return;
  if (!subject.memory().paths.is_open(subject.route.source, path)) return;
  Finding& finding = found.add(
      Problem::path_open,
      found.arena.text("The receiver was told the path %s in frame %u, and the capture or the connection ends "
                       "before it confirms it: nothing shows whether it has the node",
                       subject.node.path, path.told_in),
      "Let the capture run until two seconds after the last call");
  finding.basis.add(path.told_in);
}

}  // namespace

void check_path(const Subject& subject, const AnnouncedPath& path, Findings& found) {
  const MultiplayerLink& link = subject.link;
  if (subject.message.repeated || link.two_generations()) return;
  // Of a relayed message, only the last hop is on the receiver's link, which has the confirmations.
  if (subject.route.goes_to_relay(link.peers, subject.from)) return;
  // A receiver that has not authenticated the sender ignores everything from it.
  if (link.peers.admission.ignores_by(index(other(subject.from)), subject.frame) != 0) return;
  // The confirmation may be what the capture lacks.
  if (subject.message.link->may_lack_answers(index(other(subject.from)))) return;
  const Memory& memory = subject.memory();
  // Announced by the receiver itself, which has this node then.
  const AnnouncedPath* own = memory.paths.find_on_link(subject.route.target, path.path, UINT32_MAX);
  if (own != nullptr && own->frame > path.told_in && own->frame < subject.frame) return;
  Paths::Signs signs = signs_of(subject);
  signs.got_at = announcement_read_at(subject, path);
  // The receiver holds it back, behind a message that was lost.
  if (signs.got_at == 0 && path.told.numbered) return add_open(subject, path, found);
  const Missing why = memory.paths.never_confirmed(subject.route.source, subject.route.target, path, signs);
  if (why == Missing::no || (why == Missing::keeps_sending && !may_have_arrived(subject.message)))
    return add_open(subject, path, found);
  // A path is announced once and may never be confirmed. Its calls then contain the path, and arrive when a node
  // exists.
  const double since = -until(subject, path.told_at);
  if (since > one_game_frame) {
    found.add(
        Problem::path_was_missing,
        found.arena.text("The receiver did not confirm %s when it was announced in frame %u, %.1f s before: if it "
                         "has no such node by now, it ignores this",
                         subject.node.path, path.told_in, since / one_second));
    return;
  }
  const Unconfirmed unconfirmed = {
      .path = path,
      .why = why,
      .is_served = is_known_to_serve(subject, path, why),
      .shown = own == nullptr ? memory.paths.shown_in(subject.route.target, path.path) : Paths::Sight{}};
  if (add_spawned(subject, unconfirmed, found)) return;
  if (own != nullptr && own->frame > subject.frame) {
    if (!add_loading_of_own(subject, unconfirmed, *own, found)) add_later(subject, *own, found);
    return;
  }
  if (add_other_roots(subject, unconfirmed, found)) return;
  if (own == nullptr && add_branch(subject, unconfirmed, found)) return;
  add_missing(subject, unconfirmed, own, found);
}

}  // namespace godot::analysis::account
