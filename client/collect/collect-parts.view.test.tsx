import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { CollectTerms, type CollectTermsProps } from './collect-parts.view.tsx';

const UNBOUND: CollectTermsProps = { kind: 'any', extensions: [], fileBytes: 0, endsMs: null };

function html(props: CollectTermsProps): string {
  return renderToStaticMarkup(
    <I18nProvider translator={makeTranslator('en-US', loadMessages('en-US'))}>
      <CollectTerms {...props} />
    </I18nProvider>,
  );
}

test('a visitor of a link that collects reads only terms that bind, its owner reads all', () => {
  expect(html({ ...UNBOUND, isForVisitor: true })).toBe('');
  const bound = html({ ...UNBOUND, isForVisitor: true, kind: 'list', extensions: ['pdf'] });
  expect([bound.includes('.pdf'), bound.includes('Any size')]).toEqual([true, false]);
  for (const text of ['Any files', 'Any size']) expect(html(UNBOUND)).toContain(text);
});
