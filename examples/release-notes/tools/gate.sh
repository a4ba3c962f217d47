# Says which of the reviewers that are named agreed. A required reviewer that did not has ended the run before; an advisory
# one is only not among the inputs.
set -eu

agreed=
for reviewer in "$@"; do
    case "$CRUCIBLE_INPUTS" in
    *"\"$reviewer\":"*) agreed="$agreed${agreed:+, }\"$reviewer\"" ;;
    esac
done
printf '{"agreed": [%s]}\n' "$agreed"
