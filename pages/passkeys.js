/** Makes a passkey, or signs in with one: the forms with `data-passkey` say which, and where to ask. */
const CREATES = 'create';

for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    use(form).catch((error) => say(form, `This did not work: ${error.message}`));
  });
}

/** Asks the server what is to be signed, the authenticator to sign it, and the server to take it. */
async function use(form) {
  say(form, '');
  if (!('PublicKeyCredential' in window) || PublicKeyCredential.parseRequestOptionsFromJSON === undefined) {
    throw new Error('this browser is too old for passkeys.');
  }
  const fields = Object.fromEntries(new FormData(form));
  const options = await ask(form.action, fields);
  const credential =
    form.dataset.passkey === CREATES
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
  const { to } = await ask(`${form.action}/finish`, { ...fields, response: credential.toJSON() });
  location.assign(to);
}

async function ask(address, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail ?? answer.title ?? `the server answered ${response.status}.`);
  return answer;
}

function say(form, text) {
  const output = form.querySelector('output');
  output.textContent = text;
}
