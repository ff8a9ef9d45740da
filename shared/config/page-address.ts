/** Addresses as operators write them into documents for pages and clients: a path of ours, or one with https. */
import * as v from 'valibot';

/** The host has none of the marks that parsers accept and that have another meaning in a content security policy. */
const ADDRESS = /^(https:\/\/[^\s/?#\\;,*%'"]+([/?#][^\s\\]*)?|\/(?![/\\])[^\s\\]*)$/;
const MAX_CHARS = 500;
const WRONG = 'must be a path that begins with /, or an https address';

export const pageAddress = (says: string) =>
  v.pipe(
    v.string(),
    v.maxLength(MAX_CHARS),
    v.regex(ADDRESS, WRONG),
    v.description(says),
    v.metadata({ as: 'address' }),
  );

/** The same, and '' for none. */
export const maybePageAddress = (says: string) =>
  v.pipe(
    v.string(),
    v.maxLength(MAX_CHARS),
    v.check((text) => text === '' || ADDRESS.test(text), WRONG),
    v.description(says),
    v.metadata({ as: 'address' }),
  );
