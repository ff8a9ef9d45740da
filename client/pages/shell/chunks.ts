/**
 * Handles a chunk that does not load because a new build has replaced it: reloads the page, at most once in ten seconds for one
 * path; otherwise, or while the page has unsaved work, shows a note. Every `import()` of the client reports its failure by
 * `vite:preloadError` (scripts/build/late-import-plugin.ts). Must never be a chunk itself.
 * @source spec section 2.6, section 9 "Chunk reload guard"
 */
import { LEAVE_EVENT, showNote } from '#client/navigation/notes.ts';
import { LATEST_BUILD_PATH, type LatestBuild } from '#shared/navigation/latest-build.ts';

/** 10 s (spec section 9). */
const GUARD_MS = 10_000;

export interface ChunkPorts {
  readonly build: string | undefined;
  readonly path: string;
  /** Id of the build that the server runs. */
  latest(): Promise<string>;
  /** Whether the file of the chunk has failed before and can be had now: some browsers never ask again for a module that failed. */
  isRemembered(): Promise<boolean>;
  nowMs(): number;
  /** May throw where storage is forbidden. */
  storage(): Pick<Storage, 'getItem' | 'setItem'>;
  /** Whether the page may reload without asking the user. */
  mayLeave(): boolean;
  reload(): void;
  /** Shows the note that a part is missing. */
  showNote(): void;
}

/** Handles one failed chunk. Within one build the network is the cause, which the importing code reports; its next attempt may help. */
export async function answerLostChunk(ports: ChunkPorts): Promise<void> {
  const isSameBuild = (await ports.latest().catch(() => ports.build)) === ports.build;
  if (isSameBuild && !(await ports.isRemembered())) return;
  const key = `pp_reload_${ports.path}`;
  try {
    const storage = ports.storage();
    if (ports.nowMs() - Number(storage.getItem(key)) >= GUARD_MS && ports.mayLeave()) {
      storage.setItem(key, String(ports.nowMs()));
      return ports.reload();
    }
  } catch {
    // Without storage nothing would stop repeated reloads: the user decides.
  }
  ports.showNote();
}

/** Without the fetch helper, which is a chunk itself. */
async function latestId(page: Document): Promise<string> {
  const answer = await fetch(LATEST_BUILD_PATH, { headers: { 'accept-language': page.documentElement.lang } });
  return ((await answer.json()) as LatestBuild).id;
}

export function watchChunks(view: Window): void {
  const failed = new Set<string>();
  /** Browsers name the address in the message of the error. */
  const isRemembered = async (error: unknown): Promise<boolean> => {
    const [address = ''] = /https?:\S+/.exec(String(error)) ?? [];
    if (failed.has(address)) return (await fetch(address, { method: 'HEAD' })).ok;
    if (address) failed.add(address);
    return false;
  };
  view.addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload?: unknown };
    console.error('a part of the page did not load', payload);
    void answerLostChunk({
      build: view.document.documentElement.dataset['build'],
      path: location.pathname,
      latest: () => latestId(view.document),
      isRemembered: () => isRemembered(payload).catch(() => false),
      nowMs: Date.now,
      storage: () => sessionStorage,
      mayLeave: () => view.dispatchEvent(new Event(LEAVE_EVENT, { cancelable: true })),
      reload: () => location.reload(),
      showNote: () => showNote(view.document, 'stuck'),
    });
  });
}
