import { expect, it } from 'vitest';
import { operatorArea } from './operator.ts';

it('no operator is made on a server elsewhere, and none is asked for', async () => {
  const added = operatorArea.run(['add', 'alice@example.com'], 'https://drive.example.invalid');
  await expect(added).rejects.toThrow('a role is given at /ops/operators, on the machine itself');
});
