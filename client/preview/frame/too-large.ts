/** A file that would need more memory or time than a reader's device has. */
export class TooLarge extends Error {}
