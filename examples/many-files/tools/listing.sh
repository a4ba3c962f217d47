set -eu
printf '{"names": ["a.txt", "b.txt", "c.txt"], "sizes": {"a.txt": 9, "b.txt": 5, "c.txt": 5}, "owners": {"a.txt": "ada", "b.txt": "bo", "c.txt": "cy"}}\n'
