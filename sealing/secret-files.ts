/**
 * Secrets in files: `<name>_FILE` names the file with a setting, as container platforms mount them.
 * The environment of a process is visible in more places than a file.
 */
import { readFileSync } from 'node:fs';
import { errorCode } from 'contract/floor/error-code';

type Environment = Record<string, string | undefined>;

export const secretSettings = [
  'DATABASE_URL',
  'EVENTS_URL',
  'GITHUB_CLIENT_SECRET',
  'INTERCOM_IDENTITY_SECRET',
  'NEW_DATABASE_URL',
  'NEW_EVENTS_URL',
  'OIDC_CLIENT_SECRET',
  'SECRETS_ENCRYPTION_KEY',
  'SESSION_SECRETS',
  'SMTP_URL',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
];

/**
 * The environment including secrets from files. Throws an Error that names the setting if its file
 * is unreadable or empty, or if both are set.
 */
export function withSecretFiles(environment: Environment): Environment {
  let found: Environment = { ...environment };
  for (let name of secretSettings) {
    let file = environment[`${name}_FILE`];
    if (!file) continue;
    if (environment[name]) throw new Error(`Settings: ${name} and ${name}_FILE are both set`);
    found[name] = contentOf(file, name);
  }
  return found;
}

function contentOf(file: string, name: string): string {
  let content: string;
  try {
    content = readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new Error(`Settings: ${name}_FILE cannot be read (${errorCode(error)})`);
  }
  if (content === '') throw new Error(`Settings: ${name}_FILE names an empty file`);
  return content;
}
