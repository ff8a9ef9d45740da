import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#client/api/errors.ts';
import { thing, world } from '../drive-fixture.ts';
import type { CopiedLink } from './link-copier.ts';

const NEW: CopiedLink = { shareId: 's', url: 'https://drive.test/s/s', passCode: '', isNew: true, sender: 'Alice' };

let it: ReturnType<typeof world>;
beforeEach(() => {
  it = world();
});

const press = () => it.actions.run('link', [thing('a')]);
const shown = () => it.state.toasts.value.map(({ text, actions }) => [text, ...actions.map(({ label }) => label)]);
const settled = () => vi.waitFor(() => expect(it.toasts()).toHaveLength(1));

test('one press copies the link that it makes, and offers to undo it', async () => {
  it.copier.linkOf.mockResolvedValue(NEW);
  press();
  // The browser is asked within the gesture, before the link is there.
  expect(it.browser.copy).toHaveBeenCalledTimes(1);
  await settled();
  expect(await it.browser.copy.mock.calls[0]?.[0]).toBe(NEW.url);
  expect(shown()).toEqual([['Link copied. Shown to recipients as Alice.', 'Undo', 'Settings']]);
  it.state.toasts.value[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Link deleted.']));
  expect(it.copier.remove.mock.calls).toEqual([['s']]);
});

test('a link that was there before is copied without an undo', async () => {
  it.copier.linkOf.mockResolvedValue({ ...NEW, isNew: false, sender: '', passCode: 'abc123' });
  press();
  await settled();
  expect(shown()).toEqual([['Link copied. Visitors need the passcode abc123.', 'Settings']]);
  expect(it.actions.undo.undo()).toBe(false);
});

test('a second press on a link just made keeps its undo, and one after the toast has gone has none', async () => {
  it.copier.linkOf.mockResolvedValueOnce(NEW).mockResolvedValue({ ...NEW, isNew: false, sender: '' });
  press();
  await settled();
  press();
  await vi.waitFor(() => expect(it.browser.copy).toHaveBeenCalledTimes(2));
  await vi.waitFor(() => expect(shown()).toEqual([['Link copied', 'Undo', 'Settings']]));
  it.state.toasts.value = [];
  press();
  await vi.waitFor(() => expect(shown()).toEqual([['Link copied', 'Settings']]));
});

test('ten quick presses ask for one link', async () => {
  it.copier.linkOf.mockResolvedValue(NEW);
  for (let n = 0; n < 10; n += 1) press();
  await settled();
  expect(it.copier.linkOf).toHaveBeenCalledTimes(1);
});

test('the settings open the dialog of the file', async () => {
  it.copier.linkOf.mockResolvedValue(NEW);
  press();
  await settled();
  it.state.toasts.value[0]?.actions[1]?.run();
  expect(it.state.dialog.value).toMatchObject({ kind: 'share', rows: [{ id: 'a' }] });
});

test('a browser that refuses to copy opens the dialog with the link', async () => {
  it.copier.linkOf.mockResolvedValue(NEW);
  it.browser.copy.mockRejectedValue(new DOMException('refused', 'NotAllowedError'));
  press();
  await vi.waitFor(() => expect(it.state.dialog.value).toMatchObject({ kind: 'share', isCopyRefused: true }));
  expect(it.toasts()).toEqual([]);
});

test('a refused link shows its reason, and nothing is copied', async () => {
  it.copier.linkOf.mockRejectedValue(new ApiError({ error: 'share_status_prohibited' }, '/share'));
  press();
  await settled();
  expect(it.state.dialog.value).toBeNull();
});

test('the links of a file are turned off at once, and on again by undo', async () => {
  it.copier.turnOff.mockResolvedValue(['s', 't']);
  void it.actions.links.turnOffLinks(thing('a'));
  await settled();
  expect(shown()).toEqual([['Link turned off. It no longer works.', 'Undo']]);
  it.state.toasts.value[0]?.actions[0]?.run();
  await vi.waitFor(() => expect(it.toasts()).toEqual(['Link turned on again.']));
  expect(it.copier.turnOn.mock.calls).toEqual([[['s', 't']]]);
});

test('a file that only links to several files show gets the dialog', async () => {
  void it.actions.links.turnOffLinks(thing('a'));
  await vi.waitFor(() => expect(it.state.dialog.value).toMatchObject({ kind: 'share' }));
});
