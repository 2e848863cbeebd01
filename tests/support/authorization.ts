/** Tests the access of every role to every endpoint against the access that its route states. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Access, Route } from 'contract/rules/route';
import type { SamplePerson } from 'gateway/demo/people';
import { createWorld, type Caller, type World } from './world';

/** Every role calls for hopper-labs, or for grace on paths of a person. */
const roles = {
  visitor: undefined,
  stranger: 'ada',
  member: 'linus',
  admin: 'mary',
  owner: 'grace',
  'platform admin': 'root',
} as const;
type WhoRole = keyof typeof roles;

const everyone: WhoRole[] = ['visitor', 'stranger', 'member', 'admin', 'owner', 'platform admin'];
const admitted: Record<Access, WhoRole[]> = {
  anyone: everyone,
  session: ['stranger', 'member', 'admin', 'owner', 'platform admin'],
  self: ['owner', 'platform admin'],
  person: ['owner'],
  read: ['member', 'admin', 'owner', 'platform admin'],
  export: ['admin', 'owner', 'platform admin'],
  write: ['admin', 'owner', 'platform admin'],
  'write-or-self': ['admin', 'owner', 'platform admin'],
  own: ['owner', 'platform admin'],
  'platform-admin': ['platform admin'],
};

const nobodysId = '00000000-0000-7000-8000-000000000000';
const params = {
  owner: 'Hopper-Labs',
  username: 'grace',
  name: 'hopper-labs',
  package_type: 'docker',
  provider: 'clearbit',
};

/**
 * Tests the access to a noun's routes: each route with each role, with invalid tokens and unknown
 * owners.
 */
export function whoMay(routes: Route[]): void {
  describe('access', () => {
    let world: World;
    beforeAll(async () => void (world = await createWorld()));
    afterAll(() => world.close());

    describe.each(routes.map((route) => [route.id, route] as const))('%s', (_, route) => {
      it.each(everyone)(`as %s (${route.access})`, async (role) => {
        let { status, body } = await (await callerOf(world, roles[role])).call(route, { params: paramsOf(route) });
        let isAdmitted = status !== 401 && status !== 403;
        expect(isAdmitted).toBe(admitted[route.access].includes(role));
        if (!isAdmitted)
          expect((body as { code: string }).code).toBe(role === 'visitor' ? 'not-logged-in' : 'permission-not-granted');
      });

      if (route.access === 'anyone') return;

      it('refuses an invalid token', async () => {
        let refusal = await world.with('not-a-token').refusal(route, { params: paramsOf(route) });
        expect(refusal).toMatchObject({ status: 401, code: 'session-expired' });
      });

      if (!/\{(owner|username|name)\}/.test(route.path)) return;

      it('answers not found for an unknown owner', async () => {
        let nobody = { ...paramsOf(route), owner: 'nobody', username: 'nobody', name: 'nobody' };
        expect((await (await world.as('root')).refusal(route, { params: nobody })).status).toBe(404);
      });
    });
  });
}

function paramsOf(route: Route): Record<string, string> {
  let names = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  return Object.fromEntries(names.map((name) => [name, (params as Record<string, string>)[name] ?? nobodysId]));
}

async function callerOf(world: World, person: SamplePerson | undefined): Promise<Caller> {
  return person === undefined ? world.with(undefined) : world.as(person);
}
