#!/usr/bin/env node
import { bootstrap } from "./bootstrap.mjs";

await bootstrap("scripts/notwice/main.ts");
