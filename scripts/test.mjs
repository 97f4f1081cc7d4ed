import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/test/main.ts");
