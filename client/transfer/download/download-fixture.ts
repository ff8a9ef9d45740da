/** A device and a drive for the tests of downloads: folders in memory with the browser's handles, a content door with ranges. */
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { DownloadApi, RemoteThing } from './download.api.ts';
import { makeDownloadState } from './download.state.ts';
import type { DownloadKeep, KeptDownload, KeptFile } from './download-record.ts';
import { makeDownloads } from './downloads.ts';

function failure(name: string): DOMException {
  return new DOMException(name, name);
}

/** One file of the device; what was written shows when it is committed, as in a browser. */
class FakeFile {
  readonly kind = 'file';
  bytes = new Uint8Array(0);
  commits = 0;
  readonly name: string;
  readonly #disk: Disk;
  constructor(name: string, disk: Disk) {
    this.name = name;
    this.#disk = disk;
  }
  async getFile(): Promise<File> {
    return new File([this.bytes], this.name);
  }
  async createWritable({ keepExistingData = false } = {}) {
    let swap = keepExistingData ? this.bytes.slice() : new Uint8Array(0);
    let at = 0;
    return {
      seek: async (to: number) => {
        at = to;
      },
      write: async (chunk: Uint8Array) => {
        const wrong = this.#disk.onWrite?.(this.name);
        if (wrong) throw failure(wrong);
        const grown = new Uint8Array(Math.max(swap.length, at + chunk.length));
        grown.set(swap);
        grown.set(chunk, at);
        swap = grown;
        at += chunk.length;
      },
      close: async () => {
        this.bytes = swap;
        this.commits += 1;
      },
      abort: async () => undefined,
    };
  }
}

