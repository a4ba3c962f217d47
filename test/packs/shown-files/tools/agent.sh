set -eu
printf '{}\n' >PLAN_TASK_RESULT.json
