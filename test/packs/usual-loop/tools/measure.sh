set -eu
printf '{"score": 1}\n'
