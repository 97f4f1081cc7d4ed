import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/start/main.ts");
