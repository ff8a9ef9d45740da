/**
 * A drive in memory, as simple as possible: the real one must give the same answers. Written from the
 * contract, not from the stores: no SQL, no hidden parents, no steps, no time.
 */
import type { ConflictChoice } from '#shared/drive/conflict.ts';
import { ModelEvents } from './history.ts';
import { freeFirst, keyOf, type ModelNode, moveToTrash, numbered, refuse, touch } from './nodes.ts';

interface ModelUpload {
  readonly nodeId: string;
  readonly sizeBytes: number;
  readonly replaces: boolean;
  open: boolean;
  /** Space is promised part by part; left out: all of it. */
  readonly byPart?: boolean;
}

/** The outcome of one batch for names that were taken. */
export interface ModelOutcome {
  readonly skipped: string[];
  readonly replaced: string[];
}

/** Former contents kept of one file. */
const MAX_VERSIONS = 20;

export class ModelDrive {
  readonly nodes = new Map<string, ModelNode>();
  readonly uploads = new Map<string, ModelUpload>();
  /** Ids that stood for something once. */
  readonly lost: string[] = [];
  readonly events = new ModelEvents();
  /** Changes that were made: what the live revision counts. */
  changes = 0;
  readonly limitBytes: number;

  constructor(limitBytes: number) {
    this.limitBytes = limitBytes;
  }

  standing(id: string): 'live' | 'trashed' | 'gone' {
    if (id === '') return 'live';
    const node = this.nodes.get(id);
    if (!node) return 'gone';
    return node.trashed ? 'trashed' : this.standing(node.parentId);
  }

  childrenOf(id: string): ModelNode[] {
    return [...this.nodes.values()].filter((node) => node.parentId === id && !node.trashed);
  }

  below(id: string): ModelNode[] {
    const node = this.nodes.get(id);
    return node ? [node, ...this.childrenOf(id).flatMap((child) => this.below(child.id))] : [];
  }

  lineOf(id: string): ModelNode[] {
    const node = this.nodes.get(id);
    return node ? [node, ...(node.trashed ? [] : this.lineOf(node.parentId))] : [];
  }

  bytesOf(nodes: readonly ModelNode[]): number {
    return nodes.reduce((sum, node) => sum + (node.isFile && node.whole ? node.sizeBytes : 0), 0);
  }

  get usageBytes(): number {
    return this.bytesOf([...this.nodes.values()]) + this.versionBytes;
  }

  /** Former contents of files, of trashed ones too. */
  get versionBytes(): number {
    const versions = [...this.nodes.values()].flatMap((node) => node.versions);
    return versions.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  }

  get trashBytes(): number {
    return this.bytesOf([...this.nodes.values()].filter((node) => this.standing(node.id) === 'trashed'));
  }

  get reservedBytes(): number {
    return [...this.uploads.values()].reduce(
      (sum, upload) => sum + (upload.open && !upload.byPart ? upload.sizeBytes : 0),
      0,
    );
  }

  requireSpace(bytes: number): void {
    if (bytes > 0 && this.usageBytes + this.reservedBytes + bytes > this.limitBytes) refuse('file_space_not_enough');
  }

  requireName(name: string): void {
    if (name === '') refuse('file_name_empty');
    if (/[/\\]/.test(name) || name === '.' || name === '..') refuse('file_name_invalid');
  }

  requireFolder(id: string): void {
    if (this.standing(id) === 'trashed') refuse('file_in_recycle_bin');
    if (this.standing(id) === 'gone' || this.nodes.get(id)?.isFile) refuse('file_not_found');
  }

  requireAll(ids: readonly string[], inTrash: 'allow' | 'refuse'): ModelNode[] {
    const found = [...new Set(ids)].map((id) => this.nodes.get(id) ?? refuse('file_not_found'));
    if (inTrash === 'refuse' && found.some((node) => this.standing(node.id) === 'trashed'))
      refuse('file_in_recycle_bin');
    return found;
  }

  requireInto(ids: readonly string[], to: string): ModelNode[] {
    const found = this.requireAll(ids, 'refuse');
    this.requireFolder(to);
    const line = this.lineOf(to);
    if (found.some((node) => line.includes(node))) refuse('invalid_argument/into_itself');
    if (found.some((node) => node.parentId === to)) refuse('file_move_or_copy_to_cur');
    return found;
  }

