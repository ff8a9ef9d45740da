/** Copies a text and shows the result for a moment. */
import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { useT } from '#client/ui/i18n.tsx';

/** Time that the label of success stays. */
const SHOWN_MS = 2_500;

export function CopyButton({
  text,
  label,
  onRefused,
  isNamed = false,
  isNext = false,
}: {
  text: string;
  label: string;
  /** The label is visible: several buttons stand together. */
  isNamed?: boolean;
  /** Gets the focus of the form that it replaces. */
  isNext?: boolean;
  onRefused: () => void;
}): ReactNode {
  const { t } = useT();
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  return (
    <>
      <Button
        className="flex-none"
        aria-label={label}
        data-next={isNext || undefined}
        icon={isCopied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        onClick={() => {
          navigator.clipboard.writeText(text).then(() => setCopied(true), onRefused);
        }}
      >
        {isCopied ? t('drive.link.copied') : isNamed ? label : t('drive.link.copy')}
      </Button>
      <span role="status" className="sr-only">
        {isCopied ? t('drive.link.copied') : ''}
      </span>
    </>
  );
}
