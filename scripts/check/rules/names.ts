/**
 * Names of files and folders: kebab-case, and a suffix that is the file's role, standing where that role belongs.
 */
import type { Finding } from '../finding.ts';
import { placeOf } from '../place.ts';

const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const FIXED = /^(README|LICENSE|CONTRIBUTING|SECURITY)(\.md)?$|^\.gitignore$/;
const MIGRATION = /^migrations\/\d{4}_[a-z0-9_]+\.sql$/;
/** Words that do not name the thing a file does. */
export const VAGUE = /^(utils?|helpers?|common|misc|manager\d*|(new|legacy|old)-.*)$/;
/** Written by tools under names of their own: static files and translations. */
const FOREIGN = /^(client\/public|locales)\//;

/** Role -> where it may stand and with which ending. */
const ROLES: Record<string, RegExp> = {
  page: /^worker\/pages\/.*\.tsx$/,
  view: /^client\/.*\.tsx$/,
  island: /^client\/.*\.tsx$/,
  state: /^client\/.*\.ts$/,
  actions: /^client\/.*\.ts$/,
  api: /^client\/.*\.ts$/,
  can: /^client\/.*\.ts$/,
  events: /^client\/.*\.ts$/,
  cases: /^test\/.*\.ts$/,
  context: /^client\/.*\.ts$/,
  keys: /^worker\/services\/.*\.ts$/,
  contract: /^shared\/.*\.ts$/,
  http: /^worker\/services\/.*\.ts$/,
  entrypoint: /^worker\/services\/.*\.ts$/,
  object: /^worker\/services\/.*\.ts$/,
  store: /^worker\/services\/.*\.ts$/,
  rules: /^(worker\/services|shared|client)\/.*\.ts$/,
  migrations: /^worker\/services\/.*\.ts$/,
  gen: /\.ts$/,
  d: /\.ts$/,
  config: /\.ts$/,
};
const TEST_ENDING = /(\.(valid|invalid))?(\.(worker|browser))?\.test\.tsx?$/;

export function checkNames(paths: Iterable<string>): Finding[] {
  return Array.from(paths).flatMap((path) => {
    if (FOREIGN.test(path) || placeOf(path).tier === 'top') return [];
    const message = problemOf(path);
    return message === undefined ? [] : [{ path, rule: 'name', message }];
  });
}

function problemOf(path: string): string | undefined {
  const steps = path.split('/');
  const file = steps.pop() ?? '';
  const folder = steps.slice(1).find((step) => !KEBAB.test(step));
  if (folder !== undefined) return `the folder ${folder} is not kebab-case`;
  if (FIXED.test(file)) return undefined;
  if (file.endsWith('.sql'))
    return MIGRATION.test(placeOf(path).inModule) ? undefined : 'a migration is migrations/NNNN_what.sql';
  const name = file.split('.', 1).join('');
  const vague = [...steps.slice(1), name].find((word) => VAGUE.test(word));
  if (vague !== undefined) return `${vague} does not name the thing it does`;
  if (!KEBAB.test(name)) return `${name} is not kebab-case`;
  return /\.tsx?$/.test(file)
    ? roleProblem(path.replace(TEST_ENDING, (ending) => `.${ending.endsWith('x') ? 'tsx' : 'ts'}`))
    : undefined;
}

function roleProblem(path: string): string | undefined {
  const roles = path.split('/').at(-1)?.split('.').slice(1, -1) ?? [];
  if (roles.length > 1) return `one role a file, not ${roles.join(' and ')}`;
  const role = roles[0];
  if (role === undefined) return undefined;
  const home = Object.hasOwn(ROLES, role) ? ROLES[role] : undefined;
  if (!home) return `.${role} is no role`;
  return placeOf(path).tier === 'test' || home.test(path) ? undefined : `.${role} does not live here`;
}
