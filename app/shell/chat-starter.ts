/**
 * Starts the chat widget for the person of the page, and stops it when they go or somebody else
 * comes.
 */
import { useEffect } from 'react';
import type { Chat } from './notices.server';

export function useChat(chat: Chat | null | undefined): void {
  let whom = chat && JSON.stringify(chat);
  useEffect(() => {
    if (!whom) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    void import('./chat').then((part) => {
      if (!isOver) stop = part.startChat(JSON.parse(whom) as Chat);
    });
    return () => {
      isOver = true;
      stop?.();
    };
  }, [whom]);
}
