/** Whether what pages link to is there: each address asked once, by plain HTTP, redirects followed by hand. */

const MAX_REDIRECTS = 5;

export interface LinkAnswer {
  readonly status: number;
  /** Where it ended. */
  readonly url: string;
}

/** Asks one address of the server, as a browser that reads `locale`. */
export async function askLink(address: string, locale: string): Promise<LinkAnswer> {
  let url = address;
  for (let hop = 0; hop <= MAX_REDIRECTS; hop += 1) {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { 'accept-language': locale, accept: 'text/html', connection: 'close' },
    });
    await answer.body?.cancel();
    const location = answer.headers.get('location');
    if (answer.status < 300 || answer.status >= 400 || location === null) return { status: answer.status, url };
    url = new URL(location, url).href;
    if (new URL(url).origin !== new URL(address).origin) return { status: 200, url };
  }
  return { status: 310, url };
}
