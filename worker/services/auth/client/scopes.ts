/**
 * Scopes: what a request asks for, what a client may have, what a session has. Pure.
 * Source: RFC 6749; wire-contract.md section 1 (`user+pan+offline`).
 */

/** The words of a scope, each once; separated by spaces or, from some clients, by `+`. */
export function scopeWords(text: string): readonly string[] {
  return [...new Set(text.split(/[\s+]+/).filter((word) => word !== ''))];
}

/**
 * The granted part of a requested scope.
 * @param asked  '' asks for everything
 * @param bounds  every granted word is in each of them; the first sets the order
 * @returns null when a word is not allowed, or when nothing is left
 */
export function grantScope(asked: string, ...bounds: (readonly string[])[]): readonly string[] | null {
  const [first = [], ...others] = bounds;
  const most = first.filter((word) => others.every((bound) => bound.includes(word)));
  const wanted = scopeWords(asked);
  if (wanted.length === 0) return most.length > 0 ? most : null;
  return wanted.every((word) => most.includes(word)) ? most.filter((word) => wanted.includes(word)) : null;
}

/** The stored scope of a session: '' for everything its client may have. */
export function storedScope(granted: readonly string[], clientScopes: readonly string[]): string {
  return clientScopes.every((word) => granted.includes(word)) ? '' : granted.join(' ');
}

/** The scopes of a session now: its client's own scopes may have shrunk since. */
export function heldScope(stored: string, clientScopes: readonly string[]): readonly string[] {
  return stored === '' ? clientScopes : clientScopes.filter((word) => stored.split(' ').includes(word));
}
