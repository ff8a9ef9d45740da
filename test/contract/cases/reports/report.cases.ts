/** Cases of reported links: visitors, owners, operators. */
import { reportContract } from '#shared/ops/report.contract.ts';
import { shieldContract } from '#shared/shield/contract.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';
import { forAnyone, forOperators, forPerson, type MatrixRows } from '../../callers.ts';
import type { ContractCases } from '../../cases.ts';
import { type Ask, DEVICE_ID, makeServer } from '../../send.ts';
import { freshName, makeFile, makeLink, objects, ok, UNKNOWN_ID, type World } from '../../world.ts';

const reason = { reason: 'spam' } as const;

async function captcha(): Promise<Readonly<Record<string, string>>> {
  const body = { client_id: 'cli', action: 'POST:/s/report', device_id: DEVICE_ID, meta: {} };
  const server = makeServer({ bindings: { SHIELD_MODE: 'never' } });
  const { captcha_token } = await ok(shieldContract.captchaInit, { server, body });
  return { 'x-captcha-token': captcha_token };
}

/** A link of alice that was reported. */
async function reported({ alice }: Pick<World, 'alice'>): Promise<string> {
  // A content of its own: a ban of it concerns no other case.
  const { shareId } = await makeLink(alice, { fileIds: [await makeFile(alice, freshName('content'))] });
  const server = makeServer({ limits: { messagesPerHour: 1_000 } });
  await ok(reportContract.reportLink, { server, headers: await captcha(), body: { share_id: shareId, ...reason } });
  await runAlarm(objects.inbox.getByName('reports'));
  return shareId;
}

/** A link of alice that an operator closed. */
async function closed(world: Pick<World, 'alice' | 'olga'>): Promise<string> {
  const id = await reported(world);
  await ok(reportContract.decide, {
    token: world.olga.token,
    params: { id },
    body: { act: 'restrict', ground: 'spam', reason: 'a test' },
  });
  return id;
}

const act = { act: 'restrict', ground: 'spam', reason: 'a test' } as const;

export const reportCases: ContractCases<typeof reportContract> = {
  reportLink: {
    success: {
      'a link of another person': async ({ alice }): Promise<Ask> => {
        const { shareId } = await makeLink(alice);
        return { headers: await captcha(), body: { share_id: shareId, ...reason } };
      },
      'a link that never was': async () => ({
        headers: await captcha(),
        body: { share_id: UNKNOWN_ID, file_id: UNKNOWN_ID, ...reason, note: 'n', email: 'ann@example.com' },
      }),
    },
    errors: {
      invalid_argument: () => ({ body: { share_id: UNKNOWN_ID, reason: 'taste' } }),
      captcha_required: () => ({ body: { share_id: UNKNOWN_ID, ...reason } }),
      captcha_invalid: () => ({
        headers: { 'x-captcha-token': 'noise' },
        body: { share_id: UNKNOWN_ID, ...reason },
      }),
      too_many_requests: async () => ({
        server: makeServer({ limits: { messagesPerHour: 0 } }),
        headers: await captcha(),
        body: { share_id: UNKNOWN_ID, ...reason },
      }),
    },
  },
  ownDecision: {
    success: {
      'why a link was closed': async (world) => ({
        token: world.alice.token,
        query: { share_id: await closed(world) },
      }),
    },
    errors: {
      invalid_argument: () => ({}),
      not_found: async (world) => ({ token: world.bob.token, query: { share_id: await closed(world) } }),
    },
  },
  appeal: {
    success: {
      'an objection': async (world) => ({
        token: world.alice.token,
        body: { share_id: await closed(world), message: 'It is mine.' },
      }),
    },
    errors: {
      invalid_argument: async (world) => ({
        token: world.alice.token,
        body: { share_id: await closed(world), message: ' ' },
      }),
      not_found: async (world) => ({
        token: world.alice.token,
        body: { share_id: await reported(world), message: 'It is mine.' },
      }),
      failed_precondition: async (world) => {
        const share_id = await closed(world);
        const { token } = world.alice;
        await ok(reportContract.appeal, { token, body: { share_id, message: 'once' } });
        return { token, body: { share_id, message: 'twice' } };
      },
    },
  },
  cases: {
    success: {
      'reported links': async (world) => {
        await reported(world);
        return { token: world.olga.token, query: { state: 'open' } };
      },
    },
    errors: {
      permission_denied: ({ bob }) => ({ token: bob.token }),
      invalid_argument: () => ({ query: { page_token: '?' } }),
    },
  },
  caseOf: {
    success: {
      'a link that was closed': async (world) => ({ token: world.olga.token, params: { id: await closed(world) } }),
    },
    errors: {
      permission_denied: ({ bob }) => ({ token: bob.token, params: { id: UNKNOWN_ID } }),
      invalid_argument: () => ({ params: { id: 'x'.repeat(65) } }),
      not_found: () => ({ params: { id: UNKNOWN_ID } }),
    },
  },
  decide: {
    success: {
      'a link that is closed now': async (world) => ({
        token: world.olga.token,
        params: { id: await reported(world) },
        body: act,
      }),
      'a ban of its contents': async (world) => {
        const id = await reported(world);
        const { files } = await ok(reportContract.caseOf, { token: world.olga.token, params: { id } });
        return {
          token: world.olga.token,
          params: { id },
          body: { ...act, act: 'ban', share_status: 'PROHIBITED', file_ids: files.map((file) => file.id) },
        };
      },
    },
    errors: {
      permission_denied: ({ bob }) => ({ token: bob.token, params: { id: UNKNOWN_ID }, body: act }),
      invalid_argument: async (world) => ({
        token: world.olga.token,
        params: { id: await reported(world) },
        body: { ...act, act: 'restore' },
      }),
      not_found: () => ({ params: { id: UNKNOWN_ID }, body: act }),
      aborted: async (world) => ({ token: world.olga.token, params: { id: await closed(world) }, body: act }),
    },
  },
};

export const reportMatrix: MatrixRows<typeof reportContract> = {
  // Every caller passes the human check.
  reportLink: forAnyone(() => ({ body: { share_id: UNKNOWN_ID, ...reason } }), 'captcha_required'),
  // The matrix tries who may call: no link has this id.
  ownDecision: forPerson(() => ({ query: { share_id: UNKNOWN_ID } }), 'not_found', 'not_found'),
  appeal: forPerson(() => ({ body: { share_id: UNKNOWN_ID, message: 'no' } }), 'not_found', 'not_found'),
  cases: forOperators(() => ({}), ['moderation']),
  caseOf: forOperators(() => ({ params: { id: UNKNOWN_ID } }), ['moderation'], 'not_found'),
  decide: forOperators(() => ({ params: { id: UNKNOWN_ID }, body: act }), ['moderation'], 'not_found'),
};
