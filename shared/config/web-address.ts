/** Addresses as operators write them into documents: https, spelled out, without a name or a password. */
import * as v from 'valibot';
import { decideTarget } from '#shared/navigation/decide-target.ts';

/** No path of ours is meant: an origin that no address has. */
const UNUSED_ORIGIN = 'https://magpie.invalid';

/** Whether text is a whole https address of another site. */
export function isWebAddress(text: string): boolean {
  if (!text.startsWith('https://') || !URL.canParse(text)) return false;
  const { origin } = new URL(text);
  return decideTarget(text, { appOrigin: UNUSED_ORIGIN, externalOrigins: new Set([origin]) }).kind === 'external';
}

export const webAddress = v.pipe(
  v.string(),
  v.check(isWebAddress, ({ input }) => `${input} is no https address without a name or a password`),
);

/** `https://example.com`, and nothing behind it. */
export const webOrigin = v.pipe(
  v.string(),
  v.check(
    (text) => isWebAddress(text) && new URL(text).origin === text,
    ({ input }) => `${input} is no https origin such as https://example.com`,
  ),
);
