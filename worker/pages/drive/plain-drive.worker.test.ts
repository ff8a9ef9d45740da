import { expect, it } from 'vitest';
import { visit } from '#test/contract/visit.ts';
import { credentials, freshName, makePeople } from '#test/contract/world.ts';

const { carla } = await makePeople();
const entered = await visit('/auth', { body: new URLSearchParams(credentials(carla.email) as Record<string, string>) });
const cookie = entered.headers.get('set-cookie')?.split(';', 1)[0] ?? '';

function post(path: string, body: BodyInit, headers: Record<string, string> = {}): Promise<Response> {
  return visit(path, { body, headers: { cookie, ...headers } });
}

/** A form whose body never comes to its end until it is let go. */
function stalledForm(): { answer: Promise<Response>; letGo: () => void } {
  let end = (): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('step='));
      end = () => controller.close();
    },
  });
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return { answer: post('/drive/all?plain=1', body, type), letGo: () => end() };
}

const folderForm = () => new URLSearchParams({ step: 'folder', name: freshName('plain') });

it('an isolate holds a limited number of forms; the next form is refused with seconds to wait, and later forms are accepted', async () => {
  const stalled = Array.from({ length: 5 }, stalledForm);
  // The one that comes last to its handler is refused while the four others are held.
  const [refused, last] = await Promise.race(stalled.map(async (form) => [await form.answer, form] as const));
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain('The service is busy');
  for (const held of stalled.filter((form) => form !== last)) {
    held.letGo();
    expect((await held.answer).status).toBeLessThan(500);
  }
  const made = await post('/drive/all?plain=1', folderForm());
  expect(made.status).toBe(303);
});

it('a form with more files than a page may take at once is refused and stores none', async () => {
  const form = new FormData();
  form.set('step', 'upload');
  const name = freshName('many');
  for (let n = 0; n < 101; n += 1) form.append('files', new File(['x'], `${name} ${n}.txt`));
  const answer = await post('/drive/all?plain=1', form);
  const page = await answer.text();
  expect(page).toContain('Choose at most 100 files at a time.');
  expect(page).not.toContain(name);
});
