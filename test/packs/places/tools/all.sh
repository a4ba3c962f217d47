set -eu
mkdir -p data
printf 'note\n' >note.txt
printf '{"metal": "iron"}\n' >data/facts.json
printf '{"score": 1, "text": "t", "count": 2, "ratio": 0.5, "good": true, "items": [1], "facts": {}, "home": "https://example.org/", "others": [], "tier": "low"}\n'
