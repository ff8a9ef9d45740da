/** Service interface of access: the published rules and the answers of other domains. Types only. */
import type { AccessRules } from '#shared/access/rules.ts';
import type { CountryCode } from '#shared/country/model.ts';

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
  /** The decision of our own rules alone, for a browser or another domain. @throws AppError invalid_argument */
  areaAccessible(asked: AreaRequest): Promise<AreaAnswer>;
  /** Data of the drive's check at navigation; null without rules. */
  browserCheck(): Promise<BrowserCheck | null>;
}

export interface AreaRequest {
  /** Address of the caller, from the platform. */
  readonly address: string;
  readonly country: CountryCode;
  /** As sent; '' for none. */
  readonly requestedCountry: string;
  readonly requestedAddress: string;
}

export interface AreaAnswer {
  readonly accessible: boolean;
  readonly reason: '' | 'region' | 'address';
  readonly country_code: string;
}

export interface BrowserCheck {
  /** Origins to ask. */
  readonly domains: readonly string[];
  /** STUN server; '' for no look-up of the address. */
  readonly stun: string;
  /** From the rules; '' means the contact page. */
  readonly contact: string;
}
