/**
 * The catalogue: plans and packs with their prices, and the limits of both plans. One document that operators publish; the
 * interface, errors, policy and help pages read it. For the server and the command line: browsers get offers (offer.ts).
 */
import * as v from 'valibot';
import { isCountryCode } from '#shared/country/model.ts';
import type { DocumentKind } from '#shared/document-kind.ts';
import { parseJsonText } from '#shared/json-text.ts';
import { GIB, KIB, MIB, TIB } from '#shared/units.ts';
import { TRAFFIC_CHOICES, TRAFFIC_KINDS } from './ledger.ts';

const MAX_PRODUCTS = 40;
const MAX_CURRENCIES = 40;
/** Ten million of a currency with two digits: no product of ours costs more. */
const MAX_PRICE_MINOR = 1_000_000_000;

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const bytes = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.metadata({ as: 'bytes' }));

const productId = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9][a-z0-9-]{1,39}$/, 'must be lower-case letters, digits and hyphens, such as premium-month'),
  v.title('Id'),
  v.description('Name in orders and in the ledger. Never give it to another product.'),
);

const prices = v.pipe(
  v.record(
    v.pipe(v.string(), v.regex(/^[A-Z]{3}$/, 'must be a currency of ISO 4217, such as USD')),
    v.pipe(
      v.number(),
      v.safeInteger(),
      v.minValue(1),
      v.maxValue(MAX_PRICE_MINOR),
      v.title('Price'),
      v.metadata({ as: 'money' }),
    ),
  ),
  v.metadata({ entry: 'Price', name: 'Currency' }),
  v.check((table) => Object.keys(table).length <= MAX_CURRENCIES, `at most ${MAX_CURRENCIES} currencies`),
);

const regionPrices = v.pipe(
  v.strictObject({
    global: v.pipe(
      v.optional(prices, {}),
      v.title('Prices everywhere'),
      v.description('Currency, such as USD, and price in every country. The JSON has cents.'),
    ),
    regional: v.pipe(
      v.optional(prices, {}),
      v.description('Prices in the countries with regional prices; what is bought for them is a regional membership.'),
      v.title('Regional prices'),
    ),
  }),
  v.title('Prices'),
  v.description('A product without any is not sold.'),
);

const months = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(120));
const days = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(3_660));

/** A length of at least one day. */
const lasting = {
  months: v.pipe(
    v.optional(months, 0),
    v.description('Calendar months that it lasts.'),
    v.metadata({ unit: 'months' }),
  ),
  days: v.pipe(
    v.optional(days, 0),
    v.description('Days that it lasts, after the months.'),
    v.metadata({ unit: 'days' }),
  ),
};

const LENGTH_MESSAGE = 'must last at least one month or one day';

const plan = v.pipe(
  v.strictObject({
    id: productId,
    ...lasting,
    renews: v.pipe(
      v.optional(v.boolean(), false),
      v.title('May renew itself'),
      v.description('It may also be bought as a subscription.'),
    ),
    prices: regionPrices,
  }),
  v.check((each) => each.months + each.days > 0, LENGTH_MESSAGE),
);

const storagePack = v.pipe(
  v.strictObject({
    id: productId,
    bytes: v.pipe(bytes, v.title('Storage'), v.description('On top of the plan.')),
    ...lasting,
    prices: regionPrices,
  }),
  v.check((each) => each.months + each.days > 0, LENGTH_MESSAGE),
);

const trafficPack = v.pipe(
  v.strictObject({
    id: productId,
    traffic: v.pipe(
      v.picklist(TRAFFIC_KINDS),
      v.title('For'),
      v.description('Use of the traffic.'),
      v.metadata({ choices: TRAFFIC_CHOICES }),
    ),
    bytes: v.pipe(bytes, v.title('Traffic'), v.description('On top of the plan.')),
    ...lasting,
    prices: regionPrices,
  }),
  v.check((each) => each.months + each.days > 0, LENGTH_MESSAGE),
);

const SETTING = 'Empty: the setting of the installation (LIMITS).';
const orSetting = (title: string, text: string) =>
  v.pipe(v.exactOptional(count), v.title(title), v.description(`${text} ${SETTING}`));
const orNone = (title: string, text: string) =>
  v.pipe(v.optional(v.nullable(count), null), v.title(title), v.description(`${text} Empty: no limit.`));
const AS_BYTES = { as: 'bytes' } as const;

const planLimits = v.strictObject({
  storageBytes: v.pipe(orSetting('Storage', 'Space of each person.'), v.metadata(AS_BYTES)),
  fileBytes: v.pipe(orSetting('Largest file', 'Never above the setting.'), v.metadata(AS_BYTES)),
  tasksPerDay: orSetting('Fetches a day', 'Fetches by link on one day.'),
  tasksOpen: orSetting('Fetches at a time', 'Fetches that wait or run.'),
  links: orNone('Open links', 'Links that are open at a time.'),
  transfersAtOnce: v.pipe(
    v.optional(v.pipe(count, v.minValue(1), v.maxValue(20)), 3),
    v.title('Transfers at a time'),
    v.description('Files that a client sends or takes at a time.'),
  ),
  trafficBytes: v.pipe(
    v.optional(
      v.strictObject({
        offline: v.pipe(orNone('Fetches by link', 'What the drive fetches.'), v.metadata(AS_BYTES)),
        upload: v.pipe(orNone('Uploads', 'What people upload.'), v.metadata(AS_BYTES)),
        download: v.pipe(
          orNone('Downloads', 'Sent from the drive, to its owner and by its links.'),
          v.metadata(AS_BYTES),
        ),
      }),
      {},
    ),
    v.title('Traffic a month'),
    v.description('In a calendar month, before traffic packs.'),
  ),
  slowBytesPerSecond: v.pipe(
    v.optional(v.nullable(v.pipe(count, v.minValue(16 * KIB))), null),
    v.title('Slow downloads'),
    v.description('Speed a second of downloads by the owner without download traffic left. Empty: they stop.'),
    v.metadata(AS_BYTES),
  ),
});

