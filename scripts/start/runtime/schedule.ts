/** Calls the Worker's `scheduled` handler at start and every five minutes, as the cron trigger of wrangler.toml says. */

/** The trigger's spelling; one line with `[triggers]` of wrangler.toml. */
const CRON = '*/5 * * * *';
const PERIOD_MS = 5 * 60 * 1000;

/** @returns stops further calls; one under way is not awaited */
export function startSchedule(run: (cron: string) => Promise<void>): () => void {
  let running = false;
  let stopped = false;
  const tick = async (): Promise<void> => {
    if (running) return;
    running = true;
    try {
      await run(CRON);
    } catch (error) {
      // A call ended by the stop of the server is no failure: its work is journaled.
      if (stopped) return;
      process.stderr.write(`error: scheduled work failed: ${String(error)}\n`);
    } finally {
      running = false;
    }
  };
  const timer = setInterval(() => void tick(), PERIOD_MS);
  void tick();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
