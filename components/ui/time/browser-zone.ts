/** Tells the server which zone this browser is in, for the first paint of the next page. */
export const BROWSER_ZONE_COOKIE = "notwice_browser_zone";