const schema = v.pipe(
  v.strictObject({
    sells: v.pipe(
      v.optional(v.boolean(), true),
      v.title('Sell memberships and packs'),
      v.description('Off: nothing may be bought. What was bought before stays.'),
    ),
    regionalCountries: v.pipe(
      v.optional(
        v.pipe(
          v.array(v.pipe(v.string(), v.check(isCountryCode, 'must be a country of ISO 3166-1, such as ID'))),
          v.maxLength(250),
        ),
        [],
      ),
      v.title('Countries with regional prices'),
      v.description('Two letters each, such as ID.'),
    ),
    limits: v.pipe(
      v.strictObject({
        free: v.pipe(v.optional(planLimits, {}), v.description('Limits without a membership.')),
        premium: v.pipe(v.optional(planLimits, {}), v.description('Limits while a membership is valid.')),
      }),
      v.description('What each plan allows.'),
    ),
    plans: v.pipe(
      v.array(plan),
      v.maxLength(MAX_PRODUCTS),
      v.title('Memberships'),
      v.description('By length.'),
      v.metadata({ entry: 'Membership' }),
    ),
    storagePacks: v.pipe(
      v.array(storagePack),
      v.maxLength(MAX_PRODUCTS),
      v.description('By size and length.'),
      v.metadata({ entry: 'Storage pack' }),
    ),
    trafficPacks: v.pipe(
      v.array(trafficPack),
      v.maxLength(MAX_PRODUCTS),
      v.description('By kind and size.'),
      v.metadata({ entry: 'Traffic pack' }),
    ),
  }),
  v.check(({ plans, storagePacks, trafficPacks }) => {
    const ids = [...plans, ...storagePacks, ...trafficPacks].map(({ id }) => id);
    return new Set(ids).size === ids.length;
  }, 'every product needs an id of its own'),
);

export type Catalogue = v.InferOutput<typeof schema>;
export type CataloguePlan = Catalogue['plans'][number];
export type StoragePack = Catalogue['storagePacks'][number];
export type TrafficPack = Catalogue['trafficPacks'][number];
export type PlanLimitsText = Catalogue['limits']['free'];

const initial: v.InferInput<typeof schema> = {
  sells: true,
  regionalCountries: ['BD', 'BR', 'ID', 'IN', 'MY', 'PH', 'PK', 'RU', 'TH', 'UA', 'VN'],
  limits: {
    free: {
      transfersAtOnce: 3,
      trafficBytes: { offline: 500 * GIB, upload: 500 * GIB, download: 500 * GIB },
      slowBytesPerSecond: 512 * KIB,
    },
    premium: {
      tasksPerDay: 1_000,
      tasksOpen: 500,
      transfersAtOnce: 6,
      trafficBytes: { offline: 20 * TIB, upload: 20 * TIB, download: 10 * TIB },
      slowBytesPerSecond: 4 * MIB,
    },
  },
  plans: [
    {
      id: 'premium-month',
      months: 1,
      renews: true,
      prices: { global: { USD: 799, EUR: 749, JPY: 1_200 }, regional: { USD: 399 } },
    },
    {
      id: 'premium-year',
      months: 12,
      renews: true,
      prices: { global: { USD: 5_999, EUR: 5_599, JPY: 8_900 }, regional: { USD: 2_999 } },
    },
  ],
  storagePacks: [
    { id: 'storage-1t-month', bytes: TIB, months: 1, prices: { global: { USD: 299, EUR: 279, JPY: 450 } } },
    { id: 'storage-1t-year', bytes: TIB, months: 12, prices: { global: { USD: 2_499, EUR: 2_299, JPY: 3_700 } } },
  ],
  trafficPacks: [
    {
      id: 'offline-1t',
      traffic: 'offline',
      bytes: TIB,
      days: 90,
      prices: { global: { USD: 199, EUR: 189, JPY: 300 } },
    },
    { id: 'upload-1t', traffic: 'upload', bytes: TIB, days: 90, prices: { global: { USD: 199, EUR: 189, JPY: 300 } } },
    {
      id: 'download-1t',
      traffic: 'download',
      bytes: TIB,
      days: 90,
      prices: { global: { USD: 499, EUR: 469, JPY: 750 } },
    },
  ],
};

export const catalogueDocument: DocumentKind<Catalogue> & { readonly schema: typeof schema } = {
  title: 'Membership: plans, packs, prices and limits',
  format: 'json',
  schema,
  initial: `${JSON.stringify(initial, null, 2)}\n`,
  parse: (text) => parseJsonText(text, schema),
};
