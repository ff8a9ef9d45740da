/** Products of the catalogue: what they cost a person, and what they grant. Pure. */
import type { Catalogue, CataloguePlan, PlanLimitsText, StoragePack, TrafficPack } from './catalogue.ts';
import type { GrantItem, Region } from './ledger.ts';
import type { PlanLimits, Plans } from './plans.ts';

export type Product =
  | ({ readonly type: 'premium' } & CataloguePlan)
  | ({ readonly type: 'storage' } & StoragePack)
  | ({ readonly type: 'traffic' } & TrafficPack);

/** The price of one product for one person. */
export interface Offer {
  readonly product: Product;
  readonly region: Region;
  /** ISO 4217. */
  readonly currency: string;
  /** Of one piece, in the smallest unit of the currency. */
  readonly priceMinor: number;
}

/** Pieces of one order: above a hundred it is a mistake. */
export const MAX_QUANTITY = 100;

export function productsOf({ plans, storagePacks, trafficPacks }: Catalogue): Product[] {
  return [
    ...plans.map((plan) => ({ type: 'premium' as const, ...plan })),
    ...storagePacks.map((pack) => ({ type: 'storage' as const, ...pack })),
    ...trafficPacks.map((pack) => ({ type: 'traffic' as const, ...pack })),
  ];
}

export function findProduct(catalogue: Catalogue, id: string): Product | null {
  return productsOf(catalogue).find((product) => product.id === id) ?? null;
}

/** @param country  ISO 3166-1 alpha-2 */
export function regionOf({ regionalCountries }: Catalogue, country: string): Region {
  return regionalCountries.includes(country) ? 'regional' : 'global';
}

/**
 * The price of a product: that of the region, else the global one.
 * @returns null when the catalogue sells nothing, has no such product, or has no price in this currency
 */
export function offerOf(
  catalogue: Catalogue,
  id: string,
  { region, currency }: { readonly region: Region; readonly currency: string },
): Offer | null {
  const product = catalogue.sells ? findProduct(catalogue, id) : null;
  if (!product) return null;
  for (const priced of region === 'regional' ? (['regional', 'global'] as const) : (['global'] as const)) {
    const table = product.prices[priced];
    const priceMinor = Object.hasOwn(table, currency) ? table[currency] : undefined;
    if (priceMinor !== undefined) return { product, region: priced, currency, priceMinor };
  }
  return null;
}

/** Currencies that anything is sold for in a region. */
export function currenciesOf(catalogue: Catalogue, region: Region): string[] {
  const tables = productsOf(catalogue).flatMap(({ prices }) =>
    region === 'regional' ? [prices.regional, prices.global] : [prices.global],
  );
  return [...new Set(tables.flatMap((table) => Object.keys(table)))];
}

/**
 * The grant for so many pieces of a product: longer memberships, larger packs.
 * @param quantity  1 to MAX_QUANTITY
 * @throws RangeError for any other
 */
export function itemOf(product: Product, quantity: number, region: Region): GrantItem {
  if (!Number.isInteger(quantity) || quantity < 1 || quantity > MAX_QUANTITY) throw new RangeError('quantity');
  const { months, days } = product;
  switch (product.type) {
    case 'premium':
      return { type: 'premium', region, months: months * quantity, days: days * quantity };
    case 'storage':
      return { type: 'storage', bytes: product.bytes * quantity, months, days };
    case 'traffic':
      return { type: 'traffic', traffic: product.traffic, bytes: product.bytes * quantity, months, days };
  }
}

/** Limits that an installation sets, and that the catalogue may change per plan. */
export interface PlanSettings {
  readonly freeStorageBytes: number;
  readonly premiumStorageBytes: number;
  readonly fileBytes: number;
  readonly fetchTasksPerDay: number;
  readonly fetchTasksOpen: number;
  readonly fetchTasksAtOnce: number;
}

function limitsOf(text: PlanLimitsText, storageBytes: number, settings: PlanSettings): PlanLimits {
  const { offline = null, upload = null, download = null } = text.trafficBytes;
  return {
    storageBytes: text.storageBytes ?? storageBytes,
    fileBytes: Math.min(text.fileBytes ?? settings.fileBytes, settings.fileBytes),
    tasksPerDay: text.tasksPerDay ?? settings.fetchTasksPerDay,
    tasksOpen: text.tasksOpen ?? settings.fetchTasksOpen,
    tasksAtOnce: settings.fetchTasksAtOnce,
    links: text.links,
    transfersAtOnce: text.transfersAtOnce,
    trafficBytes: { offline, upload, download },
    slowBytesPerSecond: text.slowBytesPerSecond,
  };
}

/** The limits of both plans: the catalogue's, else those of the installation. */
export function plansOf({ limits }: Catalogue, settings: PlanSettings): Plans {
  return {
    free: limitsOf(limits.free, settings.freeStorageBytes, settings),
    premium: limitsOf(limits.premium, settings.premiumStorageBytes, settings),
  };
}
