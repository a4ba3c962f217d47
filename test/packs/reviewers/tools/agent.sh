# Reviewers are never content with a first draft.
set -eu
case "$CRUCIBLE_TASK" in
*review*round-1*) printf '{"status": "fail", "note": "once more"}\n' >PLAN_TASK_RESULT.json ;;
*) printf '{}\n' >PLAN_TASK_RESULT.json ;;
esac
