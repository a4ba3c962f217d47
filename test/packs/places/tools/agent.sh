set -eu
printf 'seen\n' >note.txt
printf '{"seen": true}\n' >PLAN_TASK_RESULT.json
