/** Moves docker packages and collections of an owner to another registry. */
import { json } from '@remix-run/node';
import { collectionsApi } from 'contract/packages/collections';
import { BackendRegistry } from 'contract/rules/fields';
import * as limits from 'contract/floor/limits';
import { docker } from 'contract/packages/package-types/docker';
import { packagesApi } from 'contract/packages/packages';
import { registryMovesApi, type RegistryMove } from 'contract/packages/registry-moves';
import { z } from 'zod';
import type { FormResult, RejectedForm } from '../../forms/read-form.server';
import type { Call } from '../../gateway/gateway-client.server';

/** The checkboxes apply to `chosen` only. */
export const MoveInput = z.object({
  which: z.enum(['all', 'chosen']).default('all'),
  backend_registry: BackendRegistry,
  package_ids: z.array(z.string()).max(limits.movedAtOnceMax).default([]),
  collection_ids: z.array(z.string()).max(limits.movedAtOnceMax).default([]),
});
type MoveInput = z.output<typeof MoveInput>;

export interface Movable {
  id: string;
  kind: 'package' | 'collection';
  name: string;
  registry: string;
  domains: string[];
}

/** Collections last. */
export async function readMovables(call: Call, owner: string): Promise<Movable[]> {
  let query = { per_page: 'max' } as const;
  let [packages, collections] = await Promise.all([
    call(packagesApi.getPackagesOverview, { params: { owner }, query: { ...query, type: docker.name } }),
    call(collectionsApi.getCollections, { params: { owner }, query }),
  ]);
  return [
    ...packages.results.map(({ package: item, domains }) => ({
      id: item.id,
      kind: 'package' as const,
      name: item.name,
      registry: item.backend_registry ?? '',
      domains: domains.map((domain) => domain.name),
    })),
    ...collections.results.map((item) => ({
      id: item.id,
      kind: 'collection' as const,
      name: item.pattern,
      registry: item.backend_domain,
      domains: [item.public_domain],
    })),
  ];
}

export function moveRequest({ which, backend_registry, package_ids, collection_ids }: MoveInput) {
  return which === 'all' ? { backend_registry } : { backend_registry, package_ids, collection_ids };
}

export async function replyWithPlan(
  call: Call,
  owner: string,
  form: Extract<FormResult<MoveInput>, { ok: true }>,
): Promise<Response> {
  let plan = await call(registryMovesApi.previewRegistryMove, {
    params: { owner },
    body: moveRequest(form.value),
  }).catch(form.refuse);
  if (plan instanceof Response) return plan;
  let { lastResult }: RejectedForm = await form.again().json();
  return json<MoveReply>({ lastResult, plan });
}

/** The typed values, and after a preview the planned changes. */
export interface MoveReply extends RejectedForm {
  plan?: RegistryMove;
}
