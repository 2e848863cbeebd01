/**
 * Which variables of an owner's downloads, events and pixels say the page, the platform and the
 * version. Without a choice these are the variables `page`, `platform` and `version`.
 */
import { z } from 'zod';
import * as limits from '../floor/limits';
import { route } from '../rules/route';

const VariableName = z
  .string()
  .max(limits.variableNameMax, 'field-is-too-long')
  .regex(/^[^\p{Cc}\s]+$/u, 'variable-name-is-invalid')
  .nullable()
  .default(null);

/** The published names begin with `$`; null: the default name. */
export const UserDefinedVariables = z
  .object({ $page: VariableName, $platform: VariableName, $version: VariableName })
  .strict();
export type UserDefinedVariables = z.output<typeof UserDefinedVariables>;

const variables = {
  tag: 'Insights',
  path: '/v2/insights/{owner}/user-defined-variables',
  params: z.object({ owner: z.string() }),
} as const;

export const userDefinedVariablesApi = {
  getUserDefinedVariables: route({
    ...variables,
    id: 'getUserDefinedVariables',
    method: 'GET',
    summary: 'Get the variables for page, platform and version',
    access: 'read',
    answer: UserDefinedVariables,
    errors: ['owner-not-found'],
  }),

  setUserDefinedVariables: route({
    ...variables,
    id: 'setUserDefinedVariables',
    method: 'POST',
    summary: 'Set the variables for page, platform and version of future events',
    access: 'write',
    body: UserDefinedVariables,
    answer: UserDefinedVariables,
    errors: ['owner-not-found', 'variable-name-is-invalid', 'field-is-too-long'],
  }),
};
