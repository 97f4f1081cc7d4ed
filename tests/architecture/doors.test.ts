import { describe, expect, it } from "vitest";
import { unguardedPages, unguardedRoutes } from "./rules/doors.ts";
import { readSourceFiles, sourceFile } from "./source-files.ts";

const files = readSourceFiles();

describe("pages of the desk", () => {
  it("each ask for the session themselves", () => {
    expect(unguardedPages(files)).toEqual([]);
  });

  it("refuses one that leans on its layout", () => {
    const leaning = sourceFile("app/(desk)/queue/page.tsx", "export default function Page() { return null; }");
    expect(unguardedPages([leaning])).toHaveLength(1);
  });
});

describe("routes", () => {
  const routeFile = (text: string) => [sourceFile("app/api/reviews/route.ts", text)];

  it("are built by route(), and open to nobody but who is known", () => {
    expect(unguardedRoutes(files)).toEqual([]);
  });

  it("lets a method share another's handler", () => {
    const text = 'const reap = route({ actor: "cron" }, run);\nexport const GET = reap;\nexport const POST = reap;';
    expect(unguardedRoutes(routeFile(text))).toEqual([]);
  });

  it.each([
    'export const GET = route({ actor: "none" }, list);',
    "export async function GET() { return Response.json({}); }",
    'export const GET = route({ actor: "session" }, list);\nexport const POST = async () => new Response();',
    "export const dynamic = true;",
  ])("refuses %s", (text) => {
    expect(unguardedRoutes(routeFile(text))).not.toEqual([]);
  });
});
