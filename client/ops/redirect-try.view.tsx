/** Tries an address against the redirect rules, the draft's or the live ones, for a visitor of one's choice. */
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
  };
  /** Null before anything was tried. */
  answer: { readonly tone: 'ok' | 'info' | 'danger'; readonly text: string } | null;
}

export function RedirectTry({ action, typed, answer }: RedirectTryProps): ReactNode {
  return (
    <OpsPart
      id="try"
      title="Try an address"
      lead="Against the draft where there is a right one, else against the live rules. Nothing is changed."
    >
      <form method="get" action={`${action}#try`} className="grid gap-4 sm:grid-cols-2">
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
        <div className="self-end">
          <Button type="submit">Try it</Button>
        </div>
      </form>
      {answer ? (
        <Notice tone={answer.tone} className="mt-4">
          {answer.text}
        </Notice>
      ) : null}
    </OpsPart>
  );
}
