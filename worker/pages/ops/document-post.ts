/** The forms of an operators' document. A refusal shows the page again with the typed text. */
import type { Context } from 'hono';
import { DOCUMENTS, type DocumentName } from '#shared/documents/registry.ts';
import { href } from '#shared/routes.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { PublishResult } from '#worker/services/config/index.ts';
import { readForm, refusalOf, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { notFoundPage } from '../site/error.page.tsx';
import { asOperator, type Operator } from './as-operator.tsx';
import { nameOf, type Shown, showDocument } from './document.page.tsx';
import { FIRST, firstPost } from './first.page.tsx';
import { SECTION_POSTS } from './section-pages.ts';

/** The end of a form: the value of `?done=` of the redirect, or the page again. */
type Outcome = { readonly done: string } | { readonly shown: Shown };

interface FormTarget {
  readonly documents: PageDeps['documents'];
  readonly operator: Operator;
  readonly name: DocumentName;
}

const numberOf = (form: SentForm, name: string): number => Number(/^\d{1,9}$/.exec(form.get(name) ?? '')?.[0] ?? 0);

/** Browsers send lines of a form with CRLF; documents have LF. */
const textOf = (form: SentForm): string => (form.get('text') ?? '').replace(/\r\n?/g, '\n');

function refused(published: PublishResult, what: string): Outcome | null {
  if (published.ok) return null;
  const [first] = published.problems;
  const place = first ? ` Line ${first.line}, column ${first.column}: ${first.message}` : '';
  return { shown: { status: 400, notice: { tone: 'danger', text: `${what}${place}` } } };
}

/** Another operator changed the document first: shows that, and keeps the typed text based on the live version. */
async function conflict({ documents, name }: FormTarget, form: SentForm, isDraft: boolean): Promise<Outcome> {
  const { version } = await documents.read(name);
  const text = isDraft
    ? 'Somebody else has changed the draft since you opened this page. Your text is below and not kept yet; their draft is what “What would change” shows. Saving or publishing now replaces it.'
    : `Version ${version} was published since this text was begun. Your text is kept as the draft. Look at what would change; publishing now replaces version ${version}.`;
  const typed = { text: textOf(form), base: version, note: form.field('note', 500) };
  return { shown: { status: 400, notice: { tone: 'warn', text }, typed } };
}

async function saveDraft({ documents, operator, name }: FormTarget, form: SentForm): Promise<Outcome | null> {
  try {
    await documents.saveDraft(operator, {
      name,
      text: textOf(form),
      base: numberOf(form, 'base'),
      revision: numberOf(form, 'revision'),
    });
    return null;
  } catch (error) {
    const { errorName, detail } = refusalOf(error);
    if (errorName === 'aborted') return conflict({ documents, operator, name }, form, true);
    const typed = { text: textOf(form), base: numberOf(form, 'base'), note: form.field('note', 500) };
    return { shown: { status: 400, notice: { tone: 'danger', text: detail?.message ?? errorName }, typed } };
  }
}

async function publish(target: FormTarget, form: SentForm): Promise<Outcome> {
  const { documents, operator, name } = target;
  // Saved first, so that a refused publication loses no text.
  const refusal = await saveDraft(target, form);
  if (refusal) return refusal;
  const note = form.field('note', 500);
  try {
    const published = await documents.publish(operator, {
      name,
      text: textOf(form),
      base: numberOf(form, 'base'),
      note,
    });
    if (published.ok) return { done: 'published' };
    // The editor marks every problem.
    return { shown: { status: 400, typed: { text: textOf(form), base: numberOf(form, 'base'), note } } };
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
    default:
      return (await saveDraft(target, form)) ?? { done: DOCUMENTS[target.name].parse(textOf(form)).ok ? 'draft' : '' };
  }
}

export function documentPost(c: Context<AppEnv>, deps: PageDeps): Promise<Response> {
  if (c.req.param('document') === FIRST) return firstPost(c, deps);
  return asOperator(c, deps, async (operator) => {
    const segment = c.req.param('document') ?? '';
    const section = Object.hasOwn(SECTION_POSTS, segment) ? SECTION_POSTS[segment] : undefined;
    if (section) return section(c, deps, operator);
    const name = nameOf(segment);
    if (name === null) return notFoundPage(c);
    const form = await readForm(c, deps);
    const outcome = await run({ documents: deps.documents, operator, name }, form);
    if ('shown' in outcome) return showDocument(c, deps, operator, name, outcome.shown);
    const query = outcome.done ? `?done=${outcome.done}` : '';
    return seeOther(`${href('ops.document', { document: name })}${query}`);
  });
}
