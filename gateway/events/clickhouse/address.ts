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

/** The address of one database. Throws as above. */
export function checkedAddress(text: string): string {
  let address = text.trim();
  if (!/^https?:/.test(address)) throw new Error('must start with http:// or https://');
  if (!URL.canParse(address)) throw new Error('is not a URL');
  let { pathname } = new URL(address);
  if (pathname.includes(',')) throw new Error('names one database only, since ClickHouse itself distributes events');
  parseAddress(address);
  return address;
}
