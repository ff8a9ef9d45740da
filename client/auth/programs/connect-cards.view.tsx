/** How to connect: a card for each system, with the values of this installation in its steps and commands. */
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '#client/ui/controls.tsx';
import { useT } from '#client/ui/i18n.tsx';
import { Command, CopiedValue, type ProgramsPageProps } from './programs-parts.view.tsx';

/** In commands, in place of a password that the page does not have any more. */
const PLACEHOLDER = 'APP-PASSWORD';

interface System {
  readonly id: string;
  readonly title: string;
  readonly steps: readonly string[];
  /** Lines for a terminal or an address field, after the step of the same place. */
  readonly commands: readonly string[];
  readonly note?: string;
}

/** The address with another scheme, as file managers and backup tools write it. */
const withScheme = (address: string, scheme: string): string =>
  address.replace(/^http(s?):/, (_, secure: string) => `${scheme}${secure}:`);

export function ConnectCards({ page }: { page: ProgramsPageProps }): ReactNode {
  const { t } = useT();
  const { address, syncAddress, userName, made } = page;
  const enter = t('programs.card.enter');
  const rclone = `rclone config create magpie webdav url=${address} vendor=other user=${userName} pass=${made?.password ?? PLACEHOLDER} --obscure`;
  const sync = `nextcloudcmd --non-interactive -u ${userName} -p ${made?.password ?? PLACEHOLDER} Drive ${syncAddress}`;
  const systems: readonly System[] = [
    {
      id: 'sync',
      title: t('programs.card.sync'),
      steps: [t('programs.card.sync_address'), t('programs.card.sync_allow'), t('programs.card.sync_terminal')],
      commands: [syncAddress, '', sync],
    },
    {
      id: 'windows',
      title: 'Windows',
      steps: [t('programs.card.windows_map'), t('programs.card.windows_folder'), enter],
      commands: ['', address],
      note: t('programs.card.windows_note'),
    },
    {
      id: 'macos',
      title: 'macOS',
      steps: [t('programs.card.macos_connect'), t('programs.card.macos_guest'), enter],
      commands: [address],
    },
    {
      id: 'linux',
      title: 'Linux',
      steps: [t('programs.card.linux_gnome'), t('programs.card.linux_kde'), t('programs.card.linux_mount')],
      commands: [withScheme(address, 'dav'), withScheme(address, 'webdav'), `sudo mount -t davfs ${address} /mnt`],
    },
    {
      id: 'android',
      title: 'Android',
      steps: [t('programs.card.phone_sync'), t('programs.card.phone_add'), t('programs.card.phone_enter')],
      commands: [syncAddress, address],
    },
    {
      id: 'ios',
      title: t('programs.card.ios'),
      steps: [t('programs.card.phone_sync'), t('programs.card.ios_add'), t('programs.card.phone_enter')],
      commands: [syncAddress, address],
    },
    {
      id: 'rclone',
      title: 'rclone',
      steps: [
        made ? t('programs.card.command') : t('programs.card.command_replace', { word: PLACEHOLDER }),
        t('programs.card.rclone_then'),
      ],
      commands: [rclone, 'rclone copy Pictures magpie:Pictures'],
    },
    {
      id: 'backup',
      title: t('programs.card.backup'),
      steps: [t('programs.card.backup_restic'), t('programs.card.backup_duplicity')],
      commands: [
        'restic -r rclone:magpie:backup init',
        `duplicity Documents ${withScheme(address, 'webdav').replace('://', `://${encodeURIComponent(userName)}@`)}backup`,
      ],
    },
    {
      id: 'cli',
      title: t('programs.card.cli'),
      steps: [t('programs.card.cli_install'), t('programs.card.cli_login'), t('programs.card.cli_then')],
      commands: [`npm install --global ${page.cliAddress}`, 'magpie login', 'magpie put Pictures /'],
    },
    {
      id: 'tus',
      title: t('programs.card.tus'),
      steps: [t('programs.card.tus_address'), t('programs.card.tus_sign_in')],
      commands: [page.tusAddress],
    },
  ];
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-lg font-semibold">{t('programs.card.title')}</h2>
      <p className="mt-2 text-muted">{t('programs.card.lead')}</p>
      {made ? null : (
        <dl className="mt-3 divide-y divide-line border-y border-line">
          <CopiedValue label={t('programs.settings.address')} value={address} />
          <CopiedValue label={t('programs.settings.user')} value={userName} />
        </dl>
      )}
      <div className="mt-4 divide-y divide-line rounded-md border border-line">
        {systems.map((system) => (
          <SystemCard key={system.id} system={system} />
        ))}
      </div>
    </Card>
  );
}

function SystemCard({ system }: { system: System }): ReactNode {
  const { id, title, steps, commands, note } = system;
  return (
    <details id={`connect-${id}`} className="group scroll-mt-20">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-3 px-4 py-2 font-semibold">
        {title}
        <ChevronDown size={20} className="flex-none text-muted group-open:rotate-180" aria-hidden="true" />
      </summary>
      <div className="px-4 pb-4">
        <ol className="grid gap-3">
          {steps.map((step, at) => (
            <li key={step} className="grid gap-2">
              <p>{`${at + 1}. ${step}`}</p>
              {commands[at] ? <Command text={commands[at]} label={title} /> : null}
            </li>
          ))}
        </ol>
        {note ? <p className="mt-3 text-sm text-muted">{note}</p> : null}
      </div>
    </details>
  );
}
