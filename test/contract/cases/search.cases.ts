/** Cases of search, duplicates and cids. */

import { createHash } from 'node:crypto';
import type { searchContract } from '#shared/drive/search.contract.ts';
import { forPerson, type MatrixRows } from '../callers.ts';
import type { ContractCases } from '../cases.ts';
import { makeServer } from '../send.ts';
import { freshName, makeFile, makeFolder } from '../world.ts';

const BAD_TOKEN = { page_token: 'x' };

/** A server on which no sweep over a drive may read a row. */
export const withoutSweeps = () => makeServer({ limits: { sweptRowsPerMinute: 0 } });

const sha1 = (text: string) => createHash('sha1').update(text).digest('hex');

export const searchCases: ContractCases<typeof searchContract> = {
  search: {
    success: {
      'what has the words in its name': async ({ alice }) => {
        await makeFile(alice);
        return { query: { q: 'file', kind: 'OTHER,DOCUMENT', limit: '5' } };
      },
      'what operators narrow': async ({ alice }) => {
        await makeFile(alice);
        return { query: { q: 'smaller:1MB after:2020 is:shared', limit: '5', time_zone: 'Asia/Tokyo' } };
      },
    },
    errors: {
      invalid_argument: () => ({ query: { q: 'larger:much' } }),
      too_many_requests: () => ({ server: withoutSweeps(), query: { q: 'a' } }),
    },
  },
  duplicates: {
    success: { 'of a drive': () => ({ query: { limit: '3' } }) },
    errors: {
      invalid_argument: () => ({ query: BAD_TOKEN }),
      too_many_requests: () => ({ server: withoutSweeps() }),
    },
  },
  cid: {
    success: {
      "the gcid of a content of the caller's own": async ({ alice }) => {
        const text = freshName('content');
        await makeFile(alice, text);
        return { query: { cid: sha1(text).toUpperCase(), file_size: String(text.length) } };
      },
      'nothing for a content that the drive does not hold': () => ({ query: { cid: sha1('unknown'), file_size: '7' } }),
    },
    errors: { invalid_argument: () => ({ query: { cid: 'a', file_size: '-1' } }) },
  },
};

export const searchMatrix: MatrixRows<typeof searchContract> = {
  search: forPerson(async (owner) => {
    const name = freshName('sought');
    await makeFolder(owner, '', name);
    return { query: { q: name } };
  }, 'own'),
  duplicates: forPerson(() => ({}), 'own'),
  cid: forPerson(() => ({ query: { cid: 'a'.repeat(40), file_size: 5 } }), 'own'),
};
