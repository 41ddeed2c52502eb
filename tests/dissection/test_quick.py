# SPDX-License-Identifier: MIT
"""Tests to run before each commit: for each feature one test on one capture, chosen from the other modules."""

import sys
import unittest

CHOSEN = [
    # Values: the values sent, over each transport; trees, filters, Decode As and preferences.
    "test_values.EngineCaptures.test_godot_4_6_arena_udp",
    "test_values.EngineCaptures.test_godot_3_6_object_udp",
    "test_tree.Labels.test_tree",
    "test_tree.Filters.test_types",
    "test_recognition.DecodeAs.test_streams",
    "test_recognition.Preferences.test_dialect_overrules",
    # ENet: recognition, connections, fragments, compression, dissectors of messages.
    "test_enet_recognition.Heuristic.test_a_known_server_settles_further_clients",
    "test_enet_connections.Connections.test_late",
    "test_enet_datagrams.Fragments.test_two_at_once",
    "test_enet_datagrams.Compression.test_lengths",
    "test_enet_handing.Order.test_the_channels_dissector",
    # The multiplayer: calls, spawned nodes, columns; transports; names.
    "test_multiplayer_use.Filters.test_calls",
    "test_multiplayer_use.Filters.test_spawns",
    "test_multiplayer_use.Columns.test_every_call_is_in_the_info_column",
    "test_multiplayer_use.BegunLate.test_arena",
    "test_multiplayer_shown.DataChannels.test_godot_4",
    "test_multiplayer_shown.Hooks.test_by_method",
    "test_multiplayer_shown.Statistics.test_calls_by_method",
    "test_names.Calls.test_scripts",
    "test_names.Properties.test_arena",
    # The debugger.
    "test_debugger.Truth.test_output",
    "test_debugger.Reading.test_requests_and_answers",
    # Statistics and the profile.
    "test_statistics",
    "test_profile.Profile.test_profile",
]

if __name__ == "__main__":
    suite = unittest.defaultTestLoader.loadTestsFromNames(CHOSEN)
    sys.exit(not unittest.TextTestRunner().run(suite).wasSuccessful())
