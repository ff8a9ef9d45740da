import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { beforeEach, expect, it } from 'vitest';
import { scratchFolder } from '#scripts/test/scratch-folder.ts';
import { readPackages } from './downloads.ts';
import { closeDraft, openDraft, putInPlace } from './draft.ts';
import { writeImage } from './oci.ts';
import { ReleaseRefused } from './refused.ts';
import { makeSbom } from './sbom.ts';
import { cutSymbols } from './slim.ts';
import { makeStatement, sign } from './statement.ts';
import { writeTar } from './tar.ts';
import { verifyRelease } from './verify.ts';

const SECONDS = 1_700_000_000;
let root: string;

beforeEach(() => {
  root = scratchFolder();
});

/** The same files, made in another order, at another time and with other rights. */
function makeTree(folder: string, names: readonly string[], mode: number, year: number): void {
  for (const name of names) {
    const file = path.join(folder, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, `content of ${name}`);
    chmodSync(file, mode);
    utimesSync(file, new Date(`${year}-01-01`), new Date(`${year}-01-01`));
  }
}

it('archives and images of the same files are the same bytes, whatever their order, times and rights', async () => {
  const made: Buffer[][] = [];
  for (const [name, mode, year, order] of [
    ['one', 0o600, 2020, ['app/b', 'app/a/c', 'app/z']],
    ['a-longer-name', 0o666, 2021, ['app/z', 'app/a/c', 'app/b']],
  ] as const) {
    const folder = path.join(root, name);
    makeTree(folder, order, mode, year);
    const image = path.join(root, `${name}.oci.tar`);
    const archive = path.join(root, `${name}.tar.gz`);
    await writeTar({ folder, names: ['app'], file: archive, seconds: SECONDS, compress: true });
    await writeImage({
      architecture: 'arm64',
      tags: ['magpie:1.2.3', 'magpie:latest'],
      layers: [
        { says: 'files', folder, names: ['app'] },
        { says: 'files of a user', folder, names: ['app/a'], owner: 10_001, mode: 'u+rwx,go-rwx' },
      ],
      config: { User: '10001' },
      labels: {},
      seconds: SECONDS,
      file: image,
      scratch: path.join(root, `${name}-scratch`),
    });
    made.push([readFileSync(archive), readFileSync(image)]);
  }
  expect(made[0]).toEqual(made[1]);
});

it('every blob of an image has the name of its hash, and both lists name the same layers', async () => {
  makeTree(path.join(root, 'files'), ['app/a'], 0o644, 2020);
  const file = path.join(root, 'image.tar');
  const layers = [{ says: 'files', folder: path.join(root, 'files'), names: ['app'] }];
  const scratch = path.join(root, 'scratch');
  await writeImage({
    architecture: 'amd64',
    tags: ['magpie:1.2.3'],
    layers,
    config: {},
    labels: {},
    seconds: SECONDS,
    file,
    scratch,
  });
  const open = (name: string): Buffer => execFileSync('tar', ['-xOf', file, name]);
  const json = <T>(name: string): T => JSON.parse(open(name).toString()) as T;
  for (const name of execFileSync('tar', ['-tf', file], { encoding: 'utf8' })
    .split('\n')
    .filter((each) => /\/[0-9a-f]{64}$/.test(each)))
    expect(createHash('sha256').update(open(name)).digest('hex')).toBe(path.basename(name));
  const [top] = json<{ manifests: { digest: string; platform: unknown }[] }>('index.json').manifests;
  const manifest = json<{ layers: { digest: string }[] }>(`blobs/${top?.digest.replace(':', '/')}`);
  const [forDocker] = json<{ Config: string; Layers: string[] }[]>('manifest.json');
  expect(forDocker?.Layers).toEqual(manifest.layers.map(({ digest }) => `blobs/${digest.replace(':', '/')}`));
  const { rootfs } = json<{ rootfs: { diff_ids: string[] } }>(forDocker?.Config ?? '');
  const inner = spawnSync('gzip', ['-dc'], { input: open(forDocker?.Layers[0] ?? '') }).stdout;
  expect(rootfs.diff_ids).toEqual([`sha256:${createHash('sha256').update(inner).digest('hex')}`]);
});

it('a program without its symbols still runs, and is cut only once', () => {
  const program = path.join(root, 'program');
  copyFileSync('/bin/sh', program);
  const before = statSync(program).size;
  const cut = cutSymbols(program);
  expect([statSync(program).size, cut > 0, cutSymbols(program)]).toEqual([before - cut, true, 0]);
  expect(execFileSync(program, ['-c', 'echo $((6 * 7))'], { encoding: 'utf8' })).toBe('42\n');
  writeFileSync(program, '#!/bin/sh\n');
  expect(cutSymbols(program)).toBe(0);
});

/** Demands of the schema of CycloneDX 1.5 on the parts that are written. */
const COMPONENT = v.strictObject({
  type: v.picklist(['application', 'library']),
  'bom-ref': v.pipe(v.string(), v.minLength(1)),
  group: v.optional(v.string()),
  name: v.string(),
  version: v.string(),
  scope: v.optional(v.picklist(['required', 'optional', 'excluded'])),
  hashes: v.optional(
    v.array(
      v.strictObject({
        alg: v.picklist(['SHA-256', 'SHA-512']),
        content: v.pipe(v.string(), v.regex(/^([a-f0-9]{64}|[a-f0-9]{128})$/)),
      }),
    ),
  ),
  licenses: v.optional(v.tuple([v.strictObject({ expression: v.string() })])),
  purl: v.pipe(v.string(), v.regex(/^pkg:(npm|deb|generic)\/[^ +]+@[^ +]+$/)),
});
const BOM = v.strictObject({
  $schema: v.string(),
  bomFormat: v.literal('CycloneDX'),
  specVersion: v.literal('1.5'),
  serialNumber: v.pipe(v.string(), v.regex(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)),
  version: v.literal(1),
  metadata: v.strictObject({ timestamp: v.pipe(v.string(), v.isoTimestamp()), component: COMPONENT }),
  components: v.array(COMPONENT),
  dependencies: v.array(v.strictObject({ ref: v.string(), dependsOn: v.array(v.string()) })),
});

