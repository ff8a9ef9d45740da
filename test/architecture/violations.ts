/**
 * One deliberate violation of each import rule, and imports that must stay allowed. Each is a file of an imagined tree.
 */

export interface ImaginedImport {
  from: string;
  specifier: string;
}

type Pairs = readonly (readonly [from: string, specifier: string])[];

function imagined(pairs: Pairs): ImaginedImport[] {
  return pairs.map(([from, specifier]) => ({ from, specifier }));
}

/** Rule -> imports it alone must catch. */
export const VIOLATIONS: Readonly<Record<string, ImaginedImport[]>> = {
  'base-layer': imagined([
    ['shared/share/model.ts', '#client/ui/button.tsx'],
    ['shared/share/model.ts', '#worker/platform/clock.ts'],
    ['shared/contract.ts', 'hono'],
    ['shared/contract.ts', 'node:path'],
    ['shared/contract.ts', 'react'],
  ]),
  documents: imagined([
    ['client/site/home/home.view.tsx', '#shared/config/contract.ts'],
    ['client/site/home/home.view.tsx', '#shared/documents/registry.ts'],
    ['client/site/home/home.view.tsx', 'diff'],
  ]),
  'client-worker': imagined([
    ['client/share/share.api.ts', '#worker/services/share/index.ts'],
    ['client/entry.ts', '#worker/platform/ids.ts'],
  ]),
  'worker-client': imagined([
    ['worker/services/share/visit/open.ts', '#client/share/link.view.tsx'],
    ['worker/pages/share-open.page.tsx', '#client/share/link.island.tsx'],
    ['worker/pages/share-open.page.tsx', '#client/share/share.state.ts'],
    ['worker/pages/share-open.page.tsx', '#client/shell/theme.ts'],
    ['worker/app.ts', '#client/ui/button.tsx'],
  ]),
  'service-interface': imagined([
    ['worker/services/share/visit/open.ts', '#worker/services/drive/store.ts'],
    ['worker/pages/drive-all.page.tsx', '#worker/services/drive/ops/list-files.ts'],
    ['worker/compose.ts', './services/drive/drive.object.ts'],
    ['worker/index.ts', './services/drive/store.ts'],
    ['worker/events.ts', './services/drive/http.ts'],
  ]),
  feature: imagined([
    ['client/share/share.actions.ts', '#client/drive/drive.api.ts'],
    ['client/shell/header.tsx', '#client/auth/sign-in.view.tsx'],
    ['client/islands.ts', './drive/drive.actions.ts'],
  ]),
  order: imagined([
    ['worker/services/drive/ops/list-files.ts', '#worker/services/share/index.ts'],
    ['shared/auth/contract.ts', '#shared/drive/model.ts'],
    ['client/drive/list.view.tsx', '#client/share/link.view.tsx'],
    ['worker/services/config/index.ts', '#shared/ops/model.ts'],
  ]),
  wiring: imagined([
    ['worker/services/drive/service.ts', '#worker/compose.ts'],
    ['worker/services/drive/endpoints.ts', '#worker/pages/render/render.tsx'],
    ['worker/platform/queue.ts', '#worker/events.ts'],
  ]),
  'pure-rules': imagined([
    ['worker/services/share/state/rules.ts', './store.ts'],
    ['worker/services/share/state/rules.ts', './endpoints.ts'],
    ['worker/services/share/link.rules.ts', './link.store.ts'],
    ['worker/services/share/state/rules.ts', './share.object.ts'],
    ['worker/services/share/state/rules.ts', '#worker/platform/clock.ts'],
    ['worker/services/share/state/rules.ts', 'hono'],
    ['worker/services/share/state/rules.ts', 'node:crypto'],
  ]),
  'no-http': imagined([
    ['worker/services/share/state/store.ts', 'hono'],
    ['worker/services/share/visit/open.ts', 'hono/http-exception'],
    ['worker/services/share/visit/open.ts', '../endpoints.ts'],
    ['worker/services/drive/tree/tree.store.ts', '#worker/edge/session.ts'],
  ]),
  ui: imagined([
    ['client/ui/button.tsx', '#client/drive/list.view.tsx'],
    ['client/ui/button.tsx', '#shared/drive/model.ts'],
  ]),
  platform: imagined([
    ['worker/platform/blobs.ts', '#shared/drive/model.ts'],
    ['worker/platform/blobs.ts', '#worker/services/drive/service.ts'],
    ['worker/platform/log.ts', '#worker/edge/request-id.ts'],
  ]),
  cli: imagined([
    ['cli/drive/list.ts', '#worker/platform/ids.ts'],
    ['cli/drive/list.ts', '#client/drive/index.ts'],
    ['client/api/client.ts', '#cli/session/drive.ts'],
    ['worker/app.ts', '#cli/main.ts'],
  ]),
  tools: imagined([
    ['shared/units.ts', '#scripts/check/order.ts'],
    ['client/entry.ts', '#test/seed/names.ts'],
    ['worker/app.ts', '#scripts/build.ts'],
    ['worker/app.test.ts', '#scripts/build.ts'],
  ]),
  view: imagined([
    ['client/share/link.view.tsx', '@preact/signals-react'],
    ['client/share/link.view.tsx', 'ofetch'],
    ['client/share/link.view.tsx', './share.state.ts'],
    ['client/share/link.view.tsx', './share.actions.ts'],
    ['client/share/link.view.tsx', './link.island.tsx'],
  ]),
  state: imagined([
    ['client/share/share.state.ts', './share.api.ts'],
    ['client/share/share.state.ts', 'ofetch'],
  ]),
  api: imagined([
    ['client/share/share.api.ts', './share.state.ts'],
    ['client/share/share.api.ts', '@preact/signals-react'],
  ]),
  'no-react': imagined([
    ['client/pages/copy.ts', 'react'],
    ['client/pages.ts', 'lucide-react'],
    ['client/transfer/queue.ts', '@preact/signals-react'],
  ]),
  address: imagined([
    ['shared/auth/contract.ts', '../contract.ts'],
    ['worker/services/share/index.ts', '../../platform/clock.ts'],
    ['client/drive/list.view.tsx', '../ui/button.tsx'],
  ]),
  extension: imagined([
    ['client/drive/list.view.tsx', './row'],
    ['worker/app.ts', '#worker/edge/session'],
  ]),
};

