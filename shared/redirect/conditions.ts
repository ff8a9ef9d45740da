/** Conditions of rules: whether they hold, and what two of them have in common. Pure. */
import type { CountryCode } from '#shared/country/model.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { Platform } from '#shared/site/platform.ts';
import type { Conditions } from './rule.ts';

export const ALWAYS: Conditions = { locales: [], countries: [], platforms: [], startMs: null, endMs: null };

/** Who asks, and when. */
export interface Visitor {
  readonly locale: Locale;
  readonly country: CountryCode;
  /** null: none of those a rule can name. */
  readonly platform: Platform | null;
  readonly nowMs: number;
}

/** Properties of the visitor that a decision depended on. */
export interface Dependence {
  locale: boolean;
  country: boolean;
  platform: boolean;
}

function isOneOf<T>(list: readonly T[], value: T | null): boolean {
  return list.length === 0 || (value !== null && list.includes(value));
}

export function isInTime({ startMs, endMs }: Conditions, nowMs: number): boolean {
  return (startMs === null || nowMs >= startMs) && (endMs === null || nowMs < endMs);
}

/** @param asked  gets true where the answer depended on the visitor */
export function holds(conditions: Conditions, visitor: Visitor, asked: Dependence): boolean {
  if (!isInTime(conditions, visitor.nowMs)) return false;
  asked.locale ||= conditions.locales.length > 0;
  asked.country ||= conditions.countries.length > 0;
  asked.platform ||= conditions.platforms.length > 0;
  return (
    isOneOf(conditions.locales, visitor.locale) &&
    isOneOf(conditions.countries, visitor.country) &&
    isOneOf(conditions.platforms, visitor.platform)
  );
}

/** The values that both allow; null when they allow none in common. */
function common<T>(one: readonly T[], other: readonly T[]): readonly T[] | null {
  if (one.length === 0) return other;
  if (other.length === 0) return one;
  const both = one.filter((value) => other.includes(value));
  return both.length > 0 ? both : null;
}

/** The conditions under which both hold; null when they never do. */
export function intersect(one: Conditions, other: Conditions): Conditions | null {
  const locales = common(one.locales, other.locales);
  const countries = common(one.countries, other.countries);
  const platforms = common(one.platforms, other.platforms);
  if (!locales || !countries || !platforms) return null;
  const startMs = Math.max(one.startMs ?? Number.NEGATIVE_INFINITY, other.startMs ?? Number.NEGATIVE_INFINITY);
  const endMs = Math.min(one.endMs ?? Number.POSITIVE_INFINITY, other.endMs ?? Number.POSITIVE_INFINITY);
  if (startMs >= endMs) return null;
  return {
    locales,
    countries,
    platforms,
    startMs: Number.isFinite(startMs) ? startMs : null,
    endMs: Number.isFinite(endMs) ? endMs : null,
  };
}

function includesAll<T>(wide: readonly T[], narrow: readonly T[]): boolean {
  return wide.length === 0 || (narrow.length > 0 && narrow.every((value) => wide.includes(value)));
}

/** Whether `wide` holds whenever `narrow` does. */
export function covers(wide: Conditions, narrow: Conditions): boolean {
  return (
    includesAll(wide.locales, narrow.locales) &&
    includesAll(wide.countries, narrow.countries) &&
    includesAll(wide.platforms, narrow.platforms) &&
    (wide.startMs === null || (narrow.startMs !== null && narrow.startMs >= wide.startMs)) &&
    (wide.endMs === null || (narrow.endMs !== null && narrow.endMs <= wide.endMs))
  );
}
