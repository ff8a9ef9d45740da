import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { JobsView, type JobsViewProps } from './jobs.view.tsx';

const PAGE: JobsViewProps = {
  here: '/ops/jobs',
  person: '',
  kind: '',
  state: '',
  jobs: [],
  nextHref: '',
  refusal: '',
  done: false,
  running: null,
};
const translator = makeTranslator('en-US', loadMessages('en-US'));
const NOW = { jobs: [], late: [], lateAlarms: 0, isMachine: true, unreadDrives: 0 };

test.each([
  [null, 'Could not be read.'],
  [{ ...NOW, unreadDrives: 2 }, '2 drives could not be read.'],
  [NOW, 'No job is running.'],
])('running jobs that were not read are not taken for none', (running, sentence) => {
  const shown = renderToStaticMarkup(
    <I18nProvider translator={translator}>
      <JobsView {...PAGE} running={running} />
    </I18nProvider>,
  );
  expect(shown).toContain(sentence);
  expect(shown.includes('No job is running.')).toBe(running === NOW);
});
