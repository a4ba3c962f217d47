# The text that was fixed is in the workspace; what instances did in copies of their own is not.
set -eu
printf '{"unfinished": %d}\n' "$(grep -l TODO texts/* | wc -l)"
