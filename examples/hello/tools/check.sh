# Checks what the agent wrote: one line that greets somebody. The last line of standard output is the task's output; an
# exit code other than 0 fails the task, and standard error becomes its note.
set -eu

lines=$(grep -c '' greeting.txt)
if [ "$lines" -ne 1 ]; then
    echo "greeting.txt has $lines lines instead of 1" >&2
    exit 1
fi
if ! grep -q '^Hello, .*!$' greeting.txt; then
    echo 'greeting.txt does not read "Hello, …!"' >&2
    exit 1
fi
printf '{"characters": %d}\n' "$(wc -m <greeting.txt)"
