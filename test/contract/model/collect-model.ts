/**
 * Links that collect files, as simple as possible: places, limits and receipts over a model of the drive they belong to. Uploads
 * and their space are those of the drive.
 */
import type { CollectState } from '#shared/drive/collect/collect-terms.ts';
import { SENDING_OPEN_FILES } from '#shared/drive/sending/sending-terms.ts';
import type { ModelDrive } from './drive-model.ts';
import { refuse } from './nodes.ts';

export interface ModelTerms {
  readonly maxFiles: number;
  readonly fileBytes: number;
  /** Null: files of any kind. */
  readonly extension: string | null;
  readonly byPerson: boolean;
}

export interface ModelSent {
  readonly receipt: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly uploadId: string;
  readonly nodeId: string;
  readonly visitor: string;
  state: 'coming' | 'accepted' | 'withdrawn';
  /** Of its node when it came in. */
  revision: number;
  /** Its hour has passed. */
  isOld: boolean;
}

export interface ModelLink {
  readonly id: string;
  readonly folderId: string;
  terms: ModelTerms;
  isClosed: boolean;
  hasEnded: boolean;
  /** By receipt and key. */
  readonly files: Map<string, ModelSent>;
}

export interface SentOrder {
  readonly receipt: string;
  readonly key: string;
  readonly name: string;
  readonly sizeBytes: number;
  /** '' for none. */
  readonly visitor: string;
  readonly inParts: boolean;
}

/** Ids as the real drive gave them. */
export interface MadeFile {
  readonly uploadId: string;
  readonly nodeId: string;
  /** Of the folder of the visitor. */
  readonly folderId: string;
}

const keyOf = ({ receipt, key }: Pick<SentOrder, 'receipt' | 'key'>) => `${receipt} ${key}`;

export class ModelCollect {
  readonly #drive: ModelDrive;
  readonly #links: ModelLink[] = [];

  constructor(drive: ModelDrive) {
    this.#drive = drive;
  }

  /** Links of folders that exist. A file that was given up has no row. */
  get links(): ModelLink[] {
    const there = this.#links.filter(({ folderId }) => this.#drive.nodes.has(folderId));
    this.#links.splice(0, this.#links.length, ...there);
    for (const { files } of there)
      for (const [key, { state, uploadId }] of files)
        if (state === 'coming' && !this.#drive.uploads.get(uploadId)?.open) files.delete(key);
    return there;
  }

  /** Uploads of visitors, which their owner's list leaves out. */
  get coming(): Set<string> {
    const sent = this.links.flatMap(({ files }) => [...files.values()]);
    return new Set(sent.filter(({ state }) => state === 'coming').map(({ uploadId }) => uploadId));
  }

  require(id: string): ModelLink {
    return this.links.find((link) => link.id === id) ?? refuse('not_found');
  }

  /** @param except  holds no place */
  stateOf(link: ModelLink, except?: ModelSent): CollectState {
    if (this.#drive.standing(link.folderId) !== 'live') return 'gone';
    if (link.isClosed) return 'closed';
    if (link.hasEnded) return 'ended';
    const taken = [...link.files.values()].filter((sent) => sent.state !== 'withdrawn' && sent !== except);
    return taken.length >= link.terms.maxFiles ? 'full' : 'open';
  }

  create(id: string, folderId: string, terms: ModelTerms): void {
    if (folderId === '') refuse('file_not_found');
    this.#drive.requireFolder(folderId);
    this.#links.push({ id, folderId, terms, isClosed: false, hasEnded: false, files: new Map() });
  }

  delete(id: string): void {
    const link = this.require(id);
    this.#endSessions(link);
    this.#links.splice(this.#links.indexOf(link), 1);
  }

  close(link: ModelLink, isClosed: boolean): void {
    if (isClosed) this.#endSessions(link);
    link.isClosed = isClosed;
  }

  /** A link that takes nothing gives up the files in parts. */
  #endSessions({ files }: ModelLink): void {
    for (const { uploadId } of files.values())
      if (this.#drive.uploads.get(uploadId)?.byPart) this.#drive.abort(uploadId);
  }

  /** A full link still takes files that have their place. */
  #requireTaking(link: ModelLink): void {
    const state = this.stateOf(link);
    if (state === 'gone') refuse('not_found');
    if (state === 'closed' || state === 'ended') refuse('failed_precondition');
  }

  /** Gives a file its place, unless it has one. A file in one request is there afterwards. */
  send(id: string, order: SentOrder, made: MadeFile): void {
    const drive = this.#drive;
    const { name, sizeBytes, inParts } = order;
    drive.requireName(name);
    const link = this.require(id);
    const known = link.files.get(keyOf(order));
    if (known && known.state !== 'coming') return;
    const isSame = known && inParts && known.name === name && known.sizeBytes === sizeBytes;
    if (isSame && drive.uploads.get(known.uploadId)?.byPart) {
      this.#requireTaking(link);
      return;
    }
    this.#requireTaken(link, order, known);
    if (known) drive.abort(known.uploadId);
    link.files.delete(keyOf(order));
    this.#begin(link, order, made);
    if (sizeBytes === 0 || !inParts) this.#accept(link, order, made.uploadId);
  }

  /** @param known  the file as it began before, whose place and space it has */
  #requireTaken(link: ModelLink, { name, sizeBytes, receipt, inParts }: SentOrder, known: ModelSent | undefined): void {
    const drive = this.#drive;
    const { terms } = link;
    const state = this.stateOf(link, known);
    if (state === 'gone') refuse('not_found');
    if (state !== 'open') refuse('failed_precondition');
    if (terms.fileBytes > 0 && sizeBytes > terms.fileBytes) refuse('file_too_large');
    const isOfKind = sizeBytes > 0 && name.toLowerCase().endsWith(`.${terms.extension}`);
    if (terms.extension !== null && !isOfKind) refuse('invalid_argument/collect_type');
    const open = [...link.files.values()].filter((each) => each.receipt === receipt && each.state === 'coming');
    // A file that has its place is sent again.
    if (inParts && open.filter((each) => each !== known).length >= SENDING_OPEN_FILES) refuse('too_many_requests');
    const used = drive.usageBytes + drive.reservedBytes;
    // A visitor does not learn how full the drive is.
    if (sizeBytes > 0 && used + sizeBytes > drive.limitBytes) refuse('failed_precondition');
  }

