/** Files and rows of a new page: address, view, page, its title, and a test that asks for the rest. */
import type { Draft } from '../draft.ts';
import { addBeforeReturn, addImport, addText, addToObject } from '../insert.ts';
import { camel, pascal, Refused, type Wanted, words } from '../names.ts';

function viewText({ feature, name }: Wanted): string {
  return `/** ${words(name)}: props in, markup out. */
import type { ReactNode } from 'react';
import { useT } from '#client/ui/i18n.tsx';

export function ${pascal(name)}View(): ReactNode {
  const { t } = useT();
  return (
    <div className="mx-auto w-full max-w-3xl px-4 py-8 sm:px-6">
      <h1 className="text-2xl">{t('${feature}.${name}.title')}</h1>
    </div>
  );
}
`;
}

function pageText({ feature, name }: Wanted): string {
  return `/** ${words(name)}: asks the rooms, hands the view its props. */
import type { Context } from 'hono';
import { ${pascal(name)}View } from '#client/${feature}/${name}.view.tsx';
import { PublicShell } from '#client/shell/public-shell.view.tsx';
import type { AppEnv } from '#worker/platform/http.ts';
import { homeHref, languageHrefs, renderPage, translatorOf } from '../render/render.tsx';

export function ${camel(`${feature}-${name}`)}Page(c: Context<AppEnv>): Promise<Response> {
  const { t } = translatorOf(c.get('locale'));
  return renderPage(
    c,
    { head: { title: \`\${t('${feature}.${name}.title')} · Magpie\` } },
    <PublicShell
      homeHref={homeHref(c)}
      languageHrefs={languageHrefs(c)}
      entrance={c.get('call').caller ? 'drive' : 'sign-in'}
    >
      <${pascal(name)}View />
    </PublicShell>,
  );
}
`;
}

function testText({ feature, name }: Wanted): string {
  return `import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { I18nProvider } from '#client/ui/i18n.tsx';
import { loadMessages } from '#shared/locale/messages.ts';
import { makeTranslator } from '#shared/locale/translator.ts';
import { ${pascal(name)}View } from './${name}.view.tsx';

test('${words(name)} shows what its visitor came for', () => {
  const html = renderToString(
    <I18nProvider translator={makeTranslator('en-US', loadMessages('en-US'))}>
      <${pascal(name)}View />
    </I18nProvider>,
  );
  expect(html).toContain('<h1');
  expect.fail('Fill in: what does a visitor of the page ${feature}.${name} see, and with which props?');
});
`;
}

export function addPage(draft: Draft, wanted: Wanted): void {
  const { feature, name } = wanted;
  const id = `${feature}.${name}`;
  const address = `/${feature}/${name}`;
  const maker = `${camel(`${feature}-${name}`)}Page`;
  if (draft.read('shared/routes.ts').text.includes(`'${address}'`))
    throw new Refused(`shared/routes.ts has the address ${address} already.`);
  draft.edit('shared/routes.ts', (file) => addToObject(file, 'ROUTES', id, `'${id}': '${address}'`));
  draft.edit('shared/route-table.ts', (file) => addToObject(file, 'ROUTE_TABLE', id, `'${id}': BARE`));
  draft.create(`client/${feature}/${name}.view.tsx`, viewText(wanted));
  draft.create(`client/${feature}/${name}.view.test.tsx`, testText(wanted));
  draft.create(`worker/pages/${feature}/${name}.page.tsx`, pageText(wanted));
  draft.edit('worker/pages/routes.ts', (file) =>
    addBeforeReturn(
      addImport(file, `./${feature}/${name}.page.tsx`, maker),
      'makePages',
      `pages.get(pattern('${id}'), (c) => ${maker}(c));`,
    ),
  );
  draft.edit(`locales/en-US/${feature}.json`, (file) => addText(file, `${name}.title`, words(name)), true);
}
