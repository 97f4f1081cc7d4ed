"use client";

export { DeskErrorPage as default } from "#components/layout/error-page.tsx";
