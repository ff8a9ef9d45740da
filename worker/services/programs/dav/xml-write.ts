/** Writes the answers of WebDAV: text made piece by piece, so that a long one is sent as it is made. Pure. */

export const XML_TYPE = 'application/xml; charset=utf-8';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';
const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const MARKS = /[&<>"]/;
const ALL_MARKS = /[&<>"]/g;
/** Characters that no XML document may hold; a name may. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML excludes
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

export function escapeText(text: string): string {
  const plain = text.replace(NO_XML, '\ufffd');
  return MARKS.test(plain) ? plain.replace(ALL_MARKS, (mark) => ESCAPES[mark] ?? mark) : plain;
}

/** The prefix of each namespace that an answer declares. Phone apps look for elements by these prefixes, whatever was declared. */
const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['DAV:', 'd'],
  ['http://owncloud.org/ns', 'oc'],
  ['http://nextcloud.org/ns', 'nc'],
  ['http://sabredav.org/ns', 's'],
]);
const DECLARED = [...PREFIXES].map(([uri, prefix]) => ` xmlns:${prefix}="${uri}"`).join('');

/** Tags of an element in its namespace. */
export function tagsOf(
  uri: string,
  local: string,
): { readonly begin: string; readonly end: string; readonly empty: string } {
  const prefix = PREFIXES.get(uri);
  const name = prefix === undefined ? local : `${prefix}:${local}`;
  const head = prefix === undefined ? `${local} xmlns="${escapeText(uri)}"` : name;
  return { begin: `<${head}>`, end: `</${name}>`, empty: `<${head}/>` };
}

export const MULTISTATUS_BEGIN = `${HEAD}<d:multistatus${DECLARED}>`;
export const MULTISTATUS_END = '</d:multistatus>';

export function propDocument(inner: string): string {
  return `${HEAD}<d:prop${DECLARED}>${inner}</d:prop>`;
}

export function statusLine(status: number): string {
  return `<d:status>HTTP/1.1 ${status} ${REASONS[status] ?? ''}</d:status>`;
}

const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  403: 'Forbidden',
  404: 'Not Found',
  409: 'Conflict',
  423: 'Locked',
  424: 'Failed Dependency',
  507: 'Insufficient Storage',
};

export function propstat(inner: string, status: number, rest = ''): string {
  return `<d:propstat><d:prop>${inner}</d:prop>${statusLine(status)}${rest}</d:propstat>`;
}

/** @param inner  property states, or a status */
export function response(href: string, inner: string): string {
  return `<d:response><d:href>${href}</d:href>${inner}</d:response>`;
}

/** The body of a refusal: the condition that failed, and the sentence in the element that sync clients show. */
export function errorDocument({
  condition,
  sentence,
  name,
}: {
  condition: string;
  sentence: string;
  name: string;
}): string {
  return `${HEAD}<d:error${DECLARED}>${condition}<s:exception>${escapeText(name)}</s:exception><s:message>${escapeText(sentence)}</s:message></d:error>`;
}

const encoder = new TextEncoder();

/**
 * A multistatus that is sent while it is made: one piece in memory at a time, and the next one when the program has taken it.
 * @param pieces  text of whole responses
 */
export function multistatus(pieces: AsyncIterable<string> | Iterable<string>): Response {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  async function send(): Promise<void> {
    const writer = writable.getWriter();
    try {
      await writer.write(encoder.encode(MULTISTATUS_BEGIN));
      for await (const piece of pieces) await writer.write(encoder.encode(piece));
      await writer.write(encoder.encode(MULTISTATUS_END));
      await writer.close();
    } catch (error) {
      // The program went away, or the drive failed: the answer breaks off.
      await writer.abort(error).catch(() => undefined);
    }
  }
  void send();
  return new Response(readable, { status: 207, headers: { 'content-type': XML_TYPE } });
}
