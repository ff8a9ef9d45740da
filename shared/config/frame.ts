/** Foreign pages that may frame ours: the document `frame`. Empty: none may. For the server alone. */
import * as v from 'valibot';
import { makeConfigDocument } from './config-document.ts';

/** URL parsers accept `*`, `;` and `,` in a host; in a content security policy they have another meaning. */
const PLAIN_HOST = /^[a-z0-9._-]+$/;

/** An origin as it is compared: scheme and host, no path, no wildcard. Plain http serves a machine's own pages alone. */
function isParentOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { origin, protocol, hostname } = new URL(text);
  const isOwnMachine = hostname === 'localhost' || hostname === '127.0.0.1';
  return (
    origin === text && PLAIN_HOST.test(hostname) && (protocol === 'https:' || (protocol === 'http:' && isOwnMachine))
  );
}

export const frameDocument = makeConfigDocument({
  title: 'Frames',
  schema: v.object({
    parents: v.pipe(
      v.array(v.pipe(v.string(), v.check(isParentOrigin, 'must be an origin such as https://portal.example.com'))),
      v.maxLength(20),
      v.title('Pages that may frame ours'),
      v.description(
        'Origins whose pages may show the drive and shared links in a frame and are told named actions. Sign-in, account and every other page never stand in one.',
      ),
    ),
  }),
  initial: { parents: [] },
});
