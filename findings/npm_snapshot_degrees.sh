#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: @geckos.io/snapshot-interpolation 1.1.1 (npm)
# @geckos.io/snapshot-interpolation 1.1.1 (npm): an angle that is declared as (deg) turns the long way where it passes 0. Half way between
# 350 and 10 degrees it is 180, the opposite direction, and between -170 and 170 it is 0. The same angles as (rad) turn the short way.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" @geckos.io/snapshot-interpolation@1.1.1 >&2
sees "half way between two angles, in degrees" "\
350 and 10: (deg) 180, (rad) 0
10 and 350: (deg) 180, (rad) 0
-170 and 170: (deg) 0, (rad) 180
80 and 100: (deg) 90, (rad) 90" "$(cd "$work" && node -e '
const { SnapshotInterpolation } = require("@geckos.io/snapshot-interpolation");
const interpolation = new SnapshotInterpolation(20);
const snapshot = (time, angle) => ({ id: String(time), time, state: [{ id: "player", d: angle, r: angle * Math.PI / 180 }] });
for (const [from, to] of [[350, 10], [10, 350], [-170, 170], [80, 100]]) {
	const { d, r } = interpolation.interpolate(snapshot(1000, from), snapshot(1100, to), 0.5, "d(deg) r(rad)").state[0];
	const degrees = Math.abs(Math.round(r * 180 / Math.PI)) % 360;
	console.log(`${from} and ${to}: (deg) ${Math.round(d)}, (rad) ${degrees}`);
}')"
exit "$wrong"
