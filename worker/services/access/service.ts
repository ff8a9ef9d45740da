/** Service interface of access: the published rules and the answers of other domains. Types only. */
import type { AccessRules } from '#shared/access/rules.ts';
import type { CountryCode } from '#shared/country/model.ts';
import type { BrowserCheck } from './browser-check.ts';

export interface AccessService {
  /** Country of visitors where the platform does not provide one. */
  readonly defaultCountry: CountryCode;
  /** The rules as published, at most 60 s old. Never throws. */
  rules(): Promise<AccessRules>;
  /**
   * Whether the configured domains allow the region; our own counts as one that allows. Takes at most 5 s.
   * @param country  sent to the domains, without other data of the visitor
   */
  isOpenElsewhere(country: CountryCode): Promise<boolean>;
  /** Data of the drive's check at navigation; null without rules. */
  browserCheck(): Promise<BrowserCheck | null>;
}
