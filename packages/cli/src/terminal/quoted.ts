/** A word of a command line that is shown to be copied, quoted where a shell would read it in another way. */
export function quoted(word: string): string {
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return `'${word.replaceAll("'", "'\\''")}'`;
}
