/** Names and lifetimes of device codes (RFC 8628). */

/** Keyed digests of both codes; the shard is the one of the user code. */
export const DEVICE_CODE_PURPOSE = 'shield.device-code';
/** Time to find another device and type eight letters. */
export const DEVICE_CODE_TTL_SECONDS = 600;
/** Seconds between two polls at first, and what each poll that came too early adds. */
export const POLL_SECONDS = 5;
export const POLL_STEP_SECONDS = 5;
/** Twenty letters without vowels, so that no word appears and none looks like another: 8 of them are 34 bits. */
export const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
export const USER_CODE_CHARS = 8;
/** Device codes that one address may ask for in an hour. */
export const DEVICE_CODES_PER_HOUR = 60;
/** User codes that one person, and one address, may try in the window: one chance in a billion to meet a living one. */
export const USER_CODE_TRIES = 20;
export const USER_CODE_WINDOW_SECONDS = 600;
/** Two hex digits of the shard, then 128 bits of chance. */
export const DEVICE_CODE = /^[0-9a-f]{34}$/;
