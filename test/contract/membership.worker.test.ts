/** Every success and every declared error of membership, and that every answer about a person says the same. */
import { expect, it } from 'vitest';
import { quantityContract } from '#shared/drive/quantity/quantity.contract.ts';
import { usageContract } from '#shared/drive/usage.contract.ts';
import { membershipContract } from '#shared/membership/contract.ts';
import { TIB } from '#shared/units.ts';
import { membershipCases } from './cases/membership/membership.cases.ts';
import { testContract } from './cases.ts';
import { makePeople, ok, type Person } from './world.ts';

testContract(membershipContract, membershipCases);

async function toldOf({ token }: Person) {
  const [privilege, info, about, quantity, spaces] = await Promise.all([
    ok(membershipContract.privilege, { token }),
    ok(membershipContract.info, { token }),
    ok(usageContract.about, { token }),
    ok(quantityContract.quantity, { token }),
    ok(quantityContract.spaces, { token }),
  ]);
  return { privilege, info, about, quantity, spaces };
}

it('a premium person is told of premium by every call, with one end', async () => {
  const { privilege, info, about, quantity, spaces } = await toldOf((await makePeople()).carla);
  expect(privilege.data).toMatchObject({ status: 'ok', type: 'platinum' });
  const { expire } = privilege.data;
  expect(Date.parse(expire)).toBeGreaterThan(Date.now());
  expect(info.data).toMatchObject({
    status: 'ok',
    kind: 1,
    expire,
    vipItem: [{ type: 'global', status: 'ok', expire }],
  });
  expect(about).toMatchObject({ user_type: 2, expires_at: expire, quota: { limit: String(10 * TIB) } });
  expect(quantity.base).toMatchObject({ vip_status: 'valid', expire_time: expire, assets: '10T', size: 10 * TIB });
  expect(spaces.base).toMatchObject({ assets: '10T', expire_time: expire });
});

it('a free person is told of none by every call', async () => {
  const { privilege, info, about, quantity } = await toldOf((await makePeople()).bob);
  expect(privilege.data).toMatchObject({ status: 'invalid', type: 'novip', expire: '0001-01-01T00:00:00.000+08:00' });
  expect(info.data).toMatchObject({ status: 'invalid', kind: 0, vipItem: [] });
  expect(about).toMatchObject({ user_type: 1, expires_at: '' });
  expect(quantity.base.vip_status).toBe('invalid');
});
