/**
 * Activities as operators publish them: the fields of the document `activity_operation`. When each runs, its texts, picture and
 * template, and the days of premium that a person takes once. How they are read: activities.ts.
 */
import * as v from 'valibot';
import { isActivityName } from '#shared/site/activity-name.ts';
import { inEveryLanguage } from './language-texts.ts';
import { maybePageAddress } from './page-address.ts';

/** Activities with an address of their own in the specification. */
export const ACTIVITIES = ['christmas', 'compensation', 'black-friday'] as const;
export type Activity = (typeof ACTIVITIES)[number];

/** How a page looks. `gift`: something to collect; `credit`: an apology with its credits; `offer`: leads to the plans; `notice`: only read. */
export const TEMPLATES = ['gift', 'credit', 'offer', 'notice'] as const;
export type ActivityTemplate = (typeof TEMPLATES)[number];

/** Placeholders of the texts: dates, and the number of days that are given. */
const DATES = ['start', 'end'];
const DATES_AND_DAYS = [...DATES, 'days'];
/** Rewards of tasks (rewards.contract.ts), which have no underscore-free name. */
const TASK_NAMES: readonly string[] = ['check_in', 'free_vip', 'upload_file', 'install_web_extension'];
const TYPE = /^[a-z0-9][a-z0-9_]{2,63}$/;
/** A type that only people with its address know. */
const HASH = /^([0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64})$/;
const MAX_MORE = 40;
const MAX_TYPES = 60;

const moment = v.pipe(
  v.string(),
  v.isoTimestamp('must be a time such as 2026-12-24T00:00:00Z'),
  v.check((text) => !Number.isNaN(Date.parse(text)), 'is no day of the calendar'),
);

const maybeMoment = (says: string) =>
  v.optional(
    v.pipe(
      v.string(),
      v.check((text) => text === '' || v.is(moment, text), 'must be a time such as 2026-12-24T00:00:00Z, or empty'),
      v.description(says),
      v.metadata({ as: 'moment' }),
    ),
    '',
  );

const accountsBefore = maybeMoment('Only accounts made before this moment get it; empty: every account.');

const rewardDays = (least: number) =>
  v.pipe(
    v.number(),
    v.safeInteger(),
    v.minValue(least),
    v.maxValue(366),
    v.title('Reward'),
    v.metadata({ unit: 'days' }),
  );

const textsWith = (placeholders: readonly string[]) =>
  v.strictObject({
    title: v.pipe(inEveryLanguage(80, placeholders), v.description('Title of the page.')),
    lead: v.pipe(inEveryLanguage(300, placeholders), v.description('The sentence below it, also for search engines.')),
    body: v.pipe(
      v.optional(inEveryLanguage(3_000, placeholders)),
      v.description('More paragraphs, parted by an empty line.'),
    ),
  });
const texts = textsWith(DATES_AND_DAYS);

const times = {
  open: v.pipe(v.boolean(), v.title('Open'), v.description('Off closes it whatever the times say.')),
  start: v.pipe(moment, v.description('First moment.')),
  end: v.pipe(moment, v.description('First moment after it.')),
};

const look = {
  template: v.pipe(
    v.optional(v.picklist(TEMPLATES)),
    v.description('How the page looks. Not set: as the activity always did, or as a gift.'),
    v.metadata({
      choices: {
        gift: 'Gift: something to collect',
        credit: 'Credit: an apology with its credits',
        offer: 'Offer: leads to the plans',
        notice: 'Notice: only read',
      },
    }),
  ),
  popup: v.pipe(
    v.optional(v.boolean(), false),
    v.title('Window in the drive'),
    v.description('While it runs, a window in the drive shows it to people, once in each browser.'),
  ),
  picture: v.optional(
    maybePageAddress('Picture above the text, three times as wide as high. With https its host learns who looks.'),
    '',
  ),
};

const reward = {
  reward_days: v.pipe(
    v.optional(rewardDays(0), 0),
    v.description('Days of premium that each person takes once while it runs. 0: none.'),
  ),
  accounts_before: accountsBefore,
};

interface Times {
  readonly start: string;
  readonly end: string;
}
const endsAfterStart = ({ start, end }: Times): boolean => Date.parse(start) < Date.parse(end);
const ORDER = 'must end after it starts';

/** Texts are those of the build until the document has some. */
const builtIn = v.pipe(
  v.strictObject({
    ...times,
    texts: v.pipe(v.optional(texts), v.description('Left out: the texts that the product has.')),
    ...look,
    ...reward,
  }),
  v.check((activity) => endsAfterStart(activity), ORDER),
);

const compensationType = v.pipe(
  v.strictObject({
    type: v.pipe(
      v.string(),
      v.regex(TYPE, 'must be 3 to 64 of a-z, 0-9 and _'),
      v.check(
        (text) => !TASK_NAMES.includes(text) && !(ACTIVITIES as readonly string[]).includes(text),
        'is the name of something else',
      ),
      v.description(
        'Names the credit, once and for all: a person gets each type once. 32, 40 or 64 hexadecimal digits: not listed, only at /activity/compensation?type=…',
      ),
    ),
    title: v.pipe(inEveryLanguage(160, DATES_AND_DAYS), v.description('The reason for it.')),
    reward_days: v.pipe(rewardDays(1), v.description('Days of premium.')),
    start: maybeMoment('First moment; empty: with the activity.'),
    end: maybeMoment('First moment after it; empty: with the activity.'),
    accounts_before: accountsBefore,
  }),
  v.check((type) => type.start === '' || type.end === '' || endsAfterStart(type), ORDER),
);

const compensation = v.pipe(
  v.strictObject({
    ...times,
    texts: v.pipe(v.optional(textsWith(DATES)), v.description('Left out: the texts that the product has.')),
    ...look,
    types: v.pipe(
      v.optional(v.pipe(v.array(compensationType), v.maxLength(MAX_TYPES)), []),
      v.check((types) => new Set(types.map(({ type }) => type)).size === types.length, 'has one type twice'),
      v.title('Credits'),
      v.description('The first one first.'),
      v.metadata({ entry: 'Credit' }),
    ),
  }),
  v.check((activity) => endsAfterStart(activity), ORDER),
);

const further = v.pipe(
  v.strictObject({
    name: v.pipe(
      v.string(),
      v.check(isActivityName, 'must be 3 to 40 of a-z, 0-9 and -, and begin with a letter'),
      v.check((name) => !(ACTIVITIES as readonly string[]).includes(name), 'is one of the fields above'),
      v.description(
        'Last part of its address, /activity/…; it also names the reward, so a used name gives nothing again.',
      ),
    ),
    ...times,
    texts: v.pipe(texts, v.description('Its texts, in every language.')),
    ...look,
    ...reward,
  }),
  v.check((activity) => endsAfterStart(activity), ORDER),
);

export type CompensationType = v.InferOutput<typeof compensationType>;

export const activityOperationSchema = v.object({
  christmas: v.pipe(builtIn, v.description('The page /activity/christmas.')),
  compensation: v.pipe(compensation, v.description('The page /activity/compensation.')),
  'black-friday': v.pipe(builtIn, v.description('The page /activity/black-friday.')),
  more: v.pipe(
    v.optional(v.pipe(v.array(further), v.maxLength(MAX_MORE)), []),
    v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'has one name twice'),
    v.title('Further activities'),
    v.description('Each at /activity/ and its name.'),
    v.metadata({ entry: 'Activity' }),
  ),
});

export type ActivityOperation = v.InferOutput<typeof activityOperationSchema>;

export const isHiddenType = (type: string): boolean => HASH.test(type);
