/**
 * Who may import whom (architecture.md section 3), each rule a pure question on one import. Types count as imports.
 * Files of test/ and scripts/ may import anything, so no rule asks about them as importers.
 */
import { BASE_PACKAGES, HTTP_PACKAGES, LIVE_PACKAGES, mayCall, REACT_PACKAGES } from '../order.ts';
import type { Place, Target } from '../place.ts';

export interface ImportRule {
  id: string;
  message: string;
  /** Whether `from` writing `specifier`, which names `to`, breaks the rule. */
  breaks(from: Place, to: Target, specifier: string): boolean;
}

function fileOf(to: Target): Place | undefined {
  return to.kind === 'file' ? to.place : undefined;
}

function packageOf(to: Target, list: readonly string[]): boolean {
  return to.kind === 'package' && list.includes(to.name);
}

/** Whether the server may import this file of the client: markup only. */
function isMarkup(place: Place): boolean {
  return place.path.endsWith('.view.tsx') || place.module === 'client/ui';
}

function isInterface(from: Place, to: Place): boolean {
  if (to.inModule === 'index.ts' || to.inModule === 'service.ts') return true;
  if (['worker/index.ts', 'worker/objects.ts'].includes(from.path))
    return /^([a-z-]+\/)?[a-z-]+\.(object|entrypoint)\.ts$/.test(to.inModule);
  return from.path === 'worker/events.ts' && to.inModule === 'events.ts';
}

/** The last step of a path inside a module. */
function nameOf(place: Place): string {
  return place.inModule.split('/').at(-1) ?? '';
}

function isRules(from: Place): boolean {
  return from.feature !== undefined && /^([a-z-]+\.)?rules\.ts$/.test(nameOf(from));
}

/** Files of a service that answer requests: endpoints, the S3-style protocol, calls of the command line; and its index. */
function speaksHttp(place: Place): boolean {
  return (
    /^([a-z-]+-)?endpoints?\.ts$|^(index|service|internal)\.ts$|-fixture\.ts$/.test(nameOf(place)) ||
    /\/s3\//.test(place.path)
  );
}

function hasSuffix(from: Place, ...suffixes: string[]): boolean {
  return from.tier === 'client' && suffixes.some((suffix) => from.path.endsWith(suffix));
}

/** Modules of the client that run in Node too. */
const CLI_MODULES: readonly string[] = ['client/api', 'client/transfer'];

const BROWSER_ROLES = /\.(state|actions|api|events|island)\.tsx?$/;

