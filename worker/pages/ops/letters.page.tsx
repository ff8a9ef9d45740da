/** `/ops/letters`: letters that wait for the relay, a test letter, and every letter in every language with the operator's own data. `as=html` is the letter itself, for the frame of the page. */
import type { Context } from 'hono';
import { LettersView } from '#client/ops/previews/letters.view.tsx';
import { isEmail } from '#shared/auth/rules.ts';
import { AppError } from '#shared/errors.ts';
import { mailAddressIn } from '#shared/intake/mail.ts';
import { MAX_PASTED_CHARS } from '#shared/intake/plain-text.ts';
import { hasOffers, loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { LETTER_KINDS, type LetterKind, OFFER_LETTERS } from '#shared/mail/letter-kinds.ts';
import { href } from '#shared/routes.ts';
import { REASON_KEYS } from '#shared/share/reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { readUserAgent } from '#worker/services/auth/index.ts';
import type { Letter } from '#worker/services/mail/index.ts';
import { readForm, type SentForm, seeOther } from '../render/form.ts';
import type { PageDeps } from '../services.ts';
import { deskPage } from './desk.tsx';
import { deskRefusal, reasonOf } from './desk-form.ts';
import { changeTexts, shownTexts, TEXT_ACTS, type TextAct, type TypedTexts } from './letter-form.ts';
import type { Operator } from './operator.ts';

/** Of a letter. */
const ID_CHARS = 64;
const HERE = href('ops.document', { document: 'letters' });
/** A letter is shown in the frame of our own page; nothing in it loads or runs. */
const FRAMED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

interface Outcome {
  /** Of the last form; '' for none. */
  readonly done: string;
  readonly refusal: string;
  /** Fields of the form that changes a letter, when it was refused. */
  readonly typed?: TypedTexts | undefined;
}

const DONE = {
  retry: 'The relay took the letter.',
  drop: 'The letter was dropped.',
  test: 'The relay took the test letter. Look whether it arrived, and not as spam.',
  texts_drafted: 'The draft is saved. The letter below is as it would be; nothing is published yet.',
  texts_published: 'Published. Letters go out in these words within a minute.',
  texts_plain: 'The draft has the product’s text of this letter. Publish it when it is right.',
} as const;

export function lettersPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const act = [...LETTER_ACTS, ...TEXT_ACTS].find((each) => each === c.req.query('done'));
  return show(c, deps, operator, { done: act ? DONE[act] : '', refusal: '' });
}

/** Of the queue: `45 s`, `12 min`, `3 h`. */
function ageText(ms: number): string {
  if (ms < MINUTE_MS) return `${Math.max(0, Math.round(ms / SECOND_MS))} s`;
  if (ms < HOUR_MS) return `${Math.floor(ms / MINUTE_MS)} min`;
  return ms < 2 * DAY_MS ? `${Math.floor(ms / HOUR_MS)} h` : `${Math.floor(ms / DAY_MS)} days`;
}

async function queueOf({ ops, mail, clock }: PageDeps, email: string) {
  const { count, letters } = await ops.waitingLetters();
  const nowMs = clock.nowMs();
  const shown = letters.map((letter) => ({ ...letter, age: ageText(nowMs - letter.writtenMs) }));
  return { count, letters: shown, email, isReady: mail.ready };
}

const LETTER_ACTS = ['retry', 'drop', 'test'] as const;
type LetterAct = (typeof LETTER_ACTS)[number];

/** @returns '' when the act was done; else the answer of the relay */
async function act(deps: PageDeps, operator: Operator, asked: LetterAct, form: SentForm): Promise<string> {
  const { ops } = deps;
  if (asked === 'test') {
    const to = mailAddressIn(form.field('address', MAX_PASTED_CHARS));
    if (!isEmail(to)) throw new AppError('invalid_argument', { field: 'address', reason: 'format' });
    return answerOf(await ops.sendTestLetter(operator, to));
  }
  const id = form.field('letter', ID_CHARS);
  if (asked === 'retry') return answerOf(await ops.retryLetter(operator, id));
  await ops.dropLetter(operator, { id, reason: reasonOf(form) });
  return '';
}

const answerOf = ({ sent, reason }: { sent: boolean; reason: string }): string => (sent ? '' : `Not sent: ${reason}`);

