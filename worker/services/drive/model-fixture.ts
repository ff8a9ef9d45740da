/**
 * A drive in memory, as simple as it can be said: what the real one must answer is what this one answers. Written from the
 * contract, not from the stores: no SQL, no hidden parents, no steps. Knows nothing of time.
 */
import type { SortOrder } from '#shared/drive/model.ts';

export interface ModelNode {
  readonly id: string;
  /** Where it lies; of something thrown away, where it lay. */
  parentId: string;
  name: string;
  readonly isFile: boolean;
  readonly sizeBytes: number;
  /** False while a file waits for its bytes. */
  whole: boolean;
  /** Root of something thrown away. */
  trashed: boolean;
  /** Wire time as the real drive first said it; null until then. It changes only where the model says so. */
  modified: string | null;
}

interface ModelUpload {
  readonly nodeId: string;
  readonly sizeBytes: number;
  open: boolean;
}

export interface ModelListing {
  readonly order: SortOrder;
  readonly foldersFirst: boolean;
  readonly only: 'folders' | 'files' | 'all';
}

/** What the drive must refuse, by the name of its error; `invalid_argument` with its reason. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

function refuse(what: string): never {
  throw new Refused(what);
}

/** Enough for the names that the tests use. */
function keyOf(name: string): string {
  return name.toLowerCase().normalize('NFC');
}

function numbered(name: string, n: number): string {
  const [, base = name, extension = ''] = /^(.*[^.])((?:\.tar)?\.[a-z]+)$/i.exec(name) ?? [];
  const inner = extension.toLowerCase() === '.gz' ? /^(.*)(\.tar)$/i.exec(base) : null;
  return inner ? `${inner[1]}(${n})${inner[2]}${extension}` : `${base}(${n})${extension}`;
}

