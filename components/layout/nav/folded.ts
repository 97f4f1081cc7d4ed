/** Kept by the browser, not the person: it follows the width of the screen. Read by the server, so that nothing jumps. */
export const FOLDED_COOKIE = "notwice_nav_folded";
