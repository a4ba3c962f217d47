set -eu
printf '{"nodes": ["north", "south"]}\n'