/** Imports that must stay allowed. */
export const ALLOWED: readonly ImaginedImport[] = imagined([
  ['shared/contract.ts', 'valibot'],
  ['shared/locale/translator.ts', 'rosetta'],
  ['shared/locale/all.gen.ts', '#locales/en-US/share.json'],
  ['shared/share/model.ts', '#shared/drive/model.ts'],
  ['shared/content/proof.test.ts', 'node:crypto'],
  ['shared/content/disposition.test.ts', '#test/seed/names.ts'],
  ['client/share/link.view.tsx', '#client/ui/button.tsx'],
  ['client/share/link.view.tsx', 'react'],
  ['client/share/link.island.tsx', './share.state.ts'],
  ['client/share/share.actions.ts', './share.api.ts'],
  ['client/entry.ts', './islands.ts'],
  ['client/islands.ts', './drive/browser.island.tsx'],
  ['client/share/share.actions.ts', '#client/drive/index.ts'],
  ['worker/pages/share-open.page.tsx', '#client/share/link.view.tsx'],
  ['worker/pages/render/document.tsx', '#client/ui/i18n.tsx'],
  ['worker/edge/errors.ts', '#client/shell/error.view.tsx'],
  ['worker/pages/share-open.page.tsx', '#worker/services/share/index.ts'],
  ['worker/services/share/index.ts', '#worker/services/drive/service.ts'],
  ['worker/services/share/visit/open.ts', '../store.ts'],
  ['worker/services/share/visit/open.ts', '#worker/platform/clock.ts'],
  ['worker/services/share/endpoints.ts', 'hono'],
  ['worker/services/share/state/rules.ts', '#shared/share/model.ts'],
  ['worker/index.ts', './services/drive/drive.object.ts'],
  ['worker/events.ts', './services/drive/events.ts'],
  ['worker/compose.ts', './services/drive/service.ts'],
  ['worker/platform/blobs.ts', '#shared/content/window.ts'],
  ['scripts/dev/main.ts', '#worker/env.ts'],
  ['test/flow/share.test.ts', '#worker/services/share/state/store.ts'],
  ['test/browser/drive.test.ts', '#scripts/start/settings.ts'],
]);
