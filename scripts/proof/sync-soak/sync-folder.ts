/** A folder that a sync client keeps in step: its files as they are here, and as the client has noted that the server has them. */
import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type HeldFolders, heldFoldersIn } from './held-folders.ts';

/**
 * No act changes this file. Where every file of a folder changes at once the client asks its user whether that is meant; this one has no
 * window and waits for ever.
 */
export const STILL = 'stays as it is.txt';
/** A client that works says something all the time. One that waits for nothing is ended as by a kill. */
const SILENT_MS = 20_000;
/** Files of the client itself. */
const OWN_FILE = /^\._?sync_|^\.sync_/;
/** The loser of a conflict stays where it is, under this name, and is not sent. */
const CONFLICT = / \(conflicted copy /;
const REFUSED = /Could not complete propagation of "(.+)" by .* and error: "(.*)"$/gm;
/** Entries that a listing of the server no longer has. */
const GONE = /File "(.+)" is not anymore on server\. Going to delete it locally\./g;
/** The sentence of a name that equals another one by our rule. */
const REFUSED_NAME = 'upper and lower case or the form of accents make no other name';

export interface SyncRun {
  /** null: it was killed. */
  readonly code: number | null;
  readonly output: string;
}

interface SyncFolderOptions {
  readonly name: string;
  /** The folder is made below it, and the home of the client beside it. */
  readonly place: string;
  readonly program: string;
  readonly origin: string;
  readonly password: string;
}

export const isConflict = (file: string): boolean => CONFLICT.test(file);

export const sha1 = (bytes: Uint8Array): string => createHash('sha1').update(bytes).digest('hex');

export class SyncFolder {
  readonly name: string;
  readonly top: string;
  /** Paths that the last run could not send, each with what it printed about it. */
  failed: ReadonlyMap<string, string> = new Map();
  /** Paths that the last run could not send because of their names, with the sentence. */
  refused: ReadonlyMap<string, string> = new Map();
  /** Paths that the server refused in any run because of their names: the client alone has had these files. */
  readonly everRefused = new Set<string>();
  /** Paths that the client has found gone from the server, in any run. A run that renames a folder above forgets to remove them. */
  readonly gone = new Set<string>();
  /** Of the last run. */
  stuckIn: HeldFolders = { held: new Set(), renames: new Map() };
  /** The last run was not whole, or failed by something else than a name. */
  isStuck = false;
  private readonly home: string;
  private readonly logs: string;
  private run = 0;
  private readonly options: SyncFolderOptions;
  private child: ChildProcess | undefined;

  constructor(options: SyncFolderOptions) {
    this.options = options;
    this.name = options.name;
    this.top = path.join(options.place, options.name);
    this.home = path.join(options.place, `${options.name}-home`);
    this.logs = path.join(options.place, 'logs');
    for (const folder of [this.top, this.home, this.logs]) mkdirSync(folder, { recursive: true });
  }

  /** Ends the client as a crash would, if it runs. */
  kill(): void {
    this.child?.kill('SIGKILL');
  }

  async sync(): Promise<SyncRun> {
    const { program, origin, password } = this.options;
    const env = { PATH: process.env['PATH'], HOME: this.home, LC_ALL: 'C.UTF-8' };
    const args = ['--non-interactive', '--logdebug', '-u', 'alice', '-p', password, this.top, origin];
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env });
    this.child = child;
    let output = '';
    const silence = setTimeout(() => child.kill('SIGKILL'), SILENT_MS);
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        silence.refresh();
      });
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    clearTimeout(silence);
    this.run += 1;
    writeFileSync(
      path.join(this.logs, `${this.name}-${String(this.run).padStart(4, '0')}.log`),
      `${output}\nended with ${code ?? signal}\n`,
    );
    this.child = undefined;
    for (const [, file = ''] of output.matchAll(GONE)) this.gone.add(file);
    const failed = Array.from(output.matchAll(REFUSED), ([, file = '', why = '']) => [file, why] as const);
    // It names those in every run.
    this.failed = new Map(failed.filter(([file]) => !isConflict(file)));
    this.refused = new Map([...this.failed].filter(([, why]) => why.includes(REFUSED_NAME)));
    for (const file of this.refused.keys()) this.everRefused.add(file);
    this.stuckIn = heldFoldersIn(output, isConflict);
    const { held } = this.stuckIn;
    const others = [...this.failed.keys()].filter((file) => !this.refused.has(file) && !held.has(path.dirname(file)));
    this.isStuck = code === null || others.length > 0 || (code !== 0 && failed.length === 0);
    return { code, output };
  }

  /** Files and folders; folders end in `/`. Files of the client are left out. */
  entries(): string[] {
    return readdirSync(this.top, { recursive: true, withFileTypes: true })
      .filter(({ name }) => !OWN_FILE.test(name))
      .map((entry) => {
        const at = path.relative(this.top, path.join(entry.parentPath, entry.name));
        return entry.isDirectory() ? `${at}/` : at;
      });
  }

  /** SHA-1 of each entry; '' for folders. */
  tree(): Map<string, string> {
    const sumOf = (at: string): string => (at.endsWith('/') ? '' : sha1(readFileSync(path.join(this.top, at))));
    return new Map(this.entries().map((at) => [at, sumOf(at)]));
  }

  /** SHA-1s of the files that the client has noted as stored by the server. */
  noted(): Set<string> {
    return this.onJournal((journal) => {
      const rows = journal.prepare("SELECT contentChecksum AS sum FROM metadata WHERE contentChecksum <> ''").all();
      return new Set(rows.map(({ sum }) => String(sum).toLowerCase()));
    }, new Set<string>());
  }

  /** Files that failed are tried again at once, as by "Force sync now" of the client with a window. */
  forgetFailures(): void {
    this.onJournal((journal) => void journal.exec('DELETE FROM blacklist'), undefined);
  }

  private onJournal<T>(work: (journal: DatabaseSync) => T, otherwise: T): T {
    const file = readdirSync(this.top).find((name) => /^\.sync_\w+\.db$/.test(name));
    if (file === undefined) return otherwise;
    const journal = new DatabaseSync(path.join(this.top, file));
    try {
      // A client that was killed early has made the file and no table.
      const tables = journal.prepare("SELECT 1 FROM sqlite_master WHERE name IN ('metadata', 'blacklist')").all();
      return tables.length === 2 ? work(journal) : otherwise;
    } finally {
      journal.close();
    }
  }
}
