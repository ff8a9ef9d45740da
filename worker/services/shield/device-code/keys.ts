/** Names and lifetimes of device codes (RFC 8628). */

/** Keyed digests of both codes. The user code selects the shard. */
export const DEVICE_CODE_PURPOSE = 'shield.device-code';
/** Time to find another device and type eight letters. */
export const DEVICE_CODE_TTL_SECONDS = 600;
/** Seconds between two polls, and the seconds that each early poll adds. */
export const POLL_SECONDS = 5;
export const POLL_STEP_SECONDS = 5;
/** Device codes of one address in an hour. */
export const DEVICE_CODES_PER_HOUR = 60;
/** User codes that one person, and one address, may try in the window: a chance of one in a billion to guess a pending one. */
export const USER_CODE_TRIES = 20;
export const USER_CODE_WINDOW_SECONDS = 600;
/** Two hex digits of the shard, then 128 random bits. */
export const DEVICE_CODE = /^[0-9a-f]{34}$/;
