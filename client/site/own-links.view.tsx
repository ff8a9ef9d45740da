/** A person's own favorite links: add, name, order, remove. Plain forms; each press is one change. */
import { ArrowDown, ArrowUp, Pencil, Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { type FavoriteLink, MAX_LINK_CHARS, MAX_LINK_TITLE_CHARS } from '#shared/auth/favorite-link.ts';
import { parsedUrl } from '#shared/parsed-url.ts';

export interface OwnLinks {
  readonly links: readonly FavoriteLink[];
  /** Whole sentence about the last press; '' for none. */
  readonly refusal: string;
  /** About the address of the form, which holds the typed values; '' for none. */
  readonly addressError: string;
  readonly typed: { readonly url: string; readonly title: string };
}

export function OwnLinksView({ own, here }: { own: OwnLinks; here: string }): ReactNode {
  const { t } = useT();
  const { links, refusal, addressError, typed } = own;
  return (
    <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-5">
      {refusal === '' ? null : <Notice tone="warn">{refusal}</Notice>}
      {links.length === 0 ? (
        <p className="text-muted">{t('site.links_hub.own.empty')}</p>
      ) : (
        <ul className="card divide-y divide-line">
          {links.map((link, at) => (
            <Row key={link.linkId} link={link} here={here} isFirst={at === 0} isLast={at === links.length - 1} />
          ))}
        </ul>
      )}
      <Card className="p-5 sm:p-6">
        <h3 className="text-lg">{t('site.links_hub.own.add.title')}</h3>
        <form method="post" action={here} data-guard className="mt-4 grid gap-4 sm:max-w-lg">
          <Field
            label={t('site.links_hub.own.address')}
            error={addressError || null}
            control={(control) => (
              <input
                {...control}
                className="input"
                name="url"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
                maxLength={MAX_LINK_CHARS}
                placeholder="https://"
                defaultValue={typed.url}
                required
              />
            )}
          />
          <Field
            label={t('site.links_hub.own.new_name')}
            control={(control) => (
              <input
                {...control}
                className="input"
                name="title"
                autoComplete="off"
                maxLength={MAX_LINK_TITLE_CHARS}
                defaultValue={typed.title}
              />
            )}
          />
          <div>
            <Button
              type="submit"
              variant="primary"
              name="step"
              value="add"
              className="max-sm:w-full"
              icon={<Plus size={18} aria-hidden="true" />}
            >
              {t('site.links_hub.own.add')}
            </Button>
          </div>
        </form>
      </Card>
    </div>
  );
}

interface RowProps {
  readonly link: FavoriteLink;
  readonly here: string;
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

function Row({ link, here, isFirst, isLast }: RowProps): ReactNode {
  const { t } = useT();
  const { linkId, title: name, url } = link;
  const host = parsedUrl(url)?.host ?? '';
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-1 p-3 sm:flex sm:items-center sm:gap-3 sm:px-4">
      <div className="min-w-0 flex-1">
        <a
          className="link inline-flex min-h-6 font-semibold wrap-anywhere"
          dir="auto"
          href={url}
          rel="noopener noreferrer nofollow"
        >
          {name}
        </a>
        {host === name ? null : <p className="truncate text-sm text-muted">{host}</p>}
      </div>
      <div className="flex flex-none flex-wrap items-start">
        <form method="post" action={here} data-guard className="flex">
          <input type="hidden" name="id" value={linkId} />
          <IconButton
            type="submit"
            name="step"
            value="up"
            className="disabled:invisible"
            disabled={isFirst}
            label={t('site.links_hub.own.up', { name })}
            icon={<ArrowUp size={18} aria-hidden="true" />}
          />
          <IconButton
            type="submit"
            name="step"
            value="down"
            className="disabled:invisible"
            disabled={isLast}
            label={t('site.links_hub.own.down', { name })}
            icon={<ArrowDown size={18} aria-hidden="true" />}
          />
          <IconButton
            type="submit"
            name="step"
            value="remove"
            label={t('site.links_hub.own.remove', { name })}
            icon={<Trash2 size={18} aria-hidden="true" />}
          />
        </form>
        <Rename link={link} here={here} />
      </div>
    </li>
  );
}

function Rename({ link: { linkId, title: name }, here }: Pick<RowProps, 'link' | 'here'>): ReactNode {
  const { t } = useT();
  const label = t('site.links_hub.own.rename', { name });
  return (
    <details className="min-w-0">
      <summary className="btn btn-icon list-none" aria-label={label} title={label}>
        <Pencil size={18} aria-hidden="true" />
      </summary>
      <form method="post" action={here} data-guard className="mt-2 flex flex-wrap items-end gap-2 pb-2">
        <input type="hidden" name="id" value={linkId} />
        <Field
          label={t('site.links_hub.own.name')}
          control={(control) => (
            <input
              {...control}
              className="input min-w-0"
              name="title"
              autoComplete="off"
              maxLength={MAX_LINK_TITLE_CHARS}
              defaultValue={name}
            />
          )}
        />
        <Button type="submit" name="step" value="rename">
          {t('drive.rename.submit')}
        </Button>
      </form>
    </details>
  );
}
