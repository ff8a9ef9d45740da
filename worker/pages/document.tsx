/**
 * The document around a page: head, body, data blocks. One for rendered-whole pages, the same text in two halves for
 * pages whose head leaves before their data (architecture.md "Rendering").
 */
import type { ReactNode } from 'react';
import type { PageFacts } from '#shared/islands.ts';
import { FACTS_BLOCK, TEXTS_BLOCK } from '#shared/islands.ts';
import { LOCALES, type Locale } from '#shared/locale/tags.ts';
import type { Messages } from '#shared/locale/translator.ts';
import { assets } from '#worker/platform/assets.ts';
import { scriptJson } from './island.tsx';

export interface DocumentHead {
  readonly title: string;
  readonly description?: string;
  /** Absolute address without query; left out on pages nobody should link. */
  readonly canonical?: string;
  /** Absolute addresses per language; only on localized pages. */
  readonly alternates?: Readonly<Record<Locale, string>>;
  readonly noindex?: boolean;
  /** What a chat shows of a link: title and sentence, in the page's language. */
  readonly card?: {
    readonly title: string;
    readonly description: string;
    readonly url: string;
    readonly image: string;
  };
}

export interface DocumentProps {
  readonly locale: Locale;
  /** `light`, `dark` or '' for the system's. */
  readonly theme: string;
  readonly head: DocumentHead;
  /** `plain`: the small script only. `share`: and the share page's own. `islands`: React and the islands. */
  readonly scripts: 'plain' | 'share' | 'islands';
  readonly facts?: PageFacts;
  readonly texts?: Messages;
  readonly children?: ReactNode;
}

function scriptSources(scripts: DocumentProps['scripts']): readonly { src: string; preloads: readonly string[] }[] {
  if (scripts === 'islands') return [assets.plain, assets.entry];
  if (scripts === 'share') return [assets.plain, assets.share];
  return [assets.plain];
}

export function Document({ locale, theme, head, scripts, facts, texts, children }: DocumentProps): ReactNode {
  const sources = scriptSources(scripts);
  return (
    <html lang={locale} dir="ltr" data-theme={theme || undefined}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content={theme || 'light dark'} />
        <title>{head.title}</title>
        {assets.styles.map((address) => (
          <link key={address} rel="stylesheet" href={address} />
        ))}
        {sources
          .flatMap(({ preloads }) => preloads)
          .map((address) => (
            <link key={address} rel="modulepreload" href={address} />
          ))}
        {sources.map(({ src }) => (
          <script key={src} type="module" src={src} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/site.webmanifest" />
        {head.description ? <meta name="description" content={head.description} /> : null}
        {head.noindex ? <meta name="robots" content="noindex" /> : null}
        {head.canonical ? <link rel="canonical" href={head.canonical} /> : null}
        {head.alternates
          ? LOCALES.map((tag) => <link key={tag} rel="alternate" hrefLang={tag} href={head.alternates?.[tag]} />)
          : null}
        {head.card ? (
          <>
            <meta property="og:site_name" content="Magpie" />
            <meta property="og:title" content={head.card.title} />
            <meta property="og:description" content={head.card.description} />
            <meta property="og:url" content={head.card.url} />
            <meta property="og:image" content={head.card.image} />
            <meta name="twitter:card" content="summary" />
          </>
        ) : null}
        {facts ? (
          <script type="application/json" id={FACTS_BLOCK} dangerouslySetInnerHTML={{ __html: scriptJson(facts) }} />
        ) : null}
        {texts ? (
          <script type="application/json" id={TEXTS_BLOCK} dangerouslySetInnerHTML={{ __html: scriptJson(texts) }} />
        ) : null}
      </head>
      <body>{children}</body>
    </html>
  );
}
