/** A device and a drive for the tests of downloads: folders in memory with the browser's handles, a content sendPart with ranges. */
import { ApiError, unreachable } from '#client/api/errors.ts';
import type { DownloadApi, RemoteNode } from './download.api.ts';
import { makeDownloadState } from './download.state.ts';
import type { DownloadFileRecord, DownloadRecord, DownloadStore } from './download-record.ts';
import { makeDownloads } from './downloads.ts';

function failure(name: string): DOMException {
  return new DOMException(name, name);
}

/** One file of the device. Written bytes are visible after the commit, as in a browser. */
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

/** One folder of the device. Names are case-insensitive, as on most devices. */
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
  /** Adds a file of the device. */
  put(name: string, text: string): void {
    const file = new FakeFile(name, this.#disk);
    file.bytes = new TextEncoder().encode(text);
    this.inside.set(name.toLowerCase(), file);
  }
  /** Path and text of every file; empty folders end with a slash. */
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
  /** Name of the exception that a write to this file throws. */
  onWrite?: (name: string) => string | undefined;
}

/** A folder of the drive by name; a string is the content of a file. */
export interface Tree {
  readonly [name: string]: string | Tree;
}

interface DownloadWorldOptions {
  /** Outcome of this request to the content endpoint. */
  readonly onBytes?: (name: string, start: number, nth: number) => 'lost' | 'cut' | number | undefined;
  readonly disk?: Disk;
  readonly memory?: ReturnType<typeof makeMemory>;
  readonly folder?: FakeFolder;
}

/** The browser's database. */
export function makeMemory() {
  const jobs = new Map<string, DownloadRecord>();
  const files = new Map<string, Map<string, DownloadFileRecord>>();
  const store: DownloadStore = {
    all: async () => [...jobs.values()],
    put: async (job) => void jobs.set(job.id, job),
    files: async (id) => new Map(files.get(id)),
    putFile: async (id, fileId, file) => {
      const records = files.get(id) ?? new Map<string, DownloadFileRecord>();
      files.set(id, records.set(fileId, file));
    },
    remove: (id) => {
      jobs.delete(id);
      files.delete(id);
    },
  };
  return { store, jobs };
}

/** The nodes of a tree by parent id, and the content of its files by id. */
function plantTree(tree: Tree) {
  const texts = new Map<string, string>();
  const nodes = new Map<string, RemoteNode[]>();
  function plant(inside: Tree, parent: string): RemoteNode[] {
    const list = Object.entries(inside).map(([name, content]): RemoteNode => {
      const id = `${parent}/${name}`;
      if (typeof content !== 'string') {
        plant(content, id);
        return { id, name, isFolder: true, sizeBytes: 0, gcid: '' };
      }
      texts.set(id, content);
      const sizeBytes = new TextEncoder().encode(content).length;
      return { id, name, isFolder: false, sizeBytes, gcid: `gcid ${content}` };
    });
    nodes.set(parent, list);
    return list;
  }
  return { texts, nodes, roots: plant(tree, '') };
}

/** A response of the content endpoint; `cut` ends it after three bytes. */
function contentResponse(text: string, start: number, etag: string, isCut: boolean): Response {
  const content = new TextEncoder().encode(text);
  const tag = `"${text}"`;
  const isPart = start > 0 && etag === tag;
  const rest = isPart ? content.slice(start) : content;
  const headers = { etag: tag, 'content-length': String(rest.length) };
  let isGiven = false;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (isGiven) controller.error(new TypeError('network error'));
      else if (isCut) controller.enqueue(rest.slice(0, 3));
      else {
        controller.enqueue(rest);
        controller.close();
      }
      isGiven = true;
    },
  });
  return new Response(body, { status: isPart ? 206 : 200, headers });
}

function makeFakeDrive(tree: Tree, onBytes: DownloadWorldOptions['onBytes']) {
  const { texts, nodes, roots } = plantTree(tree);
  /** Range starts of the requests, by file name. */
  const requests: Record<string, number[]> = {};
  let links = 0;
  const api: DownloadApi = {
    async children(id, token) {
      const all = nodes.get(id);
      if (!all) throw new ApiError({ error: 'file_not_found' }, '/files');
      const from = Number(token || 0);
      return { nodes: all.slice(from, from + 2), next: from + 2 < all.length ? String(from + 2) : '' };
    },
    async measure() {
      return { files: texts.size, sizeBytes: 100 };
    },
    async link(id) {
      if (!texts.has(id)) throw new ApiError({ error: 'file_not_found' }, '/files');
      links += 1;
      return { url: `http://content.test/${encodeURIComponent(id)}`, gcid: `gcid ${texts.get(id)}` };
    },
    async bytes(url, start, etag, signal) {
      const id = decodeURIComponent(new URL(url).pathname.slice(1));
      const name = id.slice(id.lastIndexOf('/') + 1);
      const starts = requests[name] ?? [];
      requests[name] = starts;
      starts.push(start);
      const outcome = onBytes?.(name, start, starts.length);
      signal.throwIfAborted();
      if (outcome === 'lost') throw unreachable('/f');
      if (typeof outcome === 'number') return new Response(null, { status: outcome });
      return contentResponse(texts.get(id) ?? '', start, etag, outcome === 'cut');
    },
  };
  return { api, texts, roots, requests, links: () => links };
}

export function makeDownloadWorld(tree: Tree, options: DownloadWorldOptions = {}) {
  const disk = options.disk ?? {};
  const folder = options.folder ?? new FakeFolder('Desktop', disk);
  const memory = options.memory ?? makeMemory();
  const state = makeDownloadState();
  const { api, ...drive } = makeFakeDrive(tree, options.onBytes);
  const timers = new Set<() => void>();
  let onOnline = (): void => undefined;
  let hasCrashed = false;
  let ticks = 0;
  const downloads = makeDownloads({
    state,
    api,
    store: memory.store,
    mark: { name: crypto.randomUUID(), hold: () => undefined, living: async () => new Set() },
    hasher: {
      fingerprint: async (content) => ({ gcid: `gcid ${await content.text()}`, contentKey: '' }),
      prove: () => Promise.reject(new Error('not requested')),
    },
    nowMs: () => 0,
    after: (_ms, run) => {
      // Timers fire at once unless they are cancelled.
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
    ...drive,
    downloads,
    items: state.items,
    /** Timers that fired so far. */
    ticks: () => ticks,
    disk,
    memory,
    folder,
    handle: folder as unknown as FileSystemDirectoryHandle,
    goOnline: () => onOnline(),
    /** Stops all timers, as if the page were gone. */
    crash: () => {
      hasCrashed = true;
    },
  };
}
