# Three rounds until there are three lines on each side.
set -eu
lines=$(cat left.txt | grep -c '')
printf '{"score": %d}\n' "$lines"
