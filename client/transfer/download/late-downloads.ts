/** Downloads before their engine is loaded: single files go the browser's own way, the rest asks for a folder. */
import type { DownloadState } from './download.state.ts';
import type { Downloads } from './downloads.ts';

/** 10: browsers ask, then block, when one press starts more downloads than this. */
const MAX_SINGLE = 10;

/** What was chosen in the list. */
export interface Chosen {
  readonly id: string;
  readonly name: string;
  readonly folder: boolean;
  readonly sizeBytes: number;
}

export interface DownloadEngine extends Downloads {
  /** Asks where, and begins. @returns false where this browser lets nobody choose a folder */
  ask(rows: readonly Chosen[]): Promise<boolean>;
}

export interface LateDownloads extends DownloadState {
  /** @param singly  downloads them one by one, as the browser does it */
  save(rows: readonly Chosen[], singly: () => unknown): void;
  run(work: (engine: DownloadEngine) => unknown): void;
}

export interface LateDownloadsDeps {
  readonly state: DownloadState;
  readonly load: () => Promise<DownloadEngine>;
  readonly canChoose: () => boolean;
  /** The browser can neither ask for a folder nor take so many files. */
  readonly onUnable: () => void;
  readonly onFailure: (error: unknown) => void;
}

export function makeLateDownloads({ state, load, canChoose, onUnable, onFailure }: LateDownloadsDeps): LateDownloads {
  let loading: Promise<DownloadEngine> | null = null;
  function engine(): Promise<DownloadEngine> {
    loading ??= load().catch((error: unknown) => {
      loading = null;
      throw error;
    });
    return loading;
  }
  return {
    items: state.items,
    run: (work) => void engine().then(work).catch(onFailure),
    save(rows, singly) {
      const isSingles = rows.length <= MAX_SINGLE && rows.every(({ folder }) => !folder);
      if (isSingles && (rows.length === 1 || !canChoose())) singly();
      else if (!canChoose()) onUnable();
      else
        void engine()
          .then((loaded) => loaded.ask(rows))
          .then((isAsked) => {
            if (isAsked) return;
            if (isSingles) singly();
            else onUnable();
          })
          .catch(onFailure);
    },
  };
}
