/**
 * Headers of served content: what a browser may do with people's bytes. Pure.
 */
import { contentDisposition } from '#shared/content/disposition.ts';
import { httpDate } from '#shared/content/http-date.ts';
import type { LinkClaims, OpenContent } from './claims.ts';

/** Types a browser shows without running anything in them. All others are saved. */
const PASSIVE =
  /^(image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)|audio\/[\w.+-]+|video\/[\w.+-]+|text\/plain)$/;
/** Types that can carry script: they are sent as bytes, whatever the name says. */
const ACTIVE = /html|svg|xml|script|pdf|epub|markdown|flash|wasm|calendar/;
const OCTETS = 'application/octet-stream';
/** Nothing in it may run, load or embed, but a browser's own viewer of a picture, sound or film may show it. */
const POLICY = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Without a charset, which only the bytes tell. */
function typeOf(mime: string): string {
  const type = mime.toLowerCase().split(';')[0]?.trim() ?? '';
  return type === '' || ACTIVE.test(type) ? OCTETS : type;
}

/** The entity tag of content: it is the content key, unless it says another one. */
export function etagOf({ tag, contentKey }: OpenContent): string {
  return `"${tag ?? contentKey}"`;
}

/** @param isText  the bytes are shown as plain text, whatever their type */
export function contentHeaders(claims: LinkClaims, content: OpenContent, isText = false): Headers {
  const type = typeOf(isText ? 'text/plain' : content.mime);
  const inline = isText || (!claims.attachment && PASSIVE.test(type));
  return new Headers({
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=60',
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', content.name),
    'content-security-policy': POLICY,
    'content-type': type,
    'cross-origin-resource-policy': 'cross-origin',
    etag: etagOf(content),
    'last-modified': httpDate(content.modifiedMs),
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
}

/** Whether a browser shows the content, in place of saving it. */
export function isShown(headers: Headers): boolean {
  return headers.get('content-disposition')?.startsWith('inline') ?? false;
}
