/**
 * Settings of earlier versions. Their values are taken over for one version where another setting
 * took their place.
 */
type Environment = Record<string, string | undefined>;

interface OldSetting {
  into?: string;
  /** The value is added to a list. */
  isList?: true;
  write?(value: string): string;
  /** How the new setting differs. */
  note?: string;
  /** For a setting without a successor: what happens now. */
  instead?: string;
}

/** Of `HOST`: this machine only. */
export const defaultHost = '127.0.0.1';

const targets = {
  into: 'PRIVATE_TARGETS',
  isList: true,
  note: ', for registries, exports and webhooks alike',
} as const;
const tests = { instead: 'it was for tests' };

const oldSettings: Record<string, OldSetting> = {
  SECRETS_KEY: { into: 'SECRETS_ENCRYPTION_KEY' },
  JOURNAL_FREE_MB: { into: 'JOURNAL_MIN_FREE_MB' },
  NPM_REGISTRY: { into: 'DEFAULT_REGISTRIES', isList: true, write: (registry) => `npm=${registry}` },
  PYTHON_REGISTRY: { into: 'DEFAULT_REGISTRIES', isList: true, write: (registry) => `python=${registry}` },
  NPM_COUNTS_URL: { into: 'REGISTRY_COUNTS', isList: true, write: (url) => `npm=${url}` },
  EDGE_PRIVATE_TARGETS: targets,
  EXPORT_PRIVATE_TARGETS: targets,
  WEBHOOK_PRIVATE_TARGETS: targets,
  EDGE_INSECURE_REGISTRIES: {
    ...targets,
    write: (list) => list.replaceAll(/[^,\s]+/g, (host) => `http://${host}`),
  },
  GATEWAY_HOST: { instead: 'both listeners bind HOST' },
  STORE_PORT: { instead: 'the port follows GATEWAY_PORT' },
  GITHUB_API_URL: { instead: 'the URL of the API follows from GITHUB_URL' },
  OUTBOX_DAYS: { instead: 'emails stay in DATA_DIR/outbox for 7 days' },
  EMAIL_VERIFICATION_DAYS: { instead: 'new accounts have 14 days to confirm their email address' },
  JOURNAL_SEGMENT_KB: tests,
  EVENTS_CHECKPOINT_KB: tests,
  STRIPE_API_URL: tests,
  INTERCOM_URL: tests,
};

/**
 * Replaces old settings by new ones, with a warning for each that is set. Throws if the gateway
 * would be reachable at another interface than before, or without some of its events.
 */
export function withoutOldSettings(given: Environment): { environment: Environment; warnings: string[] } {
  let environment = { ...given };
  let warnings: string[] = [];
  if (given.EVENTS_CLUSTER)
    throw new Error(
      'Settings: EVENTS_CLUSTER is no longer a setting. ClickHouse itself distributes events: copy those of EVENTS_URL ' +
        'and EVENTS_CLUSTER to a new database with "landfall move".',
    );
  for (let [name, { into, isList, write, note = '', instead }] of Object.entries(oldSettings)) {
    let value = given[name];
    if (!value) continue;
    if (name === 'GATEWAY_HOST' && value !== (given.HOST || defaultHost))
      throw new Error(
        'Settings: GATEWAY_HOST is no longer a setting. Both listeners bind HOST: set that and remove it.',
      );
    delete environment[name];
    if (into === undefined) {
      warnings.push(`${name} is no longer a setting: ${instead}. Remove it.`);
      continue;
    }
    warnings.push(
      `${name} is now ${isList ? 'part of ' : ''}${into}${note}. The next version does not read the old name.`,
    );
    let written = write?.(value) ?? value;
    let before = environment[into];
    if (isList) environment[into] = [before, written].filter(Boolean).join(',');
    else if (!before) environment[into] = written;
  }
  return { environment, warnings };
}
