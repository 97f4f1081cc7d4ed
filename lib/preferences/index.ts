export { readPreferences } from "./read-preferences.ts";
export { savePreferences } from "./save-preferences.ts";
