import { expect, test } from 'vitest';
import { GIB, TIB } from '#shared/units.ts';
import { type Catalogue, catalogueDocument } from './catalogue.ts';
import { currenciesOf, findProduct, itemOf, offerOf, plansOf, regionOf } from './offer.ts';

const SETTINGS = {
  freeStorageBytes: 6 * GIB,
  premiumStorageBytes: 10 * TIB,
  fileBytes: TIB,
  fetchTasksPerDay: 100,
  fetchTasksOpen: 90,
  fetchTasksAtOnce: 3,
};

function parsed(text: string): Catalogue {
  const result = catalogueDocument.parse(text);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.value;
}

const catalogue = parsed(catalogueDocument.initial);
const problemOf = (change: (text: Record<string, unknown>) => void): string => {
  const text = JSON.parse(catalogueDocument.initial) as Record<string, unknown>;
  change(text);
  const result = catalogueDocument.parse(JSON.stringify(text));
  return result.ok ? '' : (result.problems[0]?.message ?? '');
};

test('an offer costs the regional price where there is one, and the global price elsewhere', () => {
  expect(regionOf(catalogue, 'ID')).toBe('regional');
  expect(regionOf(catalogue, 'DE')).toBe('global');
  const offer = (id: string, region: 'global' | 'regional', currency: string) =>
    offerOf(catalogue, id, { region, currency });
  expect(offer('premium-month', 'regional', 'USD')).toMatchObject({ region: 'regional', priceMinor: 399 });
  expect(offer('premium-month', 'global', 'USD')).toMatchObject({ region: 'global', priceMinor: 799 });
  expect(offer('premium-month', 'regional', 'EUR')).toMatchObject({ region: 'global', priceMinor: 749 });
  expect(offer('storage-1t-month', 'regional', 'USD')).toMatchObject({ region: 'global', priceMinor: 299 });
});

test.each([
  ['premium-month', 'XXX'],
  ['no-such-product', 'USD'],
  ['premium-month', 'constructor'],
])('an offer is none for %s in %s', (id, currency) => {
  expect(offerOf(catalogue, id, { region: 'global', currency })).toBeNull();
});

test('an offer is none while nothing is sold', () => {
  expect(offerOf({ ...catalogue, sells: false }, 'premium-month', { region: 'global', currency: 'USD' })).toBeNull();
});

test('an offer: exists in every currency that a region has', () => {
  expect(currenciesOf(catalogue, 'global').toSorted()).toEqual(['EUR', 'JPY', 'USD']);
});

const product = (id: string) => {
  const found = findProduct(catalogue, id);
  if (!found) throw new Error(id);
  return found;
};

test('the content of a product: grows in length for a membership and in bytes for a pack', () => {
  expect(itemOf(product('premium-month'), 3, 'global')).toEqual({
    type: 'premium',
    region: 'global',
    months: 3,
    days: 0,
  });
  expect(itemOf(product('storage-1t-year'), 2, 'global')).toEqual({
    type: 'storage',
    bytes: 2 * TIB,
    months: 12,
    days: 0,
  });
  expect(itemOf(product('offline-1t'), 1, 'global')).toMatchObject({ traffic: 'offline', bytes: TIB, days: 90 });
});

test.each([0, -1, 1.5, 101, Number.NaN, Number.POSITIVE_INFINITY])(
  'the content of a product is refused for %d pieces',
  (quantity) => {
    expect(() => itemOf(product('premium-month'), quantity, 'global')).toThrow(RangeError);
  },
);

test('limits of the plans are those of the installation where the catalogue names none', () => {
  const { free, premium } = plansOf(catalogue, SETTINGS);
  expect(free).toMatchObject({ storageBytes: 6 * GIB, tasksPerDay: 100, tasksOpen: 90, tasksAtOnce: 3, links: null });
  expect(premium).toMatchObject({ storageBytes: 10 * TIB, tasksPerDay: 1_000, fileBytes: TIB });
});

test('limits of the plans never allow a larger file than the installation takes', () => {
  const large = {
    ...catalogue,
    limits: { ...catalogue.limits, free: { ...catalogue.limits.free, fileBytes: 2 * TIB } },
  };
  expect(plansOf(large, SETTINGS).free.fileBytes).toBe(TIB);
});

type Table = { id: string; months?: number; prices: Record<string, Record<string, number>> }[];

test.each<[string, (text: Record<string, unknown>) => void, string]>([
  [
    'two products of one id',
    (text) => {
      for (const each of text['storagePacks'] as Table) each.id = 'premium-month';
    },
    'an id of its own',
  ],
  [
    'a plan of no length',
    (text) => {
      for (const each of text['plans'] as Table) each.months = 0;
    },
    'at least one month or one day',
  ],
  [
    'a price of a fraction',
    (text) => {
      for (const each of text['plans'] as Table) each.prices = { global: { USD: 7.99 } };
    },
    'a whole number',
  ],
  [
    'a price of nothing',
    (text) => {
      for (const each of text['plans'] as Table) each.prices = { global: { USD: 0 } };
    },
    'at least 1',
  ],
  [
    'a country that does not exist',
    (text) => {
      text['regionalCountries'] = ['ZZ'];
    },
    'must be a country',
  ],
])('a catalogue: with %s is refused', (_, change, message) => {
  expect(problemOf(change)).toContain(message);
});
