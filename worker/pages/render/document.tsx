/**
 * The document around a page: head, body, data blocks (architecture.md "Rendering").
 */
import type { ReactNode } from 'react';
import type { AssetEntry } from '#shared/asset-table.ts';
import { BRIDGE_BLOCK, type BridgeFacts } from '#shared/bridge/requests.ts';
import { type LogoSide, logoIconHref } from '#shared/config/logo-icon.ts';
import type { PageFacts } from '#shared/islands.ts';
import { FACTS_BLOCK, TEXTS_BLOCK } from '#shared/islands.ts';
import { productName } from '#shared/locale/messages.ts';
import { SOURCE_NAME } from '#shared/locale/own-texts.ts';
import { DEFAULT_LOCALE, LOCALES, type Locale } from '#shared/locale/tags.ts';
import type { Messages } from '#shared/locale/translator.ts';
import type { ShownLook } from '#shared/published.ts';
import { href } from '#shared/routes.ts';
import { ASSETS_FOLDER, assets } from '#worker/platform/assets.ts';
import { CARD_SIZE } from '#worker/platform/cards/order.ts';
import { scriptJson } from './island-element.tsx';

export interface DocumentHead {
  readonly title: string;
  readonly description?: string;
  /** Absolute address without query; left out on pages that are not indexed. */
  readonly canonical?: string;
  /** Absolute addresses per language; only on localized pages. */
  readonly alternates?: Readonly<Record<Locale, string>>;
  readonly noindex?: boolean;
  /** The same page for a browser without scripts, which is redirected there. */
  readonly plainHref?: string;
  /** schema.org data, one block each. */
  readonly structured?: readonly Readonly<Record<string, unknown>>[];
  /** The card of a link in a chat: title and sentence, in the page's language. */
  readonly card?: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly image: string;
    /** The image is drawn for this card, and shown wide. */
    readonly isLarge?: boolean;
    /** The same card as data. */
    readonly oembed?: string;
  };
}

export interface DocumentProps {
  readonly locale: Locale;
  /** `light`, `dark` or '' for the system's. */
  readonly theme: string;
  readonly head: DocumentHead;
  /** `plain`: the small script. `share`, `sign-in`: with the page's own, in one file. `islands`: with React and the islands.
   * `check`, `check-provider`: the human check's own alone. `console`: the debug console's. */
  readonly scripts: 'none' | 'console' | 'check' | 'check-provider' | 'plain' | 'share' | 'sign-in' | 'islands';
  /** A style sheet of this state of the page; left out: that of its scripts. */
  readonly styles?: 'site' | 'sign-in' | 'share-list' | 'drive-list';
  readonly facts?: PageFacts;
  readonly texts?: Messages;
  /** Present when the address asks for login on page entry. */
  readonly bridge?: BridgeFacts;
  /** Demo mode: the test double of a native app loads before every other script. */
  readonly wearsShell?: boolean;
  /** In a frame: the origin that receives pressed actions (client/bridge/frame.ts). */
  readonly frameParent?: string;
  /** Without the drive's header: the embedding page shows its own. */
  readonly isBare?: boolean;
  /** The same for every visitor: soft navigation replaces only its main part (client/pages/shell/intent.ts). */
  readonly isSite?: boolean;
  /** Absent where the request was refused before it was read. */
  readonly look?: ShownLook;
  readonly children?: ReactNode;
}

function scriptSources(scripts: DocumentProps['scripts']): readonly AssetEntry[] {
  if (scripts === 'none') return [];
  if (scripts === 'console') return [assets.console];
  if (scripts === 'check') return [assets.check];
  if (scripts === 'check-provider') return [assets.checkProvider];
  if (scripts === 'islands') return [assets.entry];
  if (scripts === 'share') return [assets.share];
  if (scripts === 'sign-in') return [assets.signIn];
  return [assets.plain];
}

/** The style sheet of a page, and of its scripts. */
function styleSource({ scripts, styles }: DocumentProps): string {
  if (styles === 'site') return assets.siteStyles;
  if (styles === 'sign-in') return assets.signInStyles;
  if (styles === 'share-list') return assets.shareListStyles;
  if (styles === 'drive-list') return assets.driveListStyles;
  if (scripts === 'share') return assets.shareStyles;
  return scripts === 'islands' ? assets.driveStyles : assets.styles;
}

/** The style sheet with the colours and the logo of the installation behind it; the address changes with them. */
function ownStyles(look: ShownLook | undefined, address: string): string {
  if (!look?.mark || assets.dev) return address;
  return href('look.styles', { mark: look.mark, file: address.slice(ASSETS_FOLDER.length) });
}

const isOwn = (look: ShownLook | undefined): look is ShownLook =>
  look !== undefined && (look.mark !== '' || look.name !== SOURCE_NAME);

