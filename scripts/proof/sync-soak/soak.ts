/**
 * Two sync clients with a folder each, and a browser, work on one drive at the same time, while server and clients are killed. At the end
 * both folders and a new one are the same, and nothing is lost that the server had acknowledged.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { auditFolder } from '#scripts/audit/audit.ts';
import { copyState, rowsOf } from '#scripts/audit/state-copy.ts';
import { type Caller, signIn } from '#scripts/crash-test/calls.ts';
import { untilRecovered } from '#scripts/crash-test/recovery.ts';
import { makeProgramPassword } from '#test/flow/program-password.ts';
import { gcidOf } from '#test/flow/wire-client.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { makeRandom } from '#worker/platform/faults/faults.ts';
import { isBelow } from './held-folders.ts';
import { actIn, type Draw, makeConflict, makeDraw, makeMany, pickAct } from './local-acts.ts';
import { isConflict, STILL, SyncFolder, sha1 } from './sync-folder.ts';
import { actInBrowser } from './web-acts.ts';
import { type DriveWindow, openWindow } from './window.ts';

export interface SoakSettings {
  readonly acts: number;
  /** Between two runs of the clients, over both folders and the browser. */
  readonly actsEach: number;
  /** Files of the one folder that comes at once. */
  readonly many: number;
  readonly seed: number;
  readonly port: number;
  readonly dataDir: string;
  /** An empty folder for the clients. */
  readonly place: string;
  /** Path of the sync client. */
  readonly program: string;
  readonly print: (line: string) => void;
}

export interface SoakResult {
  readonly acts: number;
  readonly runs: number;
  readonly kills: number;
  readonly acknowledged: number;
  readonly files: number;
  readonly conflicts: number;
  /** Copies of conflicts, and files that were refused by name, which a client removed with their folder: it never sent them. */
  readonly unsentRemoved: number;
  /** Entries that the drive lacks: conflict copies, files that the server refused by name, and their folders. The report lists each. */
  readonly onlyAtClients: number;
  /** Those of them that the client itself found gone, and kept: it forgets a removal below a folder that it renames in the same run, and one of a folder with a copy of a conflict in it. */
  readonly forgotten: number;
  /** Files that the server refused because of their names, each with its folder and the sentence. */
  readonly refused: readonly string[];
  readonly failures: readonly string[];
}

const EMAIL = 'alice@example.com';
/** Each edit of a file stays a version, so that its bytes can be looked for. */
const LIMITS = { versionsPerFile: 1_000 };
const KILLS = ['client', 'server', undefined] as const;
const LONGEST_BEFORE_KILL_MS = 1_200;
/** A client acts on what the one before has sent; a file that failed is tried again. */
const SETTLE_RUNS = 12;
const NAMED = 8;
/** Part of the acts after which the one large folder comes. */
const MANY_AT = 0.6;

/** All of a running soak. */
class Soak {
  readonly failures: string[] = [];
  /** GCIDs that must be in the drive at the end. */
  readonly acknowledged = new Set<string>();
  /** GCID by SHA-1 of all bytes that were written. */
  readonly gcids = new Map<string, string>();
  runs = 0;
  kills = 0;
  acts = 0;
  rounds = 0;
  unsentRemoved = 0;
  onlyAtClients = 0;
  forgotten = 0;
  readonly settings: SoakSettings;
  readonly random: () => number;
  server: TestServer;
  person: Caller;
  readonly folders: readonly [SyncFolder, SyncFolder];
  readonly draws: Readonly<Record<'a' | 'b' | 'web', Draw>>;
  private window: DriveWindow | undefined;

  private constructor(settings: SoakSettings, server: TestServer, person: Caller, access: Access) {
    this.settings = settings;
    this.server = server;
    this.person = person;
    this.random = makeRandom(settings.seed);
    const folderOf = (name: string): SyncFolder => new SyncFolder({ name, ...access });
    this.folders = [folderOf('a'), folderOf('b')];
    const written = (bytes: Uint8Array): void => void this.gcids.set(sha1(bytes), gcidOf(bytes));
    const drawOf = (lane: string): Draw => makeDraw(makeRandom(settings.seed + lane.charCodeAt(0)), lane, written);
    this.draws = { a: drawOf('a'), b: drawOf('b'), web: drawOf('w') };
  }

  static async begin(settings: SoakSettings): Promise<{ soak: Soak; access: Access }> {
    const server = await startSoakServer(settings);
    const person = await signIn(server.origin, EMAIL);
    const { text: password, address } = await makeProgramPassword(person);
    const { place, program } = settings;
    const access = { place, program, password, origin: new URL(address).origin };
    const soak = new Soak(settings, server, person, access);
    soak.window = await openWindow(server.origin, EMAIL);
    writeFileSync(path.join(soak.folders[0].top, STILL), 'still');
    for (const folder of soak.folders) await soak.sync(folder, true);
    return { soak, access };
  }

