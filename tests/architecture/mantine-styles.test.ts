import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { readSourceFiles, ROOT } from "./source-files.ts";

const MANTINE = join(ROOT, "node_modules/@mantine/core");
const FOLDER = /\/esm\/(?:components|utils)\/([^/]+)\//;
const SHEET = "components/ui/mantine-styles.ts";

/** Of a component and of whatever it is made of, by what its modules import. */
function foldersBehind(component: string): Set<string> {
  const start = join(MANTINE, "esm/components", component, `${component}.mjs`);
  const seen = new Set<string>();
  const open = existsSync(start) ? [start] : [];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    for (const [, specifier = ""] of readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)"/g)) {
      const next = resolve(dirname(file), specifier);
      if (FOLDER.test(next)) open.push(next);
    }
  }
  return new Set([...seen].map((file) => FOLDER.exec(file)?.[1] ?? ""));
}

const styleOf = (name: string) => readFileSync(join(MANTINE, "styles", `${name}.css`), "utf8").trim();

const loaded = [...readFileSync(join(ROOT, SHEET), "utf8").matchAll(/styles\/([\w-]+)\.css/g)].map(
  ([, name = ""]) => name,
);

it("the styles of every Mantine component in use are loaded, and of no other", () => {
  const used = readSourceFiles()
    .filter(({ path }) => path.startsWith("components/") || path.startsWith("app/"))
    .flatMap(({ text }) => [...text.matchAll(/import \{([^}]*)\} from "@mantine\/core"/g)])
    .flatMap(([, names = ""]) => names.split(",").map((name) => name.trim()))
    .filter((name) => /^[A-Z]/.test(name));
  const needed = new Set(used.flatMap((component) => [...foldersBehind(component)]));
  const withStyles = [...needed].filter((name) => existsSync(join(MANTINE, "styles", `${name}.css`)));
  expect(loaded.filter((name) => /^[A-Z]/.test(name)).toSorted()).toEqual(withStyles.toSorted());
});

it("they are loaded in the order that Mantine gives them", () => {
  const whole = readFileSync(join(MANTINE, "styles.css"), "utf8");
  const places = loaded.map((name) => whole.indexOf(styleOf(name)));
  expect(places).not.toContain(-1);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
});
