/** The sentences of a hand-off, put on the screen. Which sentence belongs to which ending stands here, once. */
import type { MessageKey } from '#shared/locale/keys.gen.ts';
import type { Translator } from '#shared/locale/translator.ts';
import type { LoopbackPermission } from './desktop.ts';
import type { BridgeScreen } from './dialog.ts';
import type { FailureKind } from './failure.ts';

/** Where a code came from. */
export type Who = 'address' | 'app' | 'extension' | 'desktop';

export interface EntryWords {
  /** @returns takes the note away */
  waiting(who: 'app' | 'extension' | 'desktop', onCancel: () => void): () => void;
  agreeToDesktop(permission: Extract<LoopbackPermission, 'prompt' | 'absent'>): Promise<boolean>;
  mayReplace(current: string, other: string): Promise<boolean>;
  /** @returns whether the person wants to try again */
  failed(kind: FailureKind, who: Who, mayRepeat: boolean): Promise<boolean>;
}

interface Ending {
  title: MessageKey;
  text: MessageKey;
}

const WAITING = {
  app: 'bridge.app.waiting',
  extension: 'bridge.extension.waiting',
  desktop: 'bridge.desktop.waiting',
} as const satisfies Record<string, MessageKey>;

/** Nobody there, no answer in time, an answer of no use: to the person one and the same. */
const SILENT: Record<Who, Ending> = {
  app: { title: 'bridge.app.silent.title', text: 'bridge.app.silent.text' },
  extension: { title: 'bridge.extension.silent.title', text: 'bridge.extension.silent.text' },
  desktop: { title: 'bridge.desktop.silent.title', text: 'bridge.desktop.silent.text' },
  address: { title: 'bridge.invalid.title', text: 'bridge.invalid.text' },
};

const REFUSED: Record<Who, Ending> = {
  ...SILENT,
  app: { title: 'bridge.refused.title', text: 'bridge.refused.app' },
  extension: { title: 'bridge.refused.title', text: 'bridge.refused.extension' },
  desktop: { title: 'bridge.refused.title', text: 'bridge.refused.app' },
};

function endingOf(kind: FailureKind, who: Who): Ending {
  switch (kind) {
    case 'denied':
      return { title: 'bridge.denied.title', text: 'bridge.denied.text' };
    case 'refused':
      return REFUSED[who];
    case 'invalid-code':
    case 'garbled':
      return { title: 'bridge.invalid.title', text: 'bridge.invalid.text' };
    case 'unreachable':
      return { title: 'bridge.unreachable.title', text: 'bridge.unreachable.text' };
    case 'moved':
      return { title: 'bridge.moved.title', text: 'bridge.moved.text' };
    default:
      return SILENT[who];
  }
}

export function makeEntryWords(screen: BridgeScreen, { t, text }: Pick<Translator, 't' | 'text'>): EntryWords {
  return {
    waiting: (who, onCancel) => screen.wait(text(WAITING[who]), t('bridge.cancel'), onCancel),
    agreeToDesktop: (permission) =>
      screen.ask({
        title: t('bridge.desktop.question.title'),
        text: [
          t('bridge.desktop.question.text'),
          ...(permission === 'prompt' ? [t('bridge.desktop.question.prompt')] : []),
        ],
        yes: t('bridge.desktop.question.yes'),
        no: t('bridge.cancel'),
      }),
    mayReplace: (current, other) =>
      screen.ask({
        title: t('bridge.replace.title'),
        text: [t('bridge.replace.text', { current, other })],
        yes: t('bridge.replace.yes'),
        no: t('bridge.replace.no'),
      }),
    failed(kind, who, mayRepeat) {
      const ending = endingOf(kind, who);
      return screen.ask({
        title: text(ending.title),
        text: [text(ending.text)],
        yes: mayRepeat ? t('bridge.again') : null,
        no: t('bridge.close'),
      });
    },
  };
}
