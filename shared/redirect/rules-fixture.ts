/** Texts of as many rules as asked for, of every kind, for tests and the bench. */

const KINDS = [
  (at: number) => `/exact/${at} /faq?from=${at} 301`,
  (at: number) => `/prefix-${at}/* /help-center/${at}/:splat 308`,
  (at: number) => `/pattern-${at}/:year/:slug /help-center/:slug?year=:year`,
  (at: number) => `/limited-${at}/x /tv locale=ja country=JP platform=iOS`,
  (at: number) => `/deep-${at}/a/:b/* /blog/:b/:splat 307 start=2026-01-01T00:00:00Z`,
];

export function makeRuleTexts(count: number): string {
  return Array.from({ length: count }, (_, at) => KINDS[at % KINDS.length]?.(Math.floor(at / KINDS.length)) ?? '').join(
    '\n',
  );
}
