# Plays the builder. A turn that is asked to put its result right sees the mistake in its prompt.
set -eu

printf 'notes\n' >notes.txt
printf '{"steps": ["dig"], "owner": "ada"}\n' >plan.json
case "$CRUCIBLE_TASK" in
plan)
    if [ -f tried ]; then
        printf '{"plan": {"steps": ["dig"], "owner": "ada"}}\n' >PLAN_TASK_RESULT.json
    else
        : >tried
        printf '{"plan": {"steps": ["dig"]}}\n' >PLAN_TASK_RESULT.json
    fi
    ;;
build) printf '{"turn": 2}\n' >PLAN_TASK_RESULT.json ;;
esac
printf '{"cost_usd": 0.02}\n' >>"$CRUCIBLE_USAGE_FILE"
