import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { JobsView, type JobsViewProps } from './jobs.view.tsx';

const PAGE: JobsViewProps = {
  ...{ here: '/ops/jobs', person: '', kind: '', state: '', jobs: [], nextHref: '', refusal: '', done: false },
  running: null,
};
const NOW = { jobs: [], late: [], lateAlarms: 0, isMachine: true, unreadDrives: 0 };

test.each([
  [null, 'Could not be read.'],
  [{ ...NOW, unreadDrives: 2 }, '2 drives could not be read.'],
  [NOW, 'No job is running.'],
])('running jobs that were not read are not taken for none', (running, sentence) => {
  const shown = renderToStaticMarkup(<JobsView {...PAGE} running={running} />);
  expect(shown).toContain(sentence);
  expect(shown.includes('No job is running.')).toBe(running === NOW);
});
