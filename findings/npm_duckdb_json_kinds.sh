#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: @duckdb/node-api 1.5.6-r.1 (npm)
# DuckDB 1.5.6 makes of a file of JSON lines either a column for each name or, if the names are in less than a tenth of the lines on
# average, one column `json`, a MAP with texts: kinds of lines that have names of their own bring this about. A question that was right
# for the file of yesterday fails: "kind" is not found, though it is in every line. field_appearance_threshold = 0 keeps the columns.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" @duckdb/node-api@1.5.6-r.1 >&2
cat > "$work/ask.js" <<'JS'
const { DuckDBInstance } = require("@duckdb/node-api");
const { writeFileSync } = require("fs");
(async () => {
	const connection = await (await DuckDBInstance.create(":memory:")).connect();
	const ask = async (title, question) => {
		try {
			const reader = await connection.runAndReadAll(question);
			console.log(`${title}: ${reader.columnNames().length} columns, ${reader.columnNames()[0]} is ${reader.columnTypes()[0]}`);
		} catch (error) {
			console.log(`${title}: ${error.message.split("\n")[0]}`);
		}
	};
	// Lines of `kinds` kinds in turn, each with `kind` and two names that only this kind has.
	for (const kinds of [14, 15]) {
		const lines = [];
		for (let line = 0; line < 1000; line++) {
			const kind = line % kinds;
			lines.push(JSON.stringify({ kind: `kind${kind}`, [`count${kind}`]: line, [`size${kind}`]: line }));
		}
		writeFileSync("kinds.json", lines.join("\n"));
		await ask(`${kinds} kinds, *`, "SELECT * FROM 'kinds.json'");
		await ask(`${kinds} kinds, kind`, "SELECT kind FROM 'kinds.json'");
	}
	await ask("with field_appearance_threshold = 0", "SELECT * FROM read_json('kinds.json', field_appearance_threshold = 0)");
})();
JS
sees "1000 lines of 14 and of 15 kinds, and the second file with the setting" "\
14 kinds, *: 29 columns, kind is VARCHAR
14 kinds, kind: 1 columns, kind is VARCHAR
15 kinds, *: 1 columns, json is MAP(VARCHAR, VARCHAR)
15 kinds, kind: Binder Error: Referenced column \"kind\" not found in FROM clause!
with field_appearance_threshold = 0: 31 columns, kind is VARCHAR" "$(cd "$work" && node ask.js)"
exit "$wrong"
