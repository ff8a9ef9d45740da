import { expect, it } from 'vitest';
import { withoutWrappers } from './runtime-config.ts';

const ours = { name: 'core:user:outbound', worker: { bindings: [{ name: 'NODE', service: { name: 'node' } }] } };

it('the Worker calls the internet through ours alone, which has no cache', () => {
  const [magpie, outbound] = withoutWrappers([
    { name: 'core:user:magpie', worker: { globalOutbound: { name: 'outbound:1' } } },
    {
      ...ours,
      worker: { ...ours.worker, globalOutbound: { name: 'outbound:0' }, cacheApiOutbound: { name: 'cache:0' } },
    },
  ]);
  expect(magpie?.worker).toEqual({ globalOutbound: { name: 'core:user:outbound' } });
  expect(outbound?.worker).toEqual({ ...ours.worker, globalOutbound: { name: 'node' } });
});

it('a configuration without our way to the machine is refused', () => {
  expect(() => withoutWrappers([{ name: 'core:user:outbound', worker: { bindings: [] } }])).toThrow(
    'no way to the machine',
  );
});
