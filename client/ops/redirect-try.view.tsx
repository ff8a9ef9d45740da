/** Tries an address against the redirect rules, draft or live, for any visitor and time. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import { LOCALE_NAMES, LOCALES, type Locale } from '#shared/locale/tags.ts';
import { PLATFORMS } from '#shared/site/platform.ts';
import { OpsPart } from './ops-frame.view.tsx';

export interface RedirectTryProps {
  action: string;
  typed: {
    readonly address: string;
    readonly language: Locale;
    readonly country: string;
    readonly platform: string;
    /** As typed; '' is now. */
    readonly at: string;
  };
  /** Null before the first try. */
  answer: {
    readonly tone: 'ok' | 'info' | 'danger';
    readonly text: string;
    /** One sentence for each rule of this path that matched first but did not redirect. */
    readonly passed: readonly string[];
  } | null;
}

export function RedirectTry({ action, typed, answer }: RedirectTryProps): ReactNode {
  return (
    <OpsPart
      id="try"
      title="Try an address"
      lead="Uses the draft if it is valid, otherwise the live rules. Nothing is changed."
    >
      <form method="get" action={`${action}#try`} className="grid items-start gap-4 sm:grid-cols-2">
        <div className="sm:col-span-2">
          <TextField label="Address" name="try" defaultValue={typed.address} placeholder="/old-page" required />
        </div>
        <div className="field">
          <label htmlFor="try-language">Language</label>
          <select id="try-language" name="language" className="input" defaultValue={typed.language}>
            {LOCALES.map((tag) => (
              <option key={tag} value={tag}>
                {LOCALE_NAMES[tag]}
              </option>
            ))}
          </select>
        </div>
        <div className="field">
          <label htmlFor="try-platform">Platform</label>
          <select id="try-platform" name="platform" className="input" defaultValue={typed.platform}>
            <option value="">Any other</option>
            {PLATFORMS.map((platform) => (
              <option key={platform} value={platform}>
                {platform}
              </option>
            ))}
          </select>
        </div>
        <TextField label="Country, two letters" name="country" defaultValue={typed.country} maxLength={2} />
        <TextField
          label="Time"
          name="at"
          defaultValue={typed.at}
          maxLength={40}
          placeholder="2026-12-01T00:00:00Z"
          hint="Empty: now. Written as start= and end= of a rule."
        />
        <div className="sm:col-span-2">
          <Button type="submit">Try it</Button>
        </div>
      </form>
      {answer ? (
        <Notice tone={answer.tone} className="mt-4">
          {answer.text}
          {answer.passed.length > 0 ? (
            <ul className="mt-2 list-disc ps-5">
              {answer.passed.map((sentence) => (
                <li key={sentence} className="break-words">
                  {sentence}
                </li>
              ))}
            </ul>
          ) : null}
        </Notice>
      ) : null}
    </OpsPart>
  );
}
