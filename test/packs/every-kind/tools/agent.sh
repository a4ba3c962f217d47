# Plays every agent; what a turn costs goes where the run's cost ceiling counts it.
set -eu

spend() {
    printf '{"cost_usd": %s}\n' "$1" >>"$CRUCIBLE_USAGE_FILE"
}

case "$CRUCIBLE_TASK" in
outline)
    # Out of its group and session on purpose: it has to be ended all the same, and the row's note names it.
    mkfifo never
    setsid sh -c ': >lingers; read -r _ <never' >/dev/null 2>&1 &
    until [ -e lingers ]; do sleep 0.01; done
    spend 0.02
    echo 'one, two, three' >outline.txt
    echo 'not declared' >scratch.txt
    printf '{}\n' >PLAN_TASK_RESULT.json
    ;;
write*)
    spend 0.01
    echo "$CRUCIBLE_TASK" >page.txt
    printf '{"words": 1}\n' >PLAN_TASK_RESULT.json
    spend 0.005
    ;;
book)
    spend 0.03
    {
        cat inputs/outline/outline.txt
        cat inputs/write*/page.txt
        # Each round adds the errata of the one before.
        if [ -e inputs/proof/errata.txt ]; then cat inputs/proof/errata.txt; fi
    } >book.tmp
    mv book.tmp book.txt
    case "$CRUCIBLE_AGENT_SESSION_ACTION" in
    resumed) printf '{"continued": true}\n' >PLAN_TASK_RESULT.json ;;
    *) printf '{"continued": false}\n' >PLAN_TASK_RESULT.json ;;
    esac
    ;;
*)
    echo "no part to play in $CRUCIBLE_TASK" >&2
    exit 1
    ;;
esac
