set -eu
printf '{"score": %d}\n' "$1"
