#!/usr/bin/env node
import { bootstrapInstalled } from "./bootstrap.mjs";

await bootstrapInstalled("scripts/notwice/main.ts");
