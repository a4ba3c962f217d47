# The gate between the two turns of the writer: as many entries as there are changes. An exit code other than 0 fails the
# task and, since it is required, ends the run before more is spent.
set -eu

changes=$(grep -c '' changes.txt)
entries=$(grep -c '^- ' inputs/draft/NOTES.md)
if [ "$entries" -ne "$changes" ]; then
    echo "NOTES.md has $entries entries for $changes changes" >&2
    exit 1
fi
printf '{"changes": %d}\n' "$changes"
