/** Sends the logo of the installation. It becomes part of the draft. */
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { href } from '#shared/routes.ts';
import { OpsPart } from './ops-frame.view.tsx';

export interface LogoFormProps {
  /** Icon of the draft's logo, or of the live one; '' for none. */
  readonly iconHref: string;
}

export function LogoForm({ iconHref }: LogoFormProps): ReactNode {
  return (
    <OpsPart
      id="logo"
      title="Logo"
      lead="A PNG, JPEG or WebP picture of at most 2 MiB and 16 megapixels. It is put into the draft; nothing changes before you publish."
    >
      <form
        method="post"
        action={href('ops.document', { document: 'logo' })}
        encType="multipart/form-data"
        className="mt-4 flex flex-wrap items-end gap-4"
        data-guard
      >
        {iconHref === '' ? null : (
          <img src={iconHref} alt="The logo now" width={64} height={64} className="rounded-md border border-line" />
        )}
        <div className="field">
          <label htmlFor="logo-file">Picture</label>
          <input
            id="logo-file"
            type="file"
            name="logo"
            accept="image/png,image/jpeg,image/webp"
            className="input py-2 file:me-3 file:font-semibold"
            required
          />
        </div>
        <Button type="submit">Send the logo</Button>
      </form>
    </OpsPart>
  );
}
