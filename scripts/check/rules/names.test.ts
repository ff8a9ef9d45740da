import { expect, test } from 'vitest';
import { checkNames } from './names.ts';

test.each([
  'shared/Units.ts',
  'shared/file_kind.ts',
  'client/fileList/row.view.tsx',
  'client/drive/utils.ts',
  'client/helpers/date.ts',
  'worker/services/share/new-link.ts',
  'client/drive/list.widget.tsx',
  'client/drive/list.view.ts',
  'client/drive/drive.state.tsx',
  'client/share/open.page.tsx',
  'worker/pages/home.view.tsx',
  'shared/drive/drive.api.ts',
  'client/drive/drive.object.ts',
  'client/drive/a.view.state.ts',
  'worker/services/share/migrations/first.sql',
])('the name %s is refused', (path) => {
  expect(checkNames([path])).toHaveLength(1);
});

test.each([
  'shared/units.ts',
  'shared/globals.d.ts',
  'shared/locale/all.gen.ts',
  'client/drive/list.view.tsx',
  'client/drive/list.view.test.tsx',
  'client/drive/drive.can.ts',
  'client/share/link-dialog.island.tsx',
  'worker/pages/share-open.page.tsx',
  'worker/services/drive/drive.object.ts',
  'worker/services/drive/drive.object.worker.test.ts',
  'worker/services/drive/tree/tree.store.ts',
  'worker/services/share/migrations/0001_first.sql',
  'worker/services/share/README.md',
  'shared/drive/filter.valid.test.ts',
  'test/architecture/routes.snapshot.json',
  'client/public/_headers',
  'locales/zh-CN/pages/copyright-Infringement.md',
  'README.md',
])('the name %s is fine', (path) => {
  expect(checkNames([path])).toEqual([]);
});
