/**
 * A letter as text and as HTML: one plain column in the colours of the pages (client/ui/tokens.css), one button, no external resource.
 * Styles are inline, because some programs drop others; the only style sheet turns the colours for programs that show mail on black.
 */
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '#shared/locale/tags.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { Look } from '#worker/services/config/index.ts';
import type { LetterTexts } from './letter-shape.ts';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const STYLES = {
  page: { margin: 0, padding: '24px 12px', background: '#f7f7f4', color: '#12181b', fontFamily: FONT },
  sheet: {
    maxWidth: 480,
    margin: '0 auto',
    padding: 28,
    background: '#ffffff',
    borderRadius: 14,
    border: '1px solid #e2e4df',
  },
  name: { margin: 0, fontSize: 16, fontWeight: 700, color: '#0a6270' },
  title: { margin: '16px 0 0', fontSize: 22, lineHeight: 1.3 },
  text: { margin: '12px 0 0', fontSize: 16, lineHeight: 1.55 },
  code: {
    margin: '20px 0',
    padding: '14px 0',
    borderRadius: 8,
    background: '#e0f0f1',
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: 30,
    fontWeight: 700,
    letterSpacing: 6,
    textAlign: 'center',
  },
  /** The padding is a border too: programs that drop the padding of a link keep it. */
  button: {
    display: 'inline-block',
    margin: '8px 0 0',
    border: '1px solid #0a6270',
    borderWidth: '12px 22px',
    borderRadius: 10,
    background: '#0a6270',
    color: '#ffffff',
    fontWeight: 600,
    textDecoration: 'none',
  },
  leave: { color: '#545f65' },
  foot: { maxWidth: 480, margin: '16px auto 0', fontSize: 13, lineHeight: 1.5, color: '#545f65', textAlign: 'center' },
} as const satisfies Record<string, CSSProperties>;

/** `!important` wins over inline styles. Contrast with the sheet is at least 7 to 1. */
const DARK = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background:#0f1315!important;color:#edf1f1!important}',
  '.sheet{background:#161b1e!important;border-color:#273034!important}',
  '.soft{color:#b4c0c5!important}',
  '.name{color:#5fc4c9!important}',
  '.code{background:#12303a!important}',
  '.button{background:#5fc4c9!important;border-color:#5fc4c9!important;color:#06252b!important}}',
].join('');

/** The styles with the colours of this installation. */
function coloured({ colours }: Look) {
  if (!colours) return { styles: STYLES, dark: DARK };
  const { accent, soft, onAccent } = colours.light;
  const styles = {
    ...STYLES,
    name: { ...STYLES.name, color: accent },
    code: { ...STYLES.code, background: soft },
    button: { ...STYLES.button, borderColor: accent, background: accent, color: onAccent },
  };
  const { dark } = colours;
  const rules = `.name{color:${dark.accent}!important}.code{background:${dark.soft}!important}.button{background:${dark.accent}!important;border-color:${dark.accent}!important;color:${dark.onAccent}!important}`;
  return { styles, dark: `${DARK}@media (prefers-color-scheme:dark){${rules}}` };
}

function Letter({ texts, locale, look }: { texts: LetterTexts; locale: Locale; look: Look }): ReactNode {
  const { styles, dark } = coloured(look);
  const { name, footer } = look.in(locale);
  return (
    <html lang={locale} dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{texts.subject}</title>
        <style>{dark}</style>
      </head>
      <body className="page" style={styles.page}>
        <div className="sheet" style={styles.sheet}>
          <p className="name" style={styles.name}>
            <bdi>{name}</bdi>
          </p>
          <h1 style={styles.title}>{texts.title}</h1>
          <p style={styles.text}>{texts.lead}</p>
          {texts.code === '' ? null : (
            <p className="code" style={styles.code}>
              {texts.code}
            </p>
          )}
          {texts.link === null ? null : (
            <p style={styles.text}>
              <a className="button" style={styles.button} href={texts.link.url}>
                {texts.link.label}
              </a>
            </p>
          )}
          {texts.notes.map((note) => (
            <p key={note} style={styles.text}>
              {note}
            </p>
          ))}
        </div>
        <p className="soft" style={styles.foot}>
          {texts.footer}
        </p>
        {footer === '' ? null : (
          <p className="soft" style={styles.foot} dir="auto">
            {footer}
          </p>
        )}
        {texts.ways?.map(({ label, url }) => (
          <p key={url} className="soft" style={styles.foot}>
            <a className="soft" style={styles.leave} href={url}>
              {label}
            </a>
          </p>
        ))}
      </body>
    </html>
  );
}

/** Adds how to unsubscribe from letters like this one, and the page of all choices. */
export function withLinks(
  texts: LetterTexts,
  { t }: Pick<Translator, 't'>,
  { appOrigin, unsubscribeUrl }: { appOrigin: string; unsubscribeUrl: string },
): LetterTexts {
  const ways = [
    ...(texts.ways ?? []),
    { label: t('mail.leave'), url: unsubscribeUrl },
    { label: t('mail.choices.title'), url: `${appOrigin}${href('account.mail')}` },
  ];
  return { ...texts, ways };
}

export function renderLetter(
  texts: LetterTexts,
  locale: Locale,
  look: Look,
): { subject: string; text: string; html: string } {
  const { footer } = look.in(locale);
  const paragraphs = [
    texts.title,
    texts.lead,
    texts.code,
    texts.link === null ? '' : `${texts.link.label}\n${texts.link.url}`,
    ...texts.notes,
    `-- \n${[texts.footer, ...(footer === '' ? [] : [footer]), ...(texts.ways ?? []).map(({ label, url }) => `${label}: ${url}`)].join('\n')}`,
  ];
  return {
    subject: texts.subject,
    text: `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`,
    html: `<!DOCTYPE html>${renderToStaticMarkup(<Letter texts={texts} locale={locale} look={look} />)}`,
  };
}
