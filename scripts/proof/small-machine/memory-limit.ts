/** A limit on the memory of processes, as a container has it: a group of the kernel, of either version. */
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface MemoryLimit {
  /** A process that writes its number there is limited, and all that it starts. */
  readonly joinFile: string;
  /** Memory of the processes now, without what the kernel caches of files. */
  usedBytes(): number;
  /** Processes that the kernel ended for want of memory. */
  kills(): number;
  /** When all processes have ended. */
  remove(): void;
}

const OLD = '/sys/fs/cgroup/memory';
const NEW = '/sys/fs/cgroup';

const numberIn = (text: string, name: string): number =>
  Number(new RegExp(`^${name} (\\d+)`, 'm').exec(text)?.[1] ?? 0);

/** @throws Error where this user may not make a group */
export function limitMemory(bytes: number): MemoryLimit {
  const isOld =
    existsSync(path.join(OLD, 'memory.limit_in_bytes')) || existsSync(path.join(OLD, 'cgroup.clone_children'));
  const folder = path.join(isOld ? OLD : NEW, `magpie-proof-${process.pid}`);
  mkdirSync(folder);
  const at = (name: string): string => path.join(folder, name);
  const read = (name: string): string => readFileSync(at(name), 'utf8');
  writeFileSync(at(isOld ? 'memory.limit_in_bytes' : 'memory.max'), String(bytes));
  const swap = isOld ? 'memory.memsw.limit_in_bytes' : 'memory.swap.max';
  if (existsSync(at(swap))) writeFileSync(at(swap), String(isOld ? bytes : 0));
  return {
    joinFile: at('cgroup.procs'),
    usedBytes: () =>
      isOld
        ? numberIn(read('memory.stat'), 'total_rss') + numberIn(read('memory.stat'), 'total_shmem')
        : numberIn(read('memory.stat'), 'anon') + numberIn(read('memory.stat'), 'shmem'),
    kills: () => numberIn(read(isOld ? 'memory.oom_control' : 'memory.events'), 'oom_kill'),
    remove: () => rmdirSync(folder),
  };
}
