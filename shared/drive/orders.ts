/** In which order things are listed. Apart from the wire's shapes, so that a page needs no checker to know its orders. */

/** URL values of the spec; `order` everywhere. */
export const SORT_ORDERS = ['name_asc', 'name_desc', 'mod_asc', 'mod_desc', 'size_asc', 'size_desc'] as const;
/** By kind stands among the spec's internal names alone: records and our own listing calls know it, addresses do not. */
export const LIST_ORDERS = [...SORT_ORDERS, 'type_desc'] as const;
export type SortOrder = (typeof LIST_ORDERS)[number];
export const DEFAULT_ORDER: SortOrder = 'mod_desc';

/**
 * Of a call without an order: newest first. No change of a thing moves it, so that a program that reads page after page meets every
 * thing once, whatever is renamed or written concurrently.
 */
export const STEADY_ORDER = 'created_desc';
/** Order of a page of files. */
export type PageOrder = SortOrder | typeof STEADY_ORDER;

/** An unknown order falls back to the default (wire-contract.md section 11). */
export function sortOrderOf(value: string): SortOrder {
  return SORT_ORDERS.find((order) => order === value) ?? DEFAULT_ORDER;
}

/** The order of a listing call. An unknown one is none. */
export function listOrderOf(value: string): PageOrder {
  return LIST_ORDERS.find((order) => order === value) ?? STEADY_ORDER;
}

/** The same for shares, which have no order by kind. */
export function shareOrderOf(value: string): PageOrder {
  return SORT_ORDERS.find((order) => order === value) ?? STEADY_ORDER;
}
