set -eu
printf '{"found": "slag"}\n'