  isTaken(parentId: string, name: string, except?: ModelNode): boolean {
    return this.childrenOf(parentId).some(
      (node) => node !== except && !node.unnamed && keyOf(node.name) === keyOf(name),
    );
  }

  /** Complete things of a folder that have this name. */
  holdersOf(parentId: string, name: string): ModelNode[] {
    return this.childrenOf(parentId).filter((node) => node.whole && keyOf(node.name) === keyOf(name));
  }

  freeName(parentId: string, name: string): string {
    let free = name;
    for (let n = 1; this.isTaken(parentId, free); n += 1) free = numbered(name, n);
    return free;
  }

  add(
    node: Pick<ModelNode, 'id' | 'parentId' | 'name' | 'isFile' | 'sizeBytes' | 'modified'> & Partial<ModelNode>,
  ): ModelNode {
    const own = { trashed: false, starred: false, versions: [], revision: 0 };
    const added: ModelNode = { whole: true, unnamed: false, ...node, ...own };
    this.nodes.set(node.id, added);
    return added;
  }

  place(node: ModelNode, to: string): void {
    const name = this.freeName(to, node.name);
    const unnamed = node.unnamed && name === node.name;
    Object.assign(node, { name, parentId: to, trashed: false, unnamed, revision: node.revision + 1 });
  }

  /** Puts one node of a batch into a folder. @param own  ids of what the batch has brought so far */
  put(node: ModelNode, to: string, conflict: ConflictChoice, own: Set<string>, outcome: ModelOutcome): void {
    const holders = this.holdersOf(to, node.name).filter((each) => each !== node);
    const isFree = holders.length === 0 || holders.some(({ id }) => own.has(id));
    if (conflict !== 'keep_both' && node.whole && !isFree) {
      if (conflict === 'skip') {
        outcome.skipped.push(node.id);
        return;
      }
      if (holders.every(({ isFile }) => isFile === node.isFile))
        for (const holder of holders) {
          moveToTrash(holder);
          outcome.replaced.push(holder.id);
        }
    }
    this.place(node, to);
    own.add(node.id);
  }

  /** @returns folders that have the name already, when that is a reason to do nothing */
  createFolder(parentId: string, name: string, id: string, conflict: ConflictChoice = 'keep_both'): ModelNode[] {
    this.requireName(name);
    this.requireFolder(parentId);
    const folders = this.holdersOf(parentId, name).filter((node) => !node.isFile);
    if (conflict === 'skip' && folders.length > 0) return folders;
    this.add({ id, parentId, name, isFile: false, sizeBytes: 0, modified: null });
    this.events.note('TYPE_CREATE', id);
    this.changes += 1;
    return [];
  }

  /** @returns what has the name already, when that is a reason to do nothing */
  begin(
    parentId: string,
    name: string,
    sizeBytes: number,
    made: { id: string; uploadId: string },
    conflict: ConflictChoice = 'keep_both',
    byPart = false,
  ): ModelNode[] {
    this.requireName(name);
    this.requireFolder(parentId);
    const holders = this.holdersOf(parentId, name);
    if (conflict === 'skip' && holders.length > 0) return holders;
    this.requireSpace(sizeBytes);
    const unnamed = conflict === 'replace';
    const free = unnamed ? name : this.freeName(parentId, name);
    this.add({ id: made.id, parentId, name: free, isFile: true, sizeBytes, whole: false, unnamed, modified: null });
    this.uploads.set(made.uploadId, { nodeId: made.id, sizeBytes, open: true, replaces: unnamed, byPart });
    if (sizeBytes === 0) this.finish(made.uploadId);
    return [];
  }

