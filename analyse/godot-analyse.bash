# SPDX-License-Identifier: MIT
# Completion of godot-analyse for bash: options, kinds of problems, questions, captures. The program names its questions itself.
_godot_analyse() {
    local word=$2 before=$3 reply
    local -a words=()
    # The comma of a question separates no words.
    case $before in
    --project) mapfile -t COMPREPLY < <(compgen -d -- "$word") && return ;;
    --report | --trace) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
    --fail-on) mapfile -t COMPREPLY < <(compgen -W "all $("$1" --kinds 2>/dev/null)" -- "$word") && return ;;
    esac
    case $word in
    -*) words=(--project --calls --watch --report --trace --page --json --fail-on --questions --kinds --version --help) ;;
    g* | e*) mapfile -t words < <("$1" --questions 2>/dev/null) ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$word")
    while IFS= read -r reply; do
        case $reply in
        *.pcap | *.pcapng | *.pcap.gz | *.pcapng.gz | *.pcap.zst | *.pcapng.zst | *.cap) COMPREPLY+=("$reply") ;;
        *) [ ! -d "$reply" ] || COMPREPLY+=("$reply/") ;;
        esac
    done < <(compgen -f -- "$word")
    [[ ${COMPREPLY[*]} != */ ]] || compopt -o nospace 2>/dev/null
}
complete -F _godot_analyse godot-analyse
