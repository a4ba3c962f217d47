# How many records there are: each has what the run before found.
set -eu
printf '{"earlier": %d}\n' "$(grep -o '"found"' "$CRUCIBLE_INPUTS_FILE" | wc -l)"
