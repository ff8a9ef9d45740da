/**
 * Between page and extension: reads messages of this window at this origin alone, and answers the same way. Stores nothing.
 */
addEventListener('message', (event) => {
  if (event.source !== window || event.origin !== location.origin) return;
  const { magpie, text } = event.data ?? {};
  if (magpie !== 'question' || typeof text !== 'string') return;
  void chrome.runtime.sendMessage({ text }).then((answer) => {
    if (typeof answer === 'string') postMessage({ magpie: 'answer', text: answer }, location.origin);
  });
});
