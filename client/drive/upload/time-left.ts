/** Label of the remaining time of a transfer. */
import { useT } from '#client/ui/i18n.tsx';

/** @returns null while it is unknown */
export function useTimeLeft(seconds: number | null): string | null {
  const { tn } = useT();
  if (seconds === null) return null;
  if (seconds < 60) return tn('drive.transfer.left.seconds', seconds);
  if (seconds < 3600) return tn('drive.transfer.left.minutes', Math.ceil(seconds / 60));
  return tn('drive.transfer.left.hours', Math.ceil(seconds / 3600));
}
