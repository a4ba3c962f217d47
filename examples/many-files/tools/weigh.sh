set -eu
item=${CRUCIBLE_TASK#*[}
printf '{"score": %d}\n' "$(wc -c <"texts/${item%]}")"