/** One folder of the device; names differ by more than their case, as on most of them. */
class FakeFolder {
  readonly kind = 'directory';
  readonly inside = new Map<string, FakeFile | FakeFolder>();
  permission: PermissionState = 'granted';
  readonly name: string;
  readonly #disk: Disk;
  constructor(name: string, disk: Disk) {
    this.name = name;
    this.#disk = disk;
  }
  #take<T extends 'file' | 'directory'>(name: string, kind: T, create: boolean) {
    if (/[<>:"/\\|?*]|[. ]$/.test(name)) throw new TypeError('Name is not allowed.');
    const found = this.inside.get(name.toLowerCase());
    if (found && found.kind !== kind) throw failure('TypeMismatchError');
    if (found) return found;
    if (!create) throw failure('NotFoundError');
    const made = kind === 'file' ? new FakeFile(name, this.#disk) : new FakeFolder(name, this.#disk);
    this.inside.set(name.toLowerCase(), made);
    return made;
  }
  async getFileHandle(name: string, { create = false } = {}) {
    return this.#take(name, 'file', create);
  }
  async getDirectoryHandle(name: string, { create = false } = {}) {
    return this.#take(name, 'directory', create);
  }
  async removeEntry(name: string) {
    if (!this.inside.delete(name.toLowerCase())) throw failure('NotFoundError');
  }
  async requestPermission() {
    return this.permission;
  }
  /** Puts a file there, as if it had always been. */
  put(name: string, text: string): void {
    const file = new FakeFile(name, this.#disk);
    file.bytes = new TextEncoder().encode(text);
    this.inside.set(name.toLowerCase(), file);
  }
  /** Path and text of every file, folders that are empty with a slash. */
  all(above = ''): Record<string, string> {
    const found: Record<string, string> = {};
    for (const one of this.inside.values()) {
      if (one instanceof FakeFile) found[above + one.name] = new TextDecoder().decode(one.bytes);
      else if (one.inside.size === 0) found[`${above}${one.name}/`] = '';
      else Object.assign(found, one.all(`${above}${one.name}/`));
    }
    return found;
  }
}

interface Disk {
  /** Name of the exception a write to this file ends with. */
  onWrite?: (name: string) => string | undefined;
}

/** A folder of the drive by its names: text is a file's content. */
export interface Tree {
  readonly [name: string]: string | Tree;
}

interface WorldOptions {
  /** What the content door does to this request. */
  readonly onBytes?: (name: string, start: number, nth: number) => 'lost' | 'cut' | number | undefined;
  readonly disk?: Disk;
  readonly kept?: ReturnType<typeof makeMemory>;
  readonly folder?: FakeFolder;
}

/** The browser's database. */
export function makeMemory() {
  const jobs = new Map<string, KeptDownload>();
  const files = new Map<string, Map<string, KeptFile>>();
  const keep: DownloadKeep = {
    all: async () => [...jobs.values()],
    put: async (job) => void jobs.set(job.id, job),
    files: async (id) => new Map(files.get(id)),
    putFile: async (id, fileId, file) => {
      const known = files.get(id) ?? new Map<string, KeptFile>();
      files.set(id, known.set(fileId, file));
    },
    remove: (id) => {
      jobs.delete(id);
      files.delete(id);
    },
  };
  return { keep, jobs };
}

export function world(tree: Tree, options: WorldOptions = {}) {
  const disk = options.disk ?? {};
  const folder = options.folder ?? new FakeFolder('Desktop', disk);
  const memory = options.kept ?? makeMemory();
  const state = makeDownloadState();
  const texts = new Map<string, string>();
  const things = new Map<string, RemoteThing[]>();
  /** Range starts asked for, by name. */
  const asked: Record<string, number[]> = {};
  const timers = new Set<() => void>();
  let onOnline = (): void => undefined;
  let links = 0;
  let hasCrashed = false;

  function plant(inside: Tree, parent: string): RemoteThing[] {
    const list = Object.entries(inside).map(([name, content]): RemoteThing => {
      const id = `${parent}/${name}`;
      if (typeof content !== 'string') {
        plant(content, id);
        return { id, name, isFolder: true, sizeBytes: 0, gcid: '' };
      }
      texts.set(id, content);
      return {
        id,
        name,
        isFolder: false,
        sizeBytes: new TextEncoder().encode(content).length,
        gcid: `gcid ${content}`,
      };
    });
    things.set(parent, list);
    return list;
  }
  const roots = plant(tree, '');

  const api: DownloadApi = {
    async children(id, token) {
      const all = things.get(id);
      if (!all) throw new ApiError({ error: 'file_not_found' }, '/files');
      const from = Number(token || 0);
      return { things: all.slice(from, from + 2), next: from + 2 < all.length ? String(from + 2) : '' };
    },
    async measure() {
      return { files: texts.size, sizeBytes: 100 };
    },
    async link(id) {
      if (!texts.has(id)) throw new ApiError({ error: 'file_not_found' }, '/files');
      links += 1;
      return { url: `http://content.test/${encodeURIComponent(id)}`, gcid: `gcid ${texts.get(id)}` };
    },
    async bytes(url, start, etag, ended) {
      const id = decodeURIComponent(new URL(url).pathname.slice(1));
      const name = id.slice(id.lastIndexOf('/') + 1);
      const starts = asked[name] ?? [];
      asked[name] = starts;
      starts.push(start);
      const fate = options.onBytes?.(name, start, starts.length);
      const content = new TextEncoder().encode(texts.get(id) ?? '');
      const tag = `"${texts.get(id)}"`;
      ended.throwIfAborted();
      if (fate === 'lost') throw unreachable('/f');
      if (typeof fate === 'number') return new Response(null, { status: fate });
      const isPart = start > 0 && etag === tag;
      const rest = isPart ? content.slice(start) : content;
      const headers = { etag: tag, 'content-length': String(rest.length) };
      let isGiven = false;
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          if (isGiven) controller.error(new TypeError('network error'));
          else if (fate === 'cut') controller.enqueue(rest.slice(0, 3));
          else {
            controller.enqueue(rest);
            controller.close();
          }
          isGiven = true;
        },
      });
      return new Response(body, { status: isPart ? 206 : 200, headers });
    },
  };

  let ticks = 0;
  const downloads = makeDownloads({
    state,
    api,
    keep: memory.keep,
    mark: { name: crypto.randomUUID(), hold: () => undefined, living: async () => new Set() },
    hasher: {
      fingerprint: async (content) => ({ gcid: `gcid ${await content.text()}`, contentKey: '' }),
      prove: () => Promise.reject(new Error('not asked for')),
    },
    nowMs: () => 0,
    after: (_ms, run) => {
      // Ticks and waits are over at once; those who cancel are never called.
      timers.add(run);
      setImmediate(() => {
        if (!timers.delete(run) || hasCrashed) return;
        ticks += 1;
        run();
      });
      return () => timers.delete(run);
    },
    onOnline: (listener) => {
      onOnline = listener;
    },
  });

  return {
    downloads,
    items: state.items,
    /** Timers that fired so far. */
    ticks: () => ticks,
    roots,
    asked,
    disk,
    memory,
    folder,
    handle: folder as unknown as FileSystemDirectoryHandle,
    texts,
    links: () => links,
    comeOnline: () => onOnline(),
    /** The page is gone: nothing of it moves any more. */
    crash: () => {
      hasCrashed = true;
    },
  };
}
