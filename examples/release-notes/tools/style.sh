# Reviews the notes. What is missing goes to review.txt, which the writer finds under inputs/style/ in the next round.
set -eu

notes=inputs/polish/NOTES.md
: >review.txt
grep -q '^# Release ' "$notes" || echo 'The title is missing.' >>review.txt
grep -q '^## Upgrading$' "$notes" || echo 'Readers are not told how to upgrade.' >>review.txt
if [ -s review.txt ]; then
    cat review.txt >&2
    exit 1
fi
echo 'Nothing to add.' >review.txt
echo '{"accepted": true}'
