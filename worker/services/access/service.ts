/** Face of access: the published rules, and what other domains say. Types only. */
import type { AccessRules } from '#shared/access/rules.ts';
import type { CountryCode } from '#shared/country/model.ts';

export interface AccessService {
  /** Country of visitors whose platform does not tell it. */
  readonly defaultCountry: CountryCode;
  /** The rules as published, at most 60 s old. Never throws. */
  rules(): Promise<AccessRules>;
  /**
   * Whether the configured domains leave the region open; our own counts as one that said yes. Takes at most 5 s.
   * @param country  told to the domains; nothing else of the visitor is
   */
  isOpenElsewhere(country: CountryCode): Promise<boolean>;
  /** Our own rules alone: what we answer to a browser or to another domain. @throws AppError invalid_argument */
  areaAccessible(asked: AskedArea): Promise<AreaAnswer>;
  /** What the drive checks at its navigation; null while there is nothing to check. */
  browserCheck(): Promise<BrowserCheck | null>;
}

export interface AskedArea {
  /** The caller's, as the platform knows them. */
  readonly address: string;
  readonly country: CountryCode;
  /** As sent; '' for none. */
  readonly askedCountry: string;
  readonly askedAddress: string;
}

export interface AreaAnswer {
  readonly accessible: boolean;
  readonly reason: '' | 'region' | 'address';
  readonly country_code: string;
}

export interface BrowserCheck {
  /** Origins to ask. */
  readonly domains: readonly string[];
  /** '' when no address is looked for. */
  readonly stun: string;
  /** As the rules say; '' means the contact page. */
  readonly contact: string;
}
