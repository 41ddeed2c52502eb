#!/bin/bash
# SPDX-License-Identifier: MIT
# Version: mawk 1.3.4.20200120-3.1, gawk 1:5.2.1-2 (Debian 12)
# mawk 1.3.4, which is awk in a Debian without another one, and columns of tshark -T fields: printf %d ends at 2147483647, so that a sum above
# 2 GB, a time in microseconds or an identifier of 32 bits is another number, without a warning; print has six digits. %.0f is right. A text
# as 0x10, as tshark prints flags and identifiers, is the number 16, where gawk has 0.
# shellcheck disable=SC1091,SC2154,SC2016
. "$(dirname "$0")/common.bash"
in_root bookworm mawk 1.3.4.20200120-3.1 gawk 1:5.2.1-2
# computes AWK: what it makes of a sum, a time, an identifier and a number in hexadecimal.
computes() {
    printf '%s\n' "1500000000 1700000000.25 4000000000 0x10" "1500000000 1700000000.5 4000000001 0x10" |
        chroot "$root" "$1" '{ sum += $1 } END {
            printf "sum %%d %d, %%.0f %.0f, print ", sum, sum; print sum
            printf "time in microseconds %%d %d, %%.0f %.0f\n", $2 * 1000000, $2 * 1000000
            printf "identifier %%d %d, %%s %s\n", $3, $3
            printf "0x10 + 1: %d\n", $4 + 1
        }' | sed "s/^/$1: /"
}
sees "what mawk and gawk make of large and of hexadecimal numbers" "\
mawk: sum %d 2147483647, %.0f 3000000000, print 3e+09
mawk: time in microseconds %d 2147483647, %.0f 1700000000500000
mawk: identifier %d 2147483647, %s 4000000001
mawk: 0x10 + 1: 17
gawk: sum %d 3000000000, %.0f 3000000000, print 3000000000
gawk: time in microseconds %d 1700000000500000, %.0f 1700000000500000
gawk: identifier %d 4000000001, %s 4000000001
gawk: 0x10 + 1: 1" "$(computes mawk; computes gawk)"
exit "$wrong"
