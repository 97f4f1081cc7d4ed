import { describe, expect, it } from "vitest";
import type { Content } from "#lib/notifications/compose/content.ts";
import { oneLine } from "#lib/notifications/compose/one-line.ts";
import { nameOfAction } from "#lib/notifications/compose/phrases.ts";
import { renderMail } from "#lib/notifications/send/render-mail.ts";
import { renderSlack } from "#lib/notifications/send/render-slack.ts";

const DESK = { url: "https://desk.test", name: "Production" };
const CONTENT: Content = {
  subject: "Sign-off needed",
  paragraphs: ["Bo <b>asks</b> & waits."],
  facts: [["Reason", 'It said "<script>alert(1)</script>"\nand more']],
  path: "/queue?tab=all&kind=a_b",
  toldRisk: null,
};

describe("a mail", () => {
  it("is complete as text, and escapes whatever people wrote in its other part", () => {
    const { text, html } = renderMail(CONTENT, DESK);
    expect(text).toContain('Reason: It said "<script>alert(1)</script>" and more');
    expect(text).toContain("https://desk.test/queue?tab=all&kind=a_b");
    expect(html).not.toMatch(/<script|<b>asks/);
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;&quot; and more");
    expect(html.match(/href="[^"]*"/g)).toEqual(['href="https://desk.test/queue?tab=all&amp;kind=a_b"']);
  });
});

describe("a post", () => {
  const textOf = (content: Content): string => JSON.parse(renderSlack(content, DESK)).text;

  it("holds no markup but its one link", () => {
    const text = textOf(CONTENT);
    expect(text).toContain("&lt;b&gt;asks&lt;/b&gt; &amp; waits.");
    expect(text.match(/<[^>]*>/g)).toEqual(["<https://desk.test/queue?tab=all&amp;kind=a_b|Open on the desk>"]);
  });

  it("calls nobody, and leaves addresses readable", () => {
    const text = textOf({ ...CONTENT, facts: [["Reason", "@channel <!here> ana@acme.test"]] });
    expect(text).not.toMatch(/@channel|<!here>/);
    expect(text).toContain("ana@acme.test");
  });

  it("keeps its link however long the rest is, and never ends inside an escape", () => {
    const text = textOf({ ...CONTENT, paragraphs: ["<".repeat(5000)] });
    expect(text).toMatch(/&lt;\n<https:\/\/desk\.test/);
  });
});

describe("a line", () => {
  it.each([
    ["ends no header", "a\r\nBcc: b", "a Bcc: b"],
    ["hides nothing", "a\u200B\u202Eb\u2066c", "a b c"],
    ["is cut between characters", `${"x".repeat(8)}😀y`, "xxxxxxxx…"],
    ["stays as it is where it fits", "Zoë 日本", "Zoë 日本"],
  ])("%s", (_what, given, expected) => {
    expect(oneLine(given, 10)).toBe(expected);
  });

  it("names an action by its kind and target", () => {
    expect(nameOfAction({ kind: "send_email", target: "ana@acme.test" })).toBe("e-mail to ana@acme.test");
    expect(nameOfAction({ kind: "send_sms", target: null })).toBe("send_sms");
  });
});
