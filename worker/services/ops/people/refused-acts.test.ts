import { expect, it } from 'vitest';
import { AppError } from '#shared/errors.ts';
import type { UserId } from '#shared/ids.ts';
import { actOnPerson } from './acts.ts';
import type { PeopleDeps } from './people.ts';

it('a reset that is refused because no code reaches the person is not in the log', async () => {
  const notes: object[] = [];
  let isReachable = false;
  const deps = {
    auth: {
      personActedOn: async () => ({ role: '', status: 'ACTIVE', held: '' }),
      async prepareDeskAct() {
        if (!isReachable) throw new AppError('failed_precondition', { reason: 'no_way_back' });
        return { isAsked: false, link: null };
      },
      beginDeskAct: async () => null,
    },
    documents: { recordAct: async (_by: object, noted: object) => void notes.push(noted) },
  } as unknown as PeopleDeps;
  const operator = { id: 'olga', name: 'Olga', via: 'page', role: 'all' } as const;
  const reset = { act: 'reset', userId: 'anna' as UserId, reason: 'stolen', key: 'k' } as const;
  await expect(actOnPerson(deps, operator, reset)).rejects.toThrow(AppError);
  expect(notes).toEqual([]);
  isReachable = true;
  await actOnPerson(deps, operator, reset);
  expect(notes).toEqual([{ act: 'person_reset', subject: 'people', note: 'anna: stolen' }]);
});
