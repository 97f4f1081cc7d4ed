import type { Metadata } from "next";
import { NotFoundPage } from "#components/layout/not-found-page.tsx";

export const metadata: Metadata = { title: "Not found" };

export default function NotFound() {
  return <NotFoundPage />;
}
