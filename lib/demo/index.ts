export * from "./contract.ts";
export { readMailbox } from "./read-mailbox.ts";
