/** Cases of the configuration: clients' requests, and the documents of operators. One document, reset by each case. */

import type { configContract } from '#shared/config/contract.ts';
import { configContract as rows } from '#shared/config/contract.ts';
import { servicesOf } from '#worker/compose.ts';
import { forAnyone, forOperators, type MatrixRows } from '../callers.ts';
import type { ContractCases, EndpointCases } from '../cases.ts';
import { type Ask, DEVICE_ID, env } from '../send.ts';
import { freshName, ok, type Person, type World } from '../world.ts';

const documents = servicesOf(env).documents;

const NAME = 'resources';
const params = { name: NAME };
const unknown = { name: 'nothing' };

/** As existing clients send it. */
const CLIENT_BODY = { client: 'web', data: { language_system: 'de', language_app: 'zh_TW', user_id: 'somebody' } };

const asked: EndpointCases = {
  success: {
    'a client that says who it is': () => ({ body: CLIENT_BODY }),
    'a client that says nothing': () => ({ body: { client: null, data: null } }),
  },
  errors: { invalid_argument: () => ({ body: { data: 'noise' } }) },
};

interface Live {
  readonly text: string;
  readonly base: number;
  readonly revision: number;
}

async function liveOf({ token }: Person): Promise<Live> {
  const { text, version, draft_revision: revision } = await ok(rows.document, { token, params });
  return { text, base: version, revision };
}

/** Another right text of the document. */
export function changedText(text: string, banner = freshName('banner')): string {
  const config = JSON.parse(text) as { default: object };
  const banners = [{ id: 'one', title: banner, image_url: '/icon-512.png', link_url: '/faq' }];
  return `${JSON.stringify({ ...config, default: { ...config.default, banners } }, null, 2)}\n`;
}

const MALFORMED = '{\n  "default": {},\n}';

/** A right draft, from the version that is live. */
async function drafted({ olga }: World): Promise<Live> {
  const live = await liveOf(olga);
  const body = { text: changedText(live.text), base_version: live.base, draft_revision: live.revision };
  const { draft_revision: revision } = await ok(rows.saveDraft, { token: olga.token, params, body });
  return { ...live, revision };
}

/** @returns the version that is live then */
async function published(world: World): Promise<number> {
  const { base } = await drafted(world);
  const { token } = world.olga;
  return (await ok(rows.publish, { token, params, body: { base_version: base, note: 'a case' } })).version;
}

const forOlga = ({ olga }: World, ask: Ask): Ask => ({ token: olga.token, ...ask });

