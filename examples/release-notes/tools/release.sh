# Puts the release together from what passed. Under `join = "passed"` the inputs hold the outputs of the dependencies that
# passed and no others: an audit that failed is silent here.
set -eu

audits=0
silent=0
for audit in audit-changes audit-tone audit-length; do
    case "$CRUCIBLE_INPUTS" in
    *"\"$audit\":"*) audits=$((audits + 1)) ;;
    *) silent=$((silent + 1)) ;;
    esac
done
cp inputs/polish/NOTES.md RELEASE.md
chmod u+w RELEASE.md
printf '{"audits": %d, "silent": %d}\n' "$audits" "$silent"
