/** The parsed address, or null for what is none. `URL.canParse` and `URL.parse` are younger than some browsers that open our links. */
export function parsedUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
