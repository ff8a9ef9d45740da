/** Bodies of programs: whole ones as they are meant, ill ones refused within bounds. */
import { expect, it } from 'vitest';
import { isAppError } from '#shared/errors.ts';
import { BODY_BYTES, readLockInfo, readPropertyUpdate, readPropfind } from './xml-read.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function reasonOf(work: () => unknown): string | undefined {
  try {
    work();
  } catch (error) {
    return isAppError(error) ? error.detail?.reason : String(error);
  }
  return 'nothing was refused';
}

it('a PROPFIND body asks for everything when there is none', () => {
  expect(readPropfind(bytes(''))).toEqual({ kind: 'all', include: [] });
});

it('a PROPFIND body: names properties in any prefix and namespace, once each', () => {
  const body =
    '<?xml version="1.0"?><x:propfind xmlns:x="DAV:"><x:prop><x:getetag/><a xmlns="urn:b"/><a xmlns=""/><x:getetag/></x:prop></x:propfind>';
  expect(readPropfind(bytes(body))).toEqual({ kind: 'some', names: ['{DAV:}getetag', '{urn:b}a', '{}a'] });
});

it('a PROPFIND body asks for names, or for all and more', () => {
  expect(readPropfind(bytes('<propfind xmlns="DAV:"><propname/></propfind>'))).toEqual({ kind: 'names' });
  const more = '<propfind xmlns="DAV:"><allprop/><include><quota-used-bytes/></include></propfind>';
  expect(readPropfind(bytes(more))).toEqual({ kind: 'all', include: ['{DAV:}quota-used-bytes'] });
});

it('a PROPFIND body is read in UTF-16 by its mark', () => {
  const text = '\ufeff<propfind xmlns="DAV:"><propname/></propfind>';
  const cells = new Uint16Array([...text].map((char) => char.charCodeAt(0)));
  expect(readPropfind(new Uint8Array(cells.buffer))).toEqual({ kind: 'names' });
});

it.each([
  ['another document', '<foo/>', 'propfind'],
  ['two requests at once', '<propfind xmlns="DAV:"><allprop/><propname/></propfind>', 'propfind'],
  ['no namespace', '<propfind><allprop/></propfind>', 'propfind'],
  ['broken text', '<propfind xmlns="DAV:"><prop>', 'malformed_xml'],
  ['an undeclared prefix', '<d:propfind xmlns:d="DAV:"><d:prop><bar:foo/></d:prop></d:propfind>', 'malformed_xml'],
  ['a document type', '<!DOCTYPE a [<!ENTITY b "c">]><propfind xmlns="DAV:"><allprop/></propfind>', 'doctype'],
  ['an entity of its own', '<propfind xmlns="DAV:"><prop><a>&b;</a></prop></propfind>', 'malformed_xml'],
  ['too many elements', `<propfind xmlns="DAV:"><prop>${'<a/>'.repeat(2_100)}</prop></propfind>`, 'too_much_xml'],
  ['too deep a tree', `<propfind xmlns="DAV:">${'<a>'.repeat(50)}`, 'too_much_xml'],
  ['an element of the namespace of XML', '<propfind xmlns="DAV:"><prop><xml:a/></prop></propfind>', 'malformed_xml'],
  [
    'names that are long together',
    `<propfind xmlns="DAV:" xmlns:p="n:${'x'.repeat(8_000)}"><prop>${'<p:a/><p:b/><p:c/>'}</prop></propfind>`,
    'too_much_xml',
  ],
  [
    'names that are long together beside all',
    `<propfind xmlns="DAV:" xmlns:p="n:${'x'.repeat(8_000)}"><allprop/><include>${'<p:a/><p:b/><p:c/>'}</include></propfind>`,
    'too_much_xml',
  ],
])('a PROPFIND body: with %s is refused', (_, body, reason) => {
  expect(reasonOf(() => readPropfind(bytes(body)))).toBe(reason);
});

it('a PROPFIND body: with bytes that are no text is refused', () => {
  expect(reasonOf(() => readPropfind(new Uint8Array([0xc3, 0x28])))).toBe('encoding');
});

it('a PROPFIND body: that expands entities ten times over does not grow', () => {
  const lines = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
  const bomb = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY l0 "lol">${lines}]><x>&l10;</x>`;
  expect(bomb.length).toBeLessThan(BODY_BYTES);
  expect(reasonOf(() => readPropfind(bytes(bomb)))).toBe('doctype');
});

it('a PROPPATCH body: with a long namespace that many elements have is not written out for each', () => {
  const long = `n:${'x'.repeat(60_000)}`;
  const body = (inner: string) =>
    `<propertyupdate xmlns="DAV:" xmlns:p="${long}"><set><prop>${inner}</prop></set></propertyupdate>`;
  expect(readPropertyUpdate(bytes(body('<p:a/><p:b/>')))).toHaveLength(2);
  expect(reasonOf(() => readPropertyUpdate(bytes(body('<p:a/>'.repeat(1_000)))))).toBe('too_much_xml');
  expect(reasonOf(() => readPropertyUpdate(bytes(body('<a p:b="" p:c="" p:d=""/>'))))).toBe('too_much_xml');
});

it('a PROPPATCH body keeps values with their namespaces, marks and language', () => {
  const body = `<d:propertyupdate xmlns:d="DAV:" xmlns:z="urn:z"><d:set><d:prop xml:lang="de"><z:a>1 &lt; 2<b xmlns="" z:c="d"/></z:a></d:prop></d:set>
      <d:remove><d:prop><z:old/></d:prop></d:remove></d:propertyupdate>`;
  const [set, removed] = readPropertyUpdate(bytes(body));
  expect(set?.name).toBe('{urn:z}a');
  expect(set?.xml).toBe('<a xmlns="urn:z" xml:lang="de">1 &lt; 2<b xmlns="" xmlns:a0="urn:z" a0:c="d"/></a>');
  expect(removed).toEqual({ name: '{urn:z}old', element: null, xml: null });
});

it('a PROPPATCH body that changes nothing is refused', () => {
  expect(reasonOf(() => readPropertyUpdate(bytes('<propertyupdate xmlns="DAV:"/>')))).toBe('propertyupdate');
  expect(reasonOf(() => readPropertyUpdate(bytes('')))).toBe('propertyupdate');
});

const lock = (inner: string) => bytes(`<d:lockinfo xmlns:d="DAV:">${inner}</d:lockinfo>`);
const WRITE = '<d:locktype><d:write/></d:locktype>';

it('a LOCK body says scope and owner', () => {
  const body = lock(
    `<d:lockscope><d:exclusive/></d:lockscope>${WRITE}<d:owner><d:href>http://a&amp;b</d:href></d:owner>`,
  );
  expect(readLockInfo(body)).toEqual({ isShared: false, owner: '<href xmlns="DAV:">http://a&amp;b</href>' });
  expect(readLockInfo(lock(`<d:lockscope><d:shared/></d:lockscope>${WRITE}`))).toEqual({ isShared: true, owner: '' });
  expect(readLockInfo(bytes(''))).toBeNull();
});

it('a LOCK body: without scope or of another type is refused', () => {
  expect(reasonOf(() => readLockInfo(lock(WRITE)))).toBe('lockinfo');
  expect(reasonOf(() => readLockInfo(lock('<d:lockscope><d:exclusive/></d:lockscope>')))).toBe('lockinfo');
  expect(reasonOf(() => readLockInfo(lock(`<d:lockscope><d:exclusive/><d:shared/></d:lockscope>${WRITE}`)))).toBe(
    'lockinfo',
  );
});
