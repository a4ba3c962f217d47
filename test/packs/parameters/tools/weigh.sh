# Commands read parameters as data.
set -eu
grep -q '"repo": *"acme/site"' "$CRUCIBLE_INPUTS_FILE"
printf '{"score": 0.25}\n'