  async stop(): Promise<void> {
    await this.window?.close();
    await this.server.stop();
  }

  fail(what: string): void {
    this.failures.push(what);
    this.settings.print(`FAILED ${what}`);
  }

  private keep(sums: Iterable<string>): void {
    for (const sum of sums) {
      const gcid = this.gcids.get(sum);
      if (gcid !== undefined) this.acknowledged.add(gcid);
    }
  }

  /** One run of a client. The drive must hold the bytes that it replaces or removes here. @param isQuiet  no act changes the folder during the run */
  async sync(folder: SyncFolder, isQuiet: boolean): Promise<number | null> {
    const before = folder.tree();
    const { code, output } = await folder.sync();
    this.runs += 1;
    this.keep(folder.noted());
    if (isQuiet && code !== null) {
      const here = new Set(folder.tree().values());
      for (const [file, sum] of before) {
        if (here.has(sum)) continue;
        if (!isConflict(file) && !folder.everRefused.has(file)) this.keep([sum]);
        else {
          // The server never had it: the client removes its folder, as the other one has.
          this.unsentRemoved += 1;
          this.settings.print(`${folder.name}: the client removed ${file}`);
        }
      }
    }
    if (code !== null && code > 1) this.fail(`${folder.name}: the client ended with ${code}: ${output.slice(-400)}`);
    return code;
  }

  /** Acts in a folder, then a run of its client, with more acts during it now and then. */
  private async work(folder: SyncFolder, draw: Draw, count: number): Promise<void> {
    const isBeside = draw.random() < 0.3;
    const during = isBeside ? Math.ceil(count / 4) : 0;
    const act = (): void => {
      actIn(folder, draw, pickAct(draw.random));
      this.acts += 1;
    };
    for (let at = during; at < count; at += 1) act();
    const running = this.sync(folder, !isBeside);
    for (let at = 0; at < during; at += 1) {
      await delay(20);
      act();
    }
    await running;
  }

  private async browse(count: number): Promise<void> {
    for (let at = 0; at < count; at += 1) {
      for (const gcid of await actInBrowser(this.person, this.draws.web)) this.acknowledged.add(gcid);
      this.acts += 1;
    }
  }

  /** Ends a client in one of three rounds, and the server in another. */
  private async killSomething(): Promise<void> {
    const what = KILLS[this.rounds++ % KILLS.length];
    if (what === undefined) return;
    await delay(this.random() * LONGEST_BEFORE_KILL_MS);
    this.kills += 1;
    if (what === 'client') this.folders[Math.round(this.random())]?.kill();
    else {
      await this.server.kill9();
      this.server = await startSoakServer(this.settings);
    }
  }

  async round(count: number): Promise<void> {
    const [one, two] = this.folders;
    const { a, b } = this.draws;
    makeConflict(one, two, a);
    this.acts += 1;
    const share = Math.floor(count / 3);
    const browsing = this.browse(count - 1 - 2 * share);
    await Promise.all([this.work(one, a, share), this.work(two, b, share), browsing, this.killSomething()]);
  }

  async settle(): Promise<void> {
    const lines = (): string[] =>
      this.folders.map((folder) => JSON.stringify([...folder.tree()].toSorted(([one], [two]) => (one < two ? -1 : 1))));
    for (let at = 0; at < SETTLE_RUNS; at += 1) {
      const before = lines();
      let isQuiet = true;
      for (const folder of this.folders) {
        // A run in which a file is refused anew removes no folders; the client skips refused files for a while.
        if (at < 2 || folder.isStuck) folder.forgetFailures();
        await this.sync(folder, true);
        isQuiet &&= !folder.isStuck;
      }
      if (isQuiet && at > 2 && lines().every((line, index) => line === before[index])) return;
    }
    const stuck = this.folders.flatMap(({ name, failed }) =>
      [...failed].map(([file, why]) => `${name}/${file}: ${why}`),
    );
    this.fail(`the folders still change after ${SETTLE_RUNS} runs of each client; ${stuck.join('; ')}`);
  }

  /** The window that was open all the time shows what a client sends now. */
  async lookInWindow(): Promise<void> {
    const [folder] = this.folders;
    const name = 'Sent at the end';
    mkdirSync(path.join(folder.top, name));
    await this.sync(folder, true);
    if (!(await this.window?.comesToShow(name))) this.fail('the open window does not show what a client has sent');
    await this.sync(this.folders[1], true);
  }

