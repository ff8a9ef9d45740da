/** Cases of the export of a person's data, and of the operators' inbox. */

import { opsContract } from '#shared/ops/contract.ts';
import { forAnyone, forOperators, forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeServer, send } from '../send.ts';
import { freshName, makeFile, makeFolder, makeLink, ok, UNKNOWN_ID } from '../world.ts';
import { eventCases, eventMatrix } from './event.cases.ts';
import { reportCases, reportMatrix } from './reports/report.cases.ts';

const held: Response[] = [];

export const opsCases: ContractCases<typeof opsContract> = {
  ...eventCases,
  ...reportCases,
  sendFeedback: {
    success: {
      'with the id under which it is kept': ({ bob }) => ({
        token: bob.token,
        body: { topic: 'problem', message: freshName('message') },
      }),
      'to words alone, of no particular topic': ({ bob }) => ({ token: bob.token, body: { message: freshName() } }),
    },
    errors: {
      invalid_argument: ({ bob }) => ({ token: bob.token, body: { message: ' \n ' } }),
      too_many_requests: ({ bob }) => ({
        token: bob.token,
        body: { message: freshName() },
        server: makeServer({ limits: { messagesPerHour: 0 } }),
      }),
    },
  },
  messages: {
    success: {
      'what people wrote': async ({ bob }) => {
        await ok(opsContract.sendFeedback, { token: bob.token, body: { message: freshName() } });
        return { query: { state: 'new', limit: 1 } };
      },
    },
    errors: {
      permission_denied: ({ bob }) => ({ token: bob.token }),
      invalid_argument: () => ({ query: { page_token: 'x' } }),
    },
  },
  setMessageState: {
    success: {
      'a message that is answered now': async ({ bob }) => {
        const { id } = await ok(opsContract.sendFeedback, { token: bob.token, body: { message: freshName() } });
        return { params: { id }, body: { state: 'done' } };
      },
    },
    errors: {
      permission_denied: ({ bob }) => ({ token: bob.token, params: { id: UNKNOWN_ID }, body: { state: 'done' } }),
      invalid_argument: () => ({ params: { id: UNKNOWN_ID }, body: { state: 'gone' } }),
      not_found: () => ({ params: { id: UNKNOWN_ID }, body: { state: 'done' } }),
    },
  },
  downloadStatistics: {
    success: { 'an empty list where nothing is offered': () => ({}) },
  },
  exportData: {
    success: {
      'everything of a person with files and a link': async ({ bob }) => {
        await makeFolder(bob);
        await makeLink(bob, { fileIds: [await makeFile(bob)], locked: true });
        return { token: bob.token };
      },
      'next to nothing of a person without any': ({ olga }) => ({ token: olga.token }),
    },
    errors: {
      too_many_requests: async ({ carla }) => {
        // Neither is read to its end. A response that nothing holds may be collected, which ends its export.
        for (let exports = 0; exports < 2; exports += 1)
          held.push(await send(opsContract.exportData, { token: carla.token }));
        return { token: carla.token };
      },
    },
  },
};

export const opsMatrix: MatrixRows<typeof opsContract> = {
  ...eventMatrix,
  ...reportMatrix,
  // Without the mark: the text is the caller's own and is in the export below.
  sendFeedback: forPerson(() => ({ body: { topic: 'question', message: freshName() } }), 'own'),
  messages: forOperators(() => ({}), ['help_desk', 'moderation']),
  // The matrix tries who may call: no message has this id.
  setMessageState: forOperators(
    () => ({ params: { id: UNKNOWN_ID }, body: { state: 'done' } }),
    ['help_desk', 'moderation'],
    'not_found',
  ),
  downloadStatistics: forAnyone(() => ({})),
  exportData: forPerson(() => ({}), 'own', 'ok', 'ok'),
};
