/** Downloads before their engine is loaded: the browser saves single files itself, everything else needs a folder. */
import { loadOnce } from '#client/api/late-part.ts';
import type { DownloadState } from './download.state.ts';
import type { Downloads } from './downloads.ts';

/** 10: browsers ask, then block, when one press starts more downloads than this. */
const MAX_SINGLE = 10;

/** A selected row of the list. */
export interface DownloadRow {
  readonly id: string;
  readonly name: string;
  readonly folder: boolean;
  readonly sizeBytes: number;
}

export interface DownloadEngine extends Downloads {
  /** Asks for a folder and starts. @returns false where the browser has no folder picker */
  ask(rows: readonly DownloadRow[]): Promise<boolean>;
}

export interface LateDownloads extends DownloadState {
  /** @param saveSingly  lets the browser download the files one by one */
  save(rows: readonly DownloadRow[], saveSingly: () => unknown): void;
  run(work: (engine: DownloadEngine) => unknown): void;
}

export interface LateDownloadsDeps {
  readonly state: DownloadState;
  readonly load: () => Promise<DownloadEngine>;
  readonly canChoose: () => boolean;
  /** The browser has no folder picker and accepts no more single files. */
  readonly onUnable: (rows: readonly DownloadRow[]) => void;
  readonly onFailure: (error: unknown) => void;
}

export function makeLateDownloads({ state, load, canChoose, onUnable, onFailure }: LateDownloadsDeps): LateDownloads {
  const engine = loadOnce(load);
  return {
    items: state.items,
    run: (work) => void engine().then(work).catch(onFailure),
    save(rows, saveSingly) {
      const isSingles = rows.length <= MAX_SINGLE && rows.every(({ folder }) => !folder);
      if (isSingles && (rows.length === 1 || !canChoose())) saveSingly();
      else if (!canChoose()) onUnable(rows);
      else
        void engine()
          .then((loaded) => loaded.ask(rows))
          .then((isAsked) => {
            if (isAsked) return;
            if (isSingles) saveSingly();
            else onUnable(rows);
          })
          .catch(onFailure);
    },
  };
}