export async function lettersPost(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const form = await readForm(c, deps);
  try {
    const textAct = TEXT_ACTS.find((each) => each === form.get('act'));
    if (textAct) return await postTexts(c, deps, operator, textAct, form);
    const asked = LETTER_ACTS.find((each) => each === form.get('act'));
    if (!asked) throw new AppError('invalid_argument', { field: 'act', reason: 'format' });
    const refusal = await act(deps, operator, asked, form);
    if (refusal === '') return seeOther(`${HERE}?${new URLSearchParams({ done: asked })}`);
    return show(c, deps, operator, { done: '', refusal });
  } catch (error) {
    return show(c, deps, operator, { done: '', refusal: deskRefusal(c, error) });
  }
}

async function postTexts(
  c: Context<AppEnv>,
  deps: PageDeps,
  operator: Operator,
  asked: TextAct,
  form: SentForm,
): Promise<Response> {
  const letter = await chosenLetter(c, deps);
  const { kind, locale } = letter;
  const outcome = await changeTexts(deps, operator, asked, form, { kind, locale, plain: deps.mail.templates(letter) });
  if (outcome.ok) return seeOther(`${HERE}?${new URLSearchParams({ kind, language: locale, done: asked })}#texts`);
  return show(c, deps, operator, { done: '', refusal: outcome.says, typed: outcome.typed });
}

/** Those that this installation sends. */
const letterKinds = (): readonly LetterKind[] =>
  hasOffers() ? LETTER_KINDS : LETTER_KINDS.filter((kind) => !OFFER_LETTERS.has(kind));

/** The letter and the language of the query. */
function chosenLetter(c: Context<AppEnv>, deps: PageDeps): Promise<Letter> {
  const asked = c.req.query('kind') ?? '';
  const kind = letterKinds().find((each) => each === asked) ?? LETTER_KINDS[0];
  const language = c.req.query('language') ?? '';
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  return letterFor(c, deps, { kind, locale, caller: c.get('call').caller });
}

async function show(c: Context<AppEnv>, deps: PageDeps, operator: Operator, outcome: Outcome): Promise<Response> {
  const { typed, ...said } = outcome;
  const written = await chosenLetter(c, deps);
  const { kind, locale } = written;
  const { fields, changes } = await shownTexts(deps, written, deps.mail.templates(written), typed);
  const letter = await deps.mail.preview(written, changes);
  if (c.req.query('as') === 'html')
    return new Response(letter.html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': FRAMED,
        'cache-control': 'private, no-store',
      },
    });
  const framed = `${HERE}?${new URLSearchParams({ kind, language: locale, as: 'html' })}`;
  return deskPage(
    c,
    { title: 'Letters', section: HERE, operator, status: outcome.refusal === '' ? 200 : 400 },
    <LettersView
      here={HERE}
      kinds={letterKinds()}
      kind={kind}
      locale={locale}
      letter={letter}
      framed={framed}
      queue={await queueOf(deps, written.to)}
      fields={fields}
      documentHref={href('ops.document', { document: 'letter_texts' })}
      {...said}
    />,
  );
}

type Translate = ReturnType<typeof makeTranslator>;

/** The subject of letters of the kind, in the language of the letter; '' where the text has nothing of the kind. */
function aboutOf(kind: LetterKind, { t }: Translate, agent: string): string {
  switch (kind) {
    case 'new-device':
      return agent;
    case 'receipt':
      return t('ui.person.premium');
    case 'link-closed':
    case 'link-upheld':
      return t(REASON_KEYS.other);
    case 'link-sent':
      return 'Alice';
    case 'links-end':
    case 'files-collected':
    case 'reward-granted':
      return '3';
    case 'traffic-full':
      return 'download';
    default:
      return '';
  }
}

/** Address, space and browser are the operator's own. */
async function letterFor(
  c: Context<AppEnv>,
  { auth, drive, clock }: PageDeps,
  { kind, locale, caller }: { kind: LetterKind; locale: Locale; caller: Caller | null },
): Promise<Letter> {
  const [box, space] = caller
    ? await Promise.all([auth.letterBoxOf(caller.userId), drive.space(caller)])
    : [null, null];
  const translator = makeTranslator(locale, loadMessages(locale), loadMessages(DEFAULT_LOCALE));
  const nowMs = clock.nowMs();
  return {
    kind,
    locale,
    to: box?.email ?? '',
    code: kind.endsWith('-code') ? '123456' : '',
    about: aboutOf(kind, translator, readUserAgent(c.get('call').userAgent)),
    usedBytes: space?.usageBytes ?? 0,
    limitBytes: space?.limitBytes ?? 0,
    dateMs: nowMs + DAY_MS,
    writtenMs: nowMs,
    untilMs: nowMs + 10 * MINUTE_MS,
  };
}
