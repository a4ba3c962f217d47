# Plays every agent, so that the example needs no model and no network. A real agent reads the same prompts and leaves the
# same files; only `[agent]` in crucible.toml would change.
set -eu

# What a turn cost; the run's cost ceiling counts it.
spend() {
    printf '{"cost_usd": %s}\n' "$1" >>"$CRUCIBLE_USAGE_FILE"
}

# The agent's result: one JSON object.
result() {
    printf '%s\n' "$1" >PLAN_TASK_RESULT.json
}

case "$CRUCIBLE_TASK" in
draft)
    sed 's/^/- /' changes.txt >NOTES.md
    result "{\"entries\": $(grep -c '^- ' NOTES.md)}"
    spend 0.04
    ;;
polish)
    # The version stands on the first line after "Version:" that is neither empty nor one of the marks around text that
    # came from outside the pack.
    version=$(sed -e '1,/^Version:$/d' -e '/^$/d' -e '/^<<</d' "$CRUCIBLE_PROMPT_FILE" | head -n 1)
    {
        printf '# Release %s\n\n' "$version"
        grep '^- ' NOTES.md
        # From the second round on the prompt holds what the reviewer said; the first round never thinks of upgrades.
        if grep -q '"revision"' "$CRUCIBLE_PROMPT_FILE"; then
            printf '\n## Upgrading\n\nNothing has to be done.\n'
        fi
    } >notes.tmp
    mv notes.tmp NOTES.md
    case "$CRUCIBLE_AGENT_SESSION_ACTION" in
    resumed) result '{"continued": true}' ;;
    *) result '{"continued": false}' ;;
    esac
    spend 0.03
    ;;
audit-changes)
    missing=0
    while IFS= read -r change; do
        grep -qxF -e "- $change" NOTES.md || missing=$((missing + 1))
    done <changes.txt
    if [ "$missing" -eq 0 ]; then
        result '{"findings": []}'
    else
        result "{\"status\": \"fail\", \"note\": \"$missing changes are missing\"}"
    fi
    spend 0.01
    ;;
audit-tone)
    if grep -q '!' NOTES.md; then
        result '{"status": "fail", "note": "the notes shout"}'
    else
        result '{"findings": []}'
    fi
    spend 0.01
    ;;
audit-length)
    long=$(grep -c '^- .\{61,\}$' NOTES.md || true)
    if [ "$long" -eq 0 ]; then
        result '{"findings": []}'
    else
        result "{\"status\": \"fail\", \"note\": \"entries above 60 characters: $long\"}"
    fi
    spend 0.01
    ;;
*)
    echo "no part to play in $CRUCIBLE_TASK" >&2
    exit 1
    ;;
esac
