/**
 * A decision server that needs no model: it looks for words. It speaks System One, so whatever can run against it can run
 * against a real one. `node decision-server.mjs [PORT]` prints the address to bind.
 */
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/**
 * What speaks for each option of the question `about`.
 * @type {Map<string, string[]>}
 */
const WORDS = new Map([
  ["damaged", ["broken", "dented", "crack"]],
  ["late", ["late", "promised", "days"]],
  ["lost", ["never came", "nothing came", "where is"]],
]);
const ANGRY = ["!", "scandal", "never again"];

/**
 * @param {string} claim
 * @param {string[]} words
 */
const count = (claim, words) => words.filter((word) => claim.includes(word)).length;

/**
 * Likely in proportion to the words found, with a little left for every option.
 * @param {string} claim
 * @param {string[]} labels
 */
function choose(claim, labels) {
  const weights = labels.map((label) => 0.1 + count(claim, WORDS.get(label) ?? []));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const likely = weights.map((weight) => Math.round((weight / sum) * 100) / 100);
  return {
    type: "choice",
    choice: labels[likely.indexOf(Math.max(...likely))],
    confidence: Math.max(...likely),
    probabilities: Object.fromEntries(labels.map((label, index) => [label, likely[index]])),
  };
}

/**
 * @param {string} claim
 * @param {{ type: string, criteria: Record<string, string | null> }} question
 */
function answer(claim, question) {
  if (question.type === "noul") {
    return { type: "noul", noul: Math.min(0.95, 0.05 + 0.45 * count(claim, ANGRY)) };
  }
  return choose(claim, Object.keys(question.criteria));
}

const server = createServer(async (request, response) => {
  const { state, questions } = JSON.parse(await text(request));
  const claim = state.read.claim.toLowerCase();
  const answers = Object.entries(questions).map(([id, asked]) => [id, answer(claim, asked)]);
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ model: "words-1", answers: Object.fromEntries(answers) }));
});

server.listen(Number(process.argv[2] ?? 8011), "127.0.0.1", () => {
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  process.stdout.write(`http://127.0.0.1:${port}/v1/systemone\n`);
});
