/** The list of the first hour. In English, forms only; a script tries the two hosts. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { OpsPart } from '../ops-frame.view.tsx';

export interface ShownStep {
  readonly step: string;
  readonly title: string;
  readonly advice: string;
  readonly isDone: boolean;
  /** Where it is done: a page or a command. */
  readonly remedy: { readonly href: string; readonly label: string } | { readonly command: string };
}

export interface SetupProps {
  readonly here: string;
  readonly steps: readonly ShownStep[];
  /** Addresses that the browser of the operator tries. */
  readonly tried: readonly string[];
}

export function SetupView({ here, steps, tried }: SetupProps): ReactNode {
  const open = steps.filter(({ isDone }) => !isDone).length;
  return (
    <OpsPart
      id="setup"
      title={open === 0 ? 'First hour: done' : `First hour: ${steps.length - open} of ${steps.length} done`}
      lead="The list goes away when all is done, or when you close it."
    >
      <ol className="card divide-y divide-line">
        {steps.map((step) => (
          <li key={step.step} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <Step here={here} step={step} tried={tried} />
          </li>
        ))}
      </ol>
      <form method="post" action={here} className="mt-3">
        <Button type="submit" name="act" value="close">
          Close the list for good
        </Button>
      </form>
    </OpsPart>
  );
}

function Step({ here, step: shown, tried }: { here: string; step: ShownStep; tried: readonly string[] }): ReactNode {
  const { step, title, advice, isDone, remedy } = shown;
  return (
    <>
      <div className="min-w-0 flex-1 basis-72">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span
            className={`rounded-full px-2.5 py-0.5 text-xs font-semibold ${isDone ? 'bg-ok-soft text-ok' : 'bg-warn-soft text-warn'}`}
          >
            {isDone ? 'Done' : 'To do'}
          </span>
          <span className="font-semibold">{title}</span>
        </p>
        {isDone ? null : <p className="mt-1 text-sm break-words text-muted">{advice}</p>}
        {step === 'hosts' && !isDone ? (
          <p className="mt-1 text-sm break-words" role="status" data-try-hosts={tried.join(' ')}>
            {tried.map((address) => (
              <a key={address} className="link me-4 inline-flex min-h-11 items-center" href={address}>
                {address}
              </a>
            ))}
          </p>
        ) : null}
      </div>
      {isDone ? null : (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {'href' in remedy ? (
            <a className="link inline-flex min-h-11 items-center text-sm font-semibold" href={remedy.href}>
              {remedy.label}
              <span className="sr-only">: {title}</span>
            </a>
          ) : (
            <code className="font-mono text-xs break-all">{remedy.command}</code>
          )}
          <form method="post" action={here}>
            <input type="hidden" name="step" value={step} />
            <Button type="submit" name="act" value="done" aria-label={`Mark as done: ${title}`}>
              Mark as done
            </Button>
          </form>
        </div>
      )}
    </>
  );
}