export const configCases: ContractCases<typeof configContract> = {
  basic: asked,
  resources: asked,
  debugOptions: asked,
  externalProducts: asked,
  activityOperation: asked,
  drive: asked,
  globalConfig: {
    success: {
      'a device and its person': () => ({ body: { uuid: 'ab'.repeat(16), userid: 'somebody' } }),
      ...asked.success,
    },
    errors: asked.errors,
  },
  documents: {
    success: { 'every document': (world) => forOlga(world, {}) },
  },
  document: {
    success: {
      'a document with a draft': async (world) => {
        await drafted(world);
        return forOlga(world, { params });
      },
    },
    errors: { not_found: (world) => forOlga(world, { params: unknown }) },
  },
  saveDraft: {
    success: {
      'a right draft': async (world) => {
        const { text, base, revision } = await liveOf(world.olga);
        const body = { text: changedText(text), base_version: base, draft_revision: revision };
        return forOlga(world, { params, body });
      },
      'a malformed draft with its problems': async (world) => {
        const { base, revision } = await liveOf(world.olga);
        return forOlga(world, { params, body: { text: MALFORMED, base_version: base, draft_revision: revision } });
      },
    },
    errors: {
      not_found: (world) => forOlga(world, { params: unknown, body: { text: '', base_version: 0, draft_revision: 0 } }),
      invalid_argument: (world) => forOlga(world, { params, body: { text: 'x' } }),
      aborted: async (world) => {
        const { base, revision } = await drafted(world);
        return forOlga(world, { params, body: { text: 'x', base_version: base, draft_revision: revision - 1 } });
      },
    },
  },
  discardDraft: {
    success: {
      'a draft thrown away': async (world) => {
        await drafted(world);
        return forOlga(world, { params });
      },
    },
    errors: { not_found: (world) => forOlga(world, { params: unknown }) },
  },
  diff: {
    success: {
      'what a draft would change': async (world) => {
        await drafted(world);
        return forOlga(world, { params });
      },
    },
    errors: { not_found: (world) => forOlga(world, { params: unknown }) },
  },
  publish: {
    success: {
      'the version of a draft': async (world) => {
        const { base } = await drafted(world);
        return forOlga(world, { params, body: { base_version: base, note: 'the first\nof two lines' } });
      },
      'the version of a text': async (world) => {
        const { text, base } = await liveOf(world.olga);
        return forOlga(world, { params, body: { text: changedText(text), base_version: base } });
      },
    },
    errors: {
      not_found: (world) => forOlga(world, { params: unknown, body: { base_version: 0 } }),
      invalid_argument: async (world) => {
        const { base } = await liveOf(world.olga);
        return forOlga(world, { params, body: { text: MALFORMED, base_version: base } });
      },
      aborted: async (world) => {
        const { text, base } = await liveOf(world.olga);
        await published(world);
        return forOlga(world, { params, body: { text: changedText(text), base_version: base } });
      },
      failed_precondition: async (world) => {
        await ok(rows.discardDraft, { token: world.olga.token, params });
        const { base } = await liveOf(world.olga);
        return forOlga(world, { params, body: { base_version: base } });
      },
    },
  },
  history: {
    success: {
      'what was published': async (world) => {
        await published(world);
        return forOlga(world, { params });
      },
    },
    errors: { not_found: (world) => forOlga(world, { params: unknown }) },
  },
  version: {
    success: {
      'what the build brought': (world) => forOlga(world, { params: { ...params, version: 0 } }),
      'a version': async (world) => forOlga(world, { params: { ...params, version: await published(world) } }),
    },
    errors: {
      not_found: (world) => forOlga(world, { params: { ...params, version: 999_999 } }),
      invalid_argument: (world) => forOlga(world, { params: { ...params, version: 'noise' } }),
    },
  },
  rollback: {
    success: {
      'a new version with an old text': async (world) => {
        const base = await published(world);
        return forOlga(world, { params, body: { version: 0, base_version: base, note: '' } });
      },
    },
    errors: {
      not_found: async (world) => {
        const { base } = await liveOf(world.olga);
        return forOlga(world, { params, body: { version: 999_999, base_version: base } });
      },
      invalid_argument: (world) => forOlga(world, { params, body: { version: 'noise' } }),
      aborted: async (world) => {
        const version = await published(world);
        return forOlga(world, { params, body: { version: version - 1, base_version: version - 1 } });
      },
    },
  },
  log: {
    success: {
      'the newest acts': async (world) => {
        await drafted(world);
        return forOlga(world, { query: { limit: 3 } });
      },
      'acts on one document, further back': async (world) => {
        await published(world);
        return forOlga(world, { query: { document: NAME, before: 2 } });
      },
    },
    errors: {
      not_found: (world) => forOlga(world, { query: { document: 'nothing' } }),
      invalid_argument: (world) => forOlga(world, { query: { limit: 'noise' } }),
    },
  },
};

/** Calls of the matrix about `basic`: valid for every caller, and without effect on other tests. */
export async function draft(): Promise<Ask> {
  const state = await documents.read('basic');
  const body = { text: `${state.text}\n`, base_version: state.version, draft_revision: state.draftRevision };
  return { params: { name: 'basic' }, body };
}

export async function publication(): Promise<Ask> {
  const { text, version } = await documents.read('basic');
  return { params: { name: 'basic' }, body: { text, base_version: version } };
}

export async function rollback(): Promise<Ask> {
  const { version } = await documents.read('basic');
  return { params: { name: 'basic' }, body: { version, base_version: version } };
}

export const configMatrix: MatrixRows<typeof configContract> = {
  basic: forAnyone(() => ({ body: { client: 'web' } })),
  resources: forAnyone(() => ({ body: { client: 'web' } })),
  debugOptions: forAnyone(() => ({ body: { client: 'web' } })),
  externalProducts: forAnyone(() => ({ body: { client: 'web' } })),
  activityOperation: forAnyone(() => ({ body: { client: 'web' } })),
  drive: forAnyone(() => ({ body: { client: 'web' } })),
  globalConfig: forAnyone(() => ({ body: { uuid: DEVICE_ID } })),
  documents: forOperators(() => ({}), []),
  document: forOperators(() => ({ params: { name: 'basic' } }), []),
  saveDraft: forOperators(draft, []),
  discardDraft: forOperators(() => ({ params: { name: 'basic' } }), []),
  diff: forOperators(() => ({ params: { name: 'basic' } }), []),
  publish: forOperators(publication, []),
  history: forOperators(() => ({ params: { name: 'basic' } }), []),
  version: forOperators(() => ({ params: { name: 'basic', version: 0 } }), []),
  rollback: forOperators(rollback, []),
  log: forOperators(() => ({}), []),
};
