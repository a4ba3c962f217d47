set -eu
printf '{"colour": "red", "shape": "square", "loud": true}\n'
