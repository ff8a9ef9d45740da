/** One letter in one language as a form: its texts, name and colour. In English but for the texts. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { TextArea } from '#client/ui/text-area.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { Locale } from '#shared/locale/tags.ts';
import type { LetterPart } from '#shared/mail/letter-changes.ts';
import { OpsPart } from '../ops-frame.view.tsx';

interface ShownPart {
  readonly part: LetterPart;
  readonly text: string;
  /** Longest. */
  readonly chars: number;
  readonly placeholders: readonly string[];
  readonly error: string | undefined;
}

export interface LetterFields {
  /** From the top of the letter to its foot. */
  readonly parts: readonly ShownPart[];
  /** Why the other parts are those of the product; '' where there are none. */
  readonly why: string;
  readonly name: string;
  readonly nameChars: number;
  readonly nameError: string | undefined;
  readonly colour: string;
  readonly colourError: string | undefined;
  /** The entry as it was shown. */
  readonly seen: string;
  /** It has texts of the operators. */
  readonly isChanged: boolean;
  readonly hasDraft: boolean;
}

const LABELS: Readonly<Record<LetterPart, string>> = {
  subject: 'Subject',
  title: 'Heading',
  lead: 'Text',
  action: 'Button',
  notes: 'Text below',
  footer: 'Foot',
};
const ROWS: Readonly<Partial<Record<LetterPart, number>>> = { lead: 3, notes: 4, footer: 2 };

const sentence = (text: string | undefined): string | undefined =>
  text === undefined ? undefined : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;

function Part({ part: shown, locale }: { part: ShownPart; locale: Locale }): ReactNode {
  const { part, text, chars, placeholders, error } = shown;
  const names = placeholders.map((name) => `{{${name}}}`).join(', ');
  const common = {
    label: LABELS[part],
    name: part,
    defaultValue: text,
    maxLength: chars,
    lang: locale,
    hint: names === '' ? undefined : `Keep ${names}.`,
    error: sentence(error),
    autoComplete: 'off',
  };
  const rows = ROWS[part];
  return rows === undefined ? <TextField {...common} /> : <TextArea {...common} rows={rows} />;
}

export interface LetterFieldsProps extends LetterFields {
  /** With the letter and its language. */
  readonly action: string;
  readonly locale: Locale;
  /** Page of the document, with difference and history. */
  readonly documentHref: string;
}

export function LetterForm(props: LetterFieldsProps): ReactNode {
  const { action, locale, documentHref, parts, seen, isChanged, hasDraft } = props;
  return (
    <OpsPart
      id="texts"
      title="Change this letter"
      lead={
        props.why ||
        'In the language above. Codes, links and how to unsubscribe stay in every letter; {{origin}} is the address of this installation.'
      }
    >
      <form method="post" action={action} className="grid gap-4">
        <input type="hidden" name="seen" value={seen} />
        {parts.map((part) => (
          <Part key={part.part} part={part} locale={locale} />
        ))}
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            name="name"
            defaultValue={props.name}
            maxLength={props.nameChars}
            hint="Sender, and the name at the top. Empty: the name of the service."
            error={sentence(props.nameError)}
            autoComplete="off"
          />
          <TextField
            label="Colour"
            name="colour"
            defaultValue={props.colour}
            maxLength={7}
            hint="Of name and button, such as #0a6270. Empty: that of the service."
            error={sentence(props.colourError)}
            autoComplete="off"
            spellCheck={false}
          />
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="submit" name="act" value="texts_drafted" variant="primary">
            Save the draft and look
          </Button>
          <Button type="submit" name="act" value="texts_published">
            Publish
          </Button>
          {isChanged ? (
            <Button type="submit" name="act" value="texts_plain" formNoValidate>
              Back to the product’s text
            </Button>
          ) : null}
        </div>
        <p className="text-sm text-muted">
          {hasDraft
            ? 'There is a draft: the letter below is as it would be. Publishing publishes all of the draft. '
            : 'The letter below is as people get it. '}
          <a className="link inline-flex min-h-11 items-center" href={documentHref}>
            All changed letters, difference and history
          </a>
        </p>
      </form>
    </OpsPart>
  );
}
