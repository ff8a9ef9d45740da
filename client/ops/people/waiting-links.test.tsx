import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { WaitingLinks } from './waiting-links.view.tsx';

const translator = makeTranslator('en-US', loadMessages('en-US'));
const NEXT = '/ops/people?links_before=7#links';

test.each([
  [null, 'The links could not be read. Load the page again.'],
  [{ links: [], past: [], nextHref: NEXT }, 'No link of this page waits; older ones may.'],
  [{ links: [], past: [], nextHref: '' }, 'No link waits.'],
])('links that were not read, and older ones, are not taken for none', (given, sentence) => {
  const shown = renderToStaticMarkup(
    <I18nProvider translator={translator}>
      <WaitingLinks here="/ops/people" given={given} />
    </I18nProvider>,
  );
  expect(shown).toContain(sentence);
  expect(shown.includes('No link waits.')).toBe(given?.nextHref === '');
  expect(shown.includes(NEXT)).toBe(given?.nextHref === NEXT);
});
