/** A redirect rule after parsing. Types only; parse.ts defines the text format. */
import type { CountryCode } from '#shared/country/model.ts';
import type { Locale } from '#shared/locale/tags.ts';
import type { Platform } from '#shared/site/platform.ts';

export const REDIRECT_STATUSES = [301, 302, 303, 307, 308] as const;
export type RedirectStatus = (typeof REDIRECT_STATUSES)[number];

/** When a rule holds. An empty list and null mean: always. */
export interface Conditions {
  readonly locales: readonly Locale[];
  readonly countries: readonly CountryCode[];
  readonly platforms: readonly Platform[];
  /** Milliseconds since 1970; from this moment on. */
  readonly startMs: number | null;
  /** Milliseconds since 1970; up to, not including, this moment. */
  readonly endMs: number | null;
}

export interface Source {
  readonly text: string;
  /** One a segment: its spelling as `segmentsOf` gives it, or null where a placeholder stands. */
  readonly literals: readonly (string | null)[];
  /** One a segment: the placeholder's name, '' for a literal. */
  readonly names: readonly string[];
  /** Ends with `/*`: the segments are the beginning of the path only. */
  readonly hasSplat: boolean;
}

export type TargetPiece = { readonly text: string } | { readonly name: string };

export interface Target {
  readonly text: string;
  /** '' for a path of our own. */
  readonly origin: string;
  /** All of it in order, origin included. */
  readonly pieces: readonly TargetPiece[];
}

export interface RedirectRule {
  /** Where it stands, counted from 1. */
  readonly line: number;
  readonly source: Source;
  readonly target: Target;
  readonly status: RedirectStatus;
  readonly conditions: Conditions;
}

/** Sources that have placeholders or a splat at the same places. */
export interface Shape {
  /** One letter a segment: `a` literal, `b` placeholder, `c` the splat at the end. The smaller text is the closer one. */
  readonly letters: string;
  /** Segments without the splat. */
  readonly length: number;
  readonly hasSplat: boolean;
  /** Literal segments joined -> rules in the order of the document. */
  readonly rules: ReadonlyMap<string, readonly RedirectRule[]>;
}

/** The document, ready to be asked. */
export interface RedirectRules {
  readonly count: number;
  /** In the order of the document. */
  readonly rules: readonly RedirectRule[];
  /** Whole path -> rules in the order of the document. */
  readonly exact: ReadonlyMap<string, readonly RedirectRule[]>;
  /** The closest first. */
  readonly shapes: readonly Shape[];
  /** Origins that the document allows. */
  readonly origins: ReadonlySet<string>;
  /** The document leaves the choice to the installation's own list as well. */
  readonly trustsInstallation: boolean;
}
