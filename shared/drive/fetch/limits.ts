/** Addresses that one call looks at, and that one dialog takes. */
export const MAX_ADDRESSES = 20;
