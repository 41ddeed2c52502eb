#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: @duckdb/node-api 1.5.6-r.1 (npm)
# DuckDB 1.5.6 reads a column of a CSV file as DOUBLE if one of its integers is 2**63 or more, as the instance ids of Godot's RefCounted
# are without a sign: ids that differ become one. The same lines as JSON are HUGEINT, with all digits. HUGEINT, which the sum of integers is, too, is
# written to Parquet as DOUBLE, and nothing is said: from 2**53 on the digits are gone when it is read. UBIGINT stays what it is.
# shellcheck disable=SC1091,SC2154
. "$(dirname "$0")/common.bash"
npm install --silent --no-audit --no-fund --prefix "$work" @duckdb/node-api@1.5.6-r.1 >&2
printf '%s\n' id 9223372036854775809 9223372036854775811 5 > "$work/ids.csv"
printf '{"id":%s}\n' 9223372036854775809 9223372036854775811 5 > "$work/ids.json"
cat > "$work/ask.js" <<'JS'
const { DuckDBInstance } = require("@duckdb/node-api");
(async () => {
	const connection = await (await DuckDBInstance.create(":memory:")).connect();
	for (const [title, question] of [
		["CSV", "SELECT any_value(typeof(id)), list(id::VARCHAR) FROM 'ids.csv'"],
		["CSV, ids grouped", "SELECT id::VARCHAR, count(*) FROM 'ids.csv' GROUP BY id ORDER BY id"],
		["JSON", "SELECT any_value(typeof(id)), list(id::VARCHAR) FROM 'ids.json'"],
		["JSON, ids grouped", "SELECT id::VARCHAR, count(*) FROM 'ids.json' GROUP BY id ORDER BY id"],
		["a sum", "SELECT typeof(s), s::VARCHAR FROM (SELECT sum(x) s FROM (VALUES (9007199254740992::BIGINT), (1)) t(x))"],
		["", "COPY (SELECT sum(x) s, 9223372036854775809::UBIGINT u FROM (VALUES (9007199254740992::BIGINT), (1)) t(x)) TO 'sum.parquet'"],
		["the sum in Parquet", "SELECT typeof(s), s::DECIMAL(20, 0)::VARCHAR FROM 'sum.parquet'"],
		["UBIGINT in Parquet", "SELECT typeof(u), u::VARCHAR FROM 'sum.parquet'"],
	]) {
		const rows = (await connection.runAndReadAll(question)).getRowsJson();
		if (title) console.log(`${title}: ${rows.map((row) => row.flat().join(" ")).join(", ")}`);
	}
})();
JS
sees "the type and the values" "\
CSV: DOUBLE 9.223372036854776e+18 9.223372036854776e+18 5.0
CSV, ids grouped: 5.0 1, 9.223372036854776e+18 2
JSON: HUGEINT 9223372036854775809 9223372036854775811 5
JSON, ids grouped: 5 1, 9223372036854775809 1, 9223372036854775811 1
a sum: HUGEINT 9007199254740993
the sum in Parquet: DOUBLE 9007199254740992
UBIGINT in Parquet: UBIGINT 9223372036854775809" "$(cd "$work" && node ask.js)"
exit "$wrong"
