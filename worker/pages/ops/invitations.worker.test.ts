/** The operators' section of invitations, as plain forms. */
import { expect, it } from 'vitest';
import { invitationsContract } from '#shared/membership/invitations.contract.ts';
import { newcomer } from '#test/contract/cases/newcomer.ts';
import { ask, html, signedInPeople } from '#test/contract/page-visits.ts';
import { env } from '#test/contract/send.ts';
import { objects, ok } from '#test/contract/world.ts';
import { servicesOf } from '#worker/compose.ts';
import { runAlarm } from '#worker/platform/alarm-fixture.ts';

const PAGE = '/ops/invitations';

/** A new person on the device of the inviter. */
async function heldInvitation(source: string) {
  const [inviter, person] = [await newcomer(), await newcomer()];
  const { code } = await ok(invitationsContract.inviteCode, { token: inviter.token });
  const body = { invite_code: code, from: 'web', tf: source };
  await ok(invitationsContract.invite, { token: person.token, body });
  // The notice to operators is delivered by the alarm.
  await runAlarm(objects.members.getByName(inviter.userId));
  return { inviter: inviter.userId, person: person.userId, personToken: person.token };
}

const daysOf = async (token: string) => (await ok(invitationsContract.invite, { token, body: {} })).free_days;

it('an operator releases one held invitation and refuses another, each once and with a reason in the log', async () => {
  const { olga, bob } = await signedInPeople();
  const [good, bad] = [await heldInvitation('letter-good'), await heldInvitation('letter-bad')];
  const page = await html(olga, PAGE);
  expect(page).toContain('Same device as the inviter');
  for (const id of [good.person, bad.person]) expect(page.split(`value="${id}"`)).toHaveLength(2);
  expect(page).toContain('letter-good');
  expect((await ask(bob, PAGE)).status).not.toBe(200);

  const release = { step: 'release', inviter: good.inviter, person: good.person };
  for (const reason of ['', '  ']) expect((await ask(olga, PAGE, { ...release, reason })).status).toBe(400);
  expect((await ask(olga, PAGE, { ...release, step: 'give', reason: 'x' })).status).toBe(400);
  expect(await daysOf(good.personToken)).toBe(0);
  expect((await ask(olga, PAGE, { ...release, reason: 'A family' })).status).toBe(303);
  expect((await ask(olga, PAGE, { ...release, reason: 'Again' })).status).toBe(400);
  const refuse = { step: 'refuse', inviter: bad.inviter, person: bad.person, reason: 'Ten accounts' };
  expect((await ask(olga, PAGE, refuse)).status).toBe(303);
  expect([await daysOf(good.personToken), await daysOf(bad.personToken)]).toEqual([7, 0]);

  const after = await html(olga, PAGE);
  for (const id of [good.person, bad.person]) expect(after).not.toContain(`value="${id}"`);
  const acts = await servicesOf(env).documents.log({ name: '', before: 0, limit: 50 });
  const decisions = acts
    .filter(({ act, note }) => act.startsWith('invitation_') && /: (A family|Ten accounts|Again)$/.test(note))
    .map(({ act, note, by }) => [act, note, by.via]);
  expect(decisions).toEqual([
    ['invitation_refused', `${bad.inviter} → ${bad.person}: Ten accounts`, 'page'],
    ['invitation_released', `${good.inviter} → ${good.person}: A family`, 'page'],
  ]);
});
