/** The forms of an operators' document. A refusal shows the page again with the typed text. */
import type { Context } from 'hono';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { differenceOf, type PublishResult } from '#worker/services/config/index.ts';
import { readForm, refusalOf, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from '../site/error.page.tsx';
import { asOperator } from './as-operator.tsx';
import { nameOf, type Shown, showDocument } from './document.page.tsx';
import { shownText, type TypedFields, textOfFields } from './document-form.ts';
import { FIRST, firstPost } from './first.page.tsx';
import { LOGO_SEGMENT, logoPost } from './logo-post.ts';
import type { Operator } from './operator.ts';
import { SECTION_POSTS, sectionOf } from './section-pages.ts';

/** The end of a form: the value of `?done=` of the redirect, or the page again. */
type Outcome = { readonly done: string } | { readonly shown: Shown };

interface FormTarget {
  readonly documents: PageDeps['documents'];
  readonly operator: Operator;
  readonly name: DocumentName;
  /** The text as typed, or as its fields make it. */
  readonly text: string;
  readonly fields: TypedFields | undefined;
}

type Typed = NonNullable<Shown['typed']>;

const numberOf = (form: SentForm, name: string): number => Number(/^\d{1,9}$/.exec(form.get(name) ?? '')?.[0] ?? 0);

/** Browsers send lines of a form with CRLF; documents have LF. */
const textOf = (form: SentForm): string => (form.get('text') ?? '').replace(/\r\n?/g, '\n');

function refused(published: PublishResult, what: string): Outcome | null {
  if (published.ok) return null;
  const [first] = published.problems;
  const place = first ? ` Line ${first.line}, column ${first.column}: ${first.message}` : '';
  return { shown: { status: 400, notice: { tone: 'danger', text: `${what}${place}` } } };
}

const typedOf = ({ text, fields }: FormTarget, form: SentForm, base = numberOf(form, 'base')): Typed => ({
  text,
  base,
  note: form.field('note', 500),
  fields,
});

/** Another operator changed the document first: shows both texts, and keeps the typed one based on the live version. */
async function conflict(target: FormTarget, form: SentForm, isDraft: boolean): Promise<Outcome> {
  const { version, draft, text: live } = await target.documents.read(target.name);
  const text = isDraft
    ? 'Another operator has changed the draft since you opened this page. Yours is below and isn’t saved yet. Saving or publishing now replaces theirs.'
    : `Version ${version} was published since you began. Yours is saved as the draft. Publishing now replaces version ${version}.`;
  const theirs = isDraft ? (draft?.text ?? live) : live;
  return {
    shown: {
      status: 400,
      notice: { tone: 'warn', text },
      typed: typedOf(target, form, version),
      conflict: differenceOf(shownText(target.name, theirs), shownText(target.name, target.text)),
    },
  };
}

async function saveDraft(target: FormTarget, form: SentForm): Promise<Outcome | null> {
  const { documents, operator, name, text, fields } = target;
  // A draft could not hold the JSON that cannot be read; the page shows it again.
  if (fields && fields.broken.size > 0) return { shown: { status: 400, typed: typedOf(target, form) } };
  try {
    await documents.saveDraft(operator, {
      name,
      text,
      base: numberOf(form, 'base'),
      revision: numberOf(form, 'revision'),
    });
    return null;
  } catch (error) {
    const { errorName, detail } = refusalOf(error);
    if (errorName === 'aborted') return conflict(target, form, true);
    const notice = { tone: 'danger', text: detail?.message ?? errorName } as const;
    return { shown: { status: 400, notice, typed: typedOf(target, form) } };
  }
}

async function publish(target: FormTarget, form: SentForm): Promise<Outcome> {
  const { documents, operator, name, text } = target;
  // Saved first, so that a refused publication loses no text.
  const refusal = await saveDraft(target, form);
  if (refusal) return refusal;
  const note = form.field('note', 500);
  try {
    const published = await documents.publish(operator, {
      name,
      text,
      base: numberOf(form, 'base'),
      note,
    });
    if (published.ok) return { done: published.version === numberOf(form, 'base') ? 'same' : 'published' };
    // The form and the editor mark every problem.
    return { shown: { status: 400, typed: typedOf(target, form) } };
  } catch (error) {
    if (refusalOf(error).errorName !== 'aborted') throw error;
    return conflict(target, form, false);
  }
}

async function rollback({ documents, operator, name }: FormTarget, form: SentForm): Promise<Outcome> {
  const version = numberOf(form, 'version');
  const note = form.field('note', 500);
  try {
    const published = await documents.rollback(operator, { name, version, base: numberOf(form, 'base'), note });
    return refused(published, 'This version does not fit the present build.') ?? { done: 'back' };
  } catch (error) {
    const { errorName, detail } = refusalOf(error);
    if (errorName !== 'aborted' && errorName !== 'not_found') throw error;
    return {
      shown: { status: 400, notice: { tone: 'warn', text: `Nothing was changed: ${detail?.message ?? errorName}.` } },
    };
  }
}

async function run(target: FormTarget, form: SentForm): Promise<Outcome> {
  switch (form.get('act')) {
    case 'publish':
      return publish(target, form);
    case 'rollback':
      return rollback(target, form);
    case 'discard':
      await target.documents.discardDraft(target.operator, target.name);
      return { done: 'discarded' };
    case 'draft':
      return (await saveDraft(target, form)) ?? { done: DOCUMENTS[target.name].parse(target.text).ok ? 'draft' : '' };
    // Adds, removes or moves fields, or shows what was typed; nothing is saved.
    default:
      return { shown: { typed: typedOf(target, form) } };
  }
}

async function targetOf(
  { documents }: PageDeps,
  operator: Operator,
  name: DocumentName,
  form: SentForm,
): Promise<FormTarget> {
  if (form.get('form') === null) return { documents, operator, name, text: textOf(form), fields: undefined };
  const { draft, text: live } = await documents.read(name);
  const fields = textOfFields(name, form, draft?.text ?? live) ?? undefined;
  return { documents, operator, name, text: fields?.text ?? '', fields };
}

export function documentPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (c.req.param('document') === FIRST) return firstPost(c, deps);
  const segment = c.req.param('document') ?? '';
  return asOperator(c, deps, segment === LOGO_SEGMENT ? 'service' : segment, async (operator) => {
    if (segment === LOGO_SEGMENT) return logoPost(c, deps, operator);
    const section = sectionOf(SECTION_POSTS, segment);
    if (section) return section(c, deps, operator);
    const name = nameOf(segment);
    if (name === null) return notFoundPage(c, deps);
    const form = await readForm(c, deps);
    const outcome = await run(await targetOf(deps, operator, name, form), form);
    if ('shown' in outcome) return showDocument(c, deps, operator, name, outcome.shown);
    const query = outcome.done ? `?done=${outcome.done}` : '';
    return seeOther(`${href('ops.document', { document: name })}${query}`);
  });
}