  #begin({ folderId: top, terms, files }: ModelLink, order: SentOrder, made: MadeFile): void {
    const drive = this.#drive;
    const { receipt, name, sizeBytes, visitor, inParts } = order;
    const folderId = inParts && sizeBytes > 0 ? top : this.#folderOf({ folderId: top, terms }, visitor, made);
    drive.begin(folderId, name, sizeBytes, { id: made.nodeId, uploadId: made.uploadId }, 'keep_both', inParts);
    const sent = { receipt, name, sizeBytes, uploadId: made.uploadId, nodeId: made.nodeId, visitor };
    files.set(keyOf(order), { ...sent, state: 'coming', revision: 0, isOld: false });
  }

  #folderOf({ folderId, terms }: Pick<ModelLink, 'folderId' | 'terms'>, visitor: string, made: MadeFile): string {
    if (!terms.byPerson || visitor === '') return folderId;
    const [own] = this.#drive.holdersOf(folderId, visitor).filter(({ isFile }) => !isFile);
    if (!own) this.#drive.createFolder(folderId, visitor, made.folderId);
    return own?.id ?? made.folderId;
  }

  /** A file in parts goes into the folder of its visitor when it is whole. */
  #enterFolder(link: ModelLink, { nodeId, name, visitor }: ModelSent, made: MadeFile): void {
    const node = this.#drive.nodes.get(nodeId);
    if (!node || node.trashed || node.parentId !== link.folderId) return;
    const folderId = this.#folderOf(link, visitor, made);
    if (folderId === link.folderId) return;
    node.name = this.#drive.freeName(folderId, name);
    node.parentId = folderId;
  }

  /** The parts of a file become the file. */
  finish(id: string, order: Pick<SentOrder, 'receipt' | 'key'>, made: MadeFile): void {
    const link = this.require(id);
    this.#requireTaking(link);
    const known = link.files.get(keyOf(order));
    const sent = known?.state === 'coming' ? known : refuse('not_found');
    const { usageBytes, reservedBytes, limitBytes } = this.#drive;
    // Its part finds no space: the file waits for it.
    if (usageBytes + reservedBytes + sent.sizeBytes > limitBytes) refuse('failed_precondition');
    this.#enterFolder(link, sent, made);
    this.#accept(link, order, sent.uploadId);
  }

  #accept(link: ModelLink, order: Pick<SentOrder, 'receipt' | 'key'>, uploadId: string): void {
    if (this.#drive.uploads.get(uploadId)?.open) this.#drive.finish(uploadId);
    const sent = link.files.get(keyOf(order));
    if (!sent) return;
    sent.state = 'accepted';
    sent.revision = this.#drive.nodes.get(sent.nodeId)?.revision ?? -1;
  }

  /** Within its hour, and as it came. */
  isUndoable({ state, isOld, nodeId, revision }: ModelSent): boolean {
    const drive = this.#drive;
    return (
      state === 'accepted' &&
      !isOld &&
      drive.standing(nodeId) === 'live' &&
      drive.nodes.get(nodeId)?.revision === revision
    );
  }

  withdraw(id: string, receipt: string): void {
    const sent = [...this.require(id).files.values()].filter((each) => each.receipt === receipt);
    const undone = sent.filter((each) => this.isUndoable(each));
    if (undone.length === 0) refuse('failed_precondition');
    this.#drive.trash(undone.map(({ nodeId }) => nodeId));
    for (const each of undone) each.state = 'withdrawn';
  }
}
