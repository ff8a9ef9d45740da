/** Mail: letters and text messages, each through one driver. Factory of the service, its parts and its routes. */
import type { MailParts } from './deps.ts';
import { templatesOf } from './letter/changed.ts';
import { captured, deliver, prepare, preview } from './letter/letter.ts';
import { choicesOf, saveChoices, subscribe, subscription } from './letter/subscription.ts';
import { dropLetter, retryLetter, waiting } from './letter/waiting.ts';
import { countReturned, lastReturnOf, resume, returnedOf } from './sending/feedback.ts';
import { sendTest } from './sending/test-letter.ts';
import { watch } from './sending/watch.ts';
import type { MailService } from './service.ts';

export { type MailDeps, makeMailParts } from './deps.ts';
export { makeMailRoutes } from './endpoints.ts';
export { makeMailConsole } from './internal.ts';
export { reasonOf } from './sending/reason.ts';
export type { TestResult } from './sending/test-letter.ts';
export type {
  Channel,
  Letter,
  MailEvent,
  MailService,
  Subscription,
} from './service.ts';

export function makeMailService(parts: MailParts): MailService {
  return {
    ready: parts.mailer !== null,
    textReady: parts.texter !== null,
    prepare: (letter) => prepare(parts, letter),
    deliver: (item) => deliver(parts, item),
    watch: (to) => watch(parts, to),
    failingSinceMs: parts.outcomes.failingSinceMs,
    waiting: () => waiting(parts),
    retryLetter: (id) => retryLetter(parts, id),
    dropLetter: (id) => dropLetter(parts, id),
    sendTest: (to) => sendTest(parts, to),
    templates: (letter) => templatesOf(letter, parts.appOrigin),
    preview: (letter, changes) => preview(parts, letter, changes),
    captured: (to) => captured(parts, to),
    subscription: (d) => subscription(parts, d),
    subscribe: (d, subscribed) => subscribe(parts, d, subscribed),
    choices: (email) => choicesOf(parts, email),
    returned: (email) => returnedOf(parts, email),
    lastReturn: (email) => lastReturnOf(parts, email),
    countReturned: (sinceMs) => countReturned(parts, sinceMs),
    resume: (email) => resume(parts, email),
    saveChoices: (email, change) => saveChoices(parts, email, change),
  };
}
