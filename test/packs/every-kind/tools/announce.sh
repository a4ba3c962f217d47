# Runs once the verdict is out.
set -eu

echo '{"announced": true}'
