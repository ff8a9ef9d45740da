/** The person's side of the extension: signing in, and whether the web pages may share it. */
const output = document.querySelector('output');

document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const { username, password } = Object.fromEntries(new FormData(event.target));
  void chrome.runtime.sendMessage({ signIn: { username, password } }).then(({ sub }) => {
    output.textContent = sub ? `in ${sub}` : 'refused';
  });
});

document.querySelector('#allows').addEventListener('change', (event) => {
  chrome.storage.session.set({ allows: event.target.checked });
});
