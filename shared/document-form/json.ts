/** Reads typed JSON. A text that nests deeper than any document is refused: programs that walk through it would run out of stack. No I/O. */

const MOST_DEPTH = 64;

function isDeep(text: string): boolean {
  let depth = 0;
  let isText = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (isText && sign === '\\') at += 1;
    else if (sign === '"') isText = !isText;
    else if (isText) continue;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

/** @returns null for what cannot be read */
export function readJson(text: string): { readonly value: unknown } | null {
  if (isDeep(text)) return null;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return null;
  }
}
