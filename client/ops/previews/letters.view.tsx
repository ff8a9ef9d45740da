/** Letters for operators: those that wait, a test letter, and previews. In English but for the letters. */
import type { ReactNode } from 'react';
import { type LetterFields, LetterForm } from '#client/ops/letters/letter-form.view.tsx';
import { letterName } from '#client/ops/letters/letter-name.ts';
import { LetterQueue, type LetterQueueProps } from '#client/ops/letters/letter-queue.view.tsx';
import { OpsPart } from '#client/ops/ops-frame.view.tsx';
import { Notice } from '#client/ui/controls.tsx';
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
  /** Undefined: the draft of the texts is broken. */
  readonly fields: LetterFields | undefined;
  /** Page of the document of the texts. */
  readonly documentHref: string;
  readonly queue: Omit<LetterQueueProps, 'here'>;
  /** Of the last form; '' for none. */
  readonly done: string;
  readonly refusal: string;
}

export function LettersView(props: LettersViewProps): ReactNode {
  const { here, kinds, kind, locale, letter, framed, fields, documentHref, queue, done, refusal } = props;
  return (
    <>
      <h1 className="text-2xl">Letters</h1>
      {refusal === '' ? null : (
        <Notice tone="danger" className="mt-4">
          {refusal}
        </Notice>
      )}
      {done === '' ? null : (
        <Notice tone="ok" className="mt-4">
          {done}
        </Notice>
      )}
      <LetterQueue here={here} {...queue} />
      <OpsPart
        id="preview"
        title="Preview"
        lead="Every letter as it would reach you: with your address, space and browser."
      >
        <PreviewForm
          action={`${here}#preview`}
          field="kind"
          label="Letter"
          options={kinds}
          nameOf={letterName}
          value={kind}
          locale={locale}
        />
      </OpsPart>
      {fields ? (
        <LetterForm
          {...fields}
          action={`${here}?${new URLSearchParams({ kind, language: locale })}`}
          locale={locale}
          documentHref={documentHref}
        />
      ) : (
        <Notice tone="warn" className="mt-6">
          The draft of the texts cannot be read.{' '}
          <a className="link" href={documentHref}>
            Mend or discard it
          </a>
        </Notice>
      )}
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
