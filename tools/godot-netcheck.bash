# SPDX-License-Identifier: MIT
# Completion of godot-netcheck for bash: options, reasons of --allow, folders, budgets, captures.
_godot_netcheck() {
    local word=$2 before=$3 reply ending endings='*.pcap *.pcapng *.pcap.gz *.pcapng.gz *.pcap.zst *.pcapng.zst *.cap'
    local -a words=()
    COMPREPLY=()
    case $before in
    --project | --keep) mapfile -t COMPREPLY < <(compgen -d -- "$word") && return ;;
    --junit | --markdown | --json) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
    --analyse | --tshark | --godotdump) mapfile -t COMPREPLY < <(compgen -c -- "$word") && return ;;
    -o) return ;;
    --allow)
        words=(no_project one_pass began_late lacks_packets one_direction unknown_nodes list_changed undecided not_sent unreadable)
        mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word") && return
        ;;
    --budget | run) endings='*.toml' ;;
    --baseline) endings+=' *.json' ;;
    *)
        case $word in
        -*) words=(--project --budget --baseline --allow --junit --markdown --json --update --analyse --tshark --godotdump --keep --quiet --help) ;;
        esac
        [ "${COMP_CWORD:-0}" != 1 ] || words+=(run)
        mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
        ;;
    esac
    while IFS= read -r reply; do
        if [ -d "$reply" ]; then
            COMPREPLY+=("$reply/")
            continue
        fi
        for ending in $endings; do
            # shellcheck disable=SC2053 # a pattern
            [[ $reply != $ending ]] || COMPREPLY+=("$reply")
        done
    done < <(compgen -f -- "$word")
    [[ ${COMPREPLY[*]} != */ ]] || compopt -o nospace 2>/dev/null
}
complete -F _godot_netcheck godot-netcheck
