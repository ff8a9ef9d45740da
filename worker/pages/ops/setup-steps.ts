/** Texts and places of the steps of the first hour. */
import type { SetupProps, ShownStep } from '#client/ops/setup/setup.view.tsx';
import { hasOffers } from '#shared/locale/messages.ts';
import { SETUP_STEPS, type SetupState, type SetupStep } from '#shared/ops/setup.ts';
import { href } from '#shared/routes.ts';
import type { PageDeps } from '../services.ts';

export const SETUP = href('ops.document', { document: 'setup' });

const section = (document: string, label: string) => ({ href: href('ops.document', { document }), label });

const TEXTS: Readonly<Record<SetupStep, Pick<ShownStep, 'title' | 'advice' | 'remedy'>>> = {
  hosts: {
    title: 'Both hosts are reachable',
    advice: 'Your browser tries the address of the app and the one of content. Files open from the second one.',
    remedy: { command: 'docs/proxy.md' },
  },
  mail: {
    title: 'Mail goes out',
    advice:
      'Codes and links reach people by mail. Send yourself a test letter, and mark this as done when it has arrived: a relay may take a letter and never deliver it.',
    remedy: section('letters', 'Send a test letter'),
  },
  factor: {
    title: 'You have a second factor',
    advice: 'A password alone opens all of this. Add a passkey or codes of an app.',
    remedy: { href: href('account.security'), label: 'Add one' },
  },
  look: {
    title: 'Your name and logo',
    advice:
      'On pages, letters and icons. The name is in Basics, logo and colours are in Kind of service and look. Publish one, or mark it as done to stay Magpie.',
    remedy: section('basic', 'Set the name'),
  },
  sign_up: {
    title: 'Who may open an account',
    advice:
      'Anyone, invited people, or addresses of your domains. Publish another choice, or mark it as done to keep this one.',
    remedy: section('sign_up', 'Decide'),
  },
  storage: {
    title: 'Storage of each person',
    advice:
      'The amount of everyone is in Membership, under Limits, Free; groups give their members another. Publish one of them, or mark it as done to keep it.',
    remedy: section('membership', 'Decide'),
  },
  backup: {
    title: 'A backup was made',
    advice: 'While the server runs, best to another disk and every night.',
    remedy: { command: 'bin/magpie backup --to FOLDER' },
  },
  rehearsal: {
    title: 'The backup was tried out',
    advice: 'A rehearsal restores it beside the server and audits it. On another machine: mark it as done.',
    remedy: { command: 'bin/magpie rehearse --from FOLDER' },
  },
};

/** A service without plans has one amount for everyone. */
function adviceOf(step: SetupStep): Pick<ShownStep, 'advice'> | undefined {
  if (step !== 'storage' || hasOffers()) return undefined;
  return {
    advice:
      'The amount of everyone is in Limits; groups give their members another. Publish one of them, or mark it as done to keep it.',
  };
}

export function setupProps({ config }: Pick<PageDeps, 'config'>, state: SetupState): SetupProps {
  return {
    here: SETUP,
    steps: SETUP_STEPS.map((step) => ({ step, ...TEXTS[step], ...adviceOf(step), isDone: state[step] })),
    tried: [config.appOrigin, config.contentOrigin].map((origin) => `${origin}/healthz`),
  };
}

export const isAllDone = (state: SetupState): boolean => SETUP_STEPS.every((step) => state[step]);
