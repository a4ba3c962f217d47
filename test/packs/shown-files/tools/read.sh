set -eu
printf '{"subject": "the furnace is cold"}\n' >ticket.json
printf '{}\n'
