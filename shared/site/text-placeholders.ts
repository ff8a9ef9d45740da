/**
 * Placeholders of a page text: `{{drive.action.share}}` is the label of the button in that language, `{{trash_days}}` (no dot)
 * is a fact of this server that the page hands in.
 */

const PLACEHOLDER = /\{\{\s*([\w.-]+)\s*\}\}/g;

/** The names between double braces, each once, sorted. */
export function placeholdersIn(source: string): {
  readonly keys: readonly string[];
  readonly facts: readonly string[];
} {
  const names = [...new Set([...source.matchAll(PLACEHOLDER)].map((match) => match[1] ?? ''))].sort();
  return { keys: names.filter((name) => name.includes('.')), facts: names.filter((name) => !name.includes('.')) };
}

/** @param textOf  null leaves the braces unchanged */
export function fillPlaceholders(source: string, textOf: (name: string) => string | null): string {
  return source.replace(PLACEHOLDER, (whole, name: string) => textOf(name) ?? whole);
}
