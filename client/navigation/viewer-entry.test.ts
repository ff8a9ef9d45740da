/** The viewer's part of a history entry. */
import { expect, test } from 'vitest';
import { keepViewerEntry, TOP, viewerEntryOf, withViewerEntry } from './viewer-entry.ts';

const ENTRY = { depth: 2, place: { folder: 'Trip', entry: 3 } };

test('the place in an archive is read from a history entry as it was written, beside the state of the page', () => {
  const state = withViewerEntry({ magpie: 'folder' }, ENTRY);
  expect(viewerEntryOf(state)).toEqual(ENTRY);
  expect(state).toMatchObject({ magpie: 'folder' });
  expect(viewerEntryOf(withViewerEntry(null, ENTRY))).toEqual(ENTRY);
});

test('a history entry without a place, or with another thing in its name, is the top', () => {
  for (const state of [null, undefined, 'text', 7, {}, { viewer: 1 }, { viewer: { place: { folder: 1 } } }])
    expect(viewerEntryOf(state)).toEqual({ depth: 0, place: TOP });
});

test('the page stores its scroll position without losing the place in the archive', () => {
  const current = withViewerEntry({ top: 1 }, ENTRY);
  expect(keepViewerEntry({ top: 2 }, current)).toEqual({ top: 2, viewer: ENTRY });
  expect(keepViewerEntry({ top: 2 }, { top: 1 })).toEqual({ top: 2 });
});
