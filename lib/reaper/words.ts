/** A schedule runs every few seconds, a platform's cron once a minute, and a pass may take most of one. */
export const LATE_AFTER_SECONDS = 180;
