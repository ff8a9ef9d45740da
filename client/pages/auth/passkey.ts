/**
 * The ceremony of a passkey: asks the server what to ask, asks the browser, and writes the answer into the form.
 * Loaded when a passkey is wanted. Source: WebAuthn level 3.
 */

import {
  browserSupportsWebAuthn,
  startAuthentication,
  startRegistration,
  WebAuthnError,
} from '@simplewebauthn/browser';
import { pageFetch } from '#client/api/fetch.ts';
import { factorEndpoints } from '#shared/auth/factor.contract.ts';

type CreationOptions = Parameters<typeof startRegistration>[0]['optionsJSON'];
type RequestOptions = Parameters<typeof startAuthentication>[0]['optionsJSON'];

/** The activation of a click lasts about this long. */
const OPTIONS_TIMEOUT_MS = 5_000;

/** @returns the word of what went wrong, or '' when the form is ready to be sent */
export async function askBrowser(form: HTMLFormElement): Promise<string> {
  if (!browserSupportsWebAuthn()) return 'unsupported';
  try {
    fill(form, 'credential', JSON.stringify(form.dataset.passkey === 'add' ? await make(form) : await use(form)));
    return '';
  } catch (error) {
    return troubleOf(error);
  }
}

function make(form: HTMLFormElement): Promise<object> {
  return startRegistration({ optionsJSON: JSON.parse(form.dataset.options ?? '') as CreationOptions });
}

async function use(form: HTMLFormElement): Promise<object> {
  const { method, path } = factorEndpoints.passkeySignInOptions;
  const answer = await pageFetch()<{ challenge_token: string; options: RequestOptions }>(path, {
    method,
    body: { client_id: 'web' },
    signal: AbortSignal.timeout(OPTIONS_TIMEOUT_MS),
  });
  fill(form, 'challenge_token', answer.challenge_token);
  return startAuthentication({ optionsJSON: answer.options });
}

function fill(form: HTMLFormElement, name: string, value: string): void {
  const field = form.elements.namedItem(name);
  if (field instanceof HTMLInputElement) field.value = value;
}

function troubleOf(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'exists';
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'NotSupportedError' || name === 'SecurityError' ? 'unsupported' : 'failed';
}