/** Fonts of the title font that the titles of a public page need; Chinese, Japanese and Korean have those of the system. */
function displayFonts(locale: Locale): readonly string[] {
  const { latin, cyrillic } = assets.displayFonts;
  if (/^(ja|ko|zh)/.test(locale)) return [];
  return /^(ru|uk)/.test(locale) ? [cyrillic, latin] : [latin];
}

export function Document(props: DocumentProps): ReactNode {
  const {
    locale,
    theme,
    head,
    scripts,
    facts,
    texts,
    bridge,
    wearsShell,
    frameParent,
    isBare,
    isSite,
    look,
    children,
  } = props;
  const sources = [
    ...(wearsShell ? [assets.shell] : []),
    ...scriptSources(scripts),
    ...(bridge ? [assets.bridge] : []),
  ];
  const styles = styleSource(props);
  const icon = look?.logo ? (side: LogoSide) => logoIconHref(look.logo?.id ?? '', side) : null;
  return (
    <html
      lang={locale}
      dir="ltr"
      data-build={assets.buildId}
      data-site={isSite || undefined}
      data-bare={isBare || undefined}
      data-frame-parent={frameParent}
      data-theme={theme || undefined}
      data-styles={styles === assets.styles ? undefined : assets.styles}
      data-styles-later={styles === assets.driveListStyles && !assets.dev ? assets.driveStyles : undefined}
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme || 'light dark'} />
        <title>{head.title}</title>
        {[ownStyles(look, styles), ...sources.flatMap(({ css }) => css)].map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        {props.styles === 'site'
          ? displayFonts(locale).map((address) => (
              <link key={address} rel="preload" as="font" type="font/woff2" href={address} crossOrigin="" />
            ))
          : null}
        {sources
          .flatMap(({ preloads }) => preloads)
          .map((address) => (
            <link key={address} rel="modulepreload" href={address} />
          ))}
        {sources.map(({ src }) => (
          <script key={src} type="module" src={src} />
        ))}
        {icon ? (
          <link rel="icon" href={icon(192)} type="image/png" />
        ) : (
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        )}
        <link rel="apple-touch-icon" href={icon ? icon(192) : '/apple-touch-icon.png'} />
        <link rel="manifest" href={isOwn(look) ? href('look.manifest', { locale }) : '/site.webmanifest'} />
        {head.plainHref ? (
          <noscript>
            <meta httpEquiv="refresh" content={`0;url=${head.plainHref}`} />
          </noscript>
        ) : null}
        {head.description ? <meta name="description" content={head.description} /> : null}
        {head.noindex ? <meta name="robots" content="noindex" /> : null}
        {head.canonical ? <link rel="canonical" href={head.canonical} /> : null}
        {head.alternates
          ? LOCALES.map((tag) => <link key={tag} rel="alternate" hrefLang={tag} href={head.alternates?.[tag]} />)
          : null}
        {head.alternates ? <link rel="alternate" hrefLang="x-default" href={head.alternates[DEFAULT_LOCALE]} /> : null}
        {head.card ? (
          <>
            <meta property="og:type" content="website" />
            <meta property="og:site_name" content={look?.name ?? productName(locale)} />
            <meta property="og:title" content={head.card.title} />
            <meta property="og:description" content={head.card.description} />
            <meta property="og:url" content={head.card.url} />
            <meta
              property="og:image"
              content={icon && !head.card.isLarge ? new URL(icon(512), head.card.url).href : head.card.image}
            />
            {head.card.isLarge ? (
              <>
                <meta property="og:image:width" content={String(CARD_SIZE.width)} />
                <meta property="og:image:height" content={String(CARD_SIZE.height)} />
              </>
            ) : null}
            <meta name="twitter:card" content={head.card.isLarge ? 'summary_large_image' : 'summary'} />
            {head.card.oembed ? <link rel="alternate" type="application/json+oembed" href={head.card.oembed} /> : null}
          </>
        ) : null}
        {head.structured?.map((data) => (
          <script
            key={String(data['@type'])}
            type="application/ld+json"
            dangerouslySetInnerHTML={{ __html: scriptJson({ '@context': 'https://schema.org', ...data }) }}
          />
        ))}
        {facts ? (
          <script type="application/json" id={FACTS_BLOCK} dangerouslySetInnerHTML={{ __html: scriptJson(facts) }} />
        ) : null}
        {bridge ? (
          <script type="application/json" id={BRIDGE_BLOCK} dangerouslySetInnerHTML={{ __html: scriptJson(bridge) }} />
        ) : null}
        {texts ? (
          <script type="application/json" id={TEXTS_BLOCK} dangerouslySetInnerHTML={{ __html: scriptJson(texts) }} />
        ) : null}
      </head>
      <body>{children}</body>
    </html>
  );
}
