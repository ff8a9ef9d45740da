/** The name of a kind of letter in the console: its id in words. */
export function letterName(kind: string): string {
  return kind.charAt(0).toUpperCase() + kind.slice(1).replaceAll('-', ' ');
}
