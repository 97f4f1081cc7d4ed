import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { ROOT } from "../paths.ts";

const run = promisify(execFile);

const SOURCE = join(ROOT, "lib/once");
const KEPT_AS_IS = ["README.md", "LICENSE"];

const manifestSchema = z.looseObject({ exports: z.record(z.string(), z.string()) });

/** Builds lib/once as it is published, JavaScript with types, and packs it. Returns the path of the tarball. */
export async function packOnce(into = join(SOURCE, "dist")): Promise<string> {
  const staging = join(into, "package");
  await rm(into, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  await run(join(ROOT, "node_modules/.bin/tsc"), [
    "-p",
    join(SOURCE, "tsconfig.build.json"),
    "--outDir",
    join(staging, "dist"),
  ]);
  await nameDeclarationsByTheirJavaScript(join(staging, "dist"));
  for (const name of KEPT_AS_IS) await cp(join(SOURCE, name), join(staging, name));
  await writeFile(join(staging, "package.json"), `${JSON.stringify(await publishedManifest(), null, 2)}\n`);
  const packed = await run("npm", ["pack", staging, "--pack-destination", into, "--ignore-scripts", "--silent"]);
  return join(into, packed.stdout.trim());
}

async function publishedManifest(): Promise<object> {
  const manifest = manifestSchema.parse(JSON.parse(await readFile(join(SOURCE, "package.json"), "utf8")));
  const exports = Object.entries(manifest.exports).map(([name, source]) => {
    const built = source.replace("./src/", "./dist/").replace(/\.ts$/, "");
    return [name, { types: `${built}.d.ts`, default: `${built}.js` }] as const;
  });
  return { ...manifest, exports: Object.fromEntries(exports), files: ["dist"], sideEffects: false };
}

/** The compiler rewrites the imports of what runs, and leaves those of declarations, which older ones then refuse. */
async function nameDeclarationsByTheirJavaScript(folder: string): Promise<void> {
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith(".d.ts")) continue;
    const text = await readFile(join(folder, path), "utf8");
    await writeFile(join(folder, path), text.replaceAll(/((?:from |import\()"\.[^"]*)\.ts"/g, '$1.js"'));
  }
}
