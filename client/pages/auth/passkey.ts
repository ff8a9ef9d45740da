/**
 * Runs a passkey ceremony: options from the server, credential from the browser, result into the form.
 * Loaded with the first passkey. Source: WebAuthn level 3.
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

/** Browsers honour the activation of a click for about this time. */
const OPTIONS_TIMEOUT_MS = 5_000;

/** @returns the name of the problem; '' when the form is ready to be sent */
export async function askBrowser(form: HTMLFormElement): Promise<string> {
  if (!browserSupportsWebAuthn()) return 'unsupported';
  try {
    fill(form, 'credential', JSON.stringify(form.dataset.passkey === 'add' ? await make(form) : await use(form)));
    return '';
  } catch (error) {
    return problemOf(error);
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

function problemOf(error: unknown): string {
  if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED') return 'exists';
  const name = error instanceof Error ? error.name : '';
  if (name === 'NotAllowedError' || name === 'AbortError') return 'cancelled';
  return name === 'NotSupportedError' || name === 'SecurityError' ? 'unsupported' : 'failed';
}
