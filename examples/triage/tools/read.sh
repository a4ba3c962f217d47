# The claim as one JSON string: backslashes and quotes escaped, lines joined by spaces.
set -eu

text=$(tr '\n\t\r' '   ' <claim.txt | sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/ *$//')
printf '{"claim": "%s"}\n' "$text"
