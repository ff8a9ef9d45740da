/**
 * A letter as text and as HTML: one plain column, no external resource. Styles are inline, because some programs drop others; the only
 * style sheet turns the colours for programs that show mail on black.
 */
import type { CSSProperties, ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { Locale } from '#shared/locale/tags.ts';
import type { Translator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import type { LetterTexts } from './letter-shape.ts';

const FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
const STYLES = {
  page: { margin: 0, padding: '24px 12px', background: '#f4f4f6', color: '#1c1c22', fontFamily: FONT },
  sheet: { maxWidth: 480, margin: '0 auto', padding: 28, background: '#ffffff', borderRadius: 12 },
  name: { margin: 0, fontSize: 14, fontWeight: 700, color: '#4b4b57' },
  title: { margin: '16px 0 0', fontSize: 22, lineHeight: 1.3 },
  text: { margin: '12px 0 0', fontSize: 16, lineHeight: 1.55 },
  code: {
    margin: '20px 0',
    padding: '14px 0',
    borderRadius: 8,
    background: '#f4f4f6',
    fontFamily: 'ui-monospace, Menlo, Consolas, monospace',
    fontSize: 30,
    fontWeight: 700,
    letterSpacing: 6,
    textAlign: 'center',
  },
  link: { color: '#3a3ad6', fontWeight: 600 },
  leave: { color: '#5c5c68' },
  foot: { maxWidth: 480, margin: '16px auto 0', fontSize: 13, lineHeight: 1.5, color: '#5c5c68', textAlign: 'center' },
} as const satisfies Record<string, CSSProperties>;

/** `!important` wins over inline styles. Contrast with the sheet is at least 7 to 1. */
const DARK = [
  ':root{color-scheme:light dark;supported-color-schemes:light dark}',
  '@media (prefers-color-scheme:dark){',
  '.page{background:#131317!important;color:#f0f0f4!important}',
  '.sheet{background:#212127!important}',
  '.soft{color:#b9b9c6!important}',
  '.code{background:#32323b!important}',
  '.link{color:#b4b4ff!important}}',
].join('');

function Letter({ texts, locale }: { texts: LetterTexts; locale: Locale }): ReactNode {
  return (
    <html lang={locale} dir="ltr">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{texts.subject}</title>
        <style>{DARK}</style>
      </head>
      <body className="page" style={STYLES.page}>
        <div className="sheet" style={STYLES.sheet}>
          <p className="soft" style={STYLES.name}>
            Magpie
          </p>
          <h1 style={STYLES.title}>{texts.title}</h1>
          <p style={STYLES.text}>{texts.lead}</p>
          {texts.code === '' ? null : (
            <p className="code" style={STYLES.code}>
              {texts.code}
            </p>
          )}
          {texts.link === null ? null : (
            <p style={STYLES.text}>
              <a className="link" style={STYLES.link} href={texts.link.url}>
                {texts.link.label}
              </a>
            </p>
          )}
          {texts.notes.map((note) => (
            <p key={note} style={STYLES.text}>
              {note}
            </p>
          ))}
        </div>
        <p className="soft" style={STYLES.foot}>
          {texts.footer}
        </p>
        {texts.ways?.map(({ label, url }) => (
          <p key={url} className="soft" style={STYLES.foot}>
            <a className="soft" style={STYLES.leave} href={url}>
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
    { label: t('mail.leave'), url: unsubscribeUrl },
    { label: t('mail.choices.title'), url: `${appOrigin}${href('account.mail')}` },
  ];
  return { ...texts, ways };
}

export function renderLetter(texts: LetterTexts, locale: Locale): { subject: string; text: string; html: string } {
  const paragraphs = [
    texts.title,
    texts.lead,
    texts.code,
    texts.link === null ? '' : `${texts.link.label}\n${texts.link.url}`,
    ...texts.notes,
    `-- \n${[texts.footer, ...(texts.ways ?? []).map(({ label, url }) => `${label}: ${url}`)].join('\n')}`,
  ];
  return {
    subject: texts.subject,
    text: `${paragraphs.filter((paragraph) => paragraph !== '').join('\n\n')}\n`,
    html: `<!DOCTYPE html>${renderToStaticMarkup(<Letter texts={texts} locale={locale} />)}`,
  };
}
