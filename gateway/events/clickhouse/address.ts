/** EVENTS_URL in its parts: `https://user:password@host:8443/database`. */

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
