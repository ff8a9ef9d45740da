/**
 * A page by a request of the browser's own parser: the policy of the page allows no HTML from text.
 * @param form  is posted
 */
export function loadDocument(
  address: string,
  form?: URLSearchParams,
): Promise<{ status: number; fresh: Document | null }> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(form ? 'POST' : 'GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve({ status: request.status, fresh: request.responseXML }));
    request.send(form);
  });
}
