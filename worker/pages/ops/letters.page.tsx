/** `/ops/letters`: every letter in every language, with the operator's own data. `as=html` is the letter itself, for the frame of the page. */
import type { Context } from 'hono';
import { LettersView } from '#client/ops/previews/letters.view.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { DEFAULT_LOCALE, isLocale, type Locale } from '#shared/locale/tags.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { href } from '#shared/routes.ts';
import { REASON_KEYS } from '#shared/share/reports.ts';
import { DAY_MS, MINUTE_MS } from '#shared/units.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import type { Caller } from '#worker/platform/request.ts';
import { readUserAgent } from '#worker/services/auth/index.ts';
import { LETTER_KINDS, type Letter, type LetterKind } from '#worker/services/mail/index.ts';
import type { PageDeps } from '../services.ts';
import type { Operator } from './as-operator.tsx';
import { deskPage } from './desk.tsx';

const HERE = href('ops.document', { document: 'letters' });
/** A letter is shown in the frame of our own page; nothing in it loads or runs. */
const FRAMED = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox";

export async function lettersPage(c: Context<AppEnv>, deps: PageDeps, operator: Operator): Promise<Response> {
  const asked = c.req.query('kind') ?? '';
  const kind = LETTER_KINDS.find((each) => each === asked) ?? LETTER_KINDS[0];
  const language = c.req.query('language') ?? '';
  const locale = isLocale(language) ? language : DEFAULT_LOCALE;
  const { caller } = c.get('call');
  const letter = await deps.mail.preview(await letterFor(c, deps, { kind, locale, caller }));
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
    { title: 'Letters', section: HERE, operator },
    <LettersView here={HERE} kinds={LETTER_KINDS} kind={kind} locale={locale} letter={letter} framed={framed} />,
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
