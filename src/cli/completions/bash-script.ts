/**
 * The completion script for bash, from 3.2 (macOS) on. It needs nothing but bash: the helpers of the bash-completion
 * package are not everywhere. Sourcing it again changes nothing. What was typed is handed to akm as words and never evaluated.
 */
export const BASH_SCRIPT = `# bash completion for akm

__akm_complete() {
    # Bash cuts words at = and : too; what stands together is one word. What it replaces is only its own last piece.
    local line=\${COMP_LINE:0:COMP_POINT} count=0 glued='' piece='' i
    local -a words=()
    for ((i = 0; i <= COMP_CWORD; i++)); do
        piece=\${COMP_WORDS[i]}
        if ((i > 0)) && [[ $line != [[:blank:]]* && -n $line ]]; then
            glued=\${words[count - 1]}
            words[count - 1]=$glued$piece
        else
            glued=''
            words[count]=$piece
            count=$((count + 1))
        fi
        line=\${line#"\${line%%[![:blank:]]*}"}
        line=\${line#"$piece"}
    done
    if [[ $piece == [=:]* ]]; then
        glued=$glued$piece
        piece=''
    fi

    local answer value directive=0 tab=$'\\t'
    local current=$glued$piece
    COMPREPLY=()
    answer=$(akm complete -- "\${words[@]:1}" 2>/dev/null) || return 0
    while IFS= read -r value; do
        case $value in
            :[0-9]*) directive=\${value#:} ;;
            *)
                value=\${value%%"$tab"*}
                if [[ -n $value && $value == "$current"* ]]; then
                    COMPREPLY+=("\${value#"$glued"}")
                elif [[ -n $value && -n $glued && $value == "$piece"* ]]; then
                    COMPREPLY+=("$value")
                fi
                ;;
        esac
    done <<< "$answer"
    if ((directive & 2)) && type compopt > /dev/null 2>&1; then
        compopt -o nospace
    fi
}

complete -o default -F __akm_complete akm
`;
