/** Providers and links as the security page shows them. */

export interface ShownProvider {
  readonly id: string;
  readonly name: string;
}

export interface ShownLink {
  readonly linkId: string;
  /** '' for a provider that the settings do not name any more. */
  readonly providerId: string;
  readonly providerName: string;
  /** Address or name at the provider; '' when it gives none. */
  readonly label: string;
  /** Epoch ms. */
  readonly createdMs: number;
  readonly usedMs: number;
}

export interface ProviderLinksProps {
  readonly providers: readonly ShownProvider[];
  readonly links: readonly ShownLink[];
}
