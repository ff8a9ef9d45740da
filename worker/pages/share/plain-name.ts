/** Names in texts for programs. Pure. */

/** Control characters and marks of direction would act on a terminal or break a line. */
export function plainName(name: string): string {
  return name.replace(/[\p{Cc}\u2028\u2029\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu, '');
}
