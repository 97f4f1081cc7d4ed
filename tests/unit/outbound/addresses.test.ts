import { afterEach, expect, it } from "vitest";
import { assertPublicUrl, ForbiddenAddressError, isPublicAddress } from "#lib/outbound/index.ts";

afterEach(() => {
  delete process.env["NOTWICE_PRIVATE_HOSTS"];
});

it.each(["1.1.1.1", "172.15.255.255", "172.32.0.1", "2606:4700:4700::1111", "2a00:1450::1"])(
  "%s is public",
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

it.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.168.1.1",
  "198.18.0.1",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:1.1.1.1",
  "64:ff9b::7f00:1",
  "fd00::1",
  "fe80::1",
  "fe80::1%eth0",
  "ff02::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "not an address",
])("%s is not", (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

it.each(["https://hooks.example.com/x?y=1", "https://1.1.1.1/", "https://[2606:4700:4700::1111]:8443/"])(
  "%s may be called",
  (url) => {
    expect(assertPublicUrl(url).href).toBe(url);
  },
);

it.each([
  ["http, which anyone on the way can read", "http://hooks.example.com/"],
  ["another protocol", "file:///etc/passwd"],
  ["a user name", "https://me@hooks.example.com/"],
  ["this machine by name", "https://localhost/"],
  ["this machine by a longer name", "https://db.LOCALHOST./"],
  ["this machine", "https://127.0.0.1/"],
  ["this machine, written as one number", "https://2130706433/"],
  ["this machine, written in hexadecimal", "https://0x7f.1/"],
  ["this machine in IPv6", "https://[::1]/"],
  ["this machine in IPv6 clothes", "https://[::ffff:127.0.0.1]/"],
  ["a cloud's metadata", "https://169.254.169.254/latest"],
  ["a private network", "https://10.0.0.8/"],
  ["what is no address", "hooks.example.com"],
])("refuses %s", (_what, url) => {
  expect(() => assertPublicUrl(url)).toThrow(ForbiddenAddressError);
});

it("lets through the private hosts that this installation names, with that port or with any", () => {
  process.env["NOTWICE_PRIVATE_HOSTS"] = "hooks.internal, 10.0.0.8:8080";
  expect(assertPublicUrl("http://hooks.internal:9000/").hostname).toBe("hooks.internal");
  expect(assertPublicUrl("http://10.0.0.8:8080/").hostname).toBe("10.0.0.8");
  expect(() => assertPublicUrl("http://10.0.0.8/")).toThrow(ForbiddenAddressError);
  expect(() => assertPublicUrl("http://me:pass@hooks.internal/")).toThrow(ForbiddenAddressError);
});
