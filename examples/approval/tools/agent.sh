echo "no agent has a part in this" >&2
exit 1