  /** A file is hidden until all its bytes are stored. */
  #arrived(id: string): void {
    this.events.note('TYPE_UPLOAD', id);
    this.changes += 1;
  }

  finish(uploadId: string): ModelNode {
    const upload = this.uploads.get(uploadId);
    const node = upload?.open ? this.nodes.get(upload.nodeId) : undefined;
    if (!upload || !node) return refuse('failed_precondition');
    upload.open = false;
    const inPlace = upload.replaces && !node.trashed ? this.holdersOf(node.parentId, node.name) : [];
    const target = inPlace.find((each) => each.isFile);
    if (target) {
      this.drop(node.id);
      if (target.sizeBytes !== node.sizeBytes) this.#hold(target, node.sizeBytes);
    } else if (node.unnamed) {
      if (!node.trashed) node.name = this.freeName(node.parentId, node.name);
      node.unnamed = false;
    }
    const file = target ?? node;
    file.whole = true;
    touch(file);
    this.#arrived(file.id);
    return file;
  }

  /** Gives a file another content; what it held is kept, of too many the oldest goes. */
  #hold(file: ModelNode, sizeBytes: number): void {
    file.versions = [{ sizeBytes: file.sizeBytes }, ...file.versions].slice(0, MAX_VERSIONS);
    file.sizeBytes = sizeBytes;
  }

  /** @param at  among its versions, newest first */
  restoreVersion(id: string, at: number): ModelNode {
    const [file = refuse('file_not_found')] = this.requireAll([id], 'refuse');
    const version = file.versions[at] ?? refuse('not_found');
    file.versions = file.versions.filter((each) => each !== version);
    this.#hold(file, version.sizeBytes);
    touch(file);
    this.events.note('TYPE_UPDATE', id);
    this.changes += 1;
    return file;
  }

  /** One that is not there is no error. */
  deleteVersion(id: string, at: number): void {
    const [file = refuse('file_not_found')] = this.requireAll([id], 'refuse');
    const version = file.versions[at];
    if (!version) return;
    file.versions = file.versions.filter((each) => each !== version);
    this.changes += 1;
  }

  abort(uploadId: string): void {
    const upload = this.uploads.get(uploadId);
    if (upload?.open) this.drop(upload.nodeId);
  }

  rename(id: string, name: string): ModelNode {
    const [node = refuse('file_not_found')] = this.requireAll([id], 'refuse');
    this.requireName(name);
    if (!node.whole) refuse('file_rename_uncompleted');
    if (node.name === name) refuse('file_rename_to_same_name');
    if (this.isTaken(node.parentId, name, node)) refuse('file_duplicated_name');
    node.name = name;
    touch(node);
    this.changes += 1;
    return node;
  }

  renameMany(items: readonly { id: string; name: string }[]): void {
    const found = this.requireAll(
      items.map(({ id }) => id),
      'refuse',
    );
    if (found.length < items.length) refuse('invalid_argument/repeated');
    for (const { id, name } of items) {
      this.requireName(name);
      if (!this.nodes.get(id)?.whole) refuse('file_rename_uncompleted');
    }
    const names = new Map(items.map(({ id, name }) => [id, name]));
    const changed = found.filter((node) => names.get(node.id) !== node.name);
    const keyAfter = (node: ModelNode) => keyOf(names.get(node.id) ?? node.name);
    for (const node of changed) {
      const others = this.childrenOf(node.parentId).filter((other) => other !== node && !other.unnamed);
      if (others.some((other) => keyAfter(other) === keyAfter(node))) refuse('file_duplicated_name');
    }
    for (const node of changed) {
      node.name = names.get(node.id) ?? '';
      touch(node);
    }
    this.changes += 1;
  }

  move(ids: readonly string[], to: string, conflict: ConflictChoice = 'keep_both'): ModelOutcome {
    const [own, outcome] = [new Set<string>(), { skipped: [], replaced: [] }];
    for (const node of this.requireInto(ids, to)) this.put(node, to, conflict, own, outcome);
    this.changes += 1;
    return outcome;
  }

  /** @param copyIdOf  id of the copy of a node */
  copy(
    ids: readonly string[],
    to: string,
    copyIdOf: (id: string) => string,
    conflict: ConflictChoice = 'keep_both',
  ): ModelOutcome {
    const found = this.requireInto(ids, to);
    if (found.some((node) => !node.whole)) refuse('invalid_argument/file_uncompleted');
    return this.#takeCopies(this, found, to, copyIdOf, conflict).outcome;
  }

  /** Copies what another person shows, however deep: all of it shows or none. */
  save(from: ModelDrive, ids: readonly string[], to: string, copyIdOf: (id: string) => string): void {
    this.requireFolder(to);
    if (ids.some((id) => from.standing(id) !== 'live')) refuse('file_not_found');
    const { tops } = this.#takeCopies(from, from.requireAll(ids, 'refuse'), to, copyIdOf, 'keep_both');
    for (const top of tops) this.events.note('TYPE_RESTORE', top.id);
  }

  #takeCopies(
    from: ModelDrive,
    found: readonly ModelNode[],
    to: string,
    copyIdOf: (id: string) => string,
    conflict: ConflictChoice,
  ): { tops: ModelNode[]; outcome: ModelOutcome } {
    const outcome: ModelOutcome = { skipped: [], replaced: [] };
    const asked = found.filter((node) => !from.lineOf(node.parentId).some((above) => found.includes(above)));
    const isSkipped = (node: ModelNode) => conflict === 'skip' && this.holdersOf(to, node.name).length > 0;
    outcome.skipped.push(...asked.filter(isSkipped).map((node) => node.id));
    const roots = asked.filter((node) => !isSkipped(node));
    this.requireSpace(from.bytesOf(roots.flatMap((node) => from.below(node.id))));
    const copied = roots.flatMap((root) => from.below(root.id).map((node) => ({ root: node === root, node })));
    const tops: ModelNode[] = [];
    for (const { root, node } of copied.filter((each) => each.node.whole)) {
      // Nowhere yet: the names of roots are found one after the other.
      const parentId = root ? '~' : copyIdOf(node.parentId);
      const copy = this.add({ ...node, id: copyIdOf(node.id), parentId, modified: null });
      if (root) tops.push(copy);
    }
    const [own, placed] = [new Set<string>(), conflict === 'replace' ? conflict : 'keep_both'] as const;
    for (const folder of tops.filter(({ isFile }) => !isFile)) this.put(folder, to, placed, own, outcome);
    const files = freeFirst(
      tops.filter(({ isFile }) => isFile),
      (name) => this.isTaken(to, name),
    );
    for (const file of files) this.put(file, to, placed, own, outcome);
    this.changes += 1;
    return { tops, outcome };
  }

  trash(ids: readonly string[]): void {
    for (const node of this.requireAll(ids, 'refuse')) moveToTrash(node);
    this.changes += 1;
  }

  /** Upper nodes are restored first, whatever the order of the batch. */
  untrash(ids: readonly string[], conflict: ConflictChoice = 'keep_both'): ModelOutcome {
    const [own, outcome] = [new Set<string>(), { skipped: [], replaced: [] }];
    const waiting = new Set(this.requireAll(ids, 'allow'));
    const back = (node: ModelNode): void => {
      waiting.delete(node);
      if (this.standing(node.id) !== 'trashed') return;
      const hidden = this.lineOf(node.parentId).find((above) => above.trashed);
      if (hidden && waiting.has(hidden)) back(hidden);
      if (this.standing(node.id) !== 'trashed') return;
      const home = node.trashed && this.standing(node.parentId) === 'live' ? node.parentId : '';
      this.put(node, home, conflict, own, outcome);
    };
    for (const node of waiting) back(node);
    this.changes += 1;
    return outcome;
  }

  /** @param many  folders and unfinished files vanish first: windows are notified then and at the end */
  remove(ids: readonly string[], many: boolean): void {
    const all = this.requireAll(ids, 'allow');
    this.changes += many && all.some(({ isFile, whole }) => !isFile || !whole) ? 2 : 1;
    for (const node of all) this.drop(node.id);
  }

  emptyTrash(): void {
    for (const node of [...this.nodes.values()].filter((each) => each.trashed)) this.drop(node.id);
    this.changes += 1;
  }

  star(ids: readonly string[], starred: boolean): void {
    for (const node of this.requireAll(ids, 'refuse')) node.starred = starred;
    this.changes += 1;
  }

  drop(id: string): void {
    const gone = new Set(this.below(id).map((node) => node.id));
    for (const each of gone) {
      this.nodes.delete(each);
      this.events.forgetFile(each);
      this.lost.push(each);
    }
    for (const upload of this.uploads.values()) if (gone.has(upload.nodeId)) upload.open = false;
  }
}
