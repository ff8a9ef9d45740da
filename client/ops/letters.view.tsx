/** Preview of letters for operators, in English but for the letters. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { OpsPart } from './ops-frame.view.tsx';

export interface LettersViewProps {
  readonly here: string;
  readonly kinds: readonly string[];
  readonly kind: string;
  readonly locale: Locale;
  readonly letter: { readonly subject: string; readonly text: string; readonly topic: string };
  /** Address of the letter itself. */
  readonly framed: string;
}

export function LettersView({ here, kinds, kind, locale, letter, framed }: LettersViewProps): ReactNode {
  return (
    <>
      <h1 className="text-2xl">Letters</h1>
      <p className="mt-1 text-sm text-muted">
        Every letter as it would reach you: with your address, space and browser.
      </p>
      <form method="get" action={here} className="mt-6 flex flex-wrap items-end gap-3">
        <div className="field min-w-0 flex-1 basis-48">
          <label htmlFor="letter-kind">Letter</label>
          <select id="letter-kind" name="kind" className="input" defaultValue={kind}>
            {kinds.map((each) => (
              <option key={each} value={each}>
                {each}
              </option>
            ))}
          </select>
        </div>
        <div className="field min-w-0 flex-1 basis-48">
          <label htmlFor="letter-language">Language</label>
          <select id="letter-language" name="language" className="input" defaultValue={locale}>
            {LOCALES.map((tag) => (
              <option key={tag} value={tag} lang={tag}>
                {LOCALE_NAMES[tag]}
              </option>
            ))}
          </select>
        </div>
        <Button type="submit" className="min-h-12">
          Show
        </Button>
      </form>
      <OpsPart
        id="letter"
        title={letter.subject}
        lead={letter.topic === '' ? 'Always sent.' : `Category: ${letter.topic}. It can be switched off.`}
      >
        <iframe
          title={`Letter: ${letter.subject}`}
          src={framed}
          sandbox=""
          className="h-[36rem] w-full rounded-lg border border-line"
        />
        <p className="mt-3">
          <a className="link" href={framed} target="_blank" rel="noreferrer">
            Open it alone
          </a>
        </p>
      </OpsPart>
      <OpsPart id="letter-text" title="As text">
        <pre lang={locale} className="card overflow-x-auto p-4 text-sm whitespace-pre-wrap">
          {letter.text}
        </pre>
      </OpsPart>
    </>
  );
}
