import { CommandError } from './command-error';

/**
 * Throws CommandError if the address is invalid or contains a password. The password is never
 * printed: others may see arguments and output.
 */
export function parseApiAddress(given: string | undefined, name: string, usage: string): URL {
  if (!given || !URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new CommandError(
      `${name} is not the address of an API, such as https://api.example-downloads.com.\n\n${usage}`,
    );
  let address = new URL(given);
  if (address.username || address.password)
    throw new CommandError(`${name} has a user or a password in it. Leave them out: the token is in LANDFALL_TOKEN.`);
  return address;
}
