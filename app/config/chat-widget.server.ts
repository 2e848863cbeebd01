/**
 * The chat widget: its script, and the sources a page must allow for it. Only with the flag
 * showIntercom and an app id.
 */
import type { Env } from './env.server';

/** Names of content security policy directives. */
type Directive = 'script-src' | 'style-src' | 'img-src' | 'font-src' | 'media-src' | 'connect-src' | 'frame-src';

export interface ChatWidget {
  appId: string;
  /** Address of the widget's script. */
  script: string;
  /** Sources to add to the policy of a page, by directive. */
  sources: Partial<Record<Directive, string>>;
}

/**
 * The vendor's list for content security policies (its help article 3894), without sources for
 * content embedded in messages.
 */
const vendorSources: ChatWidget['sources'] = {
  'script-src': 'https://app.intercom.io https://widget.intercom.io https://js.intercomcdn.com',
  'style-src': "'unsafe-inline'",
  'img-src': 'blob: https://*.intercomcdn.com https://*.intercomassets.com https://uploads.intercomusercontent.com',
  'font-src': 'https://js.intercomcdn.com https://fonts.intercomcdn.com',
  'media-src': 'https://js.intercomcdn.com',
  'connect-src':
    'https://*.intercom.io wss://*.intercom.io https://*.intercom-messenger.com wss://*.intercom-messenger.com https://uploads.intercomcdn.com https://uploads.intercomusercontent.com',
  'frame-src': 'https://intercom-sheets.com https://www.intercom-reporting.com',
};

/** Null without a chat. */
export function chatWidget({
  flags,
  INTERCOM_APP_ID: appId,
}: Pick<Env, 'flags' | 'INTERCOM_APP_ID'>): ChatWidget | null {
  if (!flags.showIntercom || !appId) return null;
  return { appId, script: `https://widget.intercom.io/widget/${appId}`, sources: vendorSources };
}
