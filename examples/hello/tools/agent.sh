# Plays the agent, so that the example needs no model and no network. A real agent reads the same prompt and leaves the
# same result file; only `[agent]` in crucible.toml would change.
set -eu

case "$CRUCIBLE_TASK" in
draft)
    # The guest stands on the first line after "Guest:" that is neither empty nor one of the marks around text that came
    # from outside the pack.
    guest=$(sed -e '1,/^Guest:$/d' -e '/^$/d' -e '/^<<</d' "$CRUCIBLE_PROMPT_FILE" | head -n 1)
    printf 'Hello, %s!\n' "$guest" >greeting.txt
    printf '{"lines": 1}\n' >PLAN_TASK_RESULT.json
    # A stand-in may say what its turn cost; the run's cost ceiling counts it.
    printf '{"cost_usd": 0.02}\n' >>"$CRUCIBLE_USAGE_FILE"
    ;;
audit)
    if grep -q '^-- ' greeting.txt; then
        printf '{"signed": true}\n' >PLAN_TASK_RESULT.json
    else
        printf '{"status": "fail", "note": "the greeting is not signed"}\n' >PLAN_TASK_RESULT.json
    fi
    printf '{"cost_usd": 0.01}\n' >>"$CRUCIBLE_USAGE_FILE"
    ;;
*)
    echo "no part to play in $CRUCIBLE_TASK" >&2
    exit 1
    ;;
esac
