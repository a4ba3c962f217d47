# Under a settled join the inputs hold what became of each dependency.
set -eu
printf '{"failed": %d}\n' "$(grep -o '"status": *"fail"' "$CRUCIBLE_INPUTS_FILE" | wc -l)"
