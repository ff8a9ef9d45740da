/**
 * Words that a page text takes from elsewhere: `{{drive.action.share}}` is what the button says in that language, `{{trash_days}}`
 * (no dot) is a fact of this server that the page hands in.
 */

const WORD = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** What stands between double braces, each once, sorted. */
export function wordsNamed(source: string): { readonly keys: readonly string[]; readonly facts: readonly string[] } {
  const names = [...new Set([...source.matchAll(WORD)].map((match) => match[1] ?? ''))].sort();
  return { keys: names.filter((name) => name.includes('.')), facts: names.filter((name) => !name.includes('.')) };
}

/** @param wordOf  null leaves the braces as they stand */
export function fillWords(source: string, wordOf: (name: string) => string | null): string {
  return source.replace(WORD, (whole, name: string) => wordOf(name) ?? whole);
}
