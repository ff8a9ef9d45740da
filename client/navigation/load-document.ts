/** A page by a request of the browser's own parser: the policy of the page allows no HTML from text. */
export function loadDocument(address: string): Promise<{ status: number; fresh: Document | null }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve({ status: request.status, fresh: request.responseXML }));
    request.send();
  });
}
