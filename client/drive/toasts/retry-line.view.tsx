/** One line while the server does not answer: the time of the next attempt, and a button to stop. */
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { RetryWait } from '#client/api/waits.ts';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';

const TICK_MS = 250;
/** Longer waits are shown in minutes. */
const MINUTE_SECONDS = 60;

export function WaitLine({ waiting }: { waiting: RetryWait }): ReactNode {
  const { t, tn } = useT();
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((waiting.untilMs - nowMs) / 1_000));
  const when =
    seconds > MINUTE_SECONDS
      ? tn('drive.retry.minutes', Math.ceil(seconds / MINUTE_SECONDS))
      : tn('drive.retry.seconds', seconds);
  return (
    <div className="toast" data-waiting>
      <span className="min-w-0 py-1.5">
        {t('drive.retry.silent')}{' '}
        {/* The countdown is hidden from screen readers: read aloud every second it would drown everything else. */}
        <span aria-hidden="true" className="inline-block tabular-nums">
          {waiting.isTrying ? t('drive.retry.now') : when}
        </span>
      </span>
      <Button variant="plain" size="sm" className="flex-none" onClick={waiting.cancel}>
        {t('drive.retry.stop')}
      </Button>
    </div>
  );
}
