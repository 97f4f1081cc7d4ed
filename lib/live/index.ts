export { watchDesk } from "./watch-desk.ts";
