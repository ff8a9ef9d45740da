/** Trusted types, which TypeScript's DOM types lack. */

type Rules<Sink extends string> = Readonly<Record<Sink, (text: string) => string>>;

export interface TrustedTypesFactory {
  createPolicy<Sink extends 'createHTML' | 'createScriptURL'>(name: string, rules: Rules<Sink>): Rules<Sink>;
}
