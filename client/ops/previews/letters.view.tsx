/** Preview of letters for operators, in English but for the letters. */
import type { ReactNode } from 'react';
import { OpsPart } from '#client/ops/ops-frame.view.tsx';
import type { Locale } from '#shared/locale/tags.ts';
import { PreviewForm } from './preview-form.view.tsx';

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
      <PreviewForm
        action={here}
        className="mt-6"
        field="kind"
        label="Letter"
        options={kinds}
        value={kind}
        locale={locale}
      />
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
