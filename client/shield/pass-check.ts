/** The human check of a plain form, loaded at first use. @returns the token for its field */
export async function passCheck(url: string): Promise<string> {
  const { openHumanCheck } = await import('./human-check.ts');
  return (await openHumanCheck(url, { origin: location.origin })).captchaToken;
}