it('the list of parts is CycloneDX 1.5: each part once, in the release, bundled, or a package of Debian', () => {
  const { packages: lock } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    packages: Record<string, object>;
  };
  const { debian, node } = readPackages();
  const parts = { version: '1.2.3', commit: 'c', seconds: SECONDS, lock, debian, programs: [node.arm64] };
  const sbom = makeSbom({ ...parts, folders: ['node_modules/valibot'] });
  const { components, dependencies } = v.parse(BOM, sbom);
  const refs = components.map((component) => component['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  expect(dependencies[0]?.dependsOn).toEqual(refs);
  const scopeOf = (name: string) => components.find((component) => component.name === name)?.scope;
  expect(['valibot', 'hono', 'libc6', 'vitest'].map(scopeOf)).toEqual(['required', 'optional', 'required', undefined]);
  expect(components.filter(({ name }) => name === 'libc6').map(({ purl }) => purl.slice(-5))).toEqual([
    'amd64',
    'arm64',
  ]);
});

/** A release of one file. */
function makeFolder(): string {
  const folder = path.join(root, 'release');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, 'a.tar.gz'), 'a');
  const sha256 = createHash('sha256').update('a').digest('hex');
  writeFileSync(path.join(folder, 'sha256sums'), `${sha256}  a.tar.gz\n`);
  const statement = makeStatement([{ name: 'a.tar.gz', digest: { sha256 } }], '1.2.3', 'f'.repeat(40), []);
  writeFileSync(path.join(folder, 'magpie-1.2.3.intoto.json'), JSON.stringify(statement));
  return folder;
}

it('a release is verified: files, statement, and the signature by a list of signers', async () => {
  const folder = makeFolder();
  const statement = path.join(folder, 'magpie-1.2.3.intoto.json');
  const [key, other, signers] = ['key', 'other', 'signers'].map((name) => path.join(root, name)) as [
    string,
    string,
    string,
  ];
  for (const each of [key, other]) execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', each]);
  const allow = (each: string) => writeFileSync(signers, `magpie-release ${readFileSync(`${each}.pub`, 'utf8')}`);
  allow(key);
  expect((await verifyRelease(folder, undefined)).at(-1)).toBe('unsigned');
  await expect(verifyRelease(folder, signers)).rejects.toThrow('unsigned');
  sign(statement, key);
  expect(await verifyRelease(folder, signers)).toEqual([
    expect.stringContaining('ffffffffffff'),
    expect.stringContaining('ED25519 key SHA256:'),
  ]);
  expect((await verifyRelease(folder, undefined)).at(-1)).toContain('--signers');
  allow(other);
  await expect(verifyRelease(folder, signers)).rejects.toThrow('does not hold');
  allow(key);
  writeFileSync(path.join(folder, 'more'), '');
  await expect(verifyRelease(folder, signers)).rejects.toThrow('more is not in sha256sums');
  rmSync(path.join(folder, 'more'));
  writeFileSync(statement, readFileSync(statement, 'utf8').replace('1.2.3', '1.2.4'));
  await expect(verifyRelease(folder, signers)).rejects.toThrow('does not hold');
  writeFileSync(path.join(folder, 'a.tar.gz'), 'b');
  await expect(verifyRelease(folder, undefined)).rejects.toThrow('a.tar.gz was changed');
  expect(() => sign(statement, path.join(root, 'no-key'))).toThrow(ReleaseRefused);
});

it('a release that is cut off leaves nothing that looks whole, and the next one goes on', () => {
  const [to, lines] = [path.join(root, 'to'), [] as string[]];
  const open = () => openDraft(to, (line) => lines.push(line));
  const draft = open();
  expect(() => open()).toThrow('Another release is being made');
  // As after a kill: the process that made it is gone.
  writeFileSync(path.join(draft, 'process.json'), JSON.stringify({ pid: 2 ** 22 + 1, startedAt: 'x' }));
  mkdirSync(path.join(open(), 'magpie-1'));
  expect(lines).toEqual(['a release that was cut off is begun anew']);
  writeFileSync(path.join(draft, 'magpie-1/a'), 'first');
  putInPlace(path.join(draft, 'magpie-1'), to, 'magpie-1');
  closeDraft(draft);
  // Cut off between the two renames: the one before comes back.
  execFileSync('mv', [path.join(to, 'magpie-1'), path.join(to, '.before-magpie-1')]);
  closeDraft(open());
  expect([readFileSync(path.join(to, 'magpie-1/a'), 'utf8'), existsSync(draft)]).toEqual(['first', false]);
});

it.each(['audit', 'backup', 'ops', 'release', 'restore', 'rehearse'])(
  'npm run %s says in a sentence that Node is too old',
  (name) => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    expect(scripts[name]).toMatch(/^node --import \.\/scripts\/start\/node-check\.mjs scripts\//);
  },
);
