/** Nodes, names and refusals of the model of a drive. */

export interface ModelNode {
  readonly id: string;
  /** Its folder; of a trashed root, its former folder. */
  parentId: string;
  name: string;
  readonly isFile: boolean;
  /** In the model it also says which bytes. */
  sizeBytes: number;
  /** Former contents, newest first. */
  versions: { readonly sizeBytes: number }[];
  /** Waits for its bytes to take the place of a file: it has no name of its folder yet. */
  unnamed: boolean;
  /** False while a file waits for its bytes. */
  whole: boolean;
  /** Root in the trash. */
  trashed: boolean;
  starred: boolean;
  /** Wire time as the real drive first said it; null until then. It changes only where the model says so. */
  modified: string | null;
  /** Rises with every change of name, place or content. */
  revision: number;
}

/** Name or content changed. */
export function touch(node: ModelNode): void {
  node.modified = null;
  node.revision += 1;
}

export function moveToTrash(node: ModelNode): void {
  node.trashed = true;
  node.revision += 1;
}

/** The expected refusal by the name of its error; `invalid_argument` with its reason. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

export function refuse(what: string): never {
  throw new Refused(what);
}

/** Enough for the names that the tests use. */
export function keyOf(name: string): string {
  return name.toLowerCase().normalize('NFC');
}

export function numbered(name: string, n: number): string {
  const [, base = name, extension = ''] = /^(.*[^.])((?:\.tar)?\.[a-z]+)$/i.exec(name) ?? [];
  const inner = extension.toLowerCase() === '.gz' ? /^(.*)(\.tar)$/i.exec(base) : null;
  return inner ? `${inner[1]}(${n})${inner[2]}${extension}` : `${base}(${n})${extension}`;
}

export function compare(left: string | number, right: string | number): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Files with free names come first: none of them is renamed for the sake of another. */
export function freeFirst(files: readonly ModelNode[], isTaken: (name: string) => boolean): ModelNode[] {
  const met = new Set<string>();
  const isApart = files.map(({ name }) => {
    const isSecond = met.has(keyOf(name));
    met.add(keyOf(name));
    return isSecond || isTaken(name);
  });
  return [...files.filter((_, at) => !isApart[at]), ...files.filter((_, at) => isApart[at])];
}