  /** A folder against one that was filled anew: they differ by conflicts, which clients keep to themselves, by refused names and by what the client forgot alone. */
  compare(folder: SyncFolder, fresh: SyncFolder): void {
    const { name, refused, gone, stuckIn } = folder;
    const [here, there] = [folder.tree(), fresh.tree()];
    const isOwn = (file: string): boolean =>
      isConflict(file) || [...refused.keys()].some((path) => `${file}/`.startsWith(`${path}/`));
    const own = [...here.keys()].filter(isOwn);
    const isForgotten = (file: string): boolean => gone.has(file.replace(/\/$/, ''));
    // A folder that is gone stays for the sake of what only the client has.
    const excused = (file: string): boolean =>
      isOwn(file) ||
      isForgotten(file) ||
      isBelow(file, stuckIn.held) ||
      (file.endsWith('/') && own.some((path) => path.startsWith(file)));
    const only = [...here].filter(([file, sum]) => there.get(file) !== sum);
    const extra = only.filter(([file]) => !excused(file));
    for (const [file] of only.filter(([each]) => excused(each))) {
      const why = isConflict(file)
        ? 'a copy of a conflict, which it does not send'
        : !isOwn(file) && (isForgotten(file) || isBelow(file, stuckIn.held))
          ? 'it found it or its folder gone from the server, and kept it'
          : 'refused, or kept for what is in it';
      this.forgotten += !isOwn(file) && (isForgotten(file) || isBelow(file, stuckIn.held)) ? 1 : 0;
      this.settings.print(`${name}: the client alone has ${file}: ${why}`);
    }
    this.onlyAtClients += only.length - extra.length;
    // A file that was moved here into a folder that is gone at the server stays there where it was.
    const isMoved = (file: string, sum: string): boolean => {
      const to = stuckIn.renames.get(file);
      return to !== undefined && isBelow(to, stuckIn.held) && here.get(to) === sum;
    };
    const missing = [...there].filter(([file, sum]) => here.get(file) !== sum && !isMoved(file, sum));
    for (const [what, files] of [
      ['has, and the server has not', extra],
      ['lacks', missing],
    ] as const)
      if (files.length > 0)
        this.fail(
          `folder ${name} ${what} ${files.length}: ${files
            .slice(0, NAMED)
            .map(([file]) => file)
            .join(', ')}`,
        );
  }

  /** Looks for all acknowledged bytes in the database of the drive, whose references and objects the audit proves. */
  async lookForBytes(): Promise<void> {
    const state = await copyState(this.settings.dataDir);
    try {
      const drives = state.objects.filter(({ className }) => className === 'DriveObject');
      const held = new Set(
        drives.flatMap(({ db }) => rowsOf<{ gcid: string }>(db, 'SELECT gcid FROM contents').map(({ gcid }) => gcid)),
      );
      const lost = [...this.acknowledged].filter((gcid) => !held.has(gcid));
      if (lost.length > 0) this.fail(`${lost.length} acknowledged contents are lost, ${lost[0]} among them`);
    } finally {
      state.close();
    }
  }
}

type Access = Pick<ConstructorParameters<typeof SyncFolder>[0], 'place' | 'program' | 'password' | 'origin'>;

function startSoakServer({ port, dataDir }: SoakSettings): Promise<TestServer> {
  return startServer({ port, dataDir, env: { LIMITS: JSON.stringify(LIMITS) } });
}

export async function runSoak(settings: SoakSettings): Promise<SoakResult> {
  const { acts, actsEach, many, dataDir, print } = settings;
  const { soak, access } = await Soak.begin(settings);
  let files = 0;
  try {
    let hasMany = false;
    while (soak.acts < acts) {
      // Late: each round reads all files that are there.
      if (!hasMany && soak.acts >= acts * MANY_AT) makeMany(soak.folders[0], soak.draws.a, many);
      hasMany ||= soak.acts >= acts * MANY_AT;
      await soak.round(Math.min(actsEach, acts - soak.acts));
      print(
        `${soak.acts} acts, ${soak.runs} runs, ${soak.kills} kills, ${soak.acknowledged.size} contents acknowledged`,
      );
    }
    await soak.settle();
    await soak.lookInWindow();
    const fresh = new SyncFolder({ name: 'fresh', ...access });
    await soak.sync(fresh, true);
    for (const folder of soak.folders) soak.compare(folder, fresh);
    files = fresh.tree().size;
    for (const what of await untilRecovered(dataDir)) soak.fail(`not ended: ${what}`);
    if (soak.failures.length > 0) print(`output of the server:\n${soak.server.output().slice(-4_000)}`);
  } finally {
    await soak.stop();
  }
  await soak.lookForBytes();
  const audit = await auditFolder(dataDir, Date.now);
  for (const { invariant, kind, where, says } of audit.findings) soak.fail(`${invariant} ${kind} in ${where}: ${says}`);
  const { folders } = soak;
  return {
    acts: soak.acts,
    runs: soak.runs,
    kills: soak.kills,
    acknowledged: soak.acknowledged.size,
    files,
    conflicts: folders.reduce((sum, folder) => sum + folder.entries().filter(isConflict).length, 0),
    unsentRemoved: soak.unsentRemoved,
    onlyAtClients: soak.onlyAtClients,
    forgotten: soak.forgotten,
    refused: folders.flatMap(({ name, refused }) => [...refused].map(([file, why]) => `${name}/${file}: ${why}`)),
    failures: soak.failures,
  };
}
