/** Starts the image of a release without a container engine: its layers in a folder, as a root that cannot be written, and not as root. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Config {
  readonly config: {
    readonly User: string;
    readonly WorkingDir: string;
    readonly Env: readonly string[];
    readonly Cmd: readonly string[];
  };
}

export interface ImageRoot {
  readonly folder: string;
  readonly config: Config['config'];
}

function tar(args: readonly string[]): void {
  const { status, stderr } = spawnSync('tar', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`tar failed: ${stderr}`);
}

/** @param archive  OCI archive. @param scratch  an empty folder */
export function unpackImage(archive: string, scratch: string): ImageRoot {
  const layout = mkdtempSync(path.join(scratch, 'layout-'));
  tar(['-xf', archive, '-C', layout]);
  const json = <T>(name: string): T => JSON.parse(readFileSync(path.join(layout, name), 'utf8')) as T;
  const [image] = json<{ Config: string; Layers: string[] }[]>('manifest.json');
  if (!image) throw new Error(`${archive} has no image`);
  const folder = path.join(scratch, 'root');
  mkdirSync(folder);
  mkdirSync(path.join(folder, 'sys'));
  for (const layer of image.Layers) tar(['-xzpf', path.join(layout, layer), '-C', folder]);
  return { folder, config: json<Config>(image.Config).config };
}

export interface ImageStart {
  readonly env: Readonly<Record<string, string>>;
  /** In place of the image's command. */
  readonly command?: readonly string[];
  /** Folders of this machine, by their places in the image. */
  readonly volumes: Readonly<Record<string, string>>;
  /** The process joins this group of the kernel before it starts. */
  readonly joinFile?: string;
}

/** By bubblewrap: namespaces of its own but for the network, no capabilities. */
export function startImage(
  { folder, config }: ImageRoot,
  { env, command, volumes, joinFile }: ImageStart,
): ChildProcess {
  const [uid = '', gid = uid] = config.User.split(':');
  const own = config.Env.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)] as const);
  const given = { ...Object.fromEntries(own), ...env };
  const args = [
    '--unshare-user',
    '--uid',
    uid,
    '--gid',
    gid,
    '--unshare-pid',
    '--unshare-ipc',
    '--unshare-uts',
    '--cap-drop',
    'ALL',
    '--die-with-parent',
    '--new-session',
    '--ro-bind',
    folder,
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    // As an engine of containers does: the processes read their limit there.
    '--tmpfs',
    '/sys',
    '--ro-bind-try',
    '/sys/fs/cgroup',
    '/sys/fs/cgroup',
    ...Object.entries(volumes).flatMap(([place, from]) => ['--bind', from, place]),
    '--chdir',
    config.WorkingDir,
    '--clearenv',
    ...Object.entries(given).flatMap(([name, value]) => ['--setenv', name, value]),
    '--',
    ...(command ?? config.Cmd),
  ];
  const join = joinFile === undefined ? '' : `echo $$ > ${joinFile}; `;
  return spawn('sh', ['-c', `${join}exec bwrap "$@"`, 'sh', ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
}
