/** Parses EVENTS_URL. */

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

/** Throws an Error that repeats no part of the address. */
export function checkedAddress(text: string): string {
  let [address = '', ...others] = addressesIn(text);
  if (others.length === 0) return address;
  throw new Error(
    'names one database only, since ClickHouse itself distributes events. "landfall move" copies the events of these ' +
      'databases to a new one',
  );
}

/**
 * The databases of an installation of an earlier version. Commas separate them, and a password can
 * contain one. Throws as above.
 */
export function addressesIn(text: string): string[] {
  let addresses = text.split(/,\s*(?=https?:)/).map((address) => address.trim());
  for (let address of addresses) {
    if (!/^https?:/.test(address)) throw new Error('must start with http:// or https://');
    if (!URL.canParse(address) || new URL(address).pathname.includes(',')) throw new Error('is not a URL');
    parseAddress(address);
  }
  return addresses;
}
