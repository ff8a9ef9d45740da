/** `/drive/following`: shares that a person follows, and new files in one of them. Plain forms: nothing is looked for unasked. */
import { Rss } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Card, Notice } from '#client/ui/controls.tsx';
import { Field } from '#client/ui/field.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { EmptyState } from '#client/ui/states.tsx';
import { joinLocale } from '#shared/locale/path.ts';
import { href } from '#shared/routes.ts';
import { MAX_COMPARED } from '#shared/share/model.ts';

export interface FollowedShare {
  readonly shareId: string;
  readonly title: string;
  readonly ownerName: string;
  readonly followedMs: number;
  /** 0: never. */
  readonly fetchedMs: number;
  /** The first fetch has chosen where files go. */
  readonly hasPlace: boolean;
}

/** The result of a look or a fetch. */
export type FollowAnswer =
  | {
      readonly kind: 'added';
      readonly files: number;
      readonly bytes: number;
      readonly held: number;
      readonly sinceMs: number;
      /** The share has more files than are compared. */
      readonly isPartial: boolean;
      /** Top folders of the drive, where a first fetch may go. */
      readonly folders: readonly { readonly id: string; readonly name: string }[];
    }
  | { readonly kind: 'saving'; readonly files: number; readonly folderHref: string }
  /** A whole sentence: the state of a closed share, or a refusal. */
  | { readonly kind: 'said'; readonly text: string };

export interface FollowingProps {
  readonly follows: readonly FollowedShare[];
  /** About one of them. */
  readonly answer: (FollowAnswer & { readonly shareId: string }) | null;
}

export function FollowingView({ follows, answer }: FollowingProps): ReactNode {
  const { t, locale } = useT();
  return (
    <div className="drive-page gap-5">
      <header>
        <h1 className="page-title">{t('share.following.title')}</h1>
        <p className="mt-1 text-muted">{t('share.following.lead')}</p>
        <a className="link mt-2 inline-flex min-h-11 items-center" href={joinLocale(locale, href('site.links-hub'))}>
          {t('site.links_hub.title')}
        </a>
      </header>
      {follows.length === 0 ? (
        <EmptyState
          icon={<Rss size={28} aria-hidden="true" />}
          title={t('share.following.empty', { button: t('share.follow') })}
        />
      ) : (
        follows.map((followed) => (
          <FollowCard
            key={followed.shareId}
            followed={followed}
            answer={answer?.shareId === followed.shareId ? answer : null}
          />
        ))
      )}
    </div>
  );
}

function FollowCard({ followed, answer }: { followed: FollowedShare; answer: FollowAnswer | null }): ReactNode {
  const { t } = useT();
  const format = useFormat();
  const { shareId, title, ownerName, followedMs, fetchedMs } = followed;
  return (
    <Card className="grid grid-cols-[minmax(0,1fr)] gap-3 p-4 sm:p-5">
      <div>
        <h2 className="text-lg break-words" dir="auto">
          <a className="link" href={href('share.open', { shareId })}>
            {title === '' ? t('share.page_title') : title}
          </a>
        </h2>
        <p className="text-sm text-muted">{t('share.by', { name: ownerName })}</p>
        <p className="text-sm text-muted">
          {fetchedMs === 0
            ? t('share.following.since', { date: format.date(followedMs) })
            : t('share.following.fetched', { date: format.dateAndTime(fetchedMs) })}
        </p>
      </div>
      {answer ? <Answer answer={answer} followed={followed} /> : null}
      <form method="post" action={href('drive.following')} data-guard="" className="flex flex-wrap gap-3">
        <input type="hidden" name="id" value={shareId} />
        <Button type="submit" name="step" value="look">
          {t('share.following.look')}
        </Button>
        <Button type="submit" variant="plain" name="step" value="unfollow">
          {t('share.following.unfollow')}
        </Button>
      </form>
    </Card>
  );
}

function Answer({ answer, followed }: { answer: FollowAnswer; followed: FollowedShare }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  if (answer.kind === 'said') return <Notice>{answer.text}</Notice>;
  if (answer.kind === 'saving')
    return (
      <Notice tone="ok">
        {tn('share.following.saving', answer.files)}{' '}
        <a className="link" href={answer.folderHref}>
          {t('share.following.open')}
        </a>
      </Notice>
    );
  const { files, bytes, held, sinceMs, folders, isPartial } = answer;
  const partial = isPartial ? (
    <Notice>{t('share.following.partial', { count: format.number(MAX_COMPARED) })}</Notice>
  ) : null;
  const date = format.dateAndTime(sinceMs);
  if (files === 0)
    return (
      <>
        <Notice>{t('share.following.nothing', { date })}</Notice>
        {partial}
      </>
    );
  return (
    <form method="post" action={href('drive.following')} data-guard="" className="grid gap-3 border-t border-line pt-3">
      <div role="status" className="grid gap-1">
        <p>{`${tn('share.following.new_files', files, { date })} · ${format.bytes(bytes)}`}</p>
        {held > 0 ? <p className="text-sm">{tn('share.plan.held', held)}</p> : null}
      </div>
      {partial}
      <input type="hidden" name="id" value={followed.shareId} />
      {followed.hasPlace ? null : (
        <Field
          label={t('share.plan.to')}
          control={(control) => (
            <select {...control} className="input" name="to" defaultValue="">
              <option value="">{t('drive.saves_folder')}</option>
              <option value="root">{t('share.plan.to_root')}</option>
              {folders.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        />
      )}
      <div>
        <Button type="submit" variant="primary" name="step" value="fetch">
          {t('share.following.fetch')}
        </Button>
      </div>
    </form>
  );
}
