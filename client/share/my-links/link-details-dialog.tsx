/** Details of one link with its settings, each of which acts at once. */
import type { ReactNode } from 'react';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { useT } from '#client/ui/i18n.tsx';
import type { OwnLinkView } from '#shared/share/contract.ts';
import { LinkSettings } from '../dialog/link-settings.view.tsx';
import { SavingLine } from '../dialog/saving-line.view.tsx';
import { termsOfLink, withChange } from '../dialog/shown-terms.ts';
import { useSavedChanges } from '../dialog/use-saved-changes.ts';
import { isOpen } from '../link.rules.ts';
import { LinkDetails } from './link-details.view.tsx';
import { LinkTools } from './link-tools.tsx';
import type { LinkChange, MyLinksApi } from './my-links.api.ts';

interface LinkDetailsDialogProps {
  readonly api: Pick<MyLinksApi, 'change'>;
  readonly link: OwnLinkView;
  readonly onChange: (link: OwnLinkView) => void;
  readonly onClose: () => void;
}

export function LinkDetailsDialog({ api, link, onChange, onClose }: LinkDetailsDialogProps): ReactNode {
  const { t } = useT();
  const { save, pending, ...saving } = useSavedChanges();
  const [nowMs] = useState(() => Date.now());
  const change = (terms: LinkChange): void =>
    void save(async () => onChange(await api.change(link.share_id, terms)), terms);

  const settings = (
    <details className="border-t border-line">
      <summary className="min-h-11 cursor-pointer content-center text-sm font-semibold">
        {t('drive.link.settings')}
      </summary>
      <div className="pt-2 pb-3">
        <LinkSettings terms={withChange(termsOfLink(link), pending, nowMs)} onChange={change} />
      </div>
    </details>
  );
  return (
    <Dialog
      title={link.title === '' ? t('share.page_title') : link.title}
      onClose={onClose}
      footer={
        <>
          <SavingLine {...saving} />
          <Button onClick={onClose}>{t('ui.close')}</Button>
        </>
      }
    >
      <LinkDetails
        link={link}
        settings={settings}
        tools={
          <LinkTools link={{ url: link.share_url, passCode: link.pass_code, text: link.share_text }}>
            {isOpen(link) ? (
              <Button className="text-danger" onClick={() => change({ paused: true })}>
                {t('drive.link.close')}
              </Button>
            ) : link.paused ? (
              <Button onClick={() => change({ paused: false })}>{t('share.my_links.reopen')}</Button>
            ) : null}
          </LinkTools>
        }
      />
    </Dialog>
  );
}
