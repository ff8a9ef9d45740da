import { expect } from 'vitest';
import { bytesOf, codeOf, personTest as it, makeUploader, read, type Uploader } from '../upload-fixture.ts';

type Bytes = Uint8Array<ArrayBuffer>;

async function beginForm(person: Uploader, sizeBytes: number) {
  const { form, file, upload_type } = await person.begin({ sizeBytes, protocol: 's3', isForm: true });
  if (!form || !file) throw new Error('no form');
  expect([upload_type, form.method]).toEqual(['UPLOAD_TYPE_FORM', 'POST']);
  return { form, file, uploadId: (form.multi_parts['key'] ?? '').slice(2) };
}

function formOf(fields: Record<string, string>, bytes: Bytes): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  data.append('file', new Blob([bytes]), 'any name.bin');
  return data;
}

const post = (person: Uploader, fields: Record<string, string>, bytes: Bytes) =>
  person.s3('POST', '/magpie', '', { body: formOf(fields, bytes) });

it.each([1, 1_000, 700_000])('a form upload: of %i bytes becomes the file', async (size) => {
  const person = makeUploader();
  const bytes = bytesOf(size, size);
  const { form, file } = await beginForm(person, size);
  expect(new URL(form.url).pathname).toBe('/magpie');
  const answer = await post(person, form.multi_parts, bytes);
  expect(answer.status).toBe(204);
  expect(answer.headers.get('etag')).toMatch(/^"[0-9a-f]{32}-1"$/);
  expect(await read(person, file.id)).toEqual(bytes);
  expect((await post(person, form.multi_parts, bytes)).status).toBe(204);
});

it('answers the status that the form asks for', async ({ person }) => {
  const { form } = await beginForm(person, 10);
  const answer = await post(person, { ...form.multi_parts, success_action_status: '201' }, bytesOf(10));
  expect(answer.status).toBe(201);
  expect(await answer.text()).toContain(`<Key>${form.multi_parts['key']}</Key>`);
});

it('a form upload: holds bytes that look like a boundary, whatever pieces they come in', async ({ person }) => {
  const text = `\r\n--edge\r\n--edg\r\r\n--\r\n--edgE${'\r\n--edg'.repeat(50_000)}`.replaceAll('--edge\r', '--edgx\r');
  const { form, file } = await beginForm(person, text.length);
  const fields = Object.entries(form.multi_parts)
    .map(([name, value]) => `--edge\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .join('');
  const body = `${fields}--edge\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n${text}\r\n--edge--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=edge' };
  expect((await person.s3('POST', '/magpie', '', { body, headers })).status).toBe(204);
  expect(new TextDecoder().decode(await read(person, file.id))).toBe(text);
});

it.each([
  ['a byte fewer', 99],
  ['a byte more', 101],
])('a form upload: with %s than announced is refused', async (_how, size) => {
  const person = makeUploader();
  const { form, uploadId } = await beginForm(person, 100);
  expect(await codeOf(await post(person, form.multi_parts, bytesOf(size)))).toBe('400 IncompleteBody');
  expect(await person.state(uploadId)).toMatchObject({ phase: 'PHASE_TYPE_PENDING', parts: [] });
});

it.each(['Signature', 'policy', 'x-oss-security-token', 'key'])(
  'a form upload: without its %s, or with that of another, is refused',
  async (name) => {
    const person = makeUploader();
    const [{ form, uploadId }, other] = [await beginForm(person, 10), await beginForm(person, 20)];
    for (const value of ['', 'noise', other.form.multi_parts[name] ?? ''])
      expect(await codeOf(await post(person, { ...form.multi_parts, [name]: value }, bytesOf(10)))).toBe(
        '403 AccessDenied',
      );
    expect((await person.state(uploadId)).parts).toEqual([]);
  },
);

it.each([
  ['no boundary', 'multipart/form-data', '--edge'],
  [
    'no file',
    'multipart/form-data; boundary=edge',
    '--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--edge--',
  ],
  ['another beginning', 'multipart/form-data; boundary=edge', 'x'.repeat(100_000)],
  [
    'fields without end',
    'multipart/form-data; boundary=edge',
    `--edge\r\nContent-Disposition: form-data; name="a"\r\n\r\n${'b'.repeat(200_000)}`,
  ],
  ['a field without a name', 'multipart/form-data; boundary=edge', '--edge\r\n\r\n\r\nb\r\n--edge--'],
])('a form upload that is malformed is refused: %s', async (_how, type, body) => {
  const answer = await makeUploader().s3('POST', '/magpie', '', { body, headers: { 'content-type': type } });
  expect(await codeOf(answer)).toBe('400 InvalidRequest');
});
