set -eu
printf '{"severity": "low"}\n'
