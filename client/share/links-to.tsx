/** Open links to one file or folder: copy or close them. */
import type { ReactNode } from 'react';
import { useEffect, useId, useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Notice } from '#client/ui/controls.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useFormat, useT } from '#client/ui/i18n.tsx';
import { messageOf } from '#shared/error-message.ts';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { parseWireTime } from '#shared/units.ts';
import { CopyButton } from './copy-button.view.tsx';
import type { LinkApi } from './link.api.ts';
import { LinkCause, LinkStatus } from './my-links/link-status.view.tsx';

export function LinksTo({ api, fileId }: { api: LinkApi; fileId: string }): ReactNode {
  const { t, text } = useT();
  const [links, setLinks] = useState<readonly OwnLinkView[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [closing, setClosing] = useState('');
  const [isClosed, setClosed] = useState(false);
  /** The link whose closing is being confirmed; '' for none. */
  const [asked, setAsked] = useState('');
  const headingId = useId();

  useEffect(() => {
    let isWanted = true;
    api.linksTo(fileId).then(
      (found) => {
        if (isWanted) setLinks(found);
      },
      (error: unknown) => {
        if (isWanted) setProblem(messageOf(error, text));
      },
    );
    return () => {
      isWanted = false;
    };
  }, [api, fileId, text]);

  async function close(shareId: string): Promise<void> {
    setClosing(shareId);
    setProblem(null);
    try {
      await api.remove(shareId);
      setLinks((before) => before?.filter((link) => link.share_id !== shareId) ?? null);
      setClosed(true);
    } catch (error) {
      setProblem(messageOf(error, text));
    } finally {
      setClosing('');
    }
  }

  if (links === null && problem === null) {
    return (
      <p role="status" className="mt-5 text-sm text-muted">
        {t('drive.link.existing.loading')}
      </p>
    );
  }
  return (
    <section className="mt-6 grid gap-3" aria-labelledby={links && links.length > 0 ? headingId : undefined}>
      {problem === null ? null : <Notice tone="danger">{problem}</Notice>}
      {isClosed ? <Notice tone="ok">{t('drive.link.closed')}</Notice> : null}
      {links && links.length > 0 ? (
        <>
          <h3 id={headingId} className="text-sm">
            {t('drive.link.existing')}
          </h3>
          <ul className="rounded-md border border-line">
            {links.map((link) => (
              <li key={link.share_id} className="grid gap-2 border-t border-line p-3 first:border-t-0">
                <LinkFacts link={link} />
                <div>
                  <LinkStatus status={link.link_status} />
                  <LinkCause link={link} />
                </div>
                <div className="flex flex-wrap gap-2">
                  <CopyButton
                    text={link.share_url}
                    label={t('drive.link.copy_address')}
                    onRefused={() => setProblem(t('drive.link.copy_failed'))}
                  />
                  <Button
                    variant="plain"
                    className="text-danger"
                    busy={closing === link.share_id}
                    onClick={() => setAsked(link.share_id)}
                  >
                    {t('drive.link.close')}
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {asked === '' ? null : (
        <Dialog
          title={t('drive.link.confirm.title')}
          onClose={() => setAsked('')}
          footer={
            <>
              <Button onClick={() => setAsked('')}>{t('drive.cancel')}</Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsked('');
                  void close(asked);
                }}
              >
                {t('drive.link.close')}
              </Button>
            </>
          }
        >
          <p>{t('drive.link.confirm.text')}</p>
        </Dialog>
      )}
    </section>
  );
}

function LinkFacts({ link }: { link: OwnLinkView }): ReactNode {
  const { t, tn } = useT();
  const format = useFormat();
  const endsMs = parseWireTime(link.expiration_at);
  const facts = [
    endsMs === null ? t('drive.link.forever') : t('drive.link.until', { date: format.date(endsMs) }),
    link.pass_code === '' ? null : t('drive.link.has_code', { code: link.pass_code }),
    tn('drive.link.views', Number(link.view_count)),
  ];
  return (
    <>
      <p className="font-mono text-xs break-all">{link.share_url}</p>
      <p className="text-xs text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </>
  );
}
