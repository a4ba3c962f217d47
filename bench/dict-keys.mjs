/**
 * Two programs that differ in their keys alone: ordinary ones, and ones that somebody chose so that they meet in one bucket
 * of a hash table without a secret. Both mix every kind of key that a dict takes.
 */

const KEYS = 2_048;
const SEARCHED_END = 2 ** 20;

/** What a dict is filled with, and read from, several times over. */
const BODY = `
def fill(keys):
    counts = {}
    for key in keys:
        counts[key] = 0
    for key in keys:
        counts[key] += 1
    return len(counts)

def repeat(times):
    total = 0
    for _ in range(times):
        for keys in KINDS:
            total += fill(keys)
    return total

print(repeat(10))
`;

const PRINTS = String(10 * (6 * KEYS + 2));

/** @type {import("./starlark-programs.mjs").Program} */
export const ORDINARY_KEYS = {
  source: `
KINDS = [
    ${JSON.stringify(Array.from({ length: KEYS }, (_, index) => index))},
    [1000000 + i for i in range(${KEYS})],
    [(1 << 64) + i for i in range(${KEYS})],
    [i * 0.75 + 0.125 for i in range(${KEYS})],
    ["key-%d" % i for i in range(${KEYS})],
    [(i, True, None) for i in range(${KEYS})],
    [True, False],
]
${BODY}`,
  prints: PRINTS,
};

/** @type {import("./starlark-programs.mjs").Program} */
export const CHOSEN_KEYS = {
  source: `
KINDS = [
    ${JSON.stringify(meetingInts())},
    [i << 32 for i in range(${KEYS})],
    [(i + 1) << 64 for i in range(${KEYS})],
    [i * 1024 + 0.5 for i in range(${KEYS})],
    [str(i * 1048576) for i in range(${KEYS})],
    [(i << 32, True, None) for i in range(${KEYS})],
    [True, False],
]
${BODY}`,
  prints: PRINTS,
};

/** Ints of as few buckets as possible in a table of their number, by the hash that engines give small ints. */
function meetingInts() {
  /** @type {number[][]} */
  const buckets = Array.from({ length: KEYS / 2 }, () => []);
  for (let int = -SEARCHED_END; int < SEARCHED_END; int++) {
    buckets[hashOf(int) & (buckets.length - 1)]?.push(int);
  }
  return buckets.flat().slice(0, KEYS);
}

/** @param {number} int */
function hashOf(int) {
  let hash = int >>> 0;
  hash = (~hash + (hash << 15)) >>> 0;
  hash = (hash ^ (hash >>> 12)) >>> 0;
  hash = (hash + (hash << 2)) >>> 0;
  hash = (hash ^ (hash >>> 4)) >>> 0;
  hash = Math.imul(hash, 2057) >>> 0;
  return hash ^ (hash >>> 16);
}
