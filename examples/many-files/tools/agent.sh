# Plays every agent. The instance's key is its item, the name of a file.
set -eu

item=${CRUCIBLE_TASK#*[}
item=${item%]}
case "$CRUCIBLE_TASK" in
comment*) printf '{"line": "%s"}\n' "$(head -n 1 "texts/$item")" >PLAN_TASK_RESULT.json ;;
translate*)
    if [ "$item" = c.txt ]; then
        printf '{"status": "fail", "note": "no word for coke"}\n' >PLAN_TASK_RESULT.json
    else
        printf '{}\n' >PLAN_TASK_RESULT.json
    fi
    ;;
fix*)
    printf 'done\n' >"texts/$item"
    printf '{}\n' >PLAN_TASK_RESULT.json
    ;;
esac
printf '{"cost_usd": 0.01}\n' >>"$CRUCIBLE_USAGE_FILE"
