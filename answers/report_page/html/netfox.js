// SPDX-License-Identifier: MIT
// Messages of netfox in the timeline: their values are those of the node that they name.

kindsWithValues.push((kind) => kind.startsWith("Netfox"));
