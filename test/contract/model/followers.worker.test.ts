/** Programs follow a drive while deep folders move, tags are stored and the object is killed: no change is lost. */
import { abortAllDurableObjects } from 'cloudflare:test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { foldTags } from '#worker/services/drive/acts/tags.store.ts';
import { DAY_MS, makeDrive } from '#worker/services/drive/drive-fixture.ts';
import { ChangesFollower, type Followed, TagsFollower } from './followers.ts';

const at = fc.nat(20);
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('folder' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('rename' as const), at }) },
  { weight: 8, arbitrary: fc.record({ do: fc.constant('move' as const), at, to: at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('trash' as const), at }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('untrash' as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('remove' as const), at }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('follow' as const), limit: fc.integer({ min: 1, max: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('fold' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('kill' as const) }) },
);

test('a program that descends by tags, and one that reads changes, know the drive after kills and moves of deep folders', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40, size: 'max' }), async (steps) => {
      let drive = makeDrive();
      const made = [''];
      // A line of folders: a move takes all below along.
      for (let depth = 0; depth < 5; depth += 1) made.push(await drive.folder(`deep ${depth}`, made.at(-1)));
      const followed: Followed = {
        sql: (statement, ...values) => drive.inside((_, sql) => sql.exec(statement, ...values).toArray() as never),
        async changes(since, limit) {
          const answer = await drive.stub.changes(drive.caller, since, limit);
          if (!answer.ok) throw new Error(answer.error.name);
          const { changes, since: next, hasMore } = answer.value;
          return {
            changes: changes.map(({ id, removed }) => ({ file_id: id, removed })),
            next_since: next,
            has_more: hasMore,
          };
        },
        async tags(ids) {
          const answer = await drive.stub.folderTags(drive.caller, ids);
          if (!answer.ok) throw new Error(answer.error.name);
          return answer.value.map(({ n, run }) => `${n} ${run}`);
        },
      };
      const programs = [new ChangesFollower(followed), new TagsFollower(followed)] as const;
      for (const program of programs) await program.follow(3);
      for (const [turn, each] of steps.entries()) {
        const pick = (place: number): string => made[place % made.length] ?? '';
        const id = 'at' in each ? made[1 + (each.at % (made.length - 1))] : '';
        const { stub, caller } = drive;
        // A refused call, such as a move of a folder into itself, changes nothing.
        if (each.do === 'folder') {
          const folder = await stub.createFolder(caller, { parentId: pick(each.at), name: `f ${turn}` }, null);
          if (folder.ok) made.push(folder.value.id);
        } else if (each.do === 'rename') await stub.rename(caller, id ?? '', `r ${turn}`, null);
        else if (each.do === 'move') await stub.move(caller, { ids: [id ?? ''], to: pick(each.to) }, null);
        else if (each.do === 'trash') await stub.trash(caller, { ids: [id ?? ''], trashTtlMs: DAY_MS }, null);
        else if (each.do === 'untrash') await stub.untrash(caller, { ids: [id ?? ''] }, null);
        else if (each.do === 'remove') {
          const task = await stub.remove(caller, { ids: [id ?? ''] }, null);
          if (task.ok) await drive.finish(task.value);
        } else if (each.do === 'fold') await drive.inside((_, sql) => foldTags(sql));
        else if (each.do === 'kill') {
          await abortAllDurableObjects();
          drive = makeDrive(drive.userId);
        } else for (const program of programs) await program.follow(each.limit);
      }
      for (const program of programs) await program.follow(2);
      // Tags that were stored step by step are those of a full recomputation.
      const folders = made.filter((folder) => folder !== '');
      const tags = await followed.tags(['', ...folders]);
      await drive.inside((_, sql) => {
        sql.exec("DELETE FROM folder_tags; UPDATE act_marks SET n = 0 WHERE name = 'folded'");
      });
      await abortAllDurableObjects();
      drive = makeDrive(drive.userId);
      const live = new Set((await followed.sql('SELECT id FROM nodes')).map((row) => row['id']));
      const isThere = (_: string, place: number): boolean => place === 0 || live.has(folders[place - 1] ?? '');
      expect((await followed.tags(['', ...folders])).filter(isThere)).toEqual(tags.filter(isThere));
    }),
    { numRuns: 16, seed: 20_261_129 },
  );
});
