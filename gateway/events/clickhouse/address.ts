/** EVENTS_URL in its parts: `https://user:password@host:8443/database`. */
import { errorMessage } from 'net/error-message';

export interface ClickhouseAddress {
  /** Where the server is, without who asks it for what. */
  origin: string;
  host: string;
  username: string;
  password: string;
  database: string;
}

/** Throws an Error that says what is wrong with it, without any part of it. */
export function parseAddress(url: string): ClickhouseAddress {
  let { origin, host, username, password, pathname, search, hash } = new URL(url);
  if (!/^\/[^/]*$/.test(pathname) || search !== '' || hash !== '')
    throw new Error('ends with the name of one database, such as https://host:8443/landfall');
  try {
    return {
      origin,
      host,
      username: decodeURIComponent(username) || 'default',
      password: decodeURIComponent(password),
      database: decodeURIComponent(pathname.slice(1)) || 'landfall',
    };
  } catch {
    throw new Error('needs %25 for each % of the user, the password and the database');
  }
}

/**
 * The addresses of EVENTS_URL. They are separated by commas, which a password may have too. Throws an
 * Error that says which address is wrong, without any part of it.
 */
export function addressesIn(text: string): [string, ...string[]] {
  let addresses = text.split(/,\s*(?=https?:)/).map((address) => address.trim());
  for (let [i, address] of addresses.entries()) {
    let about = addresses.length > 1 ? `has an address, number ${i + 1}, that ` : '';
    if (!/^https?:/.test(address)) throw new Error(`${about}must start with http:// or https://`);
    if (!URL.canParse(address) || new URL(address).pathname.includes(',')) throw new Error(`${about}is not a URL`);
    try {
      parseAddress(address);
    } catch (error) {
      throw new Error(about + errorMessage(error));
    }
  }
  if (new Set(addresses).size < addresses.length) throw new Error('names a database twice');
  let [first = '', ...others] = addresses;
  return [first, ...others];
}
