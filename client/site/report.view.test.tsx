import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { ReportView } from './report.view.tsx';

function html(check: { url: string } | null): string {
  const facts = { action: '/r', backHref: '/b', policyHref: '/p', fileId: '', reason: '' } as const;
  return renderToString(
    <I18nProvider translator={makeTranslator('en-US', loadMessages('en-US'))}>
      <ReportView {...facts} note="" email="" error={null} field="" check={check} />
    </I18nProvider>,
  );
}

test('a report that needs a human check begins at its button, below a long form', () => {
  const focused = /<button[^>]*type="submit"[^>]*autofocus/i;
  expect(html({ url: '/check' })).toMatch(focused);
  expect(html(null)).not.toMatch(focused);
});
