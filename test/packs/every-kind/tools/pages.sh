# Which pages the book has; one name needs care as a folder.
set -eu

echo '{"pages": ["one", "two/2", "three"]}'
