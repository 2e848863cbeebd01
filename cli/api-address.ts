import { CommandError } from './command-error';

/**
 * Throws CommandError if the address is invalid or contains a password. The password is never
 * printed: others may see arguments and output.
 */
export function parseApiAddress(given: string | undefined, name: string, usage: string): URL {
  if (!given || !URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
    throw new CommandError(`${name} is not an API URL such as https://api.example-downloads.com.`, usage);
  let address = new URL(given);
  if (address.username || address.password)
    throw new CommandError(`${name} contains a user or password. Remove them and set LANDFALL_TOKEN instead.`, usage);
  return address;
}
