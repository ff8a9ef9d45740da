/** Fields of the forms about one person and about many, and the sentences about them. */
import type { Context } from 'hono';
import type { SentAct } from '#client/ops/people/person-acts.view.tsx';
import { AppError } from '#shared/errors.ts';
import { readEnd } from '#shared/ops/end-time.ts';
import { readGigabytes } from '#shared/ops/gigabytes.ts';
import { type ManyAct, PERSON_ACTS } from '#shared/ops/people.ts';
import { href } from '#shared/routes.ts';
import { asAppError } from '#worker/edge/errors.ts';
import type { AppEnv } from '#worker/platform/http.ts';
import { newHexId } from '#worker/platform/ids.ts';
import type { SentForm } from '../render/form.ts';
import { countOf, deskRefusal, reasonOf } from './desk-form.ts';

export const PEOPLE = href('ops.document', { document: 'people' });

export function personHref(userId: string, done = false): string {
  return `${PEOPLE}?${new URLSearchParams({ person: userId, ...(done ? { done: '1' } : {}) })}`;
}

const KEY = /^[0-9a-f]{16,64}$/;

const FIELDS: Readonly<Record<string, string>> = {
  'ends: out_of_range': 'Choose an end that is to come, at most ten years away.',
  'ends: format': 'Give the end as a day and, if you like, a time of it: 2027-12-31, 18:00.',
  'gib: out_of_range': 'Storage is a whole number of GB, from 1 to 1,048,576.',
  'quota: format': 'Storage is a number of GB with at most three decimals, such as 50 or 1.5, up to 1,048,576.',
  'gib: format': 'Storage is a whole number of GB, from 1 to 1,048,576.',
  'act: format': 'Choose what to do.',
};

export function personRefusal(c: Context<AppEnv>, error: unknown): string {
  const { field, reason } = asAppError(error).detail ?? {};
  return FIELDS[`${field}: ${reason}`] ?? deskRefusal(c, error);
}

const invalid = (field: string, reason = 'format') => new AppError('invalid_argument', { field, reason });

/** @throws AppError invalid_argument */
function endOfForm(form: SentForm): number {
  const [day, at] = [form.field('ends', 10).trim(), form.field('at', 8).trim()];
  const endsMs = day === '' ? 0 : readEnd(at === '' ? day : `${day}T${at}`);
  if (endsMs === null) throw invalid('ends');
  return endsMs;
}

/** Null for the amount of group and plan. @throws AppError invalid_argument */
function amountOfForm(form: SentForm): number | null {
  if (form.get('amount') === 'plan') return null;
  const bytes = readGigabytes(form.field('gb', 16));
  if (bytes === null) throw invalid('quota');
  return bytes;
}

function keyOf(key: string): string {
  if (!KEY.test(key)) throw invalid('key');
  return key;
}

/** The act of a form about one person. @throws AppError invalid_argument */
export function actOfForm(form: SentForm) {
  const act = PERSON_ACTS.find((each) => each === form.get('step'));
  if (!act) throw invalid('step');
  // The forms about something that is there send no key: it has one.
  const hasKey = act === 'take_back' || act === 'confirm' || act === 'refuse';
  const key = hasKey ? newHexId() : keyOf(form.field('key', 64));
  const endsMs = endOfForm(form);
  const more = { reason: reasonOf(form), endsMs, entryId: form.field('entry', 64), askId: form.field('ask', 64) };
  if (act === 'group') return { act, key, ...more, group: form.field('group', 64) };
  if (act !== 'quota') return { act, key, ...more, gib: countOf(form, 'gib') };
  const bytes = amountOfForm(form);
  // The amount of group and plan has no end of its own.
  return { act, key, ...more, endsMs: bytes === null ? 0 : endsMs, bytes, seen: form.field('seen', 64) };
}

/** The act of a form about many people. @throws AppError invalid_argument */
export function manyOfForm(form: SentForm, act: ManyAct) {
  const about = { act, key: keyOf(form.field('key', 64)), reason: reasonOf(form) };
  if (act === 'group') return { ...about, group: form.field('group', 64) };
  if (act !== 'quota') return about;
  const bytes = amountOfForm(form);
  return { ...about, bytes, endsMs: bytes === null ? 0 : endOfForm(form) };
}

/** The fields of a form that was refused. */
export function sentOf(form: SentForm, act: string): SentAct {
  const text = (name: string) => form.get(name) ?? '';
  return {
    act,
    reason: text('reason'),
    ends: text('ends'),
    at: text('at'),
    gib: text('gib'),
    gb: text('gb'),
    group: text('group'),
  };
}
