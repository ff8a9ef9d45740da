/** Why a sign-in by a provider did not end well. Each has a sentence that says what to do. */
import { AppError } from '#shared/errors.ts';

const SENTENCES = {
  /** The person said no at the provider. */
  denied: 'auth.provider.denied',
  /** No such request of this browser, or its time has passed, or it was answered before. */
  over: 'auth.provider.over',
  /** The provider does not answer, or says that it cannot. */
  unreachable: 'auth.provider.unreachable',
  /** Its answer did not pass the checks, or it refused this installation. */
  refused: 'auth.provider.refused',
  /** Its answer is too old or from the future. */
  clock: 'auth.provider.clock',
  /** It confirms no mail address, which a new account needs. */
  no_email: 'auth.provider.no_email',
  /** An account has the confirmed address; it is linked only after its own sign-in. */
  exists: 'auth.provider.exists',
  /** Another account is linked to this person of the provider. */
  taken: 'auth.provider.taken',
  /** The account is linked to another person of this provider. */
  linked: 'auth.provider.linked',
} as const;

export type ProviderRefusal = keyof typeof SENTENCES;

/** @param provider  its shown name */
export function providerRefusal(reason: ProviderRefusal, provider: string): AppError {
  return new AppError('provider_error', {
    reason: `provider_${reason}`,
    messageKey: SENTENCES[reason],
    messageParams: { provider },
  });
}
