/**
 * Passwords that are easy to guess: the most common ones, and names of a person or the
 * installation.
 */
import { dictionary } from '@zxcvbn-ts/language-common';
import { organizationsOf } from '../../floor/memberships';
import type { Person } from '../../floor/owners';
import type { Records } from '../../floor/db/schema';
import { ApiError } from '../../floor/calls/api-error';

const common = new Set(dictionary['passwords-common']);
const product = 'landfall';

/**
 * Refuses with password_is_too_common, and with password_contains_name for a name with only digits
 * or signs around it.
 */
export function refuseGuessable(password: string, names: readonly string[]): void {
  let typed = password.normalize('NFKC').toLowerCase();
  if (common.has(typed)) throw new ApiError('password_is_too_common', 'password');
  let known = new Set([...names, product].flatMap(formsOf));
  if (formsOf(typed).some((form) => known.has(form))) throw new ApiError('password_contains_name', 'password');
}

/** The names of a new person: username, email address, and the installation's host. */
export function namesOfNew({ username, email }: { username: string; email: string }, publicUrl: string): string[] {
  return [username, email, email.split('@')[0] ?? '', ...siteNames(publicUrl)];
}

/** The names of an existing person: also first and last name, in both orders, and organizations. */
export async function namesOf(records: Records, user: Person, publicUrl: string): Promise<string[]> {
  let { name, email, first_name, last_name } = user;
  let { rows } = await organizationsOf(records, user.id, { per_page: 'max' });
  let own = namesOfNew({ username: name, email }, publicUrl);
  let full = [first_name, last_name, first_name + last_name, last_name + first_name];
  return [...own, ...full, ...rows.map((row) => row.name)];
}

/** The host and its parts, without the top-level domain. */
function siteNames(publicUrl: string): string[] {
  let { hostname } = new URL(publicUrl);
  return [hostname, ...hostname.split('.').slice(0, -1)];
}

/** Letters and digits of a text, in full and without digits at its ends. */
function formsOf(text: string): string[] {
  let letters = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
  return [letters, letters.replace(/^\p{N}+|\p{N}+$/gu, '')].filter(Boolean);
}
