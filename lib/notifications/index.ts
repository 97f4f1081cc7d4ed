export { readMySettings } from "./read-my-settings.ts";
export { readWebhooks } from "./read-webhooks.ts";
export { saveMyPreferences } from "./save-my-preferences.ts";
export { saveWebhooks } from "./save-webhooks.ts";
export { sendTestMail, sendTestPost } from "./send-test.ts";
export { tellPeople } from "./tell-people.ts";
