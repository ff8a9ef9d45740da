/** The operators' choices for the whole installation: kind, name and look. Read by every request, and applied to the texts of this isolate. */
import { createHash } from 'node:crypto';
import { type AccentColours, accentColours, nearestReadable } from '#shared/config/accent.ts';
import { valueFor } from '#shared/config/config-document.ts';
import { LOGO } from '#shared/config/look.ts';
import { hasOffers, type ServiceKind } from '#shared/config/service-kind.ts';
import type { DocumentValue } from '#shared/documents/registry.ts';
import { chooseTexts, type TextChoice } from '#shared/locale/messages.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import type { ShownLogo, ShownLook } from '#shared/published.ts';
import type { ConfigService } from './service.ts';

export interface Look {
  readonly kind: ServiceKind;
  readonly logo: ShownLogo | null;
  /** Null: the colours of the product. */
  readonly colours: { readonly light: AccentColours; readonly dark: AccentColours } | null;
  /** '' where logo and colours are those of the product. */
  readonly mark: string;
  readonly texts: TextChoice;
  in(locale: Locale): ShownLook;
}

export type ReadLook = () => Promise<Look>;

function logoOf(text: string): ShownLogo | null {
  const [, id, width, height] = LOGO.exec(text) ?? [];
  return id === undefined ? null : { id, width: Number(width), height: Number(height) };
}

function lookOf(basic: DocumentValue<'basic'>, service: DocumentValue<'service'>, kind: ServiceKind): Look {
  const { logo: logoText, accent, accent_dark: dark } = service.default;
  const logo = logoOf(logoText);
  const colours =
    accent === '' && dark === ''
      ? null
      : {
          light: accentColours(accent || nearestReadable(dark, 'light'), 'light'),
          dark: accentColours(dark || nearestReadable(accent, 'dark'), 'dark'),
        };
  const mark =
    logo || colours
      ? createHash('sha256')
          .update(JSON.stringify([logoText, colours]))
          .digest('hex')
          .slice(0, 16)
      : '';
  const shown = Object.fromEntries(
    LOCALES.map((language): [Locale, ShownLook] => {
      const ask = { language, client: 'web', person: '' };
      const { footer, agreement_url, privacy_url } = valueFor(service, ask);
      const name = valueFor(basic, ask).product_name;
      return [language, { kind, name, logo, mark, footer, agreementHref: agreement_url, privacyHref: privacy_url }];
    }),
  ) as Record<Locale, ShownLook>;
  const names = Object.fromEntries(LOCALES.map((tag) => [tag, shown[tag].name])) as Record<Locale, string>;
  return { kind, logo, colours, mark, texts: { names, hasOffers: hasOffers(kind) }, in: (locale) => shown[locale] };
}

/** @param serviceKind  until operators publish one */
export function makeReadLook({ live }: Pick<ConfigService, 'live'>, serviceKind: ServiceKind): ReadLook {
  let of: readonly unknown[] = [];
  let look: Look | undefined;
  return async () => {
    const [basic, service] = await Promise.all([live('basic'), live('service')]);
    if (!look || of[0] !== basic || of[1] !== service) {
      look = lookOf(basic, service, service.default.kind ?? serviceKind);
      of = [basic, service];
    }
    chooseTexts(look.texts);
    return look;
  };
}
