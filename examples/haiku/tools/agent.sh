# Plays the poet: two lines first, and the third once a review asks for it.
set -eu

printf 'slag cools on the bank\nthe furnace hums and forgets\n' >poem.txt
if grep -q '"revision"' "$CRUCIBLE_PROMPT_FILE"; then
    printf 'iron remembers\n' >>poem.txt
fi
printf '{"lines": %d}\n' "$(grep -c '' poem.txt)" >PLAN_TASK_RESULT.json
printf '{"cost_usd": 0.01}\n' >>"$CRUCIBLE_USAGE_FILE"
