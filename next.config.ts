import type { NextConfig } from "next";

const SECURITY_HEADERS = [
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "X-Frame-Options", value: "DENY" },
  { key: "Referrer-Policy", value: "same-origin" },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin" },
  { key: "Permissions-Policy", value: "camera=(), geolocation=(), microphone=(), payment=(), usb=()" },
];

const config: NextConfig = {
  agentRules: false,
  experimental: {
    agentUpgrade: false,
    authInterrupts: true,
    optimizePackageImports: ["@mantine/core", "@mantine/hooks"],
  },
  headers: async () => [{ source: "/:path*", headers: SECURITY_HEADERS }],
  poweredByHeader: false,
  reactStrictMode: true,
  // `npm run check` types the whole repository; once is enough.
  typescript: { ignoreBuildErrors: true },
  turbopack: { root: import.meta.dirname },
};

export default config;