export const IMPORT_RULES: readonly ImportRule[] = [
  {
    id: 'base-layer',
    message: 'shared is the base layer: it imports shared, locales and its few packages only',
    breaks(from, to) {
      if (from.tier !== 'shared') return false;
      if (to.kind === 'package') return !from.isTest && !BASE_PACKAGES.includes(to.name);
      return !['shared', 'locales', 'test', 'scripts'].includes(to.place.tier);
    },
  },
  {
    id: 'client-worker',
    message: 'the client never imports the worker',
    breaks: (from, to) => from.tier === 'client' && fileOf(to)?.tier === 'worker',
  },
  {
    id: 'documents',
    message:
      "no browser loads the parser of operators' documents: the client takes fields and request.contract.ts of shared/config",
    breaks(from, to) {
      if (from.tier !== 'client' || from.isTest) return false;
      const path = fileOf(to)?.path ?? '';
      const isParser = /^shared\/(documents\/|json-text|config\/(config-document|contract|documents)\.ts$)/.test(path);
      return isParser || packageOf(to, ['@humanwhocodes/momoa', 'diff']);
    },
  },
  {
    id: 'worker-client',
    message: 'the worker takes from the client only views and client/ui, and only in worker/pages and worker/edge',
    breaks(from, to) {
      const file = fileOf(to);
      if (from.tier !== 'worker' || file?.tier !== 'client') return false;
      return !(['worker/pages', 'worker/edge'].includes(from.module) && isMarkup(file));
    },
  },
  {
    id: 'service-interface',
    message:
      'from outside a service only its index.ts or service.ts (worker/index.ts and objects.ts: objects and entrypoints, events.ts: events.ts)',
    breaks(from, to) {
      const file = fileOf(to);
      if (!file?.isService || from.tier !== 'worker' || from.module === file.module) return false;
      return !isInterface(from, file);
    },
  },
  {
    id: 'feature',
    message:
      'from outside a feature of the client only its index.ts (client/islands.ts, client/late-islands.ts: its islands)',
    breaks(from, to) {
      const file = fileOf(to);
      if (file?.tier !== 'client' || file.feature === undefined || from.tier !== 'client' || from.isTest) return false;
      if (from.module === file.module || file.inModule === 'index.ts') return false;
      return !(/^client\/(late-)?islands\.ts$/.test(from.path) && file.path.endsWith('.island.tsx'));
    },
  },
  {
    id: 'order',
    message: 'a feature knows only itself and features on its left',
    breaks(from, to) {
      const called = fileOf(to)?.feature;
      return from.feature !== undefined && called !== undefined && !mayCall(from.feature, called);
    },
  },
  {
    id: 'wiring',
    message: 'services and the platform know nothing of the wiring above them: app, compose, events, index, pages',
    breaks(from, to) {
      const file = fileOf(to);
      if (from.isTest || !(from.isService || from.module === 'worker/platform')) return false;
      const wiring = ['worker/app.ts', 'worker/compose.ts', 'worker/events.ts', 'worker/index.ts'];
      return file !== undefined && (file.module === 'worker/pages' || wiring.includes(file.path));
    },
  },
  {
    id: 'pure-rules',
    message: 'rules import no store, endpoint, event handler, object or platform',
    breaks(from, to) {
      if (!isRules(from)) return false;
      if (to.kind === 'package') return HTTP_PACKAGES.includes(to.name) || /^(cloudflare|node):/.test(to.name);
      const { module, isService } = to.place;
      const impure = /^([a-z-]+\.)?(store|endpoints|events|object)\.ts$/.test(nameOf(to.place));
      return module === 'worker/platform' || module === 'worker/edge' || (isService && impure);
    },
  },
  {
    id: 'no-http',
    message: 'stores, rules and operations know no HTTP: no hono, no endpoints, no edge',
    breaks(from, to) {
      if (!from.isService || from.isTest || speaksHttp(from)) return false;
      const file = fileOf(to);
      return (
        packageOf(to, HTTP_PACKAGES) ||
        file?.module === 'worker/edge' ||
        (file?.module === from.module && /^([a-z-]+-)?endpoints?\.ts$/.test(nameOf(file)))
      );
    },
  },
  {
    id: 'ui',
    message: 'client/ui knows no feature',
    breaks: (from, to) => from.module === 'client/ui' && fileOf(to)?.feature !== undefined,
  },
  {
    id: 'platform',
    message: 'worker/platform knows no feature and no edge',
    breaks(from, to) {
      const file = fileOf(to);
      return from.module === 'worker/platform' && (file?.feature !== undefined || file?.module === 'worker/edge');
    },
  },
  {
    id: 'cli',
    message:
      'the command line takes from the client only its request client and transfer engine; nothing of the product imports it',
    breaks(from, to) {
      const file = fileOf(to);
      if (from.tier !== 'cli') return ['shared', 'client', 'worker'].includes(from.tier) && file?.tier === 'cli';
      return file?.tier === 'worker' || (file?.tier === 'client' && !CLI_MODULES.includes(file.module));
    },
  },
  {
    id: 'tools',
    message: 'nothing of the product imports scripts or test; tests beside the code may import test',
    breaks(from, to) {
      const tier = fileOf(to)?.tier;
      if (!['shared', 'client', 'cli', 'worker'].includes(from.tier)) return false;
      return tier === 'scripts' || (tier === 'test' && !from.isTest);
    },
  },
  {
    id: 'view',
    message: 'a view is props in, markup out: no signals, no fetch, no state, actions, api or island',
    breaks(from, to) {
      if (!hasSuffix(from, '.view.tsx')) return false;
      const file = fileOf(to);
      return packageOf(to, LIVE_PACKAGES) || (file?.tier === 'client' && BROWSER_ROLES.test(file.path));
    },
  },
  {
    id: 'state',
    message: 'state never fetches: no ofetch, api or actions',
    breaks(from, to) {
      if (!hasSuffix(from, '.state.ts')) return false;
      return packageOf(to, ['ofetch']) || /\.(api|actions|island)\.tsx?$/.test(fileOf(to)?.path ?? '');
    },
  },
  {
    id: 'api',
    message: 'api never writes state: no state, actions or signals',
    breaks(from, to) {
      if (!hasSuffix(from, '.api.ts')) return false;
      return packageOf(to, ['@preact/signals-react']) || /\.(state|actions|island)\.tsx?$/.test(fileOf(to)?.path ?? '');
    },
  },
  {
    id: 'no-react',
    message: 'the plain script and the transfer engine go without React',
    breaks(from, to) {
      if (!['client/pages', 'client/transfer'].includes(from.module) && from.path !== 'client/pages.ts') return false;
      return !from.isTest && !hasSuffix(from, '.state.ts') && packageOf(to, REACT_PACKAGES);
    },
  },
  {
    id: 'address',
    message: 'write ./ and ../ inside a module, #tier/... across modules',
    breaks(from, to, specifier) {
      if (!specifier.startsWith('..') || from.tier === 'top') return false;
      return fileOf(to)?.module !== from.module && !fileOf(to)?.module.startsWith(`${from.module}/`);
    },
  },
  {
    id: 'extension',
    message: 'write the file extension',
    breaks: (_, to, specifier) => /^[.#]/.test(specifier) && !/\.[a-z0-9]+$/.test(fileOf(to)?.path ?? ''),
  },
];