function compare(left: string | number, right: string | number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

export class ModelDrive {
  readonly nodes = new Map<string, ModelNode>();
  readonly uploads = new Map<string, ModelUpload>();
  /** Ids that stood for something once. */
  readonly lost: string[] = [];
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
    return this.bytesOf([...this.nodes.values()]);
  }

  get trashBytes(): number {
    return this.bytesOf([...this.nodes.values()].filter((node) => this.standing(node.id) === 'trashed'));
  }

  get reservedBytes(): number {
    return [...this.uploads.values()].reduce((sum, upload) => sum + (upload.open ? upload.sizeBytes : 0), 0);
  }

  requireRoom(bytes: number): void {
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
    return this.childrenOf(parentId).some((node) => node !== except && keyOf(node.name) === keyOf(name));
  }

  freeName(parentId: string, name: string): string {
    let free = name;
    for (let n = 1; this.isTaken(parentId, free); n += 1) free = numbered(name, n);
    return free;
  }

  add(node: Omit<ModelNode, 'whole' | 'trashed'> & { whole?: boolean }): ModelNode {
    const added = { whole: true, ...node, trashed: false };
    this.nodes.set(node.id, added);
    return added;
  }

  place(node: ModelNode, to: string): void {
    const name = this.freeName(to, node.name);
    Object.assign(node, { name, parentId: to, trashed: false });
  }

  createFolder(parentId: string, name: string, id: string): void {
    this.requireName(name);
    this.requireFolder(parentId);
    this.add({ id, parentId, name, isFile: false, sizeBytes: 0, modified: null });
  }

  begin(parentId: string, name: string, sizeBytes: number, made: { id: string; uploadId: string }): void {
    this.requireName(name);
    this.requireFolder(parentId);
    this.requireRoom(sizeBytes);
    const whole = sizeBytes === 0;
    const free = this.freeName(parentId, name);
    this.add({ id: made.id, parentId, name: free, isFile: true, sizeBytes, whole, modified: null });
    if (!whole) this.uploads.set(made.uploadId, { nodeId: made.id, sizeBytes, open: true });
  }

  finish(uploadId: string): ModelNode {
    const upload = this.uploads.get(uploadId);
    const node = upload?.open ? this.nodes.get(upload.nodeId) : undefined;
    if (!upload || !node) return refuse('failed_precondition');
    upload.open = false;
    node.whole = true;
    node.modified = null;
    return node;
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
    node.modified = null;
    return node;
  }

  move(ids: readonly string[], to: string): void {
    for (const node of this.requireInto(ids, to)) this.place(node, to);
  }

  /** @param copyIdOf  id of the copy of a node */
  copy(ids: readonly string[], to: string, copyIdOf: (id: string) => string): void {
    const found = this.requireInto(ids, to);
    if (found.some((node) => !node.whole)) refuse('invalid_argument/file_uncompleted');
    const roots = found.filter((node) => !this.lineOf(node.parentId).some((above) => found.includes(above)));
    this.requireRoom(this.bytesOf(roots.flatMap((node) => this.below(node.id))));
    const copied = roots.flatMap((root) => this.below(root.id).map((node) => ({ root: node === root, node })));
    const tops: ModelNode[] = [];
    for (const { root, node } of copied.filter((each) => each.node.whole)) {
      // Nowhere yet: the names of roots are found one after the other.
      const parentId = root ? '~' : copyIdOf(node.parentId);
      const copy = this.add({ ...node, id: copyIdOf(node.id), parentId, modified: null });
      if (root) tops.push(copy);
    }
    for (const top of tops.sort((left, right) => compare(left.id, right.id))) this.place(top, to);
  }

  trash(ids: readonly string[]): void {
    for (const node of this.requireAll(ids, 'refuse')) node.trashed = true;
  }

  /** Where the order of a batch could matter it does not: what stands higher comes back first. */
  untrash(ids: readonly string[]): void {
    const waiting = new Set(this.requireAll(ids, 'allow'));
    const back = (node: ModelNode): void => {
      waiting.delete(node);
      if (this.standing(node.id) !== 'trashed') return;
      const hidden = this.lineOf(node.parentId).find((above) => above.trashed);
      if (hidden && waiting.has(hidden)) back(hidden);
      if (this.standing(node.id) !== 'trashed') return;
      this.place(node, node.trashed && this.standing(node.parentId) === 'live' ? node.parentId : '');
    };
    for (const node of waiting) back(node);
  }

  remove(ids: readonly string[]): void {
    for (const node of this.requireAll(ids, 'allow')) this.drop(node.id);
  }

  emptyTrash(): void {
    for (const node of [...this.nodes.values()].filter((each) => each.trashed)) this.drop(node.id);
  }

  drop(id: string): void {
    const gone = new Set(this.below(id).map((node) => node.id));
    for (const each of gone) {
      this.nodes.delete(each);
      this.lost.push(each);
    }
    for (const upload of this.uploads.values()) if (gone.has(upload.nodeId)) upload.open = false;
  }

  /** @param modifiedOf  times as the real drive says them */
  list(id: string, asked: ModelListing, modifiedOf: (node: ModelNode) => string): ModelNode[] {
    if (this.standing(id) !== 'live') return [];
    const sign = asked.order.endsWith('_asc') ? 1 : -1;
    const value = (node: ModelNode): string | number =>
      asked.order.startsWith('name')
        ? keyOf(node.name)
        : asked.order.startsWith('mod')
          ? modifiedOf(node)
          : node.sizeBytes;
    const rank = (node: ModelNode): number => (asked.foldersFirst && node.isFile ? 1 : 0);
    return this.childrenOf(id)
      .filter((node) => node.whole && (asked.only === 'all' || node.isFile === (asked.only === 'files')))
      .sort(
        (left, right) =>
          rank(left) - rank(right) || sign * (compare(value(left), value(right)) || compare(left.id, right.id)),
      );
  }

  everywhere(): ModelNode[] {
    return [...this.nodes.values()]
      .filter((node) => node.isFile && node.whole && this.standing(node.id) === 'live')
      .sort((left, right) => compare(left.id, right.id));
  }
}
