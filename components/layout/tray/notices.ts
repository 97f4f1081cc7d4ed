import { announce, announceNow } from "../../ui/announce/announcements.ts";

export type Notice = {
  id: number;
  /** When it was told, by this browser's clock. */
  at: number;
  words: string;
  /** Where it can be looked at again. */
  href?: string;
  /** Offered only where the server can honour it. */
  undo?: { label: string; run: () => Promise<string> | string };
  /** Does not go away by itself. */
  isTrouble?: boolean;
};

export type NewNotice = Omit<Notice, "id" | "at">;

const MOST_KEPT = 50;

type State = { notices: readonly Notice[]; shown: readonly number[]; unread: number };

let state: State = { notices: [], shown: [], unread: 0 };
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: Partial<State>): void {
  state = { ...state, ...next };
  listeners.forEach((listener) => listener());
}

/** A result: read out, shown for a while, and kept in the tray for the session. */
export function tell(notice: NewNotice): void {
  lastId += 1;
  const kept = { ...notice, id: lastId, at: Date.now() };
  set({
    notices: [kept, ...state.notices].slice(0, MOST_KEPT),
    shown: [...state.shown, kept.id],
    unread: state.unread + 1,
  });
  if (notice.isTrouble) announceNow(notice.words);
  else announce(notice.words);
}

export const tray = {
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  read: () => state,
  hide: (id: number) => set({ shown: state.shown.filter((each) => each !== id) }),
  markRead: () => set({ unread: 0, shown: [] }),
  /** The undo was used, or turned out to be impossible: it is not offered again. */
  withoutUndo(id: number): void {
    set({
      notices: state.notices.map((notice) => {
        if (notice.id !== id) return notice;
        const { undo: _used, ...rest } = notice;
        return rest;
      }),
    });
  },
};
