# An advisory task that fails.
set -eu

echo 'no index today' >&2
exit 1
