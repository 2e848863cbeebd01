/** Parses EVENTS_URL. */
import { errorMessage } from 'net/error-message';

export interface ClickhouseAddress {
  /** Without user, password and database. */
  origin: string;
  host: string;
  username: string;
  password: string;
  database: string;
}

/** Throws an Error that repeats no part of the address. */
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
 * Addresses are separated by commas, which a password can contain too. Throws an Error that names
 * the position of the wrong address, without any part of it.
 */
export function addressesIn(text: string): [string, ...string[]] {
  let addresses = text.split(/,\s*(?=https?:)/).map((address) => address.trim());
  for (let [i, address] of addresses.entries()) {
    let about = addresses.length > 1 ? `URL ${i + 1} ` : '';
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
