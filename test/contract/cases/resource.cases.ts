/** Cases of a client's questions about contents before an upload. */
import { createHash } from 'node:crypto';
import type { resourceContract } from '#shared/drive/resource.contract.ts';
import type { ContractCases } from '../cases.ts';
import { freshName, makeFile } from '../world.ts';

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

export const resourceCases: ContractCases<typeof resourceContract> = {
  cid: {
    success: {
      "the gcid of a content of the caller's own": async ({ alice }) => {
        const text = freshName('content');
        await makeFile(alice, text);
        return { token: alice.token, query: { cid: sha1(text).toUpperCase(), file_size: String(text.length) } };
      },
      'nothing for a content that the drive does not hold': ({ alice }) => ({
        token: alice.token,
        query: { cid: sha1('unknown'), file_size: '7' },
      }),
    },
    errors: { invalid_argument: ({ alice }) => ({ token: alice.token, query: { cid: 'a', file_size: '-1' } }) },
  },
};
