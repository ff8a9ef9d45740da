/**
 * Activities of the document `activity_operation` as pages and calls use them: whether one runs, its credits, and whether a person
 * may take one. Pure: the moment is passed in.
 */
import type { Format } from '#shared/locale/format.ts';
import {
  ACTIVITIES,
  type ActivityOperation,
  type ActivityTemplate,
  type CompensationType,
  isHiddenType,
} from './activity-operation.ts';
import { fillText, type LanguageTexts } from './language-texts.ts';

type DateFormat = Pick<Format, 'locale' | 'date' | 'number'>;

/** Something that a person takes once. */
export interface Credit {
  /** Names it in the ledger: `activity.<name>` or `compensation.<type>`. */
  readonly key: string;
  /** '' for the reward of an activity that has only one. */
  readonly type: string;
  /** Null where the title of its activity is enough. */
  readonly title: LanguageTexts | null;
  /** Days of premium. */
  readonly days: number;
  /** Epoch ms. */
  readonly startMs: number;
  /** Epoch ms, the first moment after it. */
  readonly endMs: number;
  /** Only accounts made before this moment get it; Infinity for every account. */
  readonly accountsBeforeMs: number;
  /** Shown to everyone; others only to people with its address. */
  readonly isListed: boolean;
}

export interface LiveActivity {
  readonly name: string;
  readonly isOpen: boolean;
  readonly startMs: number;
  /** The first moment after it. */
  readonly endMs: number;
  readonly template: ActivityTemplate;
  /** Null: the texts of the build. */
  readonly texts: {
    readonly title: LanguageTexts;
    readonly lead: LanguageTexts;
    readonly body?: LanguageTexts | undefined;
  } | null;
  /** A window in the drive shows it to people. */
  readonly hasPopup: boolean;
  /** '' for none. */
  readonly picture: string;
  readonly credits: readonly Credit[];
}

type Fields = Omit<ActivityOperation['christmas'], 'reward_days' | 'accounts_before'>;

const TEMPLATE_OF: Readonly<Record<string, ActivityTemplate>> = { compensation: 'credit', 'black-friday': 'offer' };

const before = (text: string): number => (text === '' ? Number.POSITIVE_INFINITY : Date.parse(text));

function liveOf(name: string, fields: Fields, credits: readonly Credit[]): LiveActivity {
  const { open: isOpen, start, end, template, texts, popup: hasPopup, picture } = fields;
  return {
    name,
    isOpen,
    startMs: Date.parse(start),
    endMs: Date.parse(end),
    template: template ?? TEMPLATE_OF[name] ?? 'gift',
    texts: texts ?? null,
    hasPopup,
    picture,
    credits,
  };
}

function creditOf(name: string, fields: ActivityOperation['christmas']): Credit[] {
  if (fields.reward_days === 0) return [];
  return [
    {
      key: `activity.${name}`,
      type: '',
      title: null,
      days: fields.reward_days,
      startMs: Date.parse(fields.start),
      endMs: Date.parse(fields.end),
      accountsBeforeMs: before(fields.accounts_before),
      isListed: true,
    },
  ];
}

/** A type runs within its activity. */
function compensationOf(type: CompensationType, activity: { readonly start: string; readonly end: string }): Credit {
  const [startMs, endMs] = [Date.parse(activity.start), Date.parse(activity.end)];
  return {
    key: `compensation.${type.type}`,
    type: type.type,
    title: type.title,
    days: type.reward_days,
    startMs: type.start === '' ? startMs : Math.max(startMs, Date.parse(type.start)),
    endMs: type.end === '' ? endMs : Math.min(endMs, Date.parse(type.end)),
    accountsBeforeMs: before(type.accounts_before),
    isListed: !isHiddenType(type.type),
  };
}

/** Those of the specification first, then the further ones in their order. */
export function activitiesOf(document: ActivityOperation): readonly LiveActivity[] {
  const own = ACTIVITIES.map((name) => {
    if (name !== 'compensation') return liveOf(name, document[name], creditOf(name, document[name]));
    const { types, ...fields } = document.compensation;
    return liveOf(
      name,
      fields,
      types.map((type) => compensationOf(type, fields)),
    );
  });
  return [...own, ...document.more.map(({ name, ...fields }) => liveOf(name, fields, creditOf(name, fields)))];
}

export function findActivity(document: ActivityOperation, name: string): LiveActivity | undefined {
  return activitiesOf(document).find((each) => each.name === name);
}

export interface FoundCredit {
  readonly activity: LiveActivity;
  readonly credit: Credit;
}

/** By the name of an activity with one reward, or by a type of compensation. */
export function findCredit(document: ActivityOperation, name: string): FoundCredit | undefined {
  for (const activity of activitiesOf(document))
    for (const credit of activity.credits) if ((credit.type || activity.name) === name) return { activity, credit };
  return undefined;
}

function valuesOf({ startMs, endMs }: Span, days: number, format: DateFormat): Record<string, string> {
  // The last day, not the first one after it.
  return { start: format.date(startMs), end: format.date(endMs - 1), days: format.number(days) };
}

export interface ActivityTexts {
  readonly title: string;
  readonly lead: string;
  readonly paragraphs: readonly string[];
}

/** @returns null where the texts of the build count */
export function activityTexts(activity: LiveActivity, format: DateFormat): ActivityTexts | null {
  const { texts, credits } = activity;
  if (texts === null) return null;
  const values = valuesOf(activity, credits[0]?.days ?? 0, format);
  const { title, lead, body } = texts;
  return {
    title: fillText(title[format.locale], values),
    lead: fillText(lead[format.locale], values),
    paragraphs: body ? fillText(body[format.locale], values).split(/\n\n+/) : [],
  };
}

/** '' where the title of its activity is enough. */
export function creditTitle(credit: Credit, format: DateFormat): string {
  return credit.title === null ? '' : fillText(credit.title[format.locale], valuesOf(credit, credit.days, format));
}

type Span = Pick<Credit, 'startMs' | 'endMs'>;

export function isRunning({ isOpen, startMs, endMs }: Pick<LiveActivity, 'isOpen'> & Span, nowMs: number): boolean {
  return isOpen && nowMs >= startMs && nowMs < endMs;
}

/** Why a person does not get a credit now; null where nothing is in the way. */
export type ClaimRefusal = 'activity_not_begun' | 'activity_ended' | 'reward_not_for_account';

export function refusalOfClaim(
  { activity, credit }: FoundCredit,
  { createdMs, nowMs }: { readonly createdMs: number; readonly nowMs: number },
): ClaimRefusal | null {
  if (nowMs < credit.startMs) return 'activity_not_begun';
  if (!activity.isOpen || nowMs >= credit.endMs) return 'activity_ended';
  return createdMs < credit.accountsBeforeMs ? null : 'reward_not_for_account';
}

/** `''`: made after what it makes up for. `init`: nothing to take now. `toget`: waits. `success`: taken. */
export type CreditState = '' | 'init' | 'toget' | 'success';

export function creditState(isTaken: boolean, refusal: ClaimRefusal | null): CreditState {
  if (isTaken) return 'success';
  if (refusal === null) return 'toget';
  return refusal === 'reward_not_for_account' ? '' : 'init';
}
