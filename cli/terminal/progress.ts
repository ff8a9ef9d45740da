/** Bars of files under way and of the whole, drawn over each other on a terminal. Lines of a file or a pipe get none. */
import { bytesText, durationText, shown } from './shown.ts';

export interface FileProgress {
  /** Bytes read so far, before the first of them moves. */
  read(bytes: number): void;
  /** @param bytes  of the file so far */
  at(bytes: number): void;
  end(): void;
}

export interface Progress {
  /** A file was found: it counts for the whole. */
  expect(bytes: number): void;
  /** A file begins. @param name  shown beside its bar */
  begin(name: string, sizeBytes: number): FileProgress;
  /** Takes the bars away, such as before a line of text. */
  clear(): void;
}

/** The terminal, as far as bars need it. */
export interface Screen {
  write(text: string): void;
  columns(): number;
  nowMs(): number;
}

const DRAW_MS = 100;
const BAR = 24;
/** Files that have a line of their own. */
const SHOWN_FILES = 6;

export function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR);
  return `[${'#'.repeat(full)}${'-'.repeat(BAR - full)}]`;
}

/** Whole code points within this many columns; wide ones count as two. */
export function cutTo(text: string, columns: number): string {
  let [left, out] = [columns, ''];
  for (const char of text) {
    left -= (char.codePointAt(0) ?? 0) >= 0x1100 ? 2 : 1;
    if (left < 0) break;
    out += char;
  }
  return out;
}

const NONE: Progress = {
  expect: () => undefined,
  begin: () => ({ read: () => undefined, at: () => undefined, end: () => undefined }),
  clear: () => undefined,
};

interface Running {
  readonly name: string;
  readonly sizeBytes: number;
  bytes: number;
  /** Only read, not moved. */
  isRead: boolean;
}

/** @param screen  null: nothing is drawn */
export function makeProgress(screen: Screen | null): Progress {
  if (!screen) return NONE;
  const running = new Set<Running>();
  const sum = { expected: 0, ended: 0, files: 0 };
  const sinceMs = screen.nowMs();
  let [lines, drawnMs] = [0, 0];

  function clear(): void {
    if (lines > 0) screen?.write(`\u001b[${lines}A\u001b[J`);
    lines = 0;
  }

  function line(label: string, bytes: number, sizeBytes: number): string {
    const share = sizeBytes === 0 ? 1 : bytes / sizeBytes;
    const percent = `${Math.floor(share * 100)}%`.padStart(4);
    return `${bar(share)} ${percent}  ${bytesText(bytes)} of ${bytesText(sizeBytes)}  ${label}`;
  }

  function draw(isForced: boolean): void {
    if (!screen) return;
    const nowMs = screen.nowMs();
    if (!isForced && nowMs - drawnMs < DRAW_MS) return;
    drawnMs = nowMs;
    const moved = sum.ended + [...running].reduce((bytes, one) => bytes + (one.isRead ? 0 : one.bytes), 0);
    const seconds = Math.max(0.001, (nowMs - sinceMs) / 1000);
    const speed = moved / seconds;
    const rest = speed > 0 ? (sum.expected - moved) / speed : 0;
    const whole = `${bytesText(speed)}/s  ${durationText(rest)} left  ${sum.files} done`;
    const all = [...running]
      .slice(0, SHOWN_FILES)
      .map((one) =>
        line(`${one.isRead && one.bytes > 0 ? 'reading ' : ''}${shown(one.name)}`, one.bytes, one.sizeBytes),
      )
      .concat(line(whole, moved, Math.max(sum.expected, moved)));
    clear();
    screen.write(all.map((text) => `${cutTo(text, screen.columns() - 1)}\n`).join(''));
    lines = all.length;
  }

  return {
    clear,
    expect(bytes) {
      sum.expected += bytes;
    },
    begin(name, sizeBytes) {
      const one: Running = { name, sizeBytes, bytes: 0, isRead: true };
      const set = (bytes: number, isRead: boolean) => {
        one.bytes = Math.min(bytes, sizeBytes);
        one.isRead = isRead;
        draw(false);
      };
      running.add(one);
      draw(false);
      return {
        read: (bytes) => set(bytes, true),
        at: (bytes) => set(bytes, false),
        end() {
          if (!running.delete(one)) return;
          sum.ended += sizeBytes;
          sum.files += 1;
          draw(running.size === 0);
        },
      };
    },
  };
}
