/** Shows the pictures of the folder one after the other. Pauses while the window is hidden. */

/** Time to look at a picture. */
const SHOWN_MS = 4_000;

export interface Slideshow {
  isRunning(): boolean;
  toggle(): void;
  stop(): void;
  /** A picture is visible: its time begins. */
  shown(): void;
}

/** @param next  shows the next picture. @returns false at the end of the folder */
export function makeSlideshow(next: () => boolean, onChange: (isRunning: boolean) => void): Slideshow {
  let isRunning = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    clearTimeout(timer);
    if (!isRunning) return;
    isRunning = false;
    onChange(false);
  }

  function wait(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (document.visibilityState === 'hidden') wait();
      else if (!next()) stop();
    }, SHOWN_MS);
  }

  return {
    isRunning: () => isRunning,
    toggle() {
      if (isRunning) {
        stop();
        return;
      }
      isRunning = true;
      onChange(true);
      wait();
    },
    stop,
    shown: () => {
      if (isRunning) wait();
    },
  };
}
