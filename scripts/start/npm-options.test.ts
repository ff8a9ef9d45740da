import { expect, it } from 'vitest';
import { asksForHelp, takenByNpm } from './npm-options.ts';

it('an option that npm took is named, with the call that passes it on', () => {
  const env = { npm_config_dry_run: 'true', npm_config_env: 'staging', npm_config_init_module: 'init.js' };
  expect(takenByNpm(env, 'deploy', ['init', 'env', 'dry-run'])).toBe(
    'npm took --env --dry-run for its own. Write -- before the options: npm run deploy -- --env --dry-run',
  );
  expect(takenByNpm({ npm_config_init_module: 'x' }, 'deploy', ['init', 'env'])).toBe('');
});

it('help is asked for by either of its names', () => {
  expect([['--help'], ['people', '-h'], ['--helped'], []].map(asksForHelp)).toEqual([true, true, false, false]);
});
