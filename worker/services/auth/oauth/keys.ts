/** Names and lifetimes of grants. */

/** Lifetime of a code: longer than any exchange takes. */
export const CODE_TTL_SECONDS = 60;
/** Seals person and id of a code, so that a forged one reaches no account. */
export const CODE_PURPOSE = 'auth.code';

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
