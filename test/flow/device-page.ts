/** A person with a browser without scripts, who allows or refuses the code of a device. */
const AGENT = { accept: 'text/html', 'accept-language': 'en-US' };

function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';', 1)[0] ?? '';
}

/** Hidden fields of the form that has a mark in it. */
function fieldsOf(html: string, mark: string): Record<string, string> {
  const form =
    [...html.matchAll(/<form[\s\S]*?<\/form>/g)].map(([text]) => text).find((text) => text.includes(mark)) ?? '';
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')]));
}

/** @throws Error where the page shows no such code */
export async function decideDevice(
  origin: string,
  userCode: string,
  username: string,
  decision: 'allow' | 'deny',
  password = 'magpie-demo',
): Promise<string> {
  const post = (path: string, fields: Record<string, string>, cookie = '') =>
    fetch(`${origin}${path}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...AGENT, origin, 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams(fields),
    });
  const signedIn = await post('/auth', { username, password });
  const cookie = cookieOf(signedIn);
  if (signedIn.status !== 303 || cookie === '') throw new Error(`the sign-in answered ${signedIn.status}`);
  const address = `${origin}/auth/device?${new URLSearchParams({ user_code: userCode })}`;
  const asked = await (await fetch(address, { headers: { ...AGENT, cookie } })).text();
  const fields = fieldsOf(asked, 'value="allow"');
  if (fields['account'] === undefined) throw new Error(`the page asks nothing about ${userCode}`);
  return (await post('/auth/device', { ...fields, decision }, cookie)).text();
}
